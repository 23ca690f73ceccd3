import { describe, expect, test } from 'vitest';
import { endInWords, forecastSplit, helpInWords, type Load, loadsAfter } from './split-preview.ts';

/** From a Tuesday to the Saturday of the next week: nine working days. */
const CALENDAR = { today: '2026-11-17', endDay: '2026-11-28', workingWeekdays: [1, 2, 3, 4, 5] };
const people = (...loads: [toCall: number, perDay: number | null][]): Load[] =>
  loads.map(([toCall, perDay], id) => ({ id, toCall, perDay }));
const wordsOf = (loads: readonly Load[], endDay = CALENDAR.endDay) => {
  const forecast = forecastSplit(loads, { ...CALENDAR, endDay });
  return forecast && [endInWords(forecast, endDay), helpInWords(forecast)];
};

describe('when a split would end', () => {
  test.each<[string, Load[], ReturnType<typeof wordsOf>]>([
    [
      'with the last of them',
      people([100, 50], [300, 50]),
      ['Terminaría el 24-11, 4 días antes de su fin (28-11).', undefined],
    ],
    [
      'without history the median of the others counts',
      people([100, 100], [500, null]),
      ['Terminaría el 23-11, 5 días antes de su fin (28-11).', undefined],
    ],
    [
      'too late: how many more of a usual pace it takes',
      people([900, 50], [900, 50]),
      ['Terminaría el 10-12, 12 días después de su fin (28-11).', 'Con 2 operadores más terminaría el 27-11.'],
    ],
    [
      'too late only because one has too much',
      people([1000, 50], [0, 100]),
      [
        'Terminaría el 14-12, 16 días después de su fin (28-11).',
        'Con lo de todos bien repartido terminaría el 25-11.',
      ],
    ],
    [
      'too late whatever one does',
      people([100_000, 50]),
      [expect.stringContaining('Terminaría'), 'Ni con 50 operadores más terminaría a tiempo.'],
    ],
    ['not known without any history', people([100, null]), undefined],
    ['not known beyond ten years', people([1_000_000, 1]), undefined],
  ])('%s', (_what, loads, words) => expect(wordsOf(loads)).toEqual(words));

  test('may be the day of its end', () => {
    expect(wordsOf(people([100, 50]), '2026-11-18')![0]).toBe('Terminaría el 18-11, el día de su fin.');
  });
});

test('others with calls count too, unless they cannot call', () => {
  const operator = { name: '', assigned: 9, disable: false, isMember: true, pace: 1 };
  const assigned = [
    { ...operator, id: 1, pending: 5, perDay: 10 },
    { ...operator, id: 2, pending: 7, perDay: null },
    { ...operator, id: 3, pending: 0, perDay: 10 },
    { ...operator, id: 4, pending: 7, perDay: 10, disable: true },
    { ...operator, id: 5, pending: 7, perDay: 10, isMember: false },
  ];
  expect(loadsAfter([{ id: 1, pending: 5, receives: 20 }], assigned)).toEqual([
    { id: 1, toCall: 25, perDay: 10 },
    { id: 2, toCall: 7, perDay: null },
  ]);
});
