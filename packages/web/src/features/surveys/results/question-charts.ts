import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { UNKNOWN_WORDS } from '@campanero/contract/surveys/definition';
import type { NumberClass, QuestionResult } from '@campanero/contract/surveys/results-schemas';
import { type BarListRow, barListTable } from '../../../components/chart/bar-list.tsx';
import type { ChartCategory, ChartData, TableText } from '../../../components/chart/data.ts';

/** Up to two decimals, as Spanish writes them. */
const decimal = (value: number) => value.toLocaleString('es-AR', { maximumFractionDigits: 2 });

/** "312 respondieron · 14 no sabe / no contesta · 5 sin responder". */
export const baseInWords = ({ answered, unknown, skipped }: QuestionResult): string =>
  [
    formatCounted(answered, 'respondió', 'respondieron'),
    `${formatCount(unknown)} no sabe / no contesta`,
    skipped > 0 && `${formatCount(skipped)} sin responder`,
  ]
    .filter(Boolean)
    .join(' · ');

export function optionRows({ options }: QuestionResult): BarListRow[] {
  return options
    .filter(({ isRetired, count }) => !isRetired || count > 0)
    .map(({ id, text, isRetired, count }) => ({
      key: String(id),
      label: isRetired ? `${text} (ya no se ofrece)` : text,
      value: count,
      slot: isRetired ? 8 : 1,
    }));
}

/** With those who did not answer below, who have no share. */
export function withOthers(table: TableText, { unknown, skipped }: QuestionResult): TableText {
  const line = (name: string, n: number) => [name, formatCount(n), ...table.head.slice(2).map(() => '—')];
  return { ...table, rows: [...table.rows, line(UNKNOWN_WORDS, unknown), line('Sin responder', skipped)] };
}

export const optionTable = (question: QuestionResult): TableText =>
  withOthers(barListTable('Respuesta', optionRows(question), question.answered), question);

/** "Media 6,33 · Mediana 8 · Desvío estándar 5,29 · De 0 a 10". */
export function distributionInWords({ distribution, unit }: QuestionResult): string | undefined {
  if (!distribution) return undefined;
  const { mean, median, deviation, min, max } = distribution;
  const inUnit = unit && ` ${unit}`;
  return [
    `Media ${decimal(mean)}${inUnit}`,
    `Mediana ${decimal(median)}${inUnit}`,
    deviation !== null && `Desvío estándar ${decimal(deviation)}`,
    `De ${decimal(min)} a ${decimal(max)}${inUnit}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const classLabel = ({ from, to }: NumberClass) => (from === to ? decimal(from) : `${decimal(from)}–${decimal(to)}`);
const className = ({ from, to }: NumberClass, unit: string) =>
  `${from === to ? decimal(from) : `Desde ${decimal(from)}, menos de ${decimal(to)}`}${unit && ` ${unit}`}`;

const MONTHS = 12;

/** All months, or years, from the first to the last. */
function periodsBetween(first: string, last: string): string[] {
  const isYear = first.length === 4;
  const place = (period: string) =>
    isYear ? Number(period) : Number(period.slice(0, 4)) * MONTHS + Number(period.slice(5)) - 1;
  const name = (at: number) =>
    isYear ? String(at) : `${Math.floor(at / MONTHS)}-${String((at % MONTHS) + 1).padStart(2, '0')}`;
  const from = place(first);
  return Array.from({ length: place(last) - from + 1 }, (_, nth) => name(from + nth));
}

const MOST_COLUMNS = 130;

/** Empty ones too, unless a single date far away would make hundreds of them. */
function periodCategories({ periods }: QuestionResult): ChartCategory[] {
  const counts = new Map(periods.map(({ period, count }) => [period, count]));
  const all = periodsBetween(periods[0]?.period ?? '2000', periods.at(-1)?.period ?? '2000');
  return (all.length > MOST_COLUMNS ? [...counts.keys()] : all).map((period) => ({
    key: period,
    label: period.split('-').toReversed().join('-'),
    values: [counts.get(period) ?? 0],
  }));
}

function categoriesOf(question: QuestionResult): ChartCategory[] {
  const { kind, options, classes, unit } = question;
  if (kind === 'scale')
    return options.map(({ id, text, count }) => ({
      key: String(id),
      label: String(id),
      ...(text && { name: `${id} (${text})` }),
      values: [count],
    }));
  if (kind === 'date') return question.answered > 0 ? periodCategories(question) : [];
  return classes.map((each) => ({
    key: String(each.from),
    label: classLabel(each),
    name: className(each, unit),
    values: [each.count],
  }));
}

const AXES: Partial<Record<QuestionResult['kind'], string>> = { scale: 'Puntaje', number: 'Valor' };

export const columnsOf = (question: QuestionResult): ChartData => ({
  axis: AXES[question.kind] ?? (question.periods[0]?.period.length === 4 ? 'Año' : 'Mes'),
  unit: 'count',
  series: [{ key: 'count', name: 'Respuestas', slot: 1 }],
  categories: categoriesOf(question),
});
