import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import type { Db } from '../../db/client.ts';
import type { Audience } from './audience.queries.ts';
import { getHistogram, recallHistogram } from './histogram-memory.ts';
import { selectWithin, type Axis } from './histogram.queries.ts';
import { placeOf } from './histogram.ts';
import { isCounted, isEverything, isNothing, isOneRun, onlyOf } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { selectIds, selectNearEnd, type Slice } from './page-ids.queries.ts';
import { REACH, type Reach, type Seek } from './seek.ts';
import { sortedIds } from './sorted-ids.ts';
import { listOperatorsByName, listStatesByName, sumTotals } from './totals.queries.ts';

/**
 * The ids of one page of an audience of millions. In load order and without filters a page is a range of ids; one state or
 * operator is a run of an index; anything else is sought near its end first, and else found through a histogram of all that
 * matches, kept until the campaign changes (histogram-memory.ts). No way counts millions of rows off for every page.
 */
export async function pageIds(
  db: Db,
  audience: Audience,
  narrowing: Narrowing,
  order: AudienceOrder,
  slice: Slice,
  reach: Reach = REACH,
): Promise<number[]> {
  if (audience.nextPosition === 0 || isNothing(narrowing)) return [];
  const seek = { db, audience, reach };
  switch (order) {
    case 'id':
    // A load's calls share its moment and loads follow each other: load order is the order of creation.
    case 'createdAt':
      return inLoadOrder(seek, narrowing, slice);
    case 'number':
      return byNumber(seek, narrowing, slice);
    case 'stateName':
    case 'userName':
      if (isCounted(narrowing)) return byGroups(seek, narrowing, order, slice);
      return sortedIds(seek, narrowing, order, slice);
    default:
      return sortedIds(seek, narrowing, order, slice);
  }
}

async function inLoadOrder(seek: Seek, narrowing: Narrowing, slice: Slice): Promise<number[]> {
  const { db, audience, reach } = seek;
  if (isEverything(narrowing)) return positions(audience, slice);
  if (isCounted(narrowing)) return ofCounted(seek, narrowing, slice, await sumTotals(db, audience.id, narrowing));
  const wanted = slice.offset + slice.limit;
  if (wanted <= reach.firstLookRows && !recallHistogram(db, audience, narrowing)) {
    const found = await selectNearEnd(db, audience, narrowing, { ...slice, limit: wanted }, reach.firstLook);
    if (found.length === wanted || audience.nextPosition <= reach.firstLook) return found.slice(slice.offset);
  }
  return byHistogram(seek, narrowing, 'id', slice);
}

function positions({ idLo, nextPosition }: Audience, { offset, limit, direction }: Slice): number[] {
  const length = Math.max(0, Math.min(limit, nextPosition - offset));
  const first = (idLo ?? 0) + (direction === 'asc' ? offset : nextPosition - 1 - offset);
  return Array.from({ length }, (_, index) => (direction === 'asc' ? first + index : first - index));
}

/** By state and operator, `total` of them; counted off from the nearer end. */
async function ofCounted(seek: Seek, narrowing: Narrowing, slice: Slice, total: number): Promise<number[]> {
  const { db, audience, reach } = seek;
  if (slice.offset >= total) return [];
  const mirrored = fromOtherEnd(slice, total);
  if (mirrored.offset < slice.offset) return (await ofCounted(seek, narrowing, mirrored, total)).toReversed();
  if (total <= reach.near || (isOneRun(narrowing) && slice.offset <= reach.near))
    return selectIds(db, audience, narrowing, 'id', slice);
  return byHistogram(seek, narrowing, 'id', slice);
}

function fromOtherEnd({ offset, limit, direction }: Slice, total: number): Slice {
  const end = Math.min(total, offset + limit);
  return { offset: total - end, limit: end - offset, direction: direction === 'asc' ? 'desc' : 'asc' };
}

async function byHistogram(seek: Seek, narrowing: Narrowing, axis: Axis, slice: Slice): Promise<number[]> {
  const { db, audience, reach } = seek;
  const histogram = await getHistogram(db, audience, narrowing, axis, { mayBeOld: slice.offset > reach.near });
  const { buckets, skip } = placeOf(histogram, slice.offset, slice.limit, slice.direction);
  return selectWithin(db, audience, narrowing, axis, buckets, { ...slice, skip });
}

const byNumber = (seek: Seek, narrowing: Narrowing, slice: Slice): Promise<number[]> =>
  slice.offset <= seek.reach.nearByNumber
    ? selectIds(seek.db, seek.audience, narrowing, 'number', slice)
    : byHistogram(seek, narrowing, 'number', slice);

/** One state after the other, or one operator: within each of them load order. How many each has is known beforehand. */
async function byGroups(
  seek: Seek,
  narrowing: Narrowing,
  order: 'stateName' | 'userName',
  { offset, limit, direction }: Slice,
): Promise<number[]> {
  const list = order === 'stateName' ? listStatesByName : listOperatorsByName;
  const named = await list(seek.db, seek.audience.id, narrowing);
  const ids: number[] = [];
  let passed = 0;
  for (const group of direction === 'asc' ? named : backwards(named)) {
    const from = Math.max(0, offset - passed);
    const left = limit - ids.length;
    passed += group.n;
    if (left === 0) break;
    if (from >= group.n) continue;
    const slice = { offset: from, limit: Math.min(left, group.n - from), direction };
    ids.push(...(await ofCounted(seek, within(narrowing, order, group.id), slice, group.n)));
  }
  return ids;
}

/** Who has no name stands last either way. */
const backwards = <G extends { id: number }>(groups: readonly G[]): G[] => [
  ...groups.filter(({ id }) => id !== 0).toReversed(),
  ...groups.filter(({ id }) => id === 0),
];

const within = (narrowing: Narrowing, order: 'stateName' | 'userName', id: number): Narrowing =>
  order === 'stateName'
    ? { ...narrowing, states: onlyOf(narrowing.states, [id]) }
    : { ...narrowing, operators: [id === 0 ? null : id] };
