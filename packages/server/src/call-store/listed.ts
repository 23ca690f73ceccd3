import { fullName, type RawBuilder, sql } from '../db/index.ts';

const CALLED = sql`call.number`;

/** Every number of the active lists, with duplicates; the caller may append a condition. */
export const numbersInForce = sql`select listed_number.number from listed_number
  join block_list on block_list.id = listed_number.list_id where block_list.removed_at is null`;

/** For statements over many calls: the planner may read the lists as a whole. */
export const isListed = sql<boolean>`exists (select from listed_number
  join block_list on block_list.id = listed_number.list_id and block_list.removed_at is null
  where listed_number.number = ${CALLED})`;

/** For statements over few calls: a lookup per number. A plain anti-join read whole lists in small tables. */
export const isNumberListed = (number: RawBuilder<unknown> = CALLED): RawBuilder<boolean> =>
  sql<boolean>`((select true from listed_number where listed_number.number = ${number} and listed_number.list_id = any(array(
      select block_list.id from block_list where block_list.removed_at is null)) limit 1) is not null)`;

/** The campaign obeys the lists and an active one contains the number. Exempt campaigns look nothing up. */
export const isListedFor = (campaignId: number | RawBuilder<unknown>, number: RawBuilder<unknown> = CALLED) =>
  sql<boolean>`((select campaign.obeys_lists from campaign where campaign.id = ${campaignId}) and ${isNumberListed(number)})`;

/** An active list that contains a number, and the load that added it. */
export interface ListedBy {
  listId: number;
  name: string;
  kind: 'NO_LLAME' | 'CITY';
  /** User who loaded the number. */
  by: string;
  /** ISO. */
  at: string;
}

/** Active lists that contain the number, oldest load first, as JSON. */
export const listsOf = (number: RawBuilder<unknown> = CALLED): RawBuilder<ListedBy[]> => sql<ListedBy[]>`(
  select coalesce(json_agg(json_build_object('listId', block_list.id, 'name', block_list.name, 'kind', block_list.kind,
    'by', ${fullName('loader')}, 'at', list_load.finished_at) order by list_load.finished_at, block_list.id), '[]')
  from listed_number
  join block_list on block_list.id = listed_number.list_id and block_list.removed_at is null
  join block_list_load list_load on list_load.id = listed_number.load_id
  join app_user loader on loader.id = list_load.created_by
  where listed_number.number = ${number})`;

/** For the call's number, if the joined campaign obeys the lists. */
export const LISTS_OBEYED = sql<ListedBy[]>`case when campaign.obeys_lists then ${listsOf()} else '[]' end`;
