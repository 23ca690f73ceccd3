import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOf, wholeAudience, without, type Histogram } from './histogram.ts';

const WIDTH = 4;
const histogramOf = (values: readonly number[]): Histogram => {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value - (value % WIDTH), (counts.get(value - (value % WIDTH)) ?? 0) + 1);
  const buckets = [...counts].map(([from, n]) => ({ from, width: WIDTH, n })).toSorted((a, b) => a.from - b.from);
  return { total: values.length, buckets };
};
const someValues = fc.uniqueArray(fc.nat({ max: 200 })).map((values) => values.toSorted((a, b) => a - b));

test('a page lies in the buckets it is said to lie in, after as many as are to be left out', () => {
  fc.assert(
    fc.property(
      someValues,
      fc.nat({ max: 60 }),
      fc.integer({ min: 1, max: 20 }),
      fc.boolean(),
      (values, offset, limit, up) => {
        const ordered = up ? values : values.toReversed();
        const { buckets, skip } = placeOf(histogramOf(values), offset, limit, up ? 'asc' : 'desc');
        const within = ordered.filter((value) =>
          buckets.some(({ from, width }) => value >= from && value < from + width),
        );
        expect(within.slice(skip, skip + limit)).toEqual(ordered.slice(offset, offset + limit));
      },
    ),
  );
});

test('everybody without some is the others', () => {
  fc.assert(
    fc.property(someValues, (some) => {
      const everybody = Array.from({ length: 201 }, (_, value) => value);
      const others = everybody.filter((value) => !some.includes(value));
      expect(without(wholeAudience(0, 201, WIDTH), histogramOf(some))).toEqual(histogramOf(others));
    }),
  );
});
