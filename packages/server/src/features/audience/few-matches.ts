import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { getHistogram, recallHistogram } from './histogram-memory.ts';
import { selectWithin } from './histogram.queries.ts';
import { boundsOf, type Histogram } from './histogram.ts';
import { mayBeKept } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { selectSorted, type Slice } from './page-ids.queries.ts';
import { foresee } from './reading.queries.ts';
import type { Seek } from './seek.ts';

/** A page, where this way leads to it. */
type Page = Promise<number[] | undefined>;

/**
 * By all who match a filter that hardly anybody does, in whatever order: where they are is read from the histogram, which
 * the exact count needs as well and which stays until a call changes. Undefined if they are everywhere, or not known yet.
 */
export async function recallFew(seek: Seek, narrowing: Narrowing, order: AudienceOrder, slice: Slice): Page {
  const known = recallHistogram(seek.db, seek.audience, narrowing);
  return known && amongFew(seek, narrowing, order, slice, known);
}

async function amongFew(seek: Seek, narrowing: Narrowing, order: AudienceOrder, slice: Slice, found: Histogram): Page {
  const { db, audience, reach } = seek;
  const { total, buckets } = found;
  const looks = buckets.reduce((sum, bucket) => sum + boundsOf(bucket).high - boundsOf(bucket).low, 0);
  if (looks > 4 * reach.few) return undefined;
  const all = await selectWithin(db, audience, narrowing, 'id', buckets, { skip: 0, limit: total, direction: 'asc' });
  return selectSorted(db, audience, narrowing, order, slice, all);
}

/** Not swept at all, or by change up to twice, which costs more than counting what the exact count needs as well. */
const UNSWEPT: ReadonlySet<AudienceOrder> = new Set(['number', 'stateName', 'userName', 'updatedAt']);

/**
 * By what the planner's statistics say: all that match, where an index leaves few enough to look at; or, where hardly
 * anybody is expected to match, what reading everything once tells. `isRare` if looking around any further is in vain.
 */
export async function collect(
  seek: Seek,
  narrowing: Narrowing,
  order: AudienceOrder,
  slice: Slice,
): Promise<{ page?: number[]; isRare: boolean }> {
  const { db, audience, reach } = seek;
  const all = async () => ({ page: await selectSorted(db, audience, narrowing, order, slice), isRare: false });
  if (audience.nextPosition <= reach.sweep) return all();
  const { looks, matches } = await foresee(db, audience, narrowing);
  if (looks <= reach.sweep) return all();
  // What a sweep would bring to light would not fill the page.
  const isRare = UNSWEPT.has(order)
    ? matches <= reach.few / 10
    : (matches * reach.sweep) / audience.nextPosition < slice.offset + slice.limit;
  if (!isRare || order === 'id' || !mayBeKept(narrowing)) return { isRare };
  const page = await amongFew(seek, narrowing, order, slice, await getHistogram(db, audience, narrowing));
  return { ...(page && { page }), isRare };
}
