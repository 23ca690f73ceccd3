import { setImmediate as others } from 'node:timers/promises';

/** Milliseconds without a look at what else waits (REL-27 allows 50). */
const BREATH_MS = 5;
/** So many calls are looked at between two looks at the clock: about a millisecond. */
export const STRETCH = 65_536;

/** From 0 to `length` in stretches, letting others have their turn when it is time; until the work says `done`. */
export async function inStretches(length: number, work: (from: number, to: number) => 'done' | void): Promise<void> {
  let since = performance.now();
  for (let from = 0; from < length; from += STRETCH) {
    if (work(from, Math.min(length, from + STRETCH)) === 'done') return;
    if (performance.now() - since < BREATH_MS) continue;
    await others();
    since = performance.now();
  }
}
