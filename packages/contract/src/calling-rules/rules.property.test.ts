import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shiftDay } from '../calls/calling-hours.ts';
import { dayBounds, productDay } from '../shared/dates.ts';
import { findClosing, findWait } from './attempts.ts';
import { closedBefore, isOpen, openMinutes, openSince, opensAt, type Calendar } from './calendar.ts';
import { callingRuleSet, type CallingRules, NO_RULES } from './schemas.ts';

const MINUTE = 60_000;
const QUARTER = 15 * MINUTE;
const DAY = 24 * 60 * MINUTE;
const timeText = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** Whole quarters of an hour, up to three spans that may touch the ends of the day. */
const spans = fc
  .uniqueArray(fc.integer({ min: 0, max: 96 }), { maxLength: 6 })
  .map((cuts) => cuts.toSorted((a, b) => a - b).map((cut) => timeText(cut * 15)))
  .map((cuts) =>
    Array.from({ length: Math.floor(cuts.length / 2) }, (_, n) => ({ from: cuts[2 * n]!, to: cuts[2 * n + 1]! })),
  );
const someWeek = fc.array(spans, { minLength: 7, maxLength: 7 }).filter((week) => week.some((day) => day.length > 0));
const someRules: fc.Arbitrary<CallingRules> = fc.record({
  week: fc.option(someWeek),
  closesOnHolidays: fc.boolean(),
  attemptsPerDay: fc.option(fc.integer({ min: 1, max: 5 })),
  attemptsInAll: fc.option(fc.integer({ min: 1, max: 9 })),
  pauseMinutes: fc.option(fc.integer({ min: 1, max: 3000 })),
});
const someMoment = fc
  .integer({ min: 0, max: 40 * 24 * 60 })
  .map((n) => new Date(Date.parse('2026-11-01T03:00Z') + n * MINUTE));
const someCalendar: fc.Arbitrary<Calendar> = fc.record({
  rules: someRules,
  holidays: fc
    .uniqueArray(fc.integer({ min: 0, max: 45 }), { maxLength: 10 })
    .map((days) => new Map(days.map((n) => [shiftDay('2026-11-01', n), 'Feriado']))),
});

/** The same said minute by minute, without the product's own calendar. */
function isOpenPlainly({ rules, holidays }: Calendar, at: Date): boolean {
  const local = new Date(at.getTime() - 3 * 60 * MINUTE);
  if (rules.closesOnHolidays && holidays.has(local.toISOString().slice(0, 10))) return false;
  const time = local.toISOString().slice(11, 16);
  return rules.week === null || rules.week[local.getUTCDay()]!.some(({ from, to }) => from <= time && time < to);
}
/** Every border lies on a quarter of an hour: one moment of each is enough. The end is not looked at. */
const openings = (calendar: Calendar, from: Date, to: Date) => {
  const seen = new Set<boolean>();
  for (let at = from.getTime(); at < to.getTime(); at += QUARTER) seen.add(isOpenPlainly(calendar, new Date(at)));
  return [...seen];
};
const after = (at: Date, ms: number) => new Date(at.getTime() + ms);

test('open and closed are what the rules say, minute by minute', () => {
  fc.assert(
    fc.property(someCalendar, someMoment, (calendar, at) => {
      expect(callingRuleSet.safeParse(calendar.rules).success).toBe(true);
      expect(isOpen(calendar, at)).toBe(isOpenPlainly(calendar, at));
      const minutes = Array.from({ length: 1440 }, (_, n) => after(dayBounds(productDay(at)).from, n * MINUTE));
      const counted = minutes.filter((minute) => isOpenPlainly(calendar, minute));
      expect(openMinutes(calendar, productDay(at))).toBe(counted.length);
    }),
  );
});

test('until the next opening it is closed, and there it is open', () => {
  fc.assert(
    fc.property(someCalendar, someMoment, (calendar, at) => {
      const opening = opensAt(calendar, at);
      expect(openings(calendar, at, opening)).not.toContain(true);
      expect(isOpenPlainly(calendar, opening)).toBe(true);
    }),
  );
});

