import { sql } from 'kysely';
import { collect, recallFew } from './few-matches.ts';
import { byHistogram } from './load-order.ts';
import { lookThrough } from './look-through.queries.ts';
import { isEverything } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { selectIds, type Slice } from './page-ids.queries.ts';
import type { Seek } from './seek.ts';

/** A page in the order of numbers: walked along their index as far as that goes, or sorted where an index leaves few. */
export async function byNumber(seek: Seek, narrowing: Narrowing, slice: Slice): Promise<number[]> {
  const { db, audience, reach } = seek;
  if (!isEverything(narrowing))
    return (
      (await recallFew(seek, narrowing, 'number', slice)) ??
      (await nearEnd(seek, narrowing, slice)) ??
      (await collect(seek, narrowing, 'number', slice)).page ??
      byHistogram(seek, narrowing, 'number', slice)
    );
  return slice.offset <= reach.nearByNumber
    ? selectIds(db, audience, narrowing, 'number', slice)
    : byHistogram(seek, narrowing, 'number', slice);
}

async function nearEnd(seek: Seek, narrowing: Narrowing, slice: Slice): Promise<number[] | undefined> {
  const { db, audience, reach } = seek;
  const { offset, limit, direction } = slice;
  const wanted = offset + limit;
  // Numbers with the same digits stand together: at an end, or far from both.
  if (wanted > reach.nearByNumber || narrowing.number !== undefined) return undefined;
  const run = { within: sql<boolean>`true`, order: 'number' } as const;
  const found = await lookThrough({ db, audience, run, narrowing }, { wanted, direction, most: reach.walk });
  return found?.slice(offset).map(({ id }) => id);
}
