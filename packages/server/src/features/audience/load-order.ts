import type { Audience } from './audience.queries.ts';
import { askDatabase } from './columns/memory.ts';
import { isCounted, isEverything, isOneRun } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { findFirstOf, selectIds, type Slice } from './page-ids.queries.ts';
import type { Seek } from './seek.ts';
import { sumTotals } from './totals.queries.ts';

/**
 * A page in load order. Without filters it is a range of ids; one state or operator is a run of an index. Anything else is
 * sought among the first calls.
 */
export async function inLoadOrder(seek: Seek, narrowing: Narrowing, slice: Slice): Promise<number[] | undefined> {
  const { db, audience } = seek;
  if (isEverything(narrowing)) return positions(audience, slice);
  if (isCounted(narrowing)) return ofCounted(seek, narrowing, slice, await sumTotals(db, audience.id, narrowing));
  return nearEnd(seek, narrowing, slice);
}

function positions({ idLo, nextPosition }: Audience, { offset, limit, direction }: Slice): number[] {
  const length = Math.max(0, Math.min(limit, nextPosition - offset));
  const first = (idLo ?? 0) + (direction === 'asc' ? offset : nextPosition - 1 - offset);
  return Array.from({ length }, (_, index) => (direction === 'asc' ? first + index : first - index));
}

/** By state and operator, `total` of them; counted off from the nearer end. */
async function ofCounted(seek: Seek, narrowing: Narrowing, slice: Slice, total: number): Promise<number[] | undefined> {
  const { db, audience, reach } = seek;
  if (slice.offset >= total) return [];
  const mirrored = fromOtherEnd(slice, total);
  if (mirrored.offset < slice.offset) return (await ofCounted(seek, narrowing, mirrored, total))?.toReversed();
  if (total <= reach.near || (isOneRun(narrowing) && slice.offset <= reach.run))
    return askDatabase(seek, audience, selectIds(db, audience, narrowing, 'id', slice));
  return nearEnd(seek, narrowing, slice);
}

export function fromOtherEnd({ offset, limit, direction }: Slice, total: number): Slice {
  const end = Math.min(total, offset + limit);
  return { offset: total - end, limit: end - offset, direction: direction === 'asc' ? 'desc' : 'asc' };
}

/** The page, if it is among the first calls from the end on, or from where the first call of the wanted states is. */
export async function nearEnd(seek: Seek, narrowing: Narrowing, slice: Slice): Promise<number[] | undefined> {
  const { db, audience, reach } = seek;
  const { offset, limit, direction } = slice;
  if (offset + limit > reach.firstLookRows) return undefined;
  const low = audience.idLo ?? 0;
  const high = low + audience.nextPosition;
  const { states } = narrowing;
  const end = direction === 'asc' ? low : high - 1;
  const first = states ? await findFirstOf(db, audience, states, direction) : end;
  if (first === undefined) return [];
  const [from, to] =
    direction === 'asc'
      ? [first, Math.min(high, first + reach.firstLook)]
      : [Math.max(low, first - reach.firstLook + 1), first + 1];
  // As a campaign of just these calls: the bounds are the ones the planner prunes and scans by.
  const part = { ...audience, idLo: from, idHi: to };
  const near = { offset: 0, limit: offset + limit, direction };
  const found = await selectIds(db, part, narrowing, 'id', near);
  const isAll = direction === 'asc' ? to === high : from === low;
  return found.length === near.limit || isAll ? found.slice(offset) : undefined;
}
