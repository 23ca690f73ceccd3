import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { STATISTICS_MONTHS } from '@campanero/contract/limits';
import { productDay } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import type {
  GlobalFigures,
  MonthlyMetrics,
  MonthlySeries,
  StatisticsSide,
} from '@campanero/contract/statistics/global-endpoints';
import { Button, styled, Typography } from '@mui/material';
import { useState } from 'react';
import { BarList, barListTable } from '../../components/chart/bar-list.tsx';
import { ChartCard, FigureCard } from '../../components/chart/chart-card.tsx';
import { Columns } from '../../components/chart/columns.tsx';
import type { ChartCategory, ChartData, ChartSeries } from '../../components/chart/data.ts';
import { type Kpi, KpiStrip } from '../../components/chart/kpi-strip.tsx';
import { Lines } from '../../components/chart/lines.tsx';
import { ChoiceMenu } from '../../components/fields/choice-menu.tsx';
import { Stacked } from '../../components/layout.tsx';
import { StatusChip } from '../../components/status-chip.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { useNow } from '../../lib/clock.ts';
import { capitalised } from '../../lib/text/when.ts';

type BoardProps = { figures: GlobalFigures; series: MonthlySeries; metrics: MonthlyMetrics; side: StatisticsSide };

const NO_CAMPAIGNS = 'Todavía no hay campañas. La primera se crea en Campañas.';
const RATES = [
  ['contactability', 'Contactabilidad'],
  ['effectiveness', 'Efectividad'],
] as const;
const NO_CALLS = `No hubo llamados en los últimos ${STATISTICS_MONTHS} meses.`;

export function StatisticsBoard({ figures, series, metrics, side }: BoardProps) {
  const now = useNow();
  return (
    <Stacked>
      <TotalsStrip figures={figures} side={side} />
      <Stacked sx={{ gridTemplateColumns: { lg: 'repeat(2, minmax(0, 1fr))' } }}>
        <ChartCard
          title="Campañas iniciadas por mes"
          data={countsByMonth(series, 'Campaigns', side, now)}
          emptyText={`No se iniciaron campañas en los últimos ${STATISTICS_MONTHS} meses.`}
        >
          {(data) => <Columns title="Campañas iniciadas por mes" data={data} />}
        </ChartCard>
        <CallsByMonth series={series} side={side} now={now} />
        {RATES.map(([rate, title]) => (
          <ChartCard
            key={rate}
            title={title}
            subtitle="% de llamados, eje 0–100"
            legend="none"
            data={monthlyChart({ unit: 'percent', rows: metrics, side, now, valueOf: (row, key) => row[key][rate] })}
            emptyText={NO_CALLS}
          >
            {(data) => <Lines title={`${title} por mes`} data={data} />}
          </ChartCard>
        ))}
      </Stacked>
      <Objectives figures={figures} side={side} />
    </Stacked>
  );
}

const CALL_KINDS = [
  { value: 'OperatorCalls', label: 'registrados' },
  { value: 'Calls', label: 'cargados' },
] as const;

function CallsByMonth({ series, side, now }: { series: MonthlySeries; side: StatisticsSide; now: Date }) {
  const [kind, setKind] = useState<(typeof CALL_KINDS)[number]['value']>('OperatorCalls');
  return (
    <ChartCard
      title="Llamados por mes"
      controls={
        <Typography variant="body2" component="div" sx={{ mx: -2, my: -1.5 }}>
          <VisuallyHidden id="calls-kind">Qué llamados</VisuallyHidden>
          <ChoiceMenu
            labelledBy="calls-kind"
            value={kind}
            options={CALL_KINDS}
            onChange={setKind}
            style={{ fontWeight: 500 }}
          />
        </Typography>
      }
      data={countsByMonth(series, kind, side, now)}
      emptyText={kind === 'Calls' ? `No se cargaron contactos en los últimos ${STATISTICS_MONTHS} meses.` : NO_CALLS}
    >
      {(data) => <Columns title="Llamados por mes" data={data} />}
    </ChartCard>
  );
}

