import { CALL_REST_MS, CALLS_A_DAY_MAX } from '../limits.ts';
import { dayBounds, productDay } from '../shared/dates.ts';
import { shiftDay } from '../calls/calling-hours.ts';
import { type Calendar, hasHours, holidayOn, isOpen, opensAt } from './calendar.ts';
import type { CallingRules, CallingWait } from './schemas.ts';

type Attempts = { today: number; inAll: number; lastAt: Date | null };

export const pauseOf = ({ pauseMinutes }: CallingRules) =>
  pauseMinutes === null ? CALL_REST_MS : pauseMinutes * 60_000;
/** Attempts a day at a call that has no date. */
export const attemptsADay = ({ attemptsPerDay }: CallingRules) => attemptsPerDay ?? CALLS_A_DAY_MAX;

export const hasLimits = ({ attemptsPerDay, attemptsInAll, pauseMinutes }: CallingRules) =>
  attemptsPerDay !== null || attemptsInAll !== null || pauseMinutes !== null;

// Null if the number may be called. The default limits of next-contact do not count here. The pause does not apply to agreed
// callbacks, the limits do (rule calls/calling-rules).
export function findWait(calendar: Calendar, attempts: Attempts, isAgreed: boolean, at: Date): CallingWait | null {
  const { attemptsPerDay, attemptsInAll, pauseMinutes } = calendar.rules;
  const until = (moment: Date) => opensAt(calendar, moment).toISOString();
  if (attemptsInAll !== null && attempts.inAll >= attemptsInAll)
    return { reason: 'attemptsInAll', until: null, detail: String(attempts.inAll) };
  if (attemptsPerDay !== null && attempts.today >= attemptsPerDay) {
    const tomorrow = dayBounds(shiftDay(productDay(at), 1)).from;
    return { reason: 'attemptsToday', until: until(tomorrow), detail: String(attempts.today) };
  }
  if (pauseMinutes !== null && !isAgreed && attempts.lastAt) {
    const rested = new Date(attempts.lastAt.getTime() + pauseOf(calendar.rules));
    if (rested > at) return { reason: 'pause', until: until(rested), detail: null };
  }
  return findClosing(calendar, at);
}

/** Hours and holidays only, which apply to a whole campaign. */
export function findClosing(calendar: Calendar, at: Date): CallingWait | null {
  if (!hasHours(calendar.rules) || isOpen(calendar, at)) return null;
  const holiday = holidayOn(calendar, productDay(at));
  return {
    reason: holiday === undefined ? 'hours' : 'holiday',
    until: opensAt(calendar, at).toISOString(),
    detail: holiday ?? null,
  };
}
