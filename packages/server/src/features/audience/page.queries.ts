import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { sql, type RawBuilder } from 'kysely';
import type { Audience } from './audience.queries.ts';
import { lookThrough, type Look } from './look.queries.ts';
import { hasLongNumber, isEverything, isNothing, isOneRun, matches, type Narrowing } from './narrowing.queries.ts';
import { sumTotals } from './totals.queries.ts';

export interface Slice {
  offset: number;
  limit: number;
  direction: 'asc' | 'desc';
}

/**
 * The ids of one page. Without filters and in load order they are arithmetic, because ids are dense; everything else is one
 * statement. One state, one operator or both stand together in an index, in load order, and are counted off from its nearer
 * end; any other filter or order reads all calls that its state and operator leave, and sorts what matches.
 */
export async function selectPageIds(
  look: Look,
  audience: Audience,
  narrowing: Narrowing,
  order: AudienceOrder,
  slice: Slice,
): Promise<number[]> {
  if (audience.nextPosition === 0 || isNothing(narrowing)) return [];
  // A load's calls share its moment and loads follow each other: load order is the order of creation.
  const isLoadOrder = order === 'id' || order === 'createdAt';
  if (isLoadOrder && isEverything(narrowing)) return positions(audience, slice);
  if (!isLoadOrder || !isOneRun(narrowing)) {
    const calls = await callsToRead(look, audience, narrowing);
    return selectSorted(look, audience, narrowing, KEYS[order], slice, calls);
  }
  const total = await sumTotals(look.db, audience.id, narrowing);
  if (slice.offset >= total) return [];
  const mirrored = fromOtherEnd(slice, total);
  const isMirrored = mirrored.offset < slice.offset;
  const nearer = isMirrored ? mirrored : slice;
  const ids = await selectSorted(look, audience, narrowing, INDEXED, nearer, nearer.offset + nearer.limit);
  return isMirrored ? ids.toReversed() : ids;
}

/** How many calls a filter makes the database read at most: counters know states and operators; long numbers are few. */
export async function callsToRead({ db }: Look, audience: Audience, narrowing: Narrowing): Promise<number> {
  return hasLongNumber(narrowing) ? 0 : sumTotals(db, audience.id, narrowing);
}

function positions({ idLo, nextPosition }: Audience, { offset, limit, direction }: Slice): number[] {
  const length = Math.max(0, Math.min(limit, nextPosition - offset));
  const first = (idLo ?? 0) + (direction === 'asc' ? offset : nextPosition - 1 - offset);
  return Array.from({ length }, (_, index) => (direction === 'asc' ? first + index : first - index));
}

function fromOtherEnd({ offset, limit, direction }: Slice, total: number): Slice {
  const end = Math.min(total, offset + limit);
  return { offset: total - end, limit: end - offset, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** What calls are sorted by: an expression, then the id, and what has to be joined for it. */
interface SortKey {
  key?: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
  names?: RawBuilder<unknown>;
}
/** The order of an index that has the calls together. */
const INDEXED: SortKey = { id: sql`call.id` };
/** Not the column itself: the planner would walk an index in its order, hoping to meet soon what may all be at its other end. */
const ID = sql`(call.id + 0)`;
/** Names are few: a call sorts by the place of its name among them. */
const byName = (table: RawBuilder<unknown>, name: RawBuilder<unknown>, column: string): SortKey => ({
  key: sql`named.place`,
  id: ID,
  names: sql`left join (select id, row_number() over (order by ${name} collate "es-x-icu", id) as place from ${table}) named
    on named.id = ${sql.ref(`call.${column}`)}`,
});
const KEYS: Record<AudienceOrder, SortKey> = {
  id: { id: ID },
  createdAt: { id: ID },
  number: { key: sql`(call.number + 0)`, id: ID },
  stateName: byName(sql`state`, sql`name`, 'state_id'),
  substateName: byName(sql`substate`, sql`name`, 'substate_id'),
  userName: byName(sql`app_user`, sql`trim(first_name || ' ' || last_name)`, 'operator_id'),
  callCounter: { key: sql`call.call_count`, id: ID },
  updatedAt: { key: sql`call.updated_at`, id: ID },
};

/** Equal keys stand in load order (or against it); calls without a name stand last either way. */
async function selectSorted(
  look: Look,
  audience: Audience,
  narrowing: Narrowing,
  { key, id, names = sql`` }: SortKey,
  { offset, limit, direction }: Slice,
  calls: number,
): Promise<number[]> {
  const way = sql.raw(direction);
  const first = key ? sql`${key} ${way} nulls last,` : sql``;
  const { rows } = await lookThrough(look, { calls, findsPersons: narrowing.text?.words !== undefined }, (trx) =>
    sql<{ id: number }>`
      select call.id from call ${names} where ${matches(audience, narrowing)}
      order by ${first} ${id} ${way} limit ${limit} offset ${offset}`.execute(trx),
  );
  return rows.map((row) => row.id);
}

/** How many match, by reading them. */
export async function countMatches(look: Look, audience: Audience, narrowing: Narrowing): Promise<number> {
  const calls = await callsToRead(look, audience, narrowing);
  const { rows } = await lookThrough(look, { calls, findsPersons: narrowing.text?.words !== undefined }, (trx) =>
    sql<{ n: number }>`select count(*) as n from call where ${matches(audience, narrowing)}`.execute(trx),
  );
  return rows[0]!.n;
}
