import { sql } from 'kysely';
import { lookThrough } from './look-through.queries.ts';
import { isEverything } from './narrowing.ts';
import type { Narrowing } from './narrowing.queries.ts';
import { selectIds, type Slice } from './page-ids.queries.ts';
import type { Seek } from './seek.ts';

/** A page in the order of numbers, walked along their index as far as that goes. */
export async function byNumber(seek: Seek, narrowing: Narrowing, slice: Slice): Promise<number[] | undefined> {
  const { db, audience, reach } = seek;
  const { offset, limit, direction } = slice;
  const wanted = offset + limit;
  if (wanted > reach.nearByNumber) return undefined;
  if (isEverything(narrowing)) return selectIds(db, audience, narrowing, 'number', slice);
  // Numbers with the same digits stand together: at an end, or far from both.
  if (narrowing.number !== undefined) return undefined;
  const run = { within: sql<boolean>`true`, order: 'number' } as const;
  const found = await lookThrough({ db, audience, run, narrowing }, { wanted, direction, most: reach.walk });
  return found?.slice(offset).map(({ id }) => id);
}
