import { expect, test } from 'vitest';
import { splitSpan } from './span.ts';

/** An hour of the product's zone. */
const at = (when: string) => new Date(`${when}-03:00`);
const dayStart = (day: string) => at(`${day}T00:00:00.000`);

test('without dates, or with one of them, all days on the open side are whole', () => {
  expect(splitSpan({})).toEqual({ days: {}, cuts: [] });
  expect(splitSpan({ from: dayStart('2026-03-10') })).toEqual({ days: { first: '2026-03-10' }, cuts: [] });
  expect(splitSpan({ to: at('2026-03-10T23:59:59.999') })).toEqual({ days: { last: '2026-03-10' }, cuts: [] });
});

test('a span that begins and ends inside days has a part of each and the whole days between them', () => {
  const [from, to] = [at('2026-02-27T09:30:00.000'), at('2026-03-02T11:42:00.000')];
  expect(splitSpan({ from, to })).toEqual({
    days: { first: '2026-02-28', last: '2026-03-01' },
    cuts: [
      { day: '2026-02-27', from, to: dayStart('2026-02-28') },
      { day: '2026-03-02', from: dayStart('2026-03-02'), to: at('2026-03-02T11:42:00.001') },
    ],
  });
});

test('neighbouring days that are both cut leave no whole day', () => {
  const [from, to] = [at('2026-03-01T00:00:00.001'), at('2026-03-02T23:59:59.998')];
  expect(splitSpan({ from, to })).toMatchObject({
    days: null,
    cuts: [
      { day: '2026-03-01', from },
      { day: '2026-03-02', to: at('2026-03-02T23:59:59.999') },
    ],
  });
});

test('within one day it is one part, and the whole day is no part', () => {
  const [from, to] = [at('2026-03-01T10:00:00.000'), at('2026-03-01T10:00:00.000')];
  const moment = { day: '2026-03-01', from, to: at('2026-03-01T10:00:00.001') };
  expect(splitSpan({ from, to })).toEqual({ days: null, cuts: [moment] });
  expect(splitSpan({ from: dayStart('2026-03-01'), to: at('2026-03-01T23:59:59.999') })).toEqual({
    days: { first: '2026-03-01', last: '2026-03-01' },
    cuts: [],
  });
});

test('a span that ends before it begins is empty', () => {
  expect(splitSpan({ from: dayStart('2026-03-02'), to: dayStart('2026-03-01') })).toEqual({ days: null, cuts: [] });
});
