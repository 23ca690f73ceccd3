import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { filledPaces, median, splitByPace, splitEvenly } from './split.ts';

describe('by pace', () => {
  test.each<[string, number, (number | null)[], number[]]>([
    ['in proportion', 600, [10, 20, 30], [100, 200, 300]],
    ['the largest remainder takes what is left', 10, [1, 1, 1.4], [3, 3, 4]],
    ['equal paces: the remainder goes to the first', 5, [7, 7, 7], [2, 2, 1]],
    ['no history counts as the median of the others', 600, [10, 20, null, 30], [75, 150, 150, 225]],
    ['nobody has history: equal', 5, [null, null, null], [2, 2, 1]],
    ['what is over the limit goes to the others', 20_000, [1, 9], [5_000, 15_000]],
    ['in proportion again, as often as it takes', 40_000, [1, 3, 30, 100], [2_500, 7_500, 15_000, 15_000]],
    ['exactly full', 30_000, [1, 1_000], [15_000, 15_000]],
    ['fewer calls than operators', 2, [1, 5, 1], [0, 2, 0]],
    ['nobody', 5, [], []],
  ])('%s', (_what, total, paces, shares) => expect(splitByPace(total, paces)).toEqual(shares));

  const pace = fc.option(
    fc.integer({ min: 1, max: 20_000 }).map((tenths) => tenths / 10),
    { nil: null },
  );
  const world = fc
    .record({ paces: fc.array(pace, { minLength: 1, maxLength: 40 }), cap: fc.integer({ min: 1, max: 15_000 }) })
    .chain((parts) =>
      fc.record({ total: fc.integer({ min: 1, max: parts.paces.length * parts.cap }), ...constants(parts) }),
    );

  test('the sum is exact, no share exceeds the limit, and a faster operator never gets less', () => {
    fc.assert(
      fc.property(world, ({ total, paces, cap }) => {
        const shares = splitByPace(total, paces, cap);
        const known = filledPaces(paces) ?? paces.map(() => 1);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(total);
        expect(shares.every((share) => Number.isInteger(share) && share >= 0 && share <= cap)).toBe(true);
        // From the fastest to the slowest, equally fast ones in their order.
        const byPace = shares
          .map((share, place) => ({ share, pace: known[place]! }))
          .toSorted((a, b) => b.pace - a.pace);
        expect(byPace.map(({ share }) => share)).toEqual(shares.toSorted((a, b) => b - a));
      }),
    );
  });
  test('an operator whose pace rises does not get less', () => {
    fc.assert(
      fc.property(world, fc.nat(), fc.integer({ min: 1, max: 500 }), ({ total, paces, cap }, place, more) => {
        const known = filledPaces(paces) ?? paces.map(() => 1);
        const who = place % known.length;
        const faster = known.map((each, n) => (n === who ? each + more : each));
        expect(splitByPace(total, faster, cap)[who]).toBeGreaterThanOrEqual(splitByPace(total, known, cap)[who]!);
      }),
    );
  });
  test('equal paces give the equal split', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 90_000 }), fc.integer({ min: 6, max: 40 }), (total, people) => {
        const paces = Array.from({ length: people }, () => 12.3);
        expect(splitByPace(total, paces)).toEqual(splitEvenly(total, people));
      }),
    );
  });
});

/** Each value as a generator of itself. */
const constants = <T extends Record<string, unknown>>(values: T) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, fc.constant(value)])) as {
    [K in keyof T]: fc.Arbitrary<T[K]>;
  };

test('the median', () => {
  expect([median([]), median([4]), median([9, 1]), median([5, 100, 1])]).toEqual([undefined, 4, 5, 5]);
});
