import { type Calendar } from '@campanero/contract/calling-rules/calendar';
import { NO_RULES } from '@campanero/contract/calling-rules/schemas';
import { workOfDay } from '@campanero/contract/calling-rules/work-days';
import { type CallingHours, dayDone, daysBetween, shiftDay } from '@campanero/contract/calls/calling-hours';

const ALWAYS_OPEN: Calendar = { rules: NO_RULES, holidays: new Map() };
/** How many days before today are looked at. */
export const LOOKBACK_DAYS = 14;
/** The pace is an average over at most this many days, the latest that were worked. */
const PACE_DAYS = 7;

interface Work {
  /** Never-called calls that are left and not blocked. */
  neverCalled: number;
  /** How many calls were called for the first time on each day (YYYY-MM-DD) of the last LOOKBACK_DAYS days and today; days without any may be absent. */
  firstCallsByDay: ReadonlyMap<string, number>;
  today: string;
  /** The day of the campaign's end. */
  endDay: string;
}

interface Forecast {
  /** Calls called for the first time, a day; null if there were none. */
  pace: number | null;
  day: string | null;
  daysLate: number | null;
}

/**
 * The pace is the campaign's own: how many calls a day are called for the first time, on average of the last seven days before
 * today on which there were any; on a campaign's first day, those of today so far. The days it is spent on are the
 * installation's: a young campaign has not seen enough of them to tell a day of rest from one on which nobody happened to work.
 * Where its rules of calling have hours, only these count, a short day for less than a long one.
 */
export function forecastEnd(
  { neverCalled, firstCallsByDay, today, endDay }: Work,
  hours: CallingHours,
  calendar: Calendar = ALWAYS_OPEN,
): Forecast {
  const doneToday = firstCallsByDay.get(today) ?? 0;
  const before = Array.from({ length: LOOKBACK_DAYS }, (_, n) => shiftDay(today, -1 - n));
  const measured = before.filter((day) => (firstCallsByDay.get(day) ?? 0) > 0).slice(0, PACE_DAYS);
  const lately = measured.map((day) => firstCallsByDay.get(day)!);
  const pace = lately.length > 0 ? lately.reduce((sum, calls) => sum + calls, 0) / lately.length : doneToday;
  if (pace === 0) return { pace: null, day: null, daysLate: null };
  const work = { left: neverCalled, pace, doneToday, today };
  const day = neverCalled === 0 ? null : dayDone(work, workOfDay(hours, calendar, measured));
  return { pace: Math.round(pace), day, daysLate: day === null ? null : daysBetween(endDay, day) };
}
