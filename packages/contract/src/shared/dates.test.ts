import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  dayBounds,
  formatDate,
  formatDateTime,
  formatDateTimeSeconds,
  formatDay,
  formatTime,
  productDay,
} from './dates.ts';

test.each([
  ['2026-11-15T02:59:59.000Z', '14-11-2026', '23:59', '14-11-2026 ~ 23:59:59'],
  ['2026-11-15T03:00:00.000Z', '15-11-2026', '00:00', '15-11-2026 ~ 00:00:00'],
  ['2026-01-01T01:05:09.000Z', '31-12-2025', '22:05', '31-12-2025 ~ 22:05:09'],
  ['2024-02-29T12:00:00-03:00', '29-02-2024', '12:00', '29-02-2024 ~ 12:00:00'],
])('%s is shown at UTC-3', (instant, date, time, full) => {
  expect(formatDate(instant)).toBe(date);
  expect(formatTime(instant)).toBe(time);
  expect(formatDateTime(instant)).toBe(`${date} ~ ${time}`);
  expect(formatDateTimeSeconds(instant)).toBe(full);
});

test('a day is read as the date of any of its moments', () => {
  const { from, to } = dayBounds('2024-02-29');
  expect([formatDay('2024-02-29'), formatDate(from), formatDate(to.getTime() - 1)]).toEqual(
    Array(3).fill('29-02-2024'),
  );
});

test('every instant lies within the bounds of its own day', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('1970-01-02'), max: new Date('2200-01-01'), noInvalidDate: true }),
      (instant) => {
        const { from, to } = dayBounds(productDay(instant));
        expect(from.getTime()).toBeLessThanOrEqual(instant.getTime());
        expect(instant.getTime()).toBeLessThan(to.getTime());
      },
    ),
  );
});
