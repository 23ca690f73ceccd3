import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Audience } from './audience.queries.ts';
import { inCampaign, matches, type Narrowing } from './narrowing.queries.ts';
import { readingMany } from './reading.queries.ts';

export interface Slice {
  offset: number;
  limit: number;
  direction: 'asc' | 'desc';
}

/** Ids from an index alone, by counting off: for what is near an end of its run, or few. */
export async function selectIds(
  db: Db,
  audience: Audience,
  narrowing: Narrowing,
  column: 'id' | 'number',
  { offset, limit, direction }: Slice,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select call.id from call where ${matches(audience, narrowing)}
    order by call.${sql.raw(`${column} ${direction}`)} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The first id (or the last) of some states, by their index; undefined if no call is in any of them. */
export async function findFirstOf(
  db: Db,
  audience: Audience,
  states: readonly number[],
  direction: 'asc' | 'desc',
): Promise<number | undefined> {
  const way = sql.raw(direction);
  const { rows } = await sql<{ id: number }>`
    select call.id from unnest(${[...states]}::bigint[]) as given (id)
    cross join lateral (
      select call.id from call where ${inCampaign(audience)} and call.state_id = given.id order by call.id ${way} limit 1) call
    order by call.id ${way} limit 1`.execute(db);
  return rows[0]?.id;
}

/** What a call sorts by: an expression, and what has to be joined for it. */
interface SortKey {
  key: RawBuilder<unknown>;
  names?: RawBuilder<unknown>;
}
const ranked = (table: RawBuilder<unknown>, name: RawBuilder<unknown>, column: string): SortKey => ({
  key: sql`named.place`,
  names: sql`left join (select id, row_number() over (order by ${name} collate "es-x-icu", id) as place from ${table}) named
    on named.id = ${sql.ref(`call.${column}`)}`,
});
/**
 * Names are few: a call sorts by the place of its name among them. Columns that an index is ordered by are disguised: the
 * planner would walk it, hoping for matches that are all at its other end.
 */
const KEYS: Record<AudienceOrder, SortKey> = {
  id: { key: sql`(call.id + 0)` },
  createdAt: { key: sql`(call.id + 0)` },
  number: { key: sql`(call.number + 0)` },
  stateName: ranked(sql`state`, sql`name`, 'state_id'),
  substateName: ranked(sql`substate`, sql`name`, 'substate_id'),
  userName: ranked(sql`app_user`, sql`trim(first_name || ' ' || last_name)`, 'operator_id'),
  callCounter: { key: sql`(call.call_count + 0)` },
  updatedAt: { key: sql`(call.updated_at + interval '0')` },
};

/** By reading everything that matches, or the calls named alone. Equal values stand in load order (or against it). */
export async function selectSorted(
  db: Db,
  audience: Audience,
  narrowing: Narrowing,
  order: AudienceOrder,
  { offset, limit, direction }: Slice,
  only?: readonly number[],
): Promise<number[]> {
  const way = sql.raw(direction);
  const { key, names = sql`` } = KEYS[order];
  const named = only ? sql`and call.id = any(${[...only]}::bigint[])` : sql``;
  const { rows } = await readingMany(db, narrowing, (trx) =>
    sql<{ id: number }>`
      select call.id from call ${names} where ${matches(audience, narrowing)} ${named}
      order by ${key} ${way} nulls last, (call.id + 0) ${way} limit ${limit} offset ${offset}`.execute(trx),
  );
  return rows.map(({ id }) => id);
}

/** Ids, in the order of their names. */
export async function listSubstatesByName(db: Db): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from substate order by name collate "es-x-icu", id`.execute(db);
  return rows.map(({ id }) => id);
}
