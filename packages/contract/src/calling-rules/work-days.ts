import { type CallingHours, shiftDay } from '../calls/calling-hours.ts';
import { type Calendar, hasHours, openMinutes } from './calendar.ts';

// Rules say when one may call, the hours learnt from what was registered say when one does: work is expected where both agree.

const WEEK = 7;
const SOME_SUNDAY = '2026-01-04';

/** The weekdays on which rules open at all, holidays aside; every one without rules. */
const openWeekdays = ({ rules }: Calendar) =>
  new Set(Array.from({ length: WEEK }, (_, weekday) => weekday).filter((n) => rules.week?.[n]?.length !== 0));

/** The weekdays (0: Sunday) on which calls are made under these rules; those of the rules where they and habit share none. */
export function expectedWeekdays(habit: CallingHours, calendar: Calendar): Set<number> {
  const open = openWeekdays(calendar);
  const both = new Set([...open].filter((weekday) => habit.week[weekday]!.size > 0));
  return both.size > 0 ? both : open;
}

/**
 * For dayDone(): whether a day is worked and, where the rules have hours, which part of a usual day it is worth. A usual day is
 * one of `measured`, those that the pace comes from.
 */
export function workOfDay(habit: CallingHours, calendar: Calendar, measured: readonly string[]) {
  const weekdays = expectedWeekdays(habit, calendar);
  if (!hasHours(calendar.rules)) return (weekday: number): boolean => weekdays.has(weekday);
  const usual = usualMinutes(calendar, measured);
  return (weekday: number, day: string): boolean | number => {
    const minutes = openMinutes(calendar, day);
    return minutes > 0 && !weekdays.has(weekday) ? false : minutes / usual;
  };
}

/** The average of the days that were open; where none was, of those of a week. */
function usualMinutes(calendar: Calendar, measured: readonly string[]): number {
  const open = measured.map((day) => openMinutes(calendar, day)).filter((minutes) => minutes > 0);
  if (open.length > 0) return open.reduce((sum, minutes) => sum + minutes, 0) / open.length;
  const bare: Calendar = { ...calendar, holidays: new Map() };
  const days = Array.from({ length: WEEK }, (_, n) => shiftDay(SOME_SUNDAY, n)).filter(
    (day) => openMinutes(bare, day) > 0,
  );
  return days.reduce((sum, day) => sum + openMinutes(bare, day), 0) / days.length;
}
