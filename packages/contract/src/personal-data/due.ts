import type { RequestKind } from './request-schemas.ts';

/** How long the law gives for an answer (25.326, arts. 14 and 16). */
const ACCESS_DAYS = 10;
const OTHER_WORKING_DAYS = 5;
/** A request is due soon when no more days than this are left; administrators are told then. */
export const DUE_SOON_DAYS = 2;

const DAY_MS = 86_400_000;
const timeOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const isWorking = (time: number, holidays: ReadonlySet<string>) => {
  const weekday = new Date(time).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(dayOf(time));
};

/** The last day (YYYY-MM-DD) for an answer in time, the earliest of its kinds; the day of receipt does not count. */
export const dueOn = (kinds: readonly RequestKind[], receivedOn: string, holidays: ReadonlySet<string>): string =>
  kinds.map((kind) => dueOnOf(kind, receivedOn, holidays)).reduce((a, b) => (a < b ? a : b));

function dueOnOf(kind: RequestKind, receivedOn: string, holidays: ReadonlySet<string>): string {
  let time = timeOf(receivedOn);
  if (kind === 'ACCESO') return dayOf(time + ACCESS_DAYS * DAY_MS);
  for (let left = OTHER_WORKING_DAYS; left > 0;) {
    time += DAY_MS;
    if (isWorking(time, holidays)) left -= 1;
  }
  return dayOf(time);
}

/** Negative when the day is over. */
export const daysLeft = (due: string, today: string): number => Math.round((timeOf(due) - timeOf(today)) / DAY_MS);

export type Urgency = 'late' | 'soon' | 'calm';
export function urgencyOf(due: string, today: string): Urgency {
  const left = daysLeft(due, today);
  if (left < 0) return 'late';
  return left <= DUE_SOON_DAYS ? 'soon' : 'calm';
}
