import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pickByGroups } from './pick-groups.ts';
import { pickByValue } from './pick-values.ts';

/** So many that they are not simply sorted, and cross the ends of stretches. */
const SIZE = 70_000;
const everybody = Uint32Array.from({ length: SIZE }, (_, position) => position);

/** Heaps of equal values, near each other and far away, in no visible order. */
const someValues = fc
  .array(fc.tuple(fc.constantFrom(0, 1, 1e6, 8.2e14, 8.2e14 + 1), fc.constantFrom(1, 7, 50_000)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((heaps) =>
    Float64Array.from({ length: SIZE }, (_, position) => {
      const [from, width] = heaps[(position * 48_271) % heaps.length]!;
      return from + ((position * 7919) % width);
    }),
  );
const slices = fc.record({
  offset: fc.integer({ min: 0, max: SIZE + 50 }),
  limit: fc.integer({ min: 1, max: 100 }),
  direction: fc.constantFrom('asc' as const, 'desc' as const),
});
const found = fc.constantFrom(
  everybody,
  everybody.filter((position) => position % 3 === 0),
);

test('a page by value is what sorting everybody gives', async () => {
  await fc.assert(
    fc.asyncProperty(someValues, found, slices, async (values, some, slice) => {
      const sorted = [...some].sort((a, b) => values[a]! - values[b]! || a - b);
      const ordered = slice.direction === 'asc' ? sorted : sorted.toReversed();
      const expected = ordered.slice(slice.offset, slice.offset + slice.limit);
      expect(await pickByValue(some, values, slice)).toEqual(expected);
    }),
    { numRuns: 12, seed: 5 },
  );
});

test('a page by groups is what sorting everybody gives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 9 }), found, slices, async (groups, some, slice) => {
      const column = Uint16Array.from({ length: SIZE }, (_, position) => ((position * 48_271) % 1009) % groups);
      const places = Uint16Array.from({ length: 65_536 }, (_, code) => (code * 4) % 11);
      const way = slice.direction === 'asc' ? 1 : -1;
      const ordered = [...some].sort((a, b) => places[column[a]!]! - places[column[b]!]! || way * (a - b));
      const expected = ordered.slice(slice.offset, slice.offset + slice.limit);
      expect(await pickByGroups(some, column, places, slice)).toEqual(expected);
    }),
    { numRuns: 12, seed: 6 },
  );
});
