import { DEFAULT_CALLING_HOURS, type CallingHours } from '@campanero/contract/calls/calling-hours';
import { describe, expect, test } from 'vitest';
import { forecastEnd } from './forecast.ts';

/** Friday. */
const TODAY = '2026-11-13';
const calls = (byDay: Record<string, number>) => new Map(Object.entries(byDay));
/** Two weeks of weekdays before it, with this many calls each. */
const weekdays = (n: number) =>
  Object.fromEntries(
    ['10-30', '11-02', '11-03', '11-04', '11-05', '11-06', '11-09', '11-10', '11-11', '11-12'].map((day) => [
      `2026-${day}`,
      n,
    ]),
  );
const EVERY_DAY: CallingHours = { week: Array.from({ length: 7 }, () => new Set([10])), isLearned: true };
const WEEKDAYS = DEFAULT_CALLING_HOURS;
const everyDay = (n: number) =>
  Object.fromEntries(
    Array.from({ length: 14 }, (_, back) => [
      new Date(Date.parse(TODAY) - (back + 1) * 86_400_000).toISOString().slice(0, 10),
      n,
    ]),
  );

describe('pace', () => {
  const paceOf = (byDay: Record<string, number>) =>
    forecastEnd({ neverCalled: 1000, firstCallsByDay: calls(byDay), today: TODAY, endDay: TODAY }, WEEKDAYS).pace;
  test.each<[string, Record<string, number>, number | null]>([
    ['is the average of the last seven days worked', { ...weekdays(100), '2026-11-12': 170 }, 110],
    ['leaves days without work out', { '2026-11-12': 90, '2026-11-11': 0, '2026-11-05': 110 }, 100],
    ['does not count the eighth day back, nor today', { ...weekdays(100), '2026-11-02': 9_000, [TODAY]: 9_000 }, 100],
    ['does not look further back than two weeks', { '2026-11-12': 40, '2026-10-29': 9_000 }, 40],
    ['is what today has seen, on the first day', { [TODAY]: 25 }, 25],
    ['does not exist before the first call', {}, null],
  ])('%s', (_what, byDay, pace) => expect(paceOf(byDay)).toBe(pace));
});

describe('forecast day', () => {
  const endOf = (
    neverCalled: number,
    byDay: Record<string, number>,
    { endDay = '2026-11-27', hours = EVERY_DAY }: { endDay?: string; hours?: CallingHours } = {},
  ) => forecastEnd({ neverCalled, firstCallsByDay: calls(byDay), today: TODAY, endDay }, hours);
  test('is today plus the days that the pace needs, if every day is worked', () => {
    expect(endOf(3360, { ...everyDay(210), [TODAY]: 210 })).toEqual({ pace: 210, day: '2026-11-29', daysLate: 2 });
    expect(endOf(1140, { ...everyDay(190), [TODAY]: 190 }, { endDay: '2026-11-20' })).toEqual({
      pace: 190,
      day: '2026-11-19',
      daysLate: -1,
    });
  });
  test('is stable while today’s calls are made', () => {
    const morning = endOf(1050, { ...everyDay(210), [TODAY]: 0 });
    const evening = endOf(1050 - 210, { ...everyDay(210), [TODAY]: 210 });
    expect([morning.day, evening.day]).toEqual(['2026-11-17', '2026-11-17']);
    // A better day than usual does not reduce the next.
    expect(endOf(210, { ...everyDay(210), [TODAY]: 500 }).day).toBe('2026-11-14');
  });
  test('may be today', () => expect(endOf(100, everyDay(210)).day).toBe(TODAY));
  test('skips days off of the installation', () => {
    // Friday is done; then Monday 16, Tuesday 17.
    expect(endOf(200, { ...weekdays(100), [TODAY]: 100 }, { hours: WEEKDAYS }).day).toBe('2026-11-17');
    // Saturday does not count unless it was worked.
    const saturday = (doneToday: number) => ({
      neverCalled: 100,
      firstCallsByDay: calls({ ...weekdays(100), '2026-11-14': doneToday }),
      today: '2026-11-14',
      endDay: '2026-11-27',
    });
    expect(forecastEnd(saturday(0), WEEKDAYS).day).toBe('2026-11-16');
    expect(forecastEnd({ ...saturday(40), neverCalled: 60 }, WEEKDAYS).day).toBe('2026-11-14');
  });
  test('a young campaign with one working day counts on every working day', () => {
    // Started on Wednesday, idle on Thursday: 25 working days from Friday on, not 25 Wednesdays.
    expect(endOf(2500, { '2026-11-11': 100 }, { hours: WEEKDAYS }).day).toBe('2026-12-17');
  });
  test('is unknown without a pace, with nothing left and beyond ten years', () => {
    expect(endOf(100, {})).toEqual({ pace: null, day: null, daysLate: null });
    expect(endOf(0, everyDay(210))).toEqual({ pace: 210, day: null, daysLate: null });
    expect(endOf(10_000_000, everyDay(1))).toEqual({ pace: 1, day: null, daysLate: null });
  });
});
