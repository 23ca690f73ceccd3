import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import type { Random } from './random.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** When the centre works: weekdays from nine to eight in the evening, and the day of the first start. */
export interface Calendar {
  now: Date;
  /** An instant by whole days from today (0) and minutes after midnight of UTC-3. */
  at(dayOffset: number, minutes?: number): Date;
  /** The offsets of working days between two offsets, both included, never after today. */
  workdays(from: number, to: number): number[];
  /** How much of a full day's work today has seen so far: little in the early morning and on a weekend. */
  todayShare: number;
  /** A random working time of that day; never in the future. */
  momentOn(dayOffset: number, random: Random): Date;
}

/** Weight of each hour of the day from nine on: slow start, dip at lunch, peak in the late afternoon. */
const RHYTHM = [5, 9, 10, 7, 4, 6, 8, 9, 11, 10, 6].map((weight, hour) => [9 + hour, weight] as const);
const OPENING_MINUTE = 9 * 60;
/** Minimum length of today's work before the first start. */
const WORKED_TODAY_MS = 4 * 60 * MINUTE_MS;
const FULL_DAY_MS = 11 * 60 * MINUTE_MS;
const WEEKEND_SHARE = 0.3;

export function createCalendar(now: Date): Calendar {
  const today = dayBounds(productDay(now)).from.getTime();
  const at = (dayOffset: number, minutes = 0) => new Date(today + dayOffset * DAY_MS + minutes * MINUTE_MS);
  /** The middle of a product's day has the same weekday in UTC. */
  const isWeekend = (dayOffset: number) => [0, 6].includes(at(dayOffset, 720).getUTCDay());
  const opening = Math.max(today, Math.min(at(0, OPENING_MINUTE).getTime(), now.getTime() - WORKED_TODAY_MS));
  return {
    now,
    at,
    todayShare: Math.min(1, (now.getTime() - opening) / FULL_DAY_MS) * (isWeekend(0) ? WEEKEND_SHARE : 1),
    workdays(from, to) {
      const days: number[] = [];
      for (let offset = from; offset <= Math.min(to, 0); offset++)
        if (offset === 0 || !isWeekend(offset)) days.push(offset);
      return days;
    },
    momentOn(dayOffset, random) {
      if (dayOffset === 0)
        return new Date(opening + Math.floor(random.next() * Math.max(now.getTime() - 1000 - opening, 1)));
      const minute = random.weighted(RHYTHM) * 60 + random.int(0, 59);
      return new Date(at(dayOffset, minute).getTime() + random.int(0, 59_999));
    },
  };
}
