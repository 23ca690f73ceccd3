import { dayBounds, formatDay, productDay } from '@campanero/contract/shared/dates';
import type { CampaignDay } from '@campanero/contract/statistics/campaign-endpoints';
import type { ChartData } from '../../components/chart/data.ts';
import { shortDay } from '../../lib/text/when.ts';

const MOST_COLUMNS = 90;
const DAYS_OF_WEEK = 7;
const DAY_MS = 86_400_000;

const shift = (day: string, days: number) => productDay(dayBounds(day).from.getTime() + days * DAY_MS);
/** 2026-11-16 is a Monday. */
const mondayOf = (day: string) => {
  const since = Math.round((Date.parse(day) - Date.parse('2026-11-16')) / DAY_MS);
  return shift(day, -(((since % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK));
};

/** One column per day (or week, for long spans) from the first to the last call, including empty ones. */
export function chartOfDays(days: readonly CampaignDay[], today: string): ChartData {
  const [first, last] = [days[0]?.date, days.at(-1)?.date];
  const length = first && last ? (Date.parse(last) - Date.parse(first)) / DAY_MS + 1 : 0;
  const byWeek = length > MOST_COLUMNS;
  const columnOf = byWeek ? mondayOf : (day: string) => day;
  const columns = new Map<string, [number, number, number]>();
  if (first && last)
    for (let day = columnOf(first); day <= last; day = shift(day, byWeek ? DAYS_OF_WEEK : 1))
      columns.set(day, [0, 0, 0]);
  for (const { date, callsMade, effective, contactedOnly } of days) {
    const sums = columns.get(columnOf(date))!;
    for (const [place, value] of [effective, contactedOnly, callsMade - effective - contactedOnly].entries())
      sums[place]! += value;
  }
  return {
    axis: byWeek ? 'Semana del' : 'Día',
    unit: 'count',
    additive: true,
    series: [
      { key: 'effective', name: 'Efectivos', slot: 1 },
      { key: 'contacted', name: 'Otros contactados', slot: 3 },
      { key: 'others', name: 'Sin contacto', slot: 8 },
    ],
    categories: [...columns].map(([day, values]) => ({
      key: day,
      label: shortDay(day),
      name: formatDay(day),
      ...(day === columnOf(today) && { note: 'en curso' }),
      values,
    })),
  };
}