test('backwards: since when it is open, and when the hours before ended', () => {
  fc.assert(
    fc.property(someCalendar, someMoment, (calendar, at) => {
      const since = openSince(calendar, at);
      expect(since === null).toBe(!isOpenPlainly(calendar, at));
      expect(openings(calendar, since ?? at, at)).not.toContain(false);
      const isAWeek = since === null || at.getTime() - since.getTime() >= 6 * DAY;
      expect(isAWeek || !isOpenPlainly(calendar, after(since, -MINUTE))).toBe(true);
      const ended = closedBefore(calendar, at);
      expect(ended.getTime()).toBeLessThanOrEqual(at.getTime());
      expect(ended.getTime() === at.getTime() || isOpenPlainly(calendar, after(ended, -MINUTE))).toBe(true);
    }),
  );
});

test('a call waits exactly when a rule says so, and at the end of a wait the hours are open', () => {
  const someAttempts = fc.record({
    today: fc.integer({ min: 0, max: 6 }),
    more: fc.integer({ min: 0, max: 6 }),
    minutesAgo: fc.integer({ min: 0, max: 4000 }),
    isAgreed: fc.boolean(),
  });
  fc.assert(
    fc.property(someCalendar, someMoment, someAttempts, (calendar, at, { today, more, minutesAgo, isAgreed }) => {
      const { attemptsPerDay, attemptsInAll, pauseMinutes } = calendar.rules;
      const attempts = { today, inAll: today + more, lastAt: after(at, -minutesAgo * MINUTE) };
      const wait = findWait(calendar, attempts, isAgreed, at);
      const isExhausted = attempts.inAll >= (attemptsInAll ?? Infinity);
      const mayCall =
        isOpenPlainly(calendar, at) &&
        !isExhausted &&
        attempts.today < (attemptsPerDay ?? Infinity) &&
        (isAgreed || minutesAgo >= (pauseMinutes ?? 0));
      expect(wait === null).toBe(mayCall);
      expect(wait?.reason === 'attemptsInAll').toBe(isExhausted);
      // For good, or until an open moment to come.
      const until = wait?.until ? new Date(wait.until) : undefined;
      expect(wait === null || isExhausted || until !== undefined).toBe(true);
      expect(until === undefined || (until > at && isOpenPlainly(calendar, until))).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

const mondays = (monday: { from: string; to: string }[]) =>
  Array.from({ length: 7 }, (_, weekday) => (weekday === 1 ? monday : []));
const overlapping = [
  { from: '09:00', to: '13:00' },
  { from: '12:00', to: '18:00' },
];
test.each<[string, object, string]>([
  [
    'hours that end before they begin',
    { week: mondays([{ from: '20:00', to: '09:00' }]) },
    'El horario termina antes de empezar.',
  ],
  ['hours without length', { week: mondays([{ from: '09:00', to: '09:00' }]) }, 'El horario termina antes de empezar.'],
  ['hours that are none', { week: mondays([{ from: '9', to: '25:00' }]) }, 'Ingrese una hora entre 00:00 y 24:00.'],
  ['spans that overlap', { week: mondays(overlapping) }, 'Las franjas de un día van en orden y no se superponen.'],
  ['a week that never opens', { week: mondays([]) }, 'Deje al menos un día con horario.'],
  ['no attempt at all', { attemptsPerDay: 0 }, 'Ingrese un número entre 1 y 50.'],
])('%s are refused with a sentence', (_what, wrong, sentence) => {
  const messages = callingRuleSet.safeParse({ ...NO_RULES, ...wrong }).error?.issues.map(({ message }) => message);
  expect(messages).toContain(sentence);
});

test('with every open day closed by hand the wait is still described', () => {
  const week = mondays([{ from: '09:00', to: '18:00' }]);
  const at = new Date('2026-11-02T15:00Z');
  const holidays = new Map(Array.from({ length: 60 }, (_, n) => [shiftDay('2026-11-02', 7 * n), 'Asueto']));
  const wait = findClosing({ rules: { ...NO_RULES, week, closesOnHolidays: true }, holidays }, at);
  expect(wait).toMatchObject({ reason: 'holiday', detail: 'Asueto' });
  expect(new Date(wait!.until!).getTime()).toBeGreaterThan(at.getTime() + 365 * DAY);
});
