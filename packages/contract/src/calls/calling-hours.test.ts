import { describe, expect, test } from 'vitest';
import { callingSince, dayDone, hoursOfDay, learnCallingHours, shiftDay } from './calling-hours.ts';

/** A Friday. */
const TODAY = '2026-11-13';
const SATURDAY = 6;
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const daysBack = (days: number) => Array.from({ length: days }, (_, n) => shiftDay(TODAY, -1 - n));
/** So many days before today, of these weekdays, worked from 9 to 17 and something. */
const worked = (days: number, on = [1, 2, 3, 4, 5], hours = { fromHour: 9, toHour: 17 }) =>
  daysBack(days)
    .filter((day) => on.includes(weekday(day)))
    .map((day) => ({ day, ...hours }));
const at = (text: string) => new Date(`${text}:00-03:00`);

describe('the hours in which an installation calls', () => {
  test.each<[string, Parameters<typeof learnCallingHours>[0], [moment: string, isOpen: boolean][]]>([
    [
      'are those of the last weeks, each weekday by itself',
      [...worked(28), ...worked(28, [SATURDAY], { fromHour: 10, toHour: 12 })],
      [
        ['2026-11-13T08:59', false],
        ['2026-11-13T09:00', true],
        ['2026-11-13T17:59', true],
        ['2026-11-13T18:00', false],
        ['2026-11-14T09:30', false],
        ['2026-11-14T12:59', true],
        ['2026-11-15T08:00', false],
        ['2026-11-15T12:00', false],
      ],
    ],
    [
      'are not moved by one late evening or one Sunday in four weeks',
      [...worked(28), { day: '2026-11-10', fromHour: 9, toHour: 22 }, { day: '2026-11-08', fromHour: 9, toHour: 12 }],
      [
        ['2026-11-17T21:00', false],
        ['2026-11-15T10:00', false],
      ],
    ],
    [
      'keep a weekday that was a holiday once',
      worked(28).filter(({ day }) => day !== '2026-11-09'),
      [['2026-11-16T10:00', true]],
    ],
    [
      'of a young installation are the assumed ones on weekdays it has not seen, or saw once without work',
      // Begun on Monday, nobody on Wednesday.
      ['2026-11-09', '2026-11-10', '2026-11-12'].map((day) => ({ day, fromHour: 8, toHour: 13 })),
      [
        ['2026-11-16T08:00', true],
        ['2026-11-16T14:00', false],
        ['2026-11-18T08:00', false],
        ['2026-11-18T19:59', true],
        ['2026-11-20T14:00', true],
        ['2026-11-14T10:00', false],
        ['2026-11-15T10:00', false],
      ],
    ],
    [
      'do not count today, of which nobody knows the rest',
      [{ day: TODAY, fromHour: 3, toHour: 3 }],
      [
        ['2026-11-13T03:00', false],
        ['2026-11-13T09:00', true],
      ],
    ],
    [
      'are Monday to Friday from 9 to 20 without any history',
      [],
      [
        ['2026-11-13T08:59', false],
        ['2026-11-13T09:00', true],
        ['2026-11-13T19:59', true],
        ['2026-11-13T20:00', false],
        ['2026-11-15T08:00', false],
      ],
    ],
  ])('%s', (_what, spans, moments) => {
    const hours = learnCallingHours(spans, TODAY);
    expect(moments.map(([moment]) => [moment, callingSince(hours, at(moment)) !== null])).toEqual(moments);
  });

  test('say whether they were learnt', () => {
    expect(learnCallingHours(worked(28), TODAY).isLearned).toBe(true);
    expect(learnCallingHours([{ day: TODAY, fromHour: 9, toHour: 12 }], TODAY).isLearned).toBe(false);
    // One day four weeks ago is no habit.
    expect(learnCallingHours([{ day: '2026-10-16', fromHour: 9, toHour: 12 }], TODAY).isLearned).toBe(false);
  });

  test('know since when they have gone on, and the span of a day', () => {
    const hours = learnCallingHours(worked(28), TODAY);
    expect(callingSince(hours, at('2026-11-13T11:42'))).toEqual(at('2026-11-13T09:00'));
    expect(hoursOfDay(hours, TODAY)).toEqual({ from: 9, to: 18 });
    expect(hoursOfDay(hours, '2026-11-15')).toBeNull();
    expect(hours.week.map(({ size }) => size)).toEqual([0, 9, 9, 9, 9, 9, 0]);
    // A centre that never rests: without end, and without looking for it for ever.
    const always = learnCallingHours(worked(28, [0, 1, 2, 3, 4, 5, 6], { fromHour: 0, toHour: 23 }), TODAY);
    expect(callingSince(always, at('2026-11-13T11:42'))!.getTime()).toBeLessThan(at('2026-11-08T00:00').getTime());
  });
});

test('the day on which work is done counts working days only, and what today still lacks', () => {
  const isWorked = (weekday: number) => weekday !== SATURDAY;
  const done = (left: number, doneToday = 0) => dayDone({ left, pace: 100, doneToday, today: TODAY }, isWorked);
  expect([done(0), done(100), done(101), done(101, 60), done(300)]).toEqual([
    '2026-11-13',
    '2026-11-13',
    '2026-11-15',
    '2026-11-15',
    '2026-11-16',
  ]);
  expect(dayDone({ left: 1, pace: 0, doneToday: 0, today: TODAY }, isWorked)).toBeNull();
});
