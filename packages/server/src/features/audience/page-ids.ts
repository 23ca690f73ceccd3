import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import type { Db } from '../../db/client.ts';
import type { Audience } from './audience.queries.ts';
import { byGroups } from './group-order.ts';
import { inLoadOrder } from './load-order.ts';
import { isCounted, isNothing } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { byNumber } from './number-order.ts';
import type { Slice } from './page-ids.queries.ts';
import { REACH, type Reach } from './seek.ts';
import { sortedIds } from './sorted-ids.ts';

/**
 * The ids of one page of an audience of millions, found by the cheapest of several ways (docs/decisions/013-audience-list.md).
 * What had to be counted for it is kept until the campaign changes (histogram-memory.ts). No way counts millions of rows off
 * for every page.
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
