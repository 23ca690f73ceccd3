import { expect, test } from 'vitest';
import { leafOf } from './range.ts';

test.each([
  ['the first shared leaf', 1, 0, 1_000],
  ['a shared leaf', 12_345, 12_000, 13_000],
  ['a leaf of its own', 1_000_007, 1_000_007, 1_000_008],
])('%s begins and ends with its blocks', (_what, block, first, end) => {
  const size = 2 ** 24;
  expect(leafOf(block * size)).toEqual({ from: first * size, to: end * size });
});
