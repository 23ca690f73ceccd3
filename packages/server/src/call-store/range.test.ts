import { expect, test } from 'vitest';
import { partitionOf } from './range.ts';

test.each([
  ['the first shared partition', 1, 0, 1_000],
  ['a shared partition', 12_345, 12_000, 13_000],
  ["a campaign's own partition", 1_000_007, 1_000_007, 1_000_008],
])('%s begins and ends with its blocks', (_name, block, first, end) => {
  const size = 2 ** 24;
  expect(partitionOf(block * size)).toEqual({ from: first * size, to: end * size });
});
