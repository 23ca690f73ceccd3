import { dayBounds, formatDay, productDay } from '@campanero/contract/shared/dates';
import { shortDay } from '../../lib/text/when.ts';
import type { ChartCategory } from './data.ts';

const MOST_COLUMNS = 90;
const DAYS_OF_WEEK = 7;
const DAY_MS = 86_400_000;

const shift = (day: string, days: number) => productDay(dayBounds(day).from.getTime() + days * DAY_MS);
/** 2026-11-16 is a Monday. */
const mondayOf = (day: string) => {
  const since = Math.round((Date.parse(day) - Date.parse('2026-11-16')) / DAY_MS);
  return shift(day, -(((since % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK));
};

interface DayValues {
  date: string;
  /** One per series. */
  values: readonly number[];
}

/** One column per day (or week, for long spans) from the first to the last one, including empty ones. */
export function dayColumns(
  days: readonly DayValues[],
  today: string,
): { axis: 'Día' | 'Semana del'; categories: ChartCategory[] } {
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  const length = first && last ? (Date.parse(last) - Date.parse(first)) / DAY_MS + 1 : 0;
  const byWeek = length > MOST_COLUMNS;
  const columnOf = byWeek ? mondayOf : (day: string) => day;
  const columns = new Map<string, number[]>();
  const empty = days[0]?.values.map(() => 0) ?? [];
  if (first && last)
    for (let day = columnOf(first); day <= last; day = shift(day, byWeek ? DAYS_OF_WEEK : 1))
      columns.set(day, [...empty]);
  for (const { date, values } of days) {
    const sums = columns.get(columnOf(date))!;
    for (const [place, value] of values.entries()) sums[place]! += value;
  }
  return {
    axis: byWeek ? 'Semana del' : 'Día',
    categories: [...columns].map(([day, values]) => ({
      key: day,
      label: shortDay(day),
      name: formatDay(day),
      ...(day === columnOf(today) && { note: 'en curso' }),
      values,
    })),
  };
}
