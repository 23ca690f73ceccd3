import { shiftDay, weekdayOf } from '@campanero/contract/calls/calling-hours';
import type { ReportFrequency } from '@campanero/contract/reports/schemas';
import { dayBounds, productDay } from '@campanero/contract/shared/dates';

// When a report is due and what it counts. The clock is the city's (UTC-3, without daylight saving), whatever the server's zone.

export interface ReportTiming {
  frequency: ReportFrequency;
  weekday: number | null;
  hour: number;
}

const HOUR_MS = 3_600_000;
const momentOf = (day: string, hour: number) => new Date(dayBounds(day).from.getTime() + hour * HOUR_MS);

/** The day of the last due report, if it is not before `since`. After days without a server it is one report, not several. */
export function lastDueDay(timing: ReportTiming, now: Date, since: Date, closedAt: Date | null): string | null {
  const today = productDay(now);
  const day = timing.frequency === 'end' ? endDay(timing.hour, closedAt) : latestDay(timing, today, now);
  if (day === null) return null;
  const at = momentOf(day, timing.hour);
  return at <= now && at > since ? day : null;
}

function latestDay({ weekday, hour }: ReportTiming, today: string, now: Date): string {
  const day = momentOf(today, hour) <= now ? today : shiftDay(today, -1);
  return weekday === null ? day : shiftDay(day, -((weekdayOf(day) - weekday + 7) % 7));
}

/** The first such hour after the campaign closed. */
function endDay(hour: number, closedAt: Date | null): string | null {
  if (closedAt === null) return null;
  const day = productDay(closedAt);
  return momentOf(day, hour) >= closedAt ? day : shiftDay(day, 1);
}

/** Null: at the campaign's end. */
export function nextDueAt(timing: ReportTiming, now: Date): Date | null {
  if (timing.frequency === 'end') return null;
  const day = latestDay(timing, productDay(now), now);
  return momentOf(shiftDay(day, timing.frequency === 'weekly' ? 7 : 1), timing.hour);
}

/** Whole days before the due one, so that counters answer; `before`: as many before them. Undefined: all of the campaign. */
export interface ReportPeriod {
  firstDay: string;
  lastDay: string;
  span: { from: Date; to: Date };
  before: { from: Date; to: Date };
}

export function periodOf({ frequency }: ReportTiming, dueDay: string): ReportPeriod | undefined {
  if (frequency === 'end') return undefined;
  const days = frequency === 'weekly' ? 7 : 1;
  const firstDay = shiftDay(dueDay, -days);
  const start = (day: string) => dayBounds(day).from;
  return {
    firstDay,
    lastDay: shiftDay(dueDay, -1),
    span: { from: start(firstDay), to: start(dueDay) },
    before: { from: start(shiftDay(firstDay, -days)), to: start(firstDay) },
  };
}
