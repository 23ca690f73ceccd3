import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { sql, type RawBuilder } from 'kysely';
import type { Audience } from './audience.queries.ts';
import { lookThrough, type Look } from './look.queries.ts';
import {
  hasLongNumber,
  isCounted,
  isEverything,
  isNothing,
  isOneRun,
  matches,
  type Narrowing,
} from './narrowing.queries.ts';
import { sumTotals } from './totals.queries.ts';

export interface Slice {
  offset: number;
  limit: number;
  direction: 'asc' | 'desc';
}

/**
 * The ids of one page. Without filters and in load order they are arithmetic, because ids are dense; everything else is one
 * statement. One state, one operator or both stand together in an index, in load order; any other filter or order reads all
 * calls that its state and operator leave, and sorts what matches. Where counters say how many match, a page is counted off
 * from the nearer end.
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
  const isRun = isLoadOrder && isOneRun(narrowing);
  const key = isRun ? INDEXED : await sortKeyOf(look, order);
  const total = isCounted(narrowing) ? await sumTotals(look.db, audience.id, narrowing) : undefined;
  const { nearer, isMirrored } = fromNearerEnd(slice, total);
  if (nearer.limit === 0) return [];
  const calls = isRun ? nearer.offset + nearer.limit : await callsToRead(look, audience, narrowing);
  const ids = await selectSorted(look, audience, narrowing, { key, isMirrored, ...nearer, calls });
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

/** The last pages are the first ones of the other direction, where it is known how many there are. */
function fromNearerEnd(slice: Slice, total: number | undefined): { nearer: Slice; isMirrored: boolean } {
  if (total === undefined) return { nearer: slice, isMirrored: false };
  const end = Math.min(total, slice.offset + slice.limit);
  const offset = Math.min(slice.offset, total);
  const nearer = { ...slice, offset, limit: end - offset };
  if (offset <= total - end) return { nearer, isMirrored: false };
  const direction = slice.direction === 'asc' ? 'desc' : 'asc';
  return { nearer: { offset: total - end, limit: end - offset, direction }, isMirrored: true };
}

/** What calls are sorted by: an expression, then the id. */
interface SortKey {
  first?: RawBuilder<unknown>;
  id: RawBuilder<unknown>;
}
/** The order of an index that has the calls together. */
const INDEXED: SortKey = { id: sql`call.id` };
/** Not the column itself: the planner would walk an index in its order, hoping to meet soon what may all be at its other end. */
const ID = sql`(call.id + 0)`;

/** Names are few: a call sorts by the place of its name among them. */
async function sortKeyOf({ db }: Look, order: AudienceOrder): Promise<SortKey> {
  switch (order) {
    case 'id':
    case 'createdAt':
      return { id: ID };
    case 'number':
      return { first: sql`(call.number + 0)`, id: ID };
    case 'callCounter':
      return { first: sql`call.call_count`, id: ID };
    case 'updatedAt':
      return { first: sql`call.updated_at`, id: ID };
    case 'stateName':
      return { first: sql`(${await placesOf(db, sql`state`, sql`name`)}::int[])[call.state_id]`, id: ID };
    case 'substateName':
      return { first: sql`(${await placesOf(db, sql`substate`, sql`name`)}::int[])[call.substate_id]`, id: ID };
    case 'userName': {
      const name = sql`trim(first_name || ' ' || last_name)`;
      return { first: sql`(${await placesOf(db, sql`app_user`, name)}::int[])[call.operator_id]`, id: ID };
    }
  }
}

/** By id, from 1 on: the place of each name in alphabetical order; null where there is none. */
async function placesOf(db: Look['db'], table: RawBuilder<unknown>, name: RawBuilder<unknown>) {
  const { rows } = await sql<{ id: number; place: number }>`
    select id, row_number() over (order by ${name} collate "es-x-icu", id)::int as place from ${table}`.execute(db);
  const places: (number | null)[] = [];
  for (const { id, place } of rows) places[id - 1] = place;
  return Array.from(places, (place) => place ?? null);
}

interface Sorting extends Slice {
  key: SortKey;
  isMirrored: boolean;
  calls: number;
}

/** Equal keys stand in load order (or against it); calls without a name stand last either way. */
async function selectSorted(look: Look, audience: Audience, narrowing: Narrowing, sorting: Sorting): Promise<number[]> {
  const { key, isMirrored, offset, limit, direction, calls } = sorting;
  const way = sql.raw(direction);
  const first = key.first ? sql`${key.first} ${way} ${sql.raw(isMirrored ? 'nulls first' : 'nulls last')},` : sql``;
  const { rows } = await lookThrough(look, { calls, findsPersons: narrowing.text?.words !== undefined }, (trx) =>
    sql<{ id: number }>`
      select call.id from call where ${matches(audience, narrowing)}
      order by ${first} ${key.id} ${way} limit ${limit} offset ${offset}`.execute(trx),
  );
  return rows.map(({ id }) => id);
}

/** How many match, by reading them. */
export async function countMatches(look: Look, audience: Audience, narrowing: Narrowing): Promise<number> {
  const calls = await callsToRead(look, audience, narrowing);
  const { rows } = await lookThrough(look, { calls, findsPersons: narrowing.text?.words !== undefined }, (trx) =>
    sql<{ n: number }>`select count(*) as n from call where ${matches(audience, narrowing)}`.execute(trx),
  );
  return rows[0]!.n;
}
