import { daysBetween, shiftDay, weekdayOf } from '../calls/calling-hours.ts';
import type { RequestKind } from './request-schemas.ts';

/** How long the law gives for an answer (25.326, arts. 14 and 16). */
const ACCESS_DAYS = 10;
const OTHER_WORKING_DAYS = 5;
/** Administrators are notified from here on. */
export const DUE_SOON_DAYS = 2;

const isWorking = (day: string, holidays: ReadonlySet<string>) =>
  weekdayOf(day) !== 0 && weekdayOf(day) !== 6 && !holidays.has(day);

/** The last day (YYYY-MM-DD) for an answer in time, the earliest of its kinds; the day of receipt does not count. */
export const dueOn = (kinds: readonly RequestKind[], receivedOn: string, holidays: ReadonlySet<string>): string =>
  kinds.map((kind) => dueOnOf(kind, receivedOn, holidays)).reduce((a, b) => (a < b ? a : b));

function dueOnOf(kind: RequestKind, receivedOn: string, holidays: ReadonlySet<string>): string {
  if (kind === 'ACCESO') return shiftDay(receivedOn, ACCESS_DAYS);
  let day = receivedOn;
  for (let left = OTHER_WORKING_DAYS; left > 0;) {
    day = shiftDay(day, 1);
    if (isWorking(day, holidays)) left -= 1;
  }
  return day;
}

/** Negative when the day is over. */
export const daysLeft = (due: string, today: string): number => daysBetween(today, due);

export type Urgency = 'late' | 'soon' | 'calm';
export function urgencyOf(due: string, today: string): Urgency {
  const left = daysLeft(due, today);
  if (left < 0) return 'late';
  return left <= DUE_SOON_DAYS ? 'soon' : 'calm';
}
