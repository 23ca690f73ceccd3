import { dayBounds, PRODUCT_OFFSET_MINUTES, productDay } from '../shared/dates.ts';

// Usual calling hours of an installation, learnt from recent registrations, in the product's time zone.

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_DAYS = [0, 1, 2, 3, 4, 5, 6] as const;

/** Four of each weekday, so that one holiday does not count. */
export const LEARNING_DAYS = 28;
/** An hour is usual on a weekday if it was worked on at least this share of its days. */
const USUAL_SHARE = 0.5;
/** A weekday without work is a day of rest only if it was seen this often. */
const REST_SEEN_TIMES = 2;

/** Until there are registrations. */
const DEFAULT_HOURS = { from: 9, to: 20, days: [1, 2, 3, 4, 5] };

/** From the hour of the first registration of a day (YYYY-MM-DD) to that of the last. */
export type WorkSpan = { day: string; fromHour: number; toHour: number };

/** Not learned: assumed, since nothing was registered lately. */
export type CallingHours = { week: readonly ReadonlySet<number>[]; isLearned: boolean };

const hoursBetween = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n);
const defaultHoursOf = (weekday: number): Set<number> =>
  new Set(DEFAULT_HOURS.days.includes(weekday) ? hoursBetween(DEFAULT_HOURS.from, DEFAULT_HOURS.to - 1) : []);
export const DEFAULT_CALLING_HOURS: CallingHours = { week: WEEK_DAYS.map(defaultHoursOf), isLearned: false };

/** The hours worked on at least half of a weekday's days. A weekday hardly seen and never worked keeps the default hours. */
export function learnCallingHours(spans: readonly WorkSpan[], today: string): CallingHours {
  const past = spans.filter(({ day }) => day < today);
  if (past.length === 0) return DEFAULT_CALLING_HOURS;
  const first = past.reduce((least, { day }) => (day < least ? day : least), today);
  const worked = Map.groupBy(past, ({ day }) => day);
  const seen = Map.groupBy(daysFrom(first, today), weekdayOf);
  const week = WEEK_DAYS.map((weekday) => {
    const days = seen.get(weekday) ?? [];
    const usual = usualHours(
      days.map((day) => worked.get(day) ?? []),
      days.length,
    );
    return usual.size > 0 || days.length >= REST_SEEN_TIMES ? usual : defaultHoursOf(weekday);
  });
  return week.every(({ size }) => size === 0) ? DEFAULT_CALLING_HOURS : { week, isLearned: true };
}

function usualHours(days: readonly (readonly WorkSpan[])[], times: number): Set<number> {
  const daysOf = new Map<number, number>();
  for (const spans of days)
    for (const hour of new Set(spans.flatMap(({ fromHour, toHour }) => hoursBetween(fromHour, toHour))))
      daysOf.set(hour, (daysOf.get(hour) ?? 0) + 1);
  return new Set([...daysOf].filter(([, count]) => count >= times * USUAL_SHARE).map(([hour]) => hour));
}

/** Since when these hours have gone on without a break; null outside of them. */
export function callingSince({ week }: CallingHours, now: Date): Date | null {
  const isOpen = (hour: number) => {
    const shifted = new Date(hour * HOUR_MS + PRODUCT_OFFSET_MINUTES * 60_000);
    return week[shifted.getUTCDay()]!.has(shifted.getUTCHours());
  };
  // Whole hours of the product begin with whole hours of UTC.
  let hour = Math.floor(now.getTime() / HOUR_MS);
  if (!isOpen(hour)) return null;
  for (let steps = 1; steps < 7 * 24 && isOpen(hour - 1); steps += 1) hour -= 1;
  return new Date(hour * HOUR_MS);
}

/** The hours of one day as a span, end exclusive; null on a day of rest. */
export function hoursOfDay({ week }: CallingHours, day: string): { from: number; to: number } | null {
  const hours = [...week[weekdayOf(day)]!];
  return hours.length === 0 ? null : { from: Math.min(...hours), to: Math.max(...hours) + 1 };
}

const AHEAD_DAYS_MAX = 3_650;

// The day on which `left` is done at `pace` per working day; null beyond ten years. `isWorked`: whether a day is worked, or its part
// of a usual day. Today counts what is still missing, also on a day of rest with work done.
export function dayDone(
  work: { left: number; pace: number; doneToday: number; today: string },
  isWorked: (weekday: number, day: string) => boolean | number,
): string | null {
  let { left } = work;
  for (let ahead = 0; ahead <= AHEAD_DAYS_MAX; ahead += 1) {
    const day = shiftDay(work.today, ahead);
    const worked = isWorked(weekdayOf(day), day);
    const worth = worked === false && ahead === 0 && work.doneToday > 0 ? 1 : Number(worked);
    left -= Math.max(0, work.pace * worth - (ahead === 0 ? work.doneToday : 0));
    if (left <= 0) return day;
  }
  return null;
}

export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
export const shiftDay = (day: string, days: number) => productDay(dayBounds(day).from.getTime() + days * DAY_MS);
export const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

const daysFrom = (first: string, end: string) =>
  Array.from({ length: daysBetween(first, end) }, (_, n) => shiftDay(first, n));
