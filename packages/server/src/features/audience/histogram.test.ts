import fc from 'fast-check';
import { expect, test } from 'vitest';
import { boundsOf, placeOf, wholeAudience, without, type Histogram } from './histogram.ts';

const WIDTH = 4;
/** Of rising values. */
const histogramOf = (values: readonly number[]): Histogram => {
  const stretches = Map.groupBy(values, (value) => value - (value % WIDTH));
  const buckets = [...stretches].map(([from, of]) => ({
    from,
    width: WIDTH,
    n: of.length,
    first: of[0]!,
    last: of.at(-1)!,
  }));
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
        const bounds = buckets.map(boundsOf);
        const within = ordered.filter((value) => bounds.some(({ low, high }) => value >= low && value < high));
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
      // Which of them are the first and the last is not known then.
      expect(histogramOf(others)).toMatchObject(without(wholeAudience(0, 201, WIDTH), histogramOf(some)));
    }),
  );
});
