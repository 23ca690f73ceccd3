import { formatTime, productDay } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted, formatShare } from '@campanero/contract/shared/numbers';
import type { LinkChannel, LinkCounts } from '@campanero/contract/surveys/link-schemas';
import type {
  CampaignDay,
  CampaignFigures,
  OperatorFigures,
  OwnToday,
} from '@campanero/contract/statistics/campaign-endpoints';
import { Box } from '@mui/material';
import { BarList, type BarListRow, barListTable, SplitBar } from '../../components/chart/bar-list.tsx';
import { ChartCard, FigureCard } from '../../components/chart/chart-card.tsx';
import { Columns } from '../../components/chart/columns.tsx';
import type { ChartSlot } from '../../components/chart/data.ts';
import { type Kpi, KpiStrip } from '../../components/chart/kpi-strip.tsx';
import { IconMoodNeutral, IconMoodSad, IconMoodSmile } from '../../components/icons.ts';
import { Line, Muted, Stacked, Strong } from '../../components/layout.tsx';
import { now } from '../../lib/clock.ts';
import { weekdayName } from '../../lib/text/when.ts';
import { chartOfDays } from './days.ts';

const card = (label: string, value: number, base: number, slot: ChartSlot): Kpi => ({
  label,
  value: formatCount(value),
  share: { text: formatShare(value, base), part: base > 0 ? value / base : 0, slot },
});

const SHARES_OF = 'Porcentajes sobre la base total';
const GAP = 3.5;
const WITH_ASIDE = { gridTemplateColumns: { lg: 'minmax(0, 1fr) 23.25rem' } };

interface CampaignFiguresProps {
  figures: CampaignFigures;
  days: readonly CampaignDay[] | undefined;
  /** Of a campaign with a survey. */
  links: LinkCounts | undefined;
}

const answeredOf = (links: LinkCounts[LinkChannel] | undefined) =>
  links &&
  links.sent > 0 && {
    note: `Respondieron ${formatCount(links.answered)} de ${formatCounted(links.sent, 'enlace', 'enlaces')}`,
  };

export function CampaignFiguresView({ figures, days, links }: CampaignFiguresProps) {
  const { totalCalls: base } = figures;
  return (
    <Stacked gap={GAP}>
      <KpiStrip
        title="Llamados"
        subtitle={SHARES_OF}
        figures={[
          card('Base total', base, base, 8),
          card('Llamados realizados', figures.totalCalled, base, 3),
          card('Llamados pendientes', figures.pending, base, 8),
          card('Rellamados', figures.totalReCalled, base, 3),
        ]}
      />
      <KpiStrip
        title="Resultados"
        figures={[
          card('Contactados', figures.contacted, base, 1),
          card('Efectivos', figures.effective, base, 1),
          card('Participa', figures.participate, base, 1),
          { ...card('Relevamiento por mail', figures.takeoverByMail, base, 1), ...answeredOf(links?.mail) },
          { ...card('Relevamiento por WhatsApp', figures.takeoverByWhatsapp, base, 1), ...answeredOf(links?.whatsapp) },
        ]}
      />
      <Stacked gap={GAP} sx={WITH_ASIDE}>
        <Funnel figures={figures} />
        <Communication figures={figures} />
      </Stacked>
      {days && <DaysChart title="Llamados por día" days={days} />}
    </Stacked>
  );
}

const NO_AUDIENCE = 'La campaña todavía no tiene audiencia.';

function Funnel({ figures }: { figures: CampaignFigures }) {
  const title = 'Del contacto al resultado';
  const base = figures.totalCalls;
  const rows: BarListRow[] = [
    { key: 'base', label: 'Base total', value: base, slot: 8 },
    { key: 'called', label: 'Llamados realizados', value: figures.totalCalled, slot: 3 },
    { key: 'contacted', label: 'Contactados', value: figures.contacted, slot: 1 },
    { key: 'effective', label: 'Efectivos', value: figures.effective, slot: 1 },
  ];
  return (
    <FigureCard title={title} table={barListTable('Etapa', rows, base)} message={base > 0 ? undefined : NO_AUDIENCE}>
      <BarList title={title} rows={rows} base={base} labelWidth={164} />
    </FigureCard>
  );
}

const FACES = { positive: IconMoodSmile, neutral: IconMoodNeutral, negative: IconMoodSad } as const;

