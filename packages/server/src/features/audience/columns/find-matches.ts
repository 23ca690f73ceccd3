import { keyOf } from '../narrowing.ts';
import type { Narrowing } from '../narrowing.queries.ts';
import type { Columns } from './columns.ts';
import { inStretches } from './pace.ts';
import { testsOf } from './tests.ts';

/** The positions of all that match, in load order, or of the first ones if so many are enough. Good until the next search. */
export async function findMatches(
  columns: Columns,
  narrowing: Narrowing,
  enough = Number.POSITIVE_INFINITY,
): Promise<Uint32Array> {
  const { found, size } = columns;
  const tests = testsOf(columns, narrowing);
  let total = 0;
  await inStretches(size, (from, to) => {
    const some = found.subarray(total, total + to - from);
    for (let index = 0; index < some.length; index += 1) some[index] = from + index;
    total += tests.reduce((n, test) => test(some, n), some.length);
    return total >= enough ? 'done' : undefined;
  });
  if (total < enough) remember(columns, narrowing, total);
  return found.subarray(0, total);
}

/** How many match; counted once until a call changes. */
export const countFound = async (columns: Columns, narrowing: Narrowing): Promise<number> =>
  columns.totals.get(keyOf(narrowing)) ?? (await findMatches(columns, narrowing)).length;

const KNOWN_MAX = 1_000;
function remember({ totals }: Columns, narrowing: Narrowing, total: number): void {
  if (totals.size >= KNOWN_MAX) totals.clear();
  totals.set(keyOf(narrowing), total);
}
