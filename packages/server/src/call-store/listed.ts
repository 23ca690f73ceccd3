import { sql, type RawBuilder } from 'kysely';
import { fullName } from '../db/product-sql.ts';

const CALLED = sql`call.number`;

/** Every number of the lists in force, some of them twice; a further condition may follow. */
export const numbersInForce = sql`select listed_number.number from listed_number
  join block_list on block_list.id = listed_number.list_id where block_list.removed_at is null`;

/** Some list in force has the call's number. For statements over many calls: the planner may read the lists as a whole. */
export const isListed = sql<boolean>`exists (select from listed_number
  join block_list on block_list.id = listed_number.list_id and block_list.removed_at is null
  where listed_number.number = ${CALLED})`;

/**
 * The same for statements over few calls: as a subselect with a limit the lists are looked up number by number, never read as a whole,
 * which a plain anti-join did in small tables. Which lists are in force is read once.
 */
export const isNumberListed = (number: RawBuilder<unknown> = CALLED): RawBuilder<boolean> =>
  sql<boolean>`((select true from listed_number where listed_number.number = ${number} and listed_number.list_id = any(array(
      select block_list.id from block_list where block_list.removed_at is null)) limit 1) is not null)`;

/** The campaign obeys the lists, and one in force has the number. An exempt campaign looks nothing up. */
export const isListedFor = (
  campaignId: number | RawBuilder<unknown>,
  number: RawBuilder<unknown> = CALLED,
): RawBuilder<boolean> =>
  sql<boolean>`((select campaign.obeys_lists from campaign where campaign.id = ${campaignId}) and ${isNumberListed(number)})`;

/** A list in force that has a number, and the load that brought the number to it. */
export interface ListedBy {
  listId: number;
  name: string;
  kind: 'NO_LLAME' | 'CITY';
  /** Who loaded the number. */
  by: string;
  /** ISO. */
  at: string;
}

/** The lists in force that have the number, the oldest load first, as JSON. */
export const listsOf = (number: RawBuilder<unknown> = CALLED): RawBuilder<ListedBy[]> => sql<ListedBy[]>`(
  select coalesce(json_agg(json_build_object('listId', block_list.id, 'name', block_list.name, 'kind', block_list.kind,
    'by', ${fullName('loader')}, 'at', brought.finished_at) order by brought.finished_at, block_list.id), '[]')
  from listed_number
  join block_list on block_list.id = listed_number.list_id and block_list.removed_at is null
  join block_list_load brought on brought.id = listed_number.load_id
  join app_user loader on loader.id = brought.created_by
  where listed_number.number = ${number})`;

/** The same of the call's number where its campaign, which the statement joins, obeys the lists. */
export const LISTS_OBEYED = sql<ListedBy[]>`case when campaign.obeys_lists then ${listsOf()} else '[]' end`;
