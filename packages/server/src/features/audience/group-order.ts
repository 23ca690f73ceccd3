import { getHistogram } from './histogram-memory.ts';
import type { GroupAxis } from './histogram.queries.ts';
import { inLoadOrder, ofCounted } from './load-order.ts';
import { isCounted, onlyOf } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { listSubstatesByName, type Slice } from './page-ids.queries.ts';
import type { Seek } from './seek.ts';
import { listOperatorsByName, listStatesByName, type CountedGroup } from './totals.queries.ts';

/** Orders in which calls stand group after group, each group in load order. */
export type Grouped = 'stateName' | 'substateName' | 'userName' | 'callCounter';

interface Grouping {
  axis: GroupAxis;
  /** The groups there can be, in rising order; 0 for those without, who stand last either way. */
  list: (seek: Seek, counted: readonly number[]) => Promise<number[]>;
  within: (narrowing: Narrowing, id: number) => Narrowing;
}
const ids = (groups: readonly CountedGroup[]) => groups.map(({ id }) => id);

const GROUPINGS: Record<Grouped, Grouping> = {
  stateName: {
    axis: 'state_id',
    list: async ({ db, audience }) => ids(await listStatesByName(db, audience.id, {})),
    within: (narrowing, id) => ({ ...narrowing, states: onlyOf(narrowing.states, [id]) }),
  },
  substateName: {
    axis: 'substate_id',
    list: async ({ db }) => [...(await listSubstatesByName(db)), 0],
    within: (narrowing, id) => ({ ...narrowing, substateId: id === 0 ? null : id }),
  },
  userName: {
    axis: 'operator_id',
    list: async ({ db, audience }) => ids(await listOperatorsByName(db, audience.id, {})),
    within: (narrowing, id) => ({ ...narrowing, operators: [id === 0 ? null : id] }),
  },
  callCounter: {
    axis: 'call_count',
    list: (_seek, counted) => Promise.resolve(counted.toSorted((a, b) => a - b)),
    within: (narrowing, id) => ({ ...narrowing, callsMin: id, callsMax: id }),
  },
};

/** A page of such an order, once it is known how many each group has: then it is a page of one group, or of a few. */
export async function byGroups(seek: Seek, narrowing: Narrowing, order: Grouped, slice: Slice): Promise<number[]> {
  const groups = await countedGroups(seek, narrowing, order, slice);
  const found: number[] = [];
  let passed = 0;
  for (const { id, n } of slice.direction === 'asc' ? groups : backwards(groups, order)) {
    const from = Math.max(0, slice.offset - passed);
    const left = slice.limit - found.length;
    passed += n;
    if (left === 0) break;
    if (from >= n) continue;
    const part = { ...slice, offset: from, limit: Math.min(left, n - from) };
    const inGroup = GROUPINGS[order].within(narrowing, id);
    found.push(...(await (isCounted(inGroup) ? ofCounted(seek, inGroup, part, n) : inLoadOrder(seek, inGroup, part))));
  }
  return found;
}

/** Of states and operators counters know it; else it is counted, once for as long as no call changes. */
async function countedGroups(
  seek: Seek,
  narrowing: Narrowing,
  order: Grouped,
  slice: Slice,
): Promise<readonly CountedGroup[]> {
  const { db, audience, reach } = seek;
  if (isCounted(narrowing) && order === 'stateName') return listStatesByName(db, audience.id, narrowing);
  if (isCounted(narrowing) && order === 'userName') return listOperatorsByName(db, audience.id, narrowing);
  const { axis, list } = GROUPINGS[order];
  const mayBeOld = slice.offset > reach.near;
  const { buckets } = await getHistogram(db, audience, narrowing, axis, { mayBeOld });
  const sizes = new Map(buckets.map(({ from, n }) => [from, n]));
  return (await list(seek, [...sizes.keys()])).map((id) => ({ id, n: sizes.get(id) ?? 0 }));
}

/** Who has no name stands last either way; never registered is a number like any other. */
function backwards<G extends { id: number }>(groups: readonly G[], order: Grouped): G[] {
  const isLast = ({ id }: G) => id === 0 && order !== 'callCounter';
  return [...groups.filter((group) => !isLast(group)).toReversed(), ...groups.filter(isLast)];
}
