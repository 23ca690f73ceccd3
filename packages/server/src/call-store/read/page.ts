import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import { inCampaign, type CallRange } from '../range.ts';
import { isVisiblePerson, personName, type Viewer } from '../reach.ts';
import { hasLongNumber, isCounted, isEverything, isNothing, isOneRun, matches, type CallFilter } from './filter.ts';
import { HEAVY_CALLS, readMany, type Reader } from './heavy-reads.ts';
import { sumTotals } from './totals.ts';

/** A campaign's calls; positions below `nextPosition` are all taken, so ids are dense. */
interface Audience extends CallRange {
  nextPosition: number;
}

interface Slice {
  offset: number;
  limit: number;
  direction: 'asc' | 'desc';
}

/** One page of a campaign's calls that match, as the audience's list shows them to that viewer. */
export async function readPage(
  reader: Reader,
  viewer: Viewer,
  audience: Audience,
  filter: CallFilter,
  { order, ...slice }: Slice & { order: AudienceOrder },
): Promise<AudienceRecord[]> {
  return selectRows(reader.db, viewer, audience, await selectPageIds(reader, audience, filter, order, slice));
}

/** How many match, exactly. */
export const countCalls = async (reader: Reader, audience: Audience, filter: CallFilter): Promise<number> =>
  (await countFromCounters(reader, audience, filter)) ?? countMatches(reader, audience, filter);

/** The same from counters; null where calls have to be counted one by one. */
export async function countFromCounters(
  { db }: Reader,
  audience: Audience,
  filter: CallFilter,
): Promise<number | null> {
  if (audience.nextPosition === 0 || isNothing(filter)) return 0;
  if (isEverything(filter)) return audience.nextPosition;
  return isCounted(filter) ? sumTotals(db, audience.id, filter) : null;
}

/** Finding what matches means reading so many calls that it has to wait for a turn. */
export const isHeavy = async (reader: Reader, audience: Audience, filter: CallFilter): Promise<boolean> =>
  (await callsToRead(reader, audience, filter)) > HEAVY_CALLS;

/**
 * The ids of one page. Without filters and in load order they are arithmetic, because ids are dense; everything else is one
 * statement. One state, one operator or both stand together in an index, in load order; any other filter or order reads all
 * calls that its state and operator leave, and sorts what matches. Where counters say how many match, a page is counted off
 * from the nearer end.
 */
async function selectPageIds(
  reader: Reader,
  audience: Audience,
  filter: CallFilter,
  order: AudienceOrder,
  slice: Slice,
): Promise<number[]> {
  if (audience.nextPosition === 0 || isNothing(filter)) return [];
  // A load's calls share its moment and loads follow each other: load order is the order of creation.
  const isLoadOrder = order === 'id' || order === 'createdAt';
  if (isLoadOrder && isEverything(filter)) return positions(audience, slice);
  const isRun = isLoadOrder && isOneRun(filter);
  const key = isRun ? INDEXED : await sortKeyOf(reader, order);
  const total = isCounted(filter) ? await sumTotals(reader.db, audience.id, filter) : undefined;
  const { nearer, isMirrored } = fromNearerEnd(slice, total);
  if (nearer.limit === 0) return [];
  const calls = isRun ? nearer.offset + nearer.limit : await callsToRead(reader, audience, filter);
  const ids = await selectSorted(reader, audience, filter, { key, isMirrored, ...nearer, calls });
  return isMirrored ? ids.toReversed() : ids;
}

/** How many calls a filter makes the database read at most: counters know states and operators; long numbers are few. */
async function callsToRead({ db }: Reader, audience: Audience, filter: CallFilter): Promise<number> {
  return hasLongNumber(filter) ? 0 : sumTotals(db, audience.id, filter);
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
async function sortKeyOf({ db }: Reader, order: AudienceOrder): Promise<SortKey> {
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
async function placesOf(db: Db, table: RawBuilder<unknown>, name: RawBuilder<unknown>) {
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
async function selectSorted(
  reader: Reader,
  audience: Audience,
  filter: CallFilter,
  sorting: Sorting,
): Promise<number[]> {
  const { key, isMirrored, offset, limit, direction, calls } = sorting;
  const way = sql.raw(direction);
  const first = key.first ? sql`${key.first} ${way} ${sql.raw(isMirrored ? 'nulls first' : 'nulls last')},` : sql``;
  const { rows } = await readMany(reader, { calls, findsPersons: filter.text?.words !== undefined }, (trx) =>
    sql<{ id: number }>`
      select call.id from call where ${matches(audience, filter)}
      order by ${first} ${key.id} ${way} limit ${limit} offset ${offset}`.execute(trx),
  );
  return rows.map(({ id }) => id);
}

async function countMatches(reader: Reader, audience: Audience, filter: CallFilter): Promise<number> {
  const calls = await callsToRead(reader, audience, filter);
  const { rows } = await readMany(reader, { calls, findsPersons: filter.text?.words !== undefined }, (trx) =>
    sql<{ n: number }>`select count(*) as n from call where ${matches(audience, filter)}`.execute(trx),
  );
  return rows[0]!.n;
}

export interface AudienceRecord {
  id: number;
  number: number;
  /** Empty when the viewer may not see the person. */
  name: string;
  stateId: number;
  stateName: string;
  stateColor: string;
  substateName: string | null;
  userName: string | null;
  callCount: number;
  blocked: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** The rows of a page whose ids are known, in that order. */
async function selectRows(db: Db, viewer: Viewer, range: CallRange, ids: readonly number[]): Promise<AudienceRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<AudienceRecord>`
    select call.id, call.number, call.state_id, state.name as state_name, state.color as state_color,
      substate.name as substate_name, trim(u.first_name || ' ' || u.last_name) as user_name, call.call_count, call.blocked,
      coalesce(${personName}, '') as name,
      call.created_at, call.updated_at
    from call
    join state on state.id = call.state_id
    left join person on person.id = call.person_id and ${isVisiblePerson(viewer)}
    left join substate on substate.id = call.substate_id
    left join app_user u on u.id = call.operator_id
    where ${inCampaign(range)} and call.id = any(${[...ids]}::bigint[])`.execute(db);
  const place = new Map(ids.map((id, index) => [id, index]));
  return rows.toSorted((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
}
