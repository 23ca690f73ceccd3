import { areFew } from './look-through.queries.ts';
import type { Narrowing } from './narrowing.queries.ts';
import type { Seek } from './seek.ts';
import { sumTotals } from './totals.queries.ts';

/** Whether an index leaves so few calls that they are read, and sorted, at once; counters and a probe of the index tell. */
export async function isFew({ db, audience, reach }: Seek, narrowing: Narrowing): Promise<boolean> {
  if (audience.nextPosition <= reach.whole) return true;
  const { states, operators } = narrowing;
  const most = states || operators ? await sumTotals(db, audience.id, narrowing) : audience.nextPosition;
  return most <= reach.few || areFew(db, audience, narrowing, reach.few);
}