const STATUS_ORDER: readonly CampaignStatus[] = [
  'EN CURSO',
  'AUDIENCIA PROCESADA',
  'CARGANDO AUDIENCIA',
  'PENDIENTE',
  'PAUSADA',
  'REVISANDO',
  'FINALIZANDO',
  'FINALIZADA',
];

/** On one line where there is room for it without icons. */
const ByStatus = styled('dd')({
  '&&': { marginTop: '0.375rem' },
  display: 'flex',
  flexWrap: 'wrap',
  gap: '0.375rem',
  '@container (51rem < width < 63rem)': { '& svg': { display: 'none' }, '& > span': { paddingInline: '6px' } },
});

function TotalsStrip({ figures: { campaigns, operators }, side }: Pick<BoardProps, 'figures' | 'side'>) {
  const shown = campaigns[side];
  const parts = (internal: number, external: number, words: readonly [string, string]) =>
    side === 'general' ? `${formatCount(internal)} ${words[0]} · ${formatCount(external)} ${words[1]}` : undefined;
  const withNote = (label: string, value: number, note: string): Kpi => ({ label, value: formatCount(value), note });
  return (
    <KpiStrip
      figures={[
        withNote(
          'Campañas',
          shown.total,
          parts(campaigns.internal.total, campaigns.external.total, ['internas', 'externas']) ??
            `de ${formatCount(campaigns.general.total)} en total`,
        ),
        withNote('Contactos cargados', shown.calls.total, 'en todas las campañas'),
        withNote('Llamados de operadores', shown.operatorCalls.total, `últimos ${STATISTICS_MONTHS} meses`),
        withNote(
          'Operadores activos',
          operators[side].total,
          parts(operators.internal.total, operators.external.total, ['internos', 'externos']) ??
            `de ${formatCount(operators.general.total)} en total`,
        ),
      ]}
    >
      <dt>Campañas por estado</dt>
      <ByStatus>
        {STATUS_ORDER.flatMap((status) => {
          const count = shown.status.find(({ name }) => name === status)?.count ?? 0;
          return count > 0 ? [<StatusChip key={status} status={status} count={count} />] : [];
        })}
        {shown.total === 0 && NO_CAMPAIGNS}
      </ByStatus>
    </KpiStrip>
  );
}

const TOP = 10;

function Objectives({ figures, side }: Pick<BoardProps, 'figures' | 'side'>) {
  const [isAll, setAll] = useState(false);
  const { objectives, total } = figures.campaigns[side];
  const rows = (isAll ? objectives : objectives.slice(0, TOP)).map(({ name, count }) => ({
    key: name,
    label: name,
    value: count,
    slot: 1 as const,
  }));
  return (
    <FigureCard
      title="Campañas por objetivo"
      table={barListTable('Objetivo', rows, total)}
      message={rows.length === 0 ? NO_CAMPAIGNS : undefined}
      footer={
        objectives.length > TOP && (
          <Button variant="text" size="small" sx={{ marginInlineStart: -2 }} onClick={() => setAll(!isAll)}>
            {isAll ? `Ver los ${TOP} primeros` : `Ver todos (${formatCount(objectives.length)})`}
          </Button>
        )
      }
    >
      <BarList
        title="Campañas por objetivo"
        rows={rows}
        base={total}
        full={objectives[0]?.count ?? 0}
        labelWidth={220}
      />
    </FigureCard>
  );
}

type MonthRow = { month: number; year: number };

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
  rows: readonly R[];
  side: StatisticsSide;
  now: Date;
  valueOf: (row: R, side: 'internal' | 'external') => number | null;
}

function monthlyChart<R extends MonthRow>({ unit, rows, side, now, valueOf }: MonthlyChart<R>): ChartData {
  const series = shownOf(side);
  return {
    axis: 'Mes',
    unit,
    additive: unit === 'count' && series.length > 1,
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
const countsByMonth = (rows: MonthlySeries, what: Counted, side: StatisticsSide, now: Date): ChartData =>
  monthlyChart({ unit: 'count', rows, side, now, valueOf: (row, key) => row[`${key}${what}`] });
