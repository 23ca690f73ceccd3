import { type Calendar } from '@campanero/contract/calling-rules/calendar';
import { NO_RULES } from '@campanero/contract/calling-rules/schemas';
import { workOfDay } from '@campanero/contract/calling-rules/work-days';
import { type CallingHours, dayDone, daysBetween, shiftDay } from '@campanero/contract/calls/calling-hours';

const ALWAYS_OPEN: Calendar = { rules: NO_RULES, holidays: new Map() };
export const LOOKBACK_DAYS = 14;
/** Number of most recent working days that the pace is averaged over. */
const PACE_DAYS = 7;

interface RemainingWork {
  /** Never-called calls that are not blocked. */
  neverCalled: number;
  /** First calls per day (YYYY-MM-DD) of the last LOOKBACK_DAYS days and today; days without any may be absent. */
  firstCallsByDay: ReadonlyMap<string, number>;
  today: string;
  endDay: string;
}

// Average of first calls on the last seven working days, or today's count on the first day. Working days are those of the
// installation: a young campaign has too few. Weighted by the calling hours, if any.
export function forecastEnd(
  { neverCalled, firstCallsByDay, today, endDay }: RemainingWork,
  hours: CallingHours,
  calendar: Calendar = ALWAYS_OPEN,
) {
  const doneToday = firstCallsByDay.get(today) ?? 0;
  const before = Array.from({ length: LOOKBACK_DAYS }, (_, n) => shiftDay(today, -1 - n));
  const measured = before.filter((day) => (firstCallsByDay.get(day) ?? 0) > 0).slice(0, PACE_DAYS);
  const recentCounts = measured.map((day) => firstCallsByDay.get(day)!);
  const pace =
    recentCounts.length > 0 ? recentCounts.reduce((sum, calls) => sum + calls, 0) / recentCounts.length : doneToday;
  if (pace === 0) return { pace: null, day: null, daysLate: null };
  const work = { left: neverCalled, pace, doneToday, today };
  const day = neverCalled === 0 ? null : dayDone(work, workOfDay(hours, calendar, measured));
  return { pace: Math.round(pace), day, daysLate: day === null ? null : daysBetween(endDay, day) };
}
