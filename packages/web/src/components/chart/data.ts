import { formatCount, formatPercent, formatShare, NO_VALUE } from '@campanero/contract/shared/numbers';

/** Index into the palette; 2, 4 and 6 also carry a pattern, because colour must never be the only sign. */
export type ChartSlot = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;

export interface ChartSeries {
  key: string;
  name: string;
  slot: ChartSlot;
}

export interface ChartCategory {
  key: string;
  label: string;
  /** Full name for tooltip and table: "Noviembre 2026" where the axis says "Nov". */
  name?: string;
  /** Addition in tooltip and table: "en curso". */
  note?: string;
  /** One value per series; null is no value, which is not zero. */
  values: readonly (number | null)[];
}

/** Plot, table and copied text are all made from this. */
export interface ChartData {
  /** Head of the table's first column: "Mes", "Operador". */
  axis: string;
  /** Counts, or percentages (0 to 100). */
  unit: 'count' | 'percent';
  series: readonly ChartSeries[];
  categories: readonly ChartCategory[];
  /** The series add up: the table gets a total. */
  additive?: boolean;
  /** Values are shown as shares of their category's total. */
  shares?: boolean;
}

export const sum = (values: readonly (number | null)[]): number =>
  values.reduce<number>((total, value) => total + (value ?? 0), 0);

export const seriesName = ({ name, label, note }: ChartCategory): string =>
  `${name ?? label}${note ? ` · ${note}` : ''}`;

export function formatValue(unit: ChartData['unit'], value: number | null | undefined): string {
  if (value === null || value === undefined) return NO_VALUE;
  return unit === 'percent' ? formatPercent(value / 100) : formatCount(value);
}

export const cellsOf = (data: ChartData, { values }: ChartCategory): string[] =>
  values.map((value) => (data.shares ? formatShare(value ?? 0, sum(values)) : formatValue(data.unit, value)));

export const totalOf = (data: ChartData, place: number): number =>
  sum(data.categories.map(({ values }) => values[place] ?? null));

/** No category or no value above zero (percentages: no value at all). */
export function isEmpty({ unit, categories }: ChartData): boolean {
  const values = categories.flatMap((category) => category.values);
  return unit === 'percent' ? values.every((value) => value === null) : sum(values) === 0;
}

export function withoutSeries(data: ChartData, hidden: ReadonlySet<string>): ChartData {
  const kept = data.series.map(({ key }) => !hidden.has(key));
  return {
    ...data,
    series: data.series.filter((_, place) => kept[place]),
    categories: data.categories.map((category) => ({
      ...category,
      values: category.values.filter((_, place) => kept[place]),
    })),
  };
}

export interface TableText {
  head: readonly string[];
  rows: readonly (readonly string[])[];
}

export function tableOf(data: ChartData): TableText {
  const total = data.additive ? ['Total'] : [];
  return {
    head: [data.axis, ...data.series.map(({ name }) => name), ...total],
    rows: data.categories.map((category) => [
      seriesName(category),
      ...cellsOf(data, category),
      ...total.map(() => formatCount(sum(category.values))),
    ]),
  };
}

export const tabSeparated = ({ head, rows }: TableText): string =>
  [head, ...rows].map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' ')).join('\t')).join('\n');

/** Summary for screen readers; the numbers are in the table. */
export const summaryOf = (title: string, data: ChartData): string =>
  `${title}. ${data.series.map((series, place) => (data.unit === 'count' ? `${series.name}: ${formatCount(totalOf(data, place))}` : series.name)).join(', ')}. ${data.axis}: ${data.categories.length}.`;
