import { expect, test } from 'vitest';
import { dayPartBit, isRetry, triedAfter, TRIED_SETS, triedParts } from './retry.ts';

/** An hour of the clock at UTC-3. */
const at = (hour: string) => new Date(`2026-03-10T${hour}:00.000-03:00`);

test.each([
  ['00:00', 'morning'],
  ['09:30', 'morning'],
  ['11:59', 'morning'],
  ['12:00', 'midday'],
  ['15:59', 'midday'],
  ['16:00', 'evening'],
  // At UTC these are of the next day already.
  ['21:00', 'evening'],
  ['23:59', 'evening'],
] as const)('%s is %s', (hour, part) => expect(triedParts(dayPartBit(at(hour)))).toEqual([part]));

test('tries add up, each part once, in the order of the day', () => {
  const tried = ['17:00', '10:00', '18:30'].reduce((parts, hour) => triedAfter(parts, at(hour)), 0);
  expect(triedParts(tried)).toEqual(['morning', 'evening']);
  expect(TRIED_SETS).toContain(tried);
  expect(TRIED_SETS).toContain(triedAfter(tried, at('13:00')));
});

const unanswered = { callback: true, contactability: false, callbackAt: null, triedParts: dayPartBit(at('10:00')) };

test('a call that nobody answered is a retry in the other parts of the day only', () => {
  expect(isRetry(unanswered, at('11:30'))).toBe(false);
  expect(isRetry(unanswered, at('12:30'))).toBe(true);
  expect(isRetry(unanswered, at('19:00'))).toBe(true);
  expect(isRetry({ ...unanswered, triedParts: 7 }, at('12:30'))).toBe(false);
});

test.each([
  ['somebody was reached', { contactability: true }],
  ['it is not to be called again', { callback: false }],
  ['a date was arranged', { callbackAt: at('12:00') }],
])('none when %s', (_, parts) => expect(isRetry({ ...unanswered, ...parts }, at('12:30'))).toBe(false));
