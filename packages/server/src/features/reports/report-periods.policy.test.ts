import { expect, test } from 'vitest';
import { lastDueDay, nextDueAt, periodOf, type ReportTiming } from './report-periods.policy.ts';

const daily = (hour: number): ReportTiming => ({ frequency: 'daily', weekday: null, hour });
const weekly = (weekday: number, hour: number): ReportTiming => ({ frequency: 'weekly', weekday, hour });
const end = (hour: number): ReportTiming => ({ frequency: 'end', weekday: null, hour });
const city = (text: string) => new Date(`${text}-03:00`);
const LONG_AGO = new Date(0);

// 10 March 2026 is a Tuesday.
test.each([
  ['before the hour: that of yesterday', daily(8), '2026-03-10T07:59:59', '2026-03-09'],
  ['on the hour', daily(8), '2026-03-10T08:00:00', '2026-03-10'],
  ['at midnight', daily(0), '2026-03-10T00:00:00', '2026-03-10'],
  ['an evening that is the next day in UTC', daily(22), '2026-03-10T23:30:00', '2026-03-10'],
  ['weekly, its day', weekly(2, 8), '2026-03-10T08:00:00', '2026-03-10'],
  ['weekly, its day before the hour', weekly(2, 8), '2026-03-10T07:00:00', '2026-03-03'],
  ['weekly, days later', weekly(1, 8), '2026-03-14T12:00:00', '2026-03-09'],
  ['over the end of a year', weekly(3, 8), '2027-01-02T12:00:00', '2026-12-30'],
])('last due day, %s', (_, timing, now, day) => {
  expect(lastDueDay(timing, city(now), LONG_AGO, null)).toBe(day);
});

test('hours before it was asked for are not due', () => {
  const now = city('2026-03-10T09:00:00');
  expect(lastDueDay(daily(8), now, city('2026-03-10T08:00:00'), null)).toBeNull();
  expect(lastDueDay(daily(8), now, city('2026-03-10T07:59:59'), null)).toBe('2026-03-10');
});

test('after days without a server it is the last report, not several', () => {
  expect(lastDueDay(daily(8), city('2026-03-20T10:00:00'), city('2026-03-01T10:00:00'), null)).toBe('2026-03-20');
});

test('at the end: the first such hour after the close', () => {
  const closed = city('2026-03-10T15:30:00');
  expect(lastDueDay(end(18), city('2026-03-10T17:59:00'), LONG_AGO, closed)).toBeNull();
  expect(lastDueDay(end(18), city('2026-03-10T18:00:00'), LONG_AGO, closed)).toBe('2026-03-10');
  expect(lastDueDay(end(8), city('2026-03-10T23:00:00'), LONG_AGO, closed)).toBeNull();
  expect(lastDueDay(end(8), city('2026-03-11T08:00:00'), LONG_AGO, closed)).toBe('2026-03-11');
  expect(lastDueDay(end(8), city('2026-03-11T08:00:00'), LONG_AGO, null)).toBeNull();
  expect(nextDueAt(end(8), closed)).toBeNull();
});

test('periods are whole days of the city, compared with as many before', () => {
  expect(periodOf(daily(8), '2026-03-10')).toEqual({
    firstDay: '2026-03-09',
    lastDay: '2026-03-09',
    span: { from: city('2026-03-09T00:00:00'), to: city('2026-03-10T00:00:00') },
    before: { from: city('2026-03-08T00:00:00'), to: city('2026-03-09T00:00:00') },
  });
  expect(periodOf(weekly(1, 8), '2026-03-09')).toMatchObject({ firstDay: '2026-03-02', lastDay: '2026-03-08' });
  expect(periodOf(end(8), '2026-03-09')).toBeUndefined();
});

/** Every quarter of an hour of the weekends on which clocks change elsewhere, in the zones where a server may run. */
test.each(['UTC', 'America/New_York', 'Europe/Madrid', 'America/Argentina/Buenos_Aires'])(
  'a server in %s finds each day once, also when its clock changes',
  (zone) => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone;
    try {
      for (const first of ['2026-03-06', '2026-03-27', '2026-10-23', '2026-10-30']) {
        const start = city(`${first}T12:00:00`).getTime();
        const days = Array.from({ length: 4 * 24 * 4 }, (_, n) =>
          lastDueDay(daily(2), new Date(start + n * 900_000), new Date(start), null),
        );
        const found = days.filter((day) => day !== null);
        expect(new Set(found).size).toBe(4);
        expect(found).toEqual(found.toSorted());
        const firstSeen = days.flatMap((day, n) => (day && day !== days[n - 1] ? [[day, start + n * 900_000]] : []));
        expect(firstSeen).toEqual(firstSeen.map(([day]) => [day, city(`${day}T02:00:00`).getTime()]));
        for (const [, at] of firstSeen)
          expect(nextDueAt(daily(2), new Date(at!))).toEqual(new Date(Number(at) + 24 * 3_600_000));
      }
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  },
);
