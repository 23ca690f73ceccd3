import { sql } from 'kysely';
import {
  areFew,
  findNewest,
  lookThrough,
  lookThroughGroups,
  upTo,
  type Found,
  type Run,
} from './look-through.queries.ts';
import { getHistogram } from './histogram-memory.ts';
import { selectWithin } from './histogram.queries.ts';
import { isCounted, isEverything, mayBeKept } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { listSubstatesByName, selectSorted, type Slice, type Sorted } from './page-ids.queries.ts';
import type { Seek } from './seek.ts';
import { listOperatorsByName, listStatesByName, sumTotals } from './totals.queries.ts';

/** So many leading digits leave few enough numbers to sort them. */
const FEW_BY_DIGITS = 6;

/**
 * A page in an order that is not load order. What is few is read and sorted. Else the order is walked along its indexes
 * (migration 0145) until the page is full, which any common filter fills soon; a filter that hardly anybody matches, and a
 * page far down, take reading everything.
 */
export async function sortedIds(seek: Seek, narrowing: Narrowing, order: Sorted, slice: Slice): Promise<number[]> {
  const { db, audience, reach } = seek;
  const { nearer, isMirrored } = fromNearerEnd(slice, isEverything(narrowing), audience);
  const wanted = nearer.offset + nearer.limit;
  if (wanted <= reach.firstLookRows && !(await isFew(seek, narrowing))) {
    const found = await WALKS[order](seek, narrowing, { ...nearer, offset: 0, limit: wanted, isMirrored });
    const page = found?.slice(nearer.offset);
    if (page) return isMirrored ? page.toReversed() : page;
    const rare = await findRare(seek, narrowing);
    if (rare) return selectSorted(db, audience, narrowing, order, slice, rare);
  }
  return selectSorted(db, audience, narrowing, order, slice);
}

/** So many stretches of a thousand ids are looked through at once. */
const FEW_STRETCHES = 100;

/**
 * All who match a filter that hardly anybody does, in whatever order: where they are is read from the histogram, which the
 * exact count needs as well and which stays until a call changes. Undefined if they are everywhere.
 */
async function findRare({ db, audience }: Seek, narrowing: Narrowing): Promise<number[] | undefined> {
  if (isCounted(narrowing) || !mayBeKept(narrowing)) return undefined;
  const { total, buckets } = await getHistogram(db, audience, narrowing);
  if (buckets.length > FEW_STRETCHES) return undefined;
  return selectWithin(db, audience, narrowing, 'id', buckets, { skip: 0, limit: total, direction: 'asc' });
}

/** The last pages are the first ones of the other direction, where it is known how many there are. */
function fromNearerEnd(slice: Slice, isWhole: boolean, { nextPosition: total }: Seek['audience']) {
  const end = Math.min(total, slice.offset + slice.limit);
  if (!isWhole || total - end >= slice.offset || slice.offset >= total) return { nearer: slice, isMirrored: false };
  const direction = slice.direction === 'asc' ? ('desc' as const) : ('asc' as const);
  return { nearer: { offset: total - end, limit: end - slice.offset, direction }, isMirrored: true };
}

async function isFew({ db, audience, reach }: Seek, narrowing: Narrowing): Promise<boolean> {
  if ((narrowing.number?.length ?? 0) >= FEW_BY_DIGITS) return true;
  const { states, operators } = narrowing;
  const most = states || operators ? await sumTotals(db, audience.id, narrowing) : audience.nextPosition;
  return most <= reach.few || areFew(db, audience, narrowing, reach.few);
}

/** The first `limit` of an order, or undefined if that is not known without reading everything. */
type Walk = (seek: Seek, narrowing: Narrowing, slice: Slice & { isMirrored: boolean }) => Promise<number[] | undefined>;

/** As migration 0145 divides the calls: those an order's index has, and the rest, in load order in an index of old. */
interface Parts {
  key: 'updated_at' | 'call_count';
  indexed: Run;
  rest: Run;
  /** Whether any of the rest can match. */
  hasRest: (narrowing: Narrowing) => boolean;
  /** No key of the rest is above it. */
  highestOfRest: (seek: Seek) => Promise<number>;
}
const BY_CHANGE: Parts = {
  key: 'updated_at',
  indexed: {
    within: sql<boolean>`(call.operator_id is not null or call.state_id <> 1 or call.updated_at <> call.created_at)`,
    key: 'updated_at',
    order: 'updated_at',
  },
  rest: {
    within: sql<boolean>`call.operator_id is null and call.state_id = 1`,
    key: 'updated_at',
    order: 'operator_id',
    only: sql<boolean>`call.updated_at = call.created_at`,
  },
  hasRest: ({ states, operators }) => (states?.includes(1) ?? true) && (operators?.includes(null) ?? true),
  highestOfRest: ({ db, audience }) => findNewest(db, audience),
};
const BY_REGISTRATIONS: Parts = {
  key: 'call_count',
  indexed: {
    within: sql<boolean>`(call.call_count > 0 or call.state_id <> 1)`,
    key: 'call_count',
    order: 'call_count',
  },
  rest: { within: sql<boolean>`call.state_id = 1`, only: sql<boolean>`call.call_count = 0` },
  hasRest: ({ states, callsMin = 0 }) => (states?.includes(1) ?? true) && callsMin === 0,
  highestOfRest: () => Promise.resolve(0),
};

