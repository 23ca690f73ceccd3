import { expect, test } from 'vitest';
import { chartOfDays } from './days.ts';

const on = (date: string, effective = 1) => ({
  date,
  callsMade: effective + 2,
  contacted: effective,
  effective,
  contactedOnly: 0,
});
const columnsOf = (days: Parameters<typeof chartOfDays>[0], today = '2030-01-01') =>
  chartOfDays(days, today).categories.map(({ key, note, values }) => [key, ...values, ...(note ? [note] : [])]);

test('every day from the first to the last is there, across the end of a month; today is not over', () => {
  expect(columnsOf([on('2026-02-27'), on('2026-03-02', 5)], '2026-03-02')).toEqual([
    ['2026-02-27', 1, 0, 2],
    ['2026-02-28', 0, 0, 0],
    ['2026-03-01', 0, 0, 0],
    ['2026-03-02', 5, 0, 2, 'en curso'],
  ]);
});

test('more than ninety days are weeks from Monday on, and nothing is lost', () => {
  const chart = chartOfDays([on('2026-08-05'), on('2026-08-09'), on('2026-08-10'), on('2026-11-16', 7)], '2026-11-16');
  expect(chart.axis).toBe('Semana del');
  expect(chart.categories.map(({ key }) => key).slice(0, 2)).toEqual(['2026-08-03', '2026-08-10']);
  expect(chart.categories.map(({ values }) => values[0]).filter((value) => value !== 0)).toEqual([2, 1, 7]);
  expect(chart.categories.at(-1)).toMatchObject({ key: '2026-11-16', note: 'en curso' });
});

test('without calls there is nothing', () => {
  expect(columnsOf([])).toEqual([]);
});