function Communication({ figures }: { figures: CampaignFigures }) {
  const { positive, neutral, negative } = figures.affinity;
  const base = figures.totalCalls;
  const rows = [
    { key: 'positive', label: 'Positivo', value: positive, slot: 1 },
    { key: 'neutral', label: 'Neutral', value: neutral, slot: 8 },
    { key: 'negative', label: 'Negativo', value: negative, slot: 4 },
  ] as const;
  const title = 'Comunicación';
  return (
    <FigureCard
      title={title}
      subtitle={`${formatCount(positive + neutral + negative)} con afinidad`}
      table={barListTable('Afinidad', rows, base)}
      pictureLegend={rows.map(({ key, label, value, slot }) => ({ key, name: label, slot, total: formatCount(value) }))}
      message={base > 0 ? undefined : NO_AUDIENCE}
    >
      <SplitBar title={title} rows={rows} />
      <Box component="dl" sx={{ m: 0, mt: 2, fontVariantNumeric: 'tabular-nums' }}>
        {rows.map(({ key, label, value, slot }) => {
          const Face = FACES[key];
          return (
            <Line
              key={key}
              gap={2.5}
              sx={{
                minHeight: '2.25rem',
                '&:not(:first-of-type)': { borderTop: 1, borderColor: 'divider' },
                '& svg': { color: ({ palette }) => palette.chart[slot - 1], flex: 'none' },
              }}
            >
              <Face size={20} stroke={1.9} aria-hidden />
              <Box component="dt">{label}</Box>
              <Box component="dd" sx={{ m: 0, marginInlineStart: 'auto', typography: 'body1', fontWeight: 600 }}>
                {formatCount(value)}
              </Box>
              <Muted component="dd" sx={{ m: 0, minWidth: '4rem', textAlign: 'end' }}>
                {formatShare(value, base)}
              </Muted>
            </Line>
          );
        })}
      </Box>
    </FigureCard>
  );
}

function DaysChart({ title, days }: { title: string; days: readonly CampaignDay[] }) {
  const data = chartOfDays(days, productDay(now()));
  return (
    <ChartCard
      title={data.axis === 'Día' ? title : title.replace('por día', 'por semana')}
      data={data}
      legend="totals"
      emptyText="Todavía no se registró ningún llamado."
    >
      {(visible) => <Columns title={title} data={visible} stacked />}
    </ChartCard>
  );
}

interface OwnWorkProps {
  figures: OperatorFigures;
  days: readonly CampaignDay[] | undefined;
  /** Undefined while loading, and in ended campaigns. */
  today: OwnToday | undefined;
}

export function OwnWorkView({ figures, days, today }: OwnWorkProps) {
  const { totalCalls: base } = figures;
  return (
    <Stacked gap={GAP}>
      <KpiStrip
        title="Mis llamados"
        subtitle={SHARES_OF}
        figures={[
          card('Base total', base, base, 8),
          card('Llamados realizados', figures.totalCalled, base, 3),
          card('Rellamados', figures.totalReCalled, base, 3),
          card('Contactados', figures.contacted, base, 1),
          card('Efectivos', figures.effective, base, 1),
        ]}
      />
      <Stacked gap={GAP} sx={today && WITH_ASIDE}>
        {days && <DaysChart title="Mis llamados por día" days={days} />}
        {today && <Today today={today} />}
      </Stacked>
    </Stacked>
  );
}

function comparedInWords(calls: number, usual: number): string {
  const more = calls - usual;
  if (more === 0) return 'Igual que lo habitual a esta hora';
  const amount = formatCounted(Math.abs(more), 'llamado', 'llamados');
  return `${amount} ${more > 0 ? 'más' : 'menos'} que lo habitual a esta hora`;
}

function basisInWords({ days, isSameWeekday }: NonNullable<OwnToday['usual']>, at: string): string {
  const weekday = weekdayName(productDay(at));
  if (days === 1) return isSameWeekday ? `su último ${weekday}` : 'su último día';
  // Lunes to viernes have no plural.
  const weekdays = weekday.endsWith('s') ? weekday : `${weekday}s`;
  return `promedio de ${isSameWeekday ? `${days} ${weekdays}` : `sus últimos ${days} días`}`;
}

function Today({ today }: { today: OwnToday }) {
  const { at, callsMade, contacted, usual } = today;
  const title = `Hoy, hasta las ${formatTime(at)}`;
  const rows: BarListRow[] = [
    { key: 'today', label: 'Hoy', value: callsMade, slot: 1 },
    ...(usual
      ? ([
          { key: 'usual', label: 'Habitual a esta hora', value: usual.callsMade, slot: 3 },
          { key: 'whole', label: 'Habitual en el día', value: usual.wholeDay, slot: 8 },
        ] as const)
      : []),
  ];
  return (
    <FigureCard title={title} table={barListTable('Llamados', rows)}>
      <BarList title={title} rows={rows} full={Math.max(1, ...rows.map(({ value }) => value))} />
      <Muted sx={{ mt: 2, mb: 1.5 }}>
        {usual ? (
          <>
            <Strong>{comparedInWords(callsMade, usual.callsMade)}</Strong> ({basisInWords(usual, at)}). Contactados:{' '}
            {formatCount(contacted)}; lo habitual, {formatCount(usual.contacted)}.
          </>
        ) : (
          'Todavía no hay otros días suyos en esta campaña con que comparar.'
        )}
      </Muted>
    </FigureCard>
  );
}