const WALKS: Record<Sorted, Walk> = {
  updatedAt: (seek, narrowing, slice) => merged(seek, narrowing, slice, BY_CHANGE),
  callCounter: (seek, narrowing, slice) => merged(seek, narrowing, slice, BY_REGISTRATIONS),
  substateName: bySubstate,
  stateName: (seek, narrowing, slice) => byCountedGroups(seek, narrowing, 'state_id', slice),
  userName: (seek, narrowing, slice) => byCountedGroups(seek, narrowing, 'operator_id', slice),
};

/** Two runs become one order. Once the first has filled the page, the second is asked only for what could come before its end. */
async function merged(seek: Seek, narrowing: Narrowing, slice: Slice, parts: Parts): Promise<number[] | undefined> {
  const isUp = slice.direction === 'asc';
  if (!parts.hasRest(narrowing)) return (await look(seek, narrowing, slice, parts.indexed))?.map(({ id }) => id);
  const first = await look(seek, narrowing, slice, isUp ? parts.rest : parts.indexed);
  if (!first) return undefined;
  const last = first.length === slice.limit ? first.at(-1) : undefined;
  if (last && !isUp && last.key > (await parts.highestOfRest(seek))) return first.map(({ id }) => id);
  const indexed = last ? upTo(parts.indexed, parts.key, last.key) : parts.indexed;
  const second = await look(seek, narrowing, slice, isUp ? indexed : parts.rest);
  if (!second) return undefined;
  const way = isUp ? 1 : -1;
  const all = [...first, ...second].toSorted((a, b) => way * (a.key - b.key || a.id - b.id));
  return all.slice(0, slice.limit).map(({ id }) => id);
}

const look = (
  { db, audience, reach }: Seek,
  narrowing: Narrowing,
  slice: Slice,
  run: Run,
): Promise<Found[] | undefined> =>
  lookThrough(db, audience, run, narrowing, {
    wanted: slice.limit,
    direction: slice.direction,
    // Without filters nothing is looked at in vain.
    most: Math.max(slice.limit, reach.walk),
  });

/** One substate after the other; who has none stands last either way, and first where the end is looked at. */
async function bySubstate(seek: Seek, narrowing: Narrowing, slice: Parameters<Walk>[2]): Promise<number[] | undefined> {
  const named = await listSubstatesByName(seek.db);
  const ids: number[] = [];
  const ordered = slice.direction === 'asc' ? named : named.toReversed();
  for (const id of slice.isMirrored ? [null, ...ordered] : [...ordered, null]) {
    const limit = slice.limit - ids.length;
    if (limit === 0) break;
    const run = id === null ? WITHOUT : { within: sql<boolean>`call.substate_id = ${id}` };
    const found = await look(seek, narrowing, { ...slice, limit }, run);
    if (!found) return undefined;
    ids.push(...found.map((call) => call.id));
  }
  return ids;
}
const WITHOUT: Run = { within: sql<boolean>`true`, only: sql<boolean>`call.substate_id is null` };

/** Only with filters that counters do not know: how many calls each group has, and which come first, counters do. */
async function byCountedGroups(seek: Seek, narrowing: Narrowing, column: 'state_id' | 'operator_id', slice: Slice) {
  const { db, audience, reach } = seek;
  const list = column === 'state_id' ? listStatesByName : listOperatorsByName;
  const named = await list(db, audience.id, narrowing);
  const backwards = [...named.filter(({ id }) => id !== 0).toReversed(), ...named.filter(({ id }) => id === 0)];
  const groups: { id: number | null; most: number }[] = [];
  let left = reach.walk;
  for (const { id, n } of slice.direction === 'asc' ? named : backwards) {
    if (left <= 0) break;
    groups.push({ id: id === 0 ? null : id, most: Math.min(n, left) });
    left -= n;
  }
  const { limit: wanted, direction } = slice;
  const found = await lookThroughGroups(db, audience, column, groups, narrowing, { wanted, direction });
  return found.length === wanted || left >= 0 ? found : undefined;
}
