import type { Audience } from './audience.queries.ts';
import { collect } from './few-matches.ts';
import { getHistogram, recallHistogram } from './histogram-memory.ts';
import { selectWithin, type Axis } from './histogram.queries.ts';
import { placeOf } from './histogram.ts';
import { isCounted, isEverything, isOneRun } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { findFirstOf, selectIds, selectSorted, type Slice } from './page-ids.queries.ts';
import type { Seek } from './seek.ts';
import { sumTotals } from './totals.queries.ts';

/**
 * A page in load order. Without filters it is a range of ids; one state or operator is a run of an index. Anything else is
 * sought among the first calls, then among what an index leaves, then among many more of the first ones, and only then
 * found through a histogram of all that matches.
 */
export async function inLoadOrder(seek: Seek, narrowing: Narrowing, slice: Slice): Promise<number[]> {
  const { db, audience, reach } = seek;
  if (isEverything(narrowing)) return positions(audience, slice);
  if (isCounted(narrowing)) return ofCounted(seek, narrowing, slice, await sumTotals(db, audience.id, narrowing));
  if (recallHistogram(db, audience, narrowing)) return byHistogram(seek, narrowing, 'id', slice);
  const isNear = slice.offset + slice.limit <= reach.firstLookRows;
  const first = isNear ? await nearEnd(seek, narrowing, slice, reach.firstLook) : undefined;
  if (first) return first;
  const { page, isRare } = await collect(seek, narrowing, 'id', slice);
  if (page) return page;
  for (const most of isNear && !isRare ? [reach.sweep / 6, reach.sweep] : []) {
    const swept = await nearEnd(seek, narrowing, slice, most);
    if (swept) return swept;
  }
  return byHistogram(seek, narrowing, 'id', slice);
}

function positions({ idLo, nextPosition }: Audience, { offset, limit, direction }: Slice): number[] {
  const length = Math.max(0, Math.min(limit, nextPosition - offset));
  const first = (idLo ?? 0) + (direction === 'asc' ? offset : nextPosition - 1 - offset);
  return Array.from({ length }, (_, index) => (direction === 'asc' ? first + index : first - index));
}

/** By state and operator, `total` of them; counted off from the nearer end. */
export async function ofCounted(seek: Seek, narrowing: Narrowing, slice: Slice, total: number): Promise<number[]> {
  const { db, audience, reach } = seek;
  if (slice.offset >= total) return [];
  const mirrored = fromOtherEnd(slice, total);
  if (mirrored.offset < slice.offset) return (await ofCounted(seek, narrowing, mirrored, total)).toReversed();
  if (total <= reach.near || (isOneRun(narrowing) && slice.offset <= reach.near))
    return selectIds(db, audience, narrowing, 'id', slice);
  const isNear = slice.offset + slice.limit <= reach.firstLookRows;
  const found = isNear ? await nearEnd(seek, narrowing, slice, reach.firstLook) : undefined;
  return found ?? byHistogram(seek, narrowing, 'id', slice);
}

export function fromOtherEnd({ offset, limit, direction }: Slice, total: number): Slice {
  const end = Math.min(total, offset + limit);
  return { offset: total - end, limit: end - offset, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** The page, if it is among so many calls from the end on, or from where the first call of the wanted states is. */
export async function nearEnd(
  seek: Seek,
  narrowing: Narrowing,
  slice: Slice,
  most: number,
): Promise<number[] | undefined> {
  const { db, audience, reach } = seek;
  const { offset, limit, direction } = slice;
  const low = audience.idLo ?? 0;
  const high = low + audience.nextPosition;
  const { states } = narrowing;
  const end = direction === 'asc' ? low : high - 1;
  const first = states ? await findFirstOf(db, audience, states, direction) : end;
  if (first === undefined) return [];
  const [from, to] =
    direction === 'asc' ? [first, Math.min(high, first + most)] : [Math.max(low, first - most + 1), first + 1];
  // As a campaign of just these calls: the bounds are the ones the planner prunes and scans by.
  const part = { ...audience, idLo: from, idHi: to };
  const near = { offset: 0, limit: offset + limit, direction };
  const found = await (most <= reach.firstLook
    ? selectIds(db, part, narrowing, 'id', near)
    : selectSorted(db, part, narrowing, 'id', near));
  const isAll = direction === 'asc' ? to === high : from === low;
  return found.length === near.limit || isAll ? found.slice(offset) : undefined;
}

export async function byHistogram(seek: Seek, narrowing: Narrowing, axis: Axis, slice: Slice): Promise<number[]> {
  const { db, audience, reach } = seek;
  const histogram = await getHistogram(db, audience, narrowing, axis, { mayBeOld: slice.offset > reach.near });
  const { buckets, skip } = placeOf(histogram, slice.offset, slice.limit, slice.direction);
  return selectWithin(db, audience, narrowing, axis, buckets, { ...slice, skip });
}
