import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import type { Audience } from './audience.queries.ts';
import { askColumns, askDatabase, hasColumns, type Source } from './columns/memory.ts';
import { selectPage } from './columns/select-page.ts';
import { isFew } from './few.ts';
import { inLoadOrder } from './load-order.ts';
import { hasColumnsFor, isNothing } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { byNumber } from './number-order.ts';
import { selectSorted, type Slice } from './page-ids.queries.ts';
import { REACH, SHORT_REACH, type Reach, type Seek } from './seek.ts';
import { sortedIds } from './sorted-ids.ts';

/**
 * The ids of one page of an audience of millions (docs/decisions/013-audience-list.md): by arithmetic or a short walk along an
 * index where that leads there; what is few is read and sorted; anything else is told from the columns kept in memory.
 */
export async function pageIds(
  source: Source,
  audience: Audience,
  narrowing: Narrowing,
  order: AudienceOrder,
  slice: Slice,
  given?: Reach,
): Promise<number[]> {
  if (audience.nextPosition === 0 || isNothing(narrowing)) return [];
  const seek = seekOf(source, audience, given);
  // A load's calls share its moment and loads follow each other: load order is the order of creation.
  if (order === 'id' || order === 'createdAt') {
    const found = await inLoadOrder(seek, narrowing, slice);
    if (found) return found;
  }
  if (await isFew(seek, narrowing)) return selectSorted(source.db, audience, narrowing, order, slice);
  return (await walked(seek, narrowing, order, slice)) ?? told(seek, narrowing, order, slice);
}

export const seekOf = ({ db, databaseUrl, log }: Source, audience: Audience, reach?: Reach): Seek => ({
  db,
  databaseUrl,
  log,
  audience,
  reach: reach ?? (hasColumns({ db }, audience) ? SHORT_REACH : REACH),
});

async function walked(
  seek: Seek,
  narrowing: Narrowing,
  order: AudienceOrder,
  slice: Slice,
): Promise<number[] | undefined> {
  switch (order) {
    case 'id':
    case 'createdAt':
      return undefined;
    case 'number':
      return byNumber(seek, narrowing, slice);
    default:
      return sortedIds(seek, narrowing, order, slice);
  }
}

/**
 * By looking at every call: in memory, or in the database while that is not there. Columns are waited for only where the
 * database would have to sort millions of calls.
 */
async function told(seek: Seek, narrowing: Narrowing, order: AudienceOrder, slice: Slice): Promise<number[]> {
  const { db, audience, reach } = seek;
  const isPatient = slice.offset + slice.limit > reach.firstLookRows;
  const page = hasColumnsFor(narrowing)
    ? await askColumns(seek, audience, (columns) => selectPage(db, columns, narrowing, order, slice), { isPatient })
    : undefined;
  return page
    ? page.answer.map((position) => (audience.idLo ?? 0) + position)
    : askDatabase(seek, audience, selectSorted(db, audience, narrowing, order, slice));
}
