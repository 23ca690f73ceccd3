import { expect, test } from 'vitest';
import { timeLeftText, paceOf, withSample, type Sample } from './pace.ts';

/** What is known after each of these was noted, one second apart. */
const after = (...progress: number[]) =>
  progress.reduce<readonly Sample[]>((seen, done, second) => withSample(seen, { at: second * 1000, done }), []);

test('is undefined with too few samples', () => {
  expect(paceOf([], 1000)).toBeUndefined();
  expect(paceOf(after(0, 100), 1000)).toBeUndefined();
  expect(paceOf(after(0, 100, 200), 1000)).toEqual({ perSecond: 100, secondsLeft: 8 });
});

test('uses only the last seconds', () => {
  const slow = Array.from({ length: 20 }, (_, second) => second);
  const fast = Array.from({ length: 20 }, (_, second) => 200 * (second + 1));
  expect(paceOf(after(...slow, ...fast), 10_000)).toEqual({ perSecond: 200, secondsLeft: 30 });
});

test('is undefined without progress', () => {
  expect(paceOf(after(500, 500, 500, 500), 1000)).toBeUndefined();
});

test('words of the time left', () => {
  expect([1, 18, 41, 58, 61, 1000, 9000].map(timeLeftText)).toEqual([
    'quedan unos segundos',
    'quedan unos 20 s',
    'quedan unos 45 s',
    'queda cerca de 1 min',
    'quedan unos 2 min',
    'quedan unos 17 min',
    'quedan unas 3 h',
  ]);
});
