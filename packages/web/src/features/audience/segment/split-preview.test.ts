import { describe, expect, test } from 'vitest';
import { splitSummary } from '../texts.ts';
import { previewSplit, readAmount } from './split-preview.ts';

const people = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: place + 1, name: `O${place + 1}` }));

const NOTHING = { pending: 0, pace: null };
const split = (total: number, paces: (number | null)[]) =>
  previewSplit(total, people(paces.length), (id) => ({ pending: 0, pace: paces[id - 1] ?? null }), 'pace');

describe('the preview of a split', () => {
  test('by pace splits in proportion, counts operators without history as the median, and refuses more than the limit', () => {
    expect(split(600, [10, 20, null, 30]).map(({ receives }) => receives)).toEqual([75, 150, 150, 225]);
    expect(split(20_000, [1, 9]).map(({ receives, isOver }) => [receives, isOver])).toEqual([
      [5_000, false],
      [15_000, false],
    ]);
    expect(split(30_001, [1, 9]).some(({ isOver }) => isOver)).toBe(true);
    const shares = split(600, [10, 20, 30]);
    expect(shares.some(({ hasExtra }) => hasExtra)).toBe(false);
    expect(
      splitSummary(
        '600 números',
        shares.map(({ receives }) => receives),
      ),
    ).toBe('600 números entre 3 operadores: 100 a 300 cada uno');
  });

  test('is equal, with the remainder one each from the first', () => {
    const shares = previewSplit(5000, people(6), (id) => ({ pending: id * 10, pace: null }));
    expect(shares.map(({ receives }) => receives)).toEqual([834, 834, 833, 833, 833, 833]);
    expect(shares.map(({ hasExtra }) => hasExtra)).toEqual([true, true, false, false, false, false]);
    expect(shares[2]).toMatchObject({ pending: 30, isOver: false });
    expect(
      splitSummary(
        '5.000 números',
        shares.map(({ receives }) => receives),
      ),
    ).toBe('5.000 números entre 6 operadores: 833 o 834 cada uno');
  });

  test('marks operators who would get more than 15.000 at a time', () => {
    expect(previewSplit(30_001, people(2), () => NOTHING).map(({ isOver }) => isOver)).toEqual([true, false]);
    expect(previewSplit(30_000, people(2), () => ({ pending: 99_999, pace: null })).some(({ isOver }) => isOver)).toBe(
      false,
    );
    expect(previewSplit(7, [], () => NOTHING)).toEqual([]);
  });
});

describe('the amount typed', () => {
  test.each([
    ['', { amount: null }],
    ['  ', { amount: null }],
    ['5.000', { amount: 5000 }],
    ['6240', { amount: 6240 }],
    ['6241', { amount: 6241, error: 'No se puede asignar una cantidad mayor al total de números.' }],
    ['0', { amount: null, error: 'Ingrese una cantidad entera mayor que cero.' }],
    ['-3', { amount: null, error: 'Ingrese una cantidad entera mayor que cero.' }],
    ['mil', { amount: null, error: 'Ingrese una cantidad entera mayor que cero.' }],
    ['1,5', { amount: null, error: 'Ingrese una cantidad entera mayor que cero.' }],
  ])('%j reads as %j', (typed, read) => expect(readAmount(typed, 6240)).toEqual(read));
});
