import { dayBounds, productDay } from '@campanero/contract/shared/dates';

const DAY_MS = 86_400_000;
/** How many days before today are looked at. */
export const LOOKBACK_DAYS = 14;
/** The pace is an average over at most this many days, the latest that were worked. */
const PACE_DAYS = 7;
/** A pace so slow that the end would lie further ahead is no forecast. */
const FORECAST_DAYS_MAX = 3_650;

interface Work {
  /** Never-called calls that are left. */
  pending: number;
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
 * The pace is how many calls a day are called for the first time: the average of the last seven days before today on which there
 * were any; on a campaign's first day, those of today so far. The forecast spends that pace on the coming days, today included with what is left of it, and skips the weekdays on
 * which nobody has worked lately.
 */
export function forecastEnd({ pending, firstCallsByDay, today, endDay }: Work): Forecast {
  const doneToday = firstCallsByDay.get(today) ?? 0;
  const before = Array.from({ length: LOOKBACK_DAYS }, (_, n) => shiftDay(today, -1 - n));
  const worked = before.filter((day) => (firstCallsByDay.get(day) ?? 0) > 0);
  const counted = worked.slice(0, PACE_DAYS);
  const sum = counted.reduce((calls, day) => calls + firstCallsByDay.get(day)!, 0);
  const pace = counted.length > 0 ? sum / counted.length : doneToday;
  if (pace === 0) return { pace: null, day: null, daysLate: null };
  const rounded = Math.round(pace);
  if (pending === 0) return { pace: rounded, day: null, daysLate: null };

  const restDays = findRestDays(before, worked);
  let left = pending;
  let day = today;
  for (let ahead = 0; ahead <= FORECAST_DAYS_MAX; ahead += 1) {
    day = shiftDay(today, ahead);
    const isWorked = !restDays.has(weekdayOf(day)) || (ahead === 0 && doneToday > 0);
    if (isWorked) left -= ahead === 0 ? Math.max(0, pace - doneToday) : pace;
    if (left <= 0) return { pace: rounded, day, daysLate: daysBetween(endDay, day) };
  }
  return { pace: rounded, day: null, daysLate: null };
}

/** The weekdays on which nobody has worked since the first day of work that is looked at; those not seen since are working days. */
function findRestDays(before: readonly string[], worked: readonly string[]): Set<number> {
  const first = worked.at(-1);
  if (first === undefined) return new Set();
  const seen = new Set(before.filter((day) => day >= first).map(weekdayOf));
  for (const day of worked) seen.delete(weekdayOf(day));
  return seen;
}

const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
export const shiftDay = (day: string, days: number) => productDay(dayBounds(day).from.getTime() + days * DAY_MS);
const daysBetween = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);
