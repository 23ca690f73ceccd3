import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Audience } from './audience.queries.ts';
import {
  beginsWith,
  inCampaign,
  isNumberOnly,
  matchesOnly,
  type Condition,
  type Narrowing,
} from './narrowing.queries.ts';

/** Calls that stand together in one index. */
export interface Run {
  /** Exactly what the index knows: any other condition would let the planner look for another way. */
  within: Condition;
  /** What they are sorted by, and to be merged by with another run. */
  key?: Key;
  /**
   * By what the index has them before their load order: the key, or a column that is the same for all of them and tells
   * the planner which index. Without it they are in load order, which is that of the key then.
   */
  order?: Key | 'number';
  /** What is left of the run, told from the rows. */
  only?: Condition;
}
type Key = 'updated_at' | 'call_count';

export interface Look {
  wanted: number;
  direction: 'asc' | 'desc';
  /** So many calls of the run are looked at, and no more. */
  most: number;
}

export interface Found {
  /** The key as a number; 0 without one. */
  key: number;
  id: number;
}

interface Sought {
  db: Db;
  audience: Audience;
  run: Run;
  narrowing: Narrowing;
}

const inRun = ({ audience, run }: Sought) => sql`from call where ${inCampaign(audience)} and ${run.within}`;
const isWanted = ({ run, narrowing }: Sought) =>
  sql`${matchesOnly(narrowing)} ${run.only ? sql`and ${run.only}` : sql``}`;

function orderOf({ order }: Run, direction: Look['direction']): RawBuilder<unknown> {
  const way = sql.raw(direction);
  return order ? sql`${sql.ref(`call.${order}`)} ${way}, call.id ${way}` : sql`call.id ${way}`;
}

/** The first calls of a run that match, one looked at after the other, or undefined if too few of the first ones do to know. */
export async function lookThrough(sought: Sought, { wanted, direction, most }: Look): Promise<Found[] | undefined> {
  const { db, run } = sought;
  const order = orderOf(run, direction);
  const { rows } = await sql<Found>`
    select call.id, ${KEYS[run.key ?? 'none']} as key
    from (select call.* ${inRun(sought)} order by ${order} limit ${most}) call
    where ${isWanted(sought)} order by ${order} limit ${wanted}`.execute(db);
  if (rows.length === wanted) return rows;
  return (await isLonger(sought, direction, most)) ? undefined : rows;
}

/** Whether a run is longer than that, told from its index alone. */
async function isLonger(sought: Sought, direction: Look['direction'], most: number): Promise<boolean> {
  const { rows } = await sql`
    select ${inRun(sought)} order by ${orderOf(sought.run, direction)} limit 1 offset ${most}`.execute(sought.db);
  return rows.length > 0;
}

// Microseconds: milliseconds would call different moments the same.
const KEYS: Record<Key | 'none', RawBuilder<unknown>> = {
  updated_at: sql`(extract(epoch from call.updated_at) * 1000000)::bigint`,
  call_count: sql`call.call_count`,
  none: sql`0`,
};

/** The indexed run as far as a key and no further. */
export const upTo = (run: Run, key: Key, last: number): Run => ({
  ...run,
  within: sql<boolean>`${run.within} and ${sql.ref(`call.${key}`)} <= ${asKey(key, last)}`,
});

const asKey = (key: Key, value: number) =>
  key === 'updated_at' ? sql`timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond'` : sql`${value}::int`;

/** The key that no call of the latest load is above: loads follow each other. */
export async function findNewest(db: Db, { idLo, nextPosition }: Audience): Promise<number> {
  const { rows } = await sql<{ key: number }>`
    select (extract(epoch from created_at) * 1000000)::bigint as key from call
    where id = ${(idLo ?? 0) + nextPosition - 1}`.execute(db);
  return rows[0]?.key ?? Number.POSITIVE_INFINITY;
}

/** Whether at most so many have been registered that often, or have that substate or such a number: these have an index. */
export async function areFew(db: Db, audience: Audience, narrowing: Narrowing, most: number): Promise<boolean> {
  const { callsMin = 0, substateId, number, text } = narrowing;
  const by = [
    ...(callsMin > 0 ? [sql`call.call_count > 0 and call.call_count >= ${callsMin}`] : []),
    ...(substateId === undefined || substateId === null ? [] : [sql`call.substate_id = ${substateId}::bigint`]),
    ...(number === undefined ? [] : [beginsWith(number)]),
    ...(text && isNumberOnly(text) ? [beginsWith(text.number)] : []),
  ];
  for (const condition of by) {
    const { rows } = await sql`
      select from call where ${inCampaign(audience)} and ${condition} limit 1 offset ${most}`.execute(db);
    if (rows.length === 0) return true;
  }
  return false;
}

export interface Group {
  id: number;
  /** How many of its calls are looked at. */
  most: number;
}

/** Group after group, each in load order: the calls that match among those looked at. */
export async function lookThroughGroups(
  db: Db,
  audience: Audience,
  column: 'state_id' | 'operator_id',
  groups: readonly Group[],
  narrowing: Narrowing,
  { wanted, direction }: Pick<Look, 'wanted' | 'direction'>,
): Promise<number[]> {
  const way = sql.raw(direction);
  const { rows } = await sql<{ id: number }>`
    select call.id from (
      select given.place, call.* from unnest(${groups.map(({ id }) => id)}::int[], ${groups.map(({ most }) => most)}::int[])
        with ordinality as given (id, most, place)
      cross join lateral (
        select call.* from call where ${inCampaign(audience)} and call.${sql.raw(column)} = given.id
        order by call.id ${way} limit given.most) call
    ) call
    where ${matchesOnly(narrowing)} order by call.place, call.id ${way} limit ${wanted}`.execute(db);
  return rows.map(({ id }) => id);
}
