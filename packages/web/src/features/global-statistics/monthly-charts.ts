import type { MonthlyMetrics, MonthlySeries, StatisticsSide } from '@campanero/contract/statistics/global-schemas';
import { productDay } from '@campanero/contract/shared/dates';
import type { ChartCategory, ChartData, ChartSeries } from '../../components/chart/data.ts';
import { capitalised } from '../../lib/text/when.ts';

interface MonthRow {
  month: number;
  year: number;
}

function monthCategory({ month, year }: MonthRow, now: Date, values: ChartCategory['values']): ChartCategory {
  const key = `${year}-${String(month).padStart(2, '0')}`;
  const name = capitalised(new Date(key).toLocaleDateString('es', { month: 'long', timeZone: 'UTC' }));
  const isRunning = productDay(now).startsWith(key);
  return { key, label: name.slice(0, 3), name: `${name} ${year}`, ...(isRunning && { note: 'en curso' }), values };
}

/** Fixed colours, whichever side is shown. */
const SERIES: readonly (ChartSeries & { key: 'internal' | 'external' })[] = [
  { key: 'internal', name: 'Internas', slot: 1 },
  { key: 'external', name: 'Externas', slot: 2 },
];
const shownOf = (side: StatisticsSide) => SERIES.filter(({ key }) => side === 'general' || side === key);

interface MonthlyChart<R extends MonthRow> {
  unit: ChartData['unit'];
  additive: boolean;
  rows: readonly R[];
  side: StatisticsSide;
  now: Date;
  valueOf: (row: R, side: 'internal' | 'external') => number | null;
}

function monthlyChart<R extends MonthRow>({ unit, additive, rows, side, now, valueOf }: MonthlyChart<R>): ChartData {
  const series = shownOf(side);
  return {
    axis: 'Mes',
    unit,
    additive: additive && series.length > 1,
    series,
    categories: rows.map((row) =>
      monthCategory(
        row,
        now,
        series.map(({ key }) => valueOf(row, key)),
      ),
    ),
  };
}

type Counted = 'Campaigns' | 'Calls' | 'OperatorCalls';

export const countsByMonth = (rows: MonthlySeries, what: Counted, side: StatisticsSide, now: Date): ChartData =>
  monthlyChart({ unit: 'count', additive: true, rows, side, now, valueOf: (row, key) => row[`${key}${what}`] });

export const ratesByMonth = (
  rows: MonthlyMetrics,
  what: 'contactability' | 'effectiveness',
  side: StatisticsSide,
  now: Date,
): ChartData =>
  monthlyChart({ unit: 'percent', additive: false, rows, side, now, valueOf: (row, key) => row[key][what] });
