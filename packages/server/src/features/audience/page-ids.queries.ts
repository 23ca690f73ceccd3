import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { Audience } from './audience.queries.ts';
import { readingAll } from './histogram.queries.ts';
import { matches, type Narrowing } from './narrowing.queries.ts';

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

/** As many ids as are wanted from the first calls of the campaign (or the last ones): a common filter is satisfied there. */
export async function selectNearEnd(
  db: Db,
  audience: Audience,
  narrowing: Narrowing,
  { limit, direction }: Slice,
  positions: number,
): Promise<number[]> {
  const low = audience.idLo ?? 0;
  const high = low + audience.nextPosition;
  const [from, to] =
    direction === 'asc' ? [low, Math.min(high, low + positions)] : [Math.max(low, high - positions), high];
  // As a campaign of just these calls: the bounds are the ones the planner prunes and scans by.
  return selectIds(db, { ...audience, idLo: from, idHi: to }, narrowing, 'id', { offset: 0, limit, direction });
}

const names = (table: 'state' | 'substate') =>
  sql`(select array_agg(id order by name collate "es-x-icu", id) from ${sql.table(table)})`;
const peopleByName = sql`(select array_agg(id order by trim(first_name || ' ' || last_name) collate "es-x-icu", id) from app_user)`;

export type Sorted = Exclude<AudienceOrder, 'id' | 'createdAt' | 'number'>;
/**
 * Names are few: a call sorts by the place of its name among them, found once for the whole statement. Columns that an index
 * is ordered by are disguised: the planner would walk it, hoping for matches that are all at its other end.
 */
const KEYS: Record<Sorted, RawBuilder<unknown>> = {
  stateName: sql`array_position(${names('state')}, call.state_id)`,
  substateName: sql`array_position(${names('substate')}, call.substate_id)`,
  userName: sql`array_position(${peopleByName}, call.operator_id)`,
  callCounter: sql`(call.call_count + 0)`,
  updatedAt: sql`(call.updated_at + interval '0')`,
};

/** By reading everything that matches, or the calls named alone. Equal values stand in load order (or against it). */
export async function selectSorted(
  db: Db,
  audience: Audience,
  narrowing: Narrowing,
  order: Sorted,
  { offset, limit, direction }: Slice,
  only?: readonly number[],
): Promise<number[]> {
  const way = sql.raw(direction);
  const named = only ? sql`and call.id = any(${[...only]}::bigint[])` : sql``;
  const { rows } = await readingAll(db, (trx) =>
    sql<{ id: number }>`
      select call.id from call where ${matches(audience, narrowing)} ${named}
      order by ${KEYS[order]} ${way} nulls last, call.id ${way} limit ${limit} offset ${offset}`.execute(trx),
  );
  return rows.map(({ id }) => id);
}

/** Ids, in the order of their names. */
export async function listSubstatesByName(db: Db): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] | null }>`select ${names('substate')} as ids`.execute(db);
  return rows[0]?.ids ?? [];
}
