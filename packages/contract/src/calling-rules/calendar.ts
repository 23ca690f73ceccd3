import { shiftDay, weekdayOf } from '../calls/calling-hours.ts';
import { dayBounds, productDay } from '../shared/dates.ts';
import type { CallingRules, OpenSpan } from './schemas.ts';

// Open hours of calling rules, at UTC-3. Spans exclude their end.

/** Rules with the names of the holidays they close on, by day. */
export type Calendar = { rules: CallingRules; holidays: ReadonlyMap<string, string> };

type Span = { from: Date; to: Date };

const MINUTE_MS = 60_000;
/** Rules that open on some weekday open within this time, even with the holidays of two years. */
const SEARCH_DAYS = 400;

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
const WHOLE_DAY: readonly OpenSpan[] = [{ from: '00:00', to: '24:00' }];

export const hasHours = ({ week, closesOnHolidays }: CallingRules) => week !== null || closesOnHolidays;

export const holidayOn = ({ rules, holidays }: Calendar, day: string): string | undefined =>
  rules.closesOnHolidays ? holidays.get(day) : undefined;

function openSpans(calendar: Calendar, day: string): readonly OpenSpan[] {
  if (holidayOn(calendar, day) !== undefined) return [];
  return calendar.rules.week === null ? WHOLE_DAY : calendar.rules.week[weekdayOf(day)]!;
}

export const openMinutes = (calendar: Calendar, day: string): number =>
  openSpans(calendar, day).reduce((sum, { from, to }) => sum + minutesOf(to) - minutesOf(from), 0);

function spansOf(calendar: Calendar, day: string): Span[] {
  const midnight = dayBounds(day).from.getTime();
  const at = (time: string) => new Date(midnight + minutesOf(time) * MINUTE_MS);
  return openSpans(calendar, day).map(({ from, to }) => ({ from: at(from), to: at(to) }));
}

export const isOpen = (calendar: Calendar, at: Date): boolean =>
  spansOf(calendar, productDay(at)).some(({ from, to }) => from <= at && at < to);

/** The moment itself while open, else the next opening or the end of the search. */
export function opensAt(calendar: Calendar, at: Date): Date {
  const today = productDay(at);
  for (let ahead = 0; ahead <= SEARCH_DAYS; ahead += 1)
    for (const { from, to } of spansOf(calendar, shiftDay(today, ahead))) if (at < to) return from > at ? from : at;
  return dayBounds(shiftDay(today, SEARCH_DAYS + 1)).from;
}

/** Start of the current opening, at most a week ago; null when closed. */
export function openSince(calendar: Calendar, at: Date): Date | null {
  if (!isOpen(calendar, at)) return null;
  const today = productDay(at);
  let since: Date = at;
  for (let back = 0; back <= 7; back += 1) {
    for (const { from, to } of spansOf(calendar, shiftDay(today, -back)).toReversed()) {
      if (from > at) continue;
      if (to < since) return since;
      since = from;
    }
    if (since > dayBounds(shiftDay(today, -back)).from) return since;
  }
  return since;
}

/** End of the last opening before a moment, within two months; the moment itself if there was none. */
export function closedBefore(calendar: Calendar, at: Date): Date {
  const today = productDay(at);
  for (let back = 0; back <= 60; back += 1)
    for (const { to } of spansOf(calendar, shiftDay(today, -back)).toReversed()) if (to <= at) return to;
  return at;
}
