import { expect, test } from 'vitest';
import { NumberSet } from './number-set.ts';

test('tells numbers apart, those that 32 bits do not hold too', () => {
  const set = new NumberSet();
  const short = 1_155_551_234;
  const long = short + 2 ** 32;
  expect(set.has(short) || set.has(long)).toBe(false);
  expect(set.add(short)).toBe(true);
  expect(set.has(long)).toBe(false);
  expect(set.add(long)).toBe(true);
  expect([set.add(short), set.add(long)]).toEqual([false, false]);
  expect([set.has(short), set.has(long), set.size]).toEqual([true, true, 2]);
});

test('keeps what it has when it grows', () => {
  const set = new NumberSet();
  const many = 700_000;
  for (let n = 0; n < many; n += 1) set.add(3_410_000_000 + n);
  expect(set.size).toBe(many);
  for (let n = 0; n < many; n += 1_000) expect(set.add(3_410_000_000 + n)).toBe(false);
  expect(set.has(3_410_000_000 + many)).toBe(false);
});
