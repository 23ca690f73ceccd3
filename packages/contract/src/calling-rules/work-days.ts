import { type CallingHours, shiftDay } from '../calls/calling-hours.ts';
import { type Calendar, hasHours, openMinutes } from './calendar.ts';

// Calls are expected when both the calling rules and the learnt hours are open.

const WEEK = 7;
const SOME_SUNDAY = '2026-01-04';

/** Weekdays on which the rules open, holidays aside. */
const openWeekdays = ({ rules }: Calendar) =>
  new Set(Array.from({ length: WEEK }, (_, weekday) => weekday).filter((n) => rules.week?.[n]?.length !== 0));

/** Weekdays (0: Sunday) of rules and habit; those of the rules if they share none. */
export function expectedWeekdays(habit: CallingHours, calendar: Calendar): Set<number> {
  const open = openWeekdays(calendar);
  const both = new Set([...open].filter((weekday) => habit.week[weekday]!.size > 0));
  return both.size > 0 ? both : open;
}

/** For dayDone(): whether a day is worked or, if the rules have hours, its part of a usual day (one of `measured`). */
export function workOfDay(habit: CallingHours, calendar: Calendar, measured: readonly string[]) {
  const weekdays = expectedWeekdays(habit, calendar);
  if (!hasHours(calendar.rules)) return (weekday: number): boolean => weekdays.has(weekday);
  const usual = usualMinutes(calendar, measured);
  return (weekday: number, day: string): boolean | number => {
    const minutes = openMinutes(calendar, day);
    return minutes > 0 && !weekdays.has(weekday) ? false : minutes / usual;
  };
}

/** Average of the open days; if there was none, of a week. */
function usualMinutes(calendar: Calendar, measured: readonly string[]): number {
  const open = measured.map((day) => openMinutes(calendar, day)).filter((minutes) => minutes > 0);
  if (open.length > 0) return open.reduce((sum, minutes) => sum + minutes, 0) / open.length;
  const bare: Calendar = { ...calendar, holidays: new Map() };
  const days = Array.from({ length: WEEK }, (_, n) => shiftDay(SOME_SUNDAY, n)).filter(
    (day) => openMinutes(bare, day) > 0,
  );
  return days.reduce((sum, day) => sum + openMinutes(bare, day), 0) / days.length;
}
