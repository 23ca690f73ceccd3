import type { CampaignListRow, CampaignOrder, CampaignRow } from '@campanero/contract/campaigns/schemas';
import type { CampaignForecast } from '@campanero/contract/live/forecasts';
import { dayBounds, formatDate, productDay } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { Box, styled } from '@mui/material';
import type { ReactNode } from 'react';
import { IconClockExclamation } from '../../../components/icons.ts';
import { Faint, Hint, Inline, Line, RowName } from '../../../components/layout.tsx';
import { SoftChip } from '../../../components/soft-chip.tsx';
import { StatusChip } from '../../../components/status-chip.tsx';
import { TwoLineCell } from '../../../components/table/cells.tsx';
import type { Column } from '../../../components/table/types.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useNow } from '../../../lib/clock.ts';
import { dayAndMonth, shortDay } from '../../../lib/text/when.ts';
import { flexRow } from '../../../theme/mixins.ts';
import { typeName } from '../texts.ts';

/** `mayLink`: not inside the link of a compact row. */
export type LoadLine = (campaign: CampaignRow, mayLink?: boolean) => ReactNode;

type CampaignColumn = Column<CampaignListRow, CampaignOrder>;
type NameLink = (id: number) => string;
/** By campaign; without those that are not open for calls. */
export type Forecasts = ReadonlyMap<number, CampaignForecast>;

const nameColumn = (nameLink: NameLink): CampaignColumn => ({
  head: 'Nombre',
  by: 'name',
  second: { label: 'Objetivo', by: 'objectiveName' },
  tone: 'strong',
  cell: ({ id, name, objectiveName, own, openForCalls, status }) => (
    <Line component="span">
      <Box component="span" sx={{ minWidth: 0 }}>
        <TwoLineCell
          first={name}
          second={objectiveName}
          to={nameLink(id)}
          // Closed for calls.
          isQuiet={own !== null && !openForCalls}
        />
      </Box>
      {own && openForCalls && <UnusualStatus status={status} />}
    </Line>
  ),
});

/** Shown only if it is not EN CURSO. */
const UnusualStatus = ({ status }: Pick<CampaignListRow, 'status'>) =>
  status === 'EN CURSO' ? null : <StatusChip status={status} />;

const dateColumn = (head: string, by: 'startDate' | 'endDate'): CampaignColumn => ({
  head,
  by,
  width: 116,
  figures: true,
  cell: ({ [by]: date }) => <bdi>{formatDate(date)}</bdi>,
});
const endColumn = dateColumn('Fin', 'endDate');
const coordinatorColumn: CampaignColumn = {
  head: 'Coordinador',
  by: 'coordinatorName',
  width: 156,
  cell: ({ coordinatorName }) => coordinatorName,
};
const typeColumn: CampaignColumn = {
  head: 'Tipo',
  by: 'external',
  width: 84,
  cell: ({ external }) => typeName(external),
};

/** In one cell where two columns do not fit. */
const coordinatorAndTypeColumn: CampaignColumn = {
  ...coordinatorColumn,
  second: { label: 'Tipo', by: 'external' },
  cell: ({ coordinatorName, external }) => <TwoLineCell first={coordinatorName} second={typeName(external)} />,
};
const datesColumn: CampaignColumn = {
  ...dateColumn('Inicio', 'startDate'),
  second: { label: 'Fin', by: 'endDate' },
  cell: ({ startDate, endDate }) => <TwoLineCell first={formatDate(startDate)} second={formatDate(endDate)} />,
};

export const campaignColumns = (
  nameLink: NameLink,
  hasRoom: boolean,
  forecasts: Forecasts,
  loadLine?: LoadLine,
): readonly CampaignColumn[] => [
  { head: 'Id', by: 'id', width: hasRoom ? 76 : 68, tone: 'quiet', figures: true, cell: ({ id }) => <bdi>{id}</bdi> },
  nameColumn(nameLink),
  ...(hasRoom
    ? [coordinatorColumn, typeColumn, dateColumn('Inicio', 'startDate'), endColumn]
    : [coordinatorAndTypeColumn, datesColumn]),
  {
    head: 'Estado',
    by: 'status',
    width: 160,
    cell: (campaign) => (
      <>
        <StatusChip status={campaign.status} />
        <ForecastLine forecast={forecasts.get(campaign.id)} />
        {campaign.status === 'CARGANDO AUDIENCIA' && loadLine?.(campaign, true)}
      </>
    ),
  },
];

const progressColumn: CampaignColumn = {
  head: 'Avance',
  width: 152,
  figures: true,
  cell: ({ own, openForCalls }) => <ProgressFigure own={own} isQuiet={!openForCalls} />,
};

export const operatorColumns = (nameLink: NameLink, hasRoom: boolean): readonly CampaignColumn[] => [
  nameColumn(nameLink),
  hasRoom
    ? {
        head: 'Mis pendientes',
        width: 112,
        align: 'end',
        figures: true,
        cell: ({ own, openForCalls }) => <PendingFigure own={own} isStrong={openForCalls} />,
      }
    : {
        head: 'Pendientes',
        second: { label: 'Avance' },
        width: 144,
        figures: true,
        cell: (campaign) => <PendingAndProgress campaign={campaign} of="de" />,
      },
  {
    head: 'Rellamados',
    width: hasRoom ? 164 : 120,
    figures: true,
    cell: ({ own }) => <CallbackFigure own={own} isShort={!hasRoom} />,
  },
  ...(hasRoom ? [progressColumn] : []),
  { ...endColumn, cell: (campaign) => <EndFigure campaign={campaign} /> },
];

interface CompactRowProps {
  campaign: CampaignListRow;
  forecast: CampaignForecast | undefined;
  loadLine?: LoadLine;
}

export function CampaignCompactRow({ campaign, forecast, loadLine }: CompactRowProps) {
  const { id, name, objectiveName, startDate, endDate, status, own, openForCalls } = campaign;
  return (
    <>
      <RowName sx={{ fontSize: '1rem', lineHeight: '1.375rem', mb: 1.5 }}>{name}</RowName>
      <Inline component="span" sx={{ columnGap: 2, rowGap: 1, mb: 1, '&:empty': { display: 'none' } }}>
        {own && openForCalls ? <UnusualStatus status={status} /> : <StatusChip status={status} />}
        {!own && (
          <Faint component="bdi" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {id}
          </Faint>
        )}
        {own && own.dueCallbacks > 0 && <DueChip>{dueInWords(own.dueCallbacks)}</DueChip>}
      </Inline>
      <Box component="span" sx={{ display: 'block', maxWidth: '15rem' }}>
        <ForecastLine forecast={forecast} />
      </Box>
      {status === 'CARGANDO AUDIENCIA' && loadLine?.(campaign)}
      {own && own.assigned > 0 && (
        <Box component="span" sx={{ display: 'block', maxWidth: '15rem', mb: 1, typography: 'body2' }}>
          <PendingAndProgress campaign={campaign} of="pendientes de" />
        </Box>
      )}
      <Faint component="span" sx={{ display: 'block', fontVariantNumeric: 'tabular-nums' }}>
        {own ? (
          <>
            {objectiveName} ·{' '}
            <Box component="bdi" sx={{ whiteSpace: 'nowrap' }}>
              {isToCome(campaign) ? `desde el ${formatDate(startDate)}` : `hasta el ${formatDate(endDate)}`}
            </Box>
          </>
        ) : (
          <>
            <bdi>{`${formatDate(startDate)} a ${formatDate(endDate)}`}</bdi> · {objectiveName}
          </>
        )}
      </Faint>
    </>
  );
}

type Own = CampaignListRow['own'];

/** Calls never made; emphasised if the campaign is open for calls. */
function PendingFigure({ own, isStrong }: { own: Own; isStrong: boolean }) {
  if (!own || own.assigned === 0) return '—';
  return (
    <Box component="span" sx={isStrong ? { fontWeight: 650, fontSize: '0.9375rem', color: 'text.primary' } : undefined}>
      {formatCount(own.pending)}
    </Box>
  );
}

function CallbackFigure({ own, isShort }: { own: Own; isShort: boolean }) {
  if (!own || own.callbacks === 0) return '—';
  if (own.dueCallbacks === 0) return formatCount(own.callbacks);
  const all = own.callbacks > own.dueCallbacks && <span>de {formatCount(own.callbacks)}</span>;
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
      <DueChip>{dueInWords(own.dueCallbacks)}</DueChip>
      {isShort ? <VisuallyHidden>{all}</VisuallyHidden> : all}
    </Box>
  );
}

const dueInWords = (due: number) => formatCounted(due, 'vencido', 'vencidos');

const Track = styled('span')(({ theme }) => ({
  flex: 1,
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  background: theme.palette.divider,
  '& > span': { display: 'block', height: '100%', borderRadius: 3, background: theme.palette.primary.main },
  '&[data-quiet] > span': { background: theme.palette.line.strong },
}));

/** 100 % only if none is left. */
const percentOf = (done: number, total: number) => Math.floor((done / total) * 100);

const ProgressBar = ({ percent, isQuiet = false }: { percent: number; isQuiet?: boolean }) => (
  <>
    <Track aria-hidden data-quiet={isQuiet ? '' : undefined}>
      <span style={{ width: `${percent}%` }} />
    </Track>
    <span style={{ minWidth: '2.25rem', textAlign: 'end' }}>{percent} %</span>
  </>
);

/** Calls made, and the expected end at the recent pace. */
function ForecastLine({ forecast }: { forecast: CampaignForecast | undefined }) {
  if (!forecast || forecast.total === 0) return null;
  const { called, total, forecastDay, daysLate } = forecast;
  const late = Math.max(0, daysLate ?? 0);
  const made = `${formatCount(called)} de ${formatCount(total)} llamados hechos.`;
  const end = forecastDay
    ? ` A este paso termina el ${shortDay(forecastDay)}${late > 0 ? `, ${inDays(late)} tarde` : ''}.`
    : '';
  return (
    <Hint component="small" sx={{ ...flexRow('6px'), mt: 0.75, fontVariantNumeric: 'tabular-nums' }} title={made + end}>
      <ProgressBar percent={percentOf(called, total)} />
      {forecastDay && (
        <Box component="span" aria-hidden sx={late > 0 ? { color: 'soft.danger.text', fontWeight: 600 } : undefined}>
          fin {shortDay(forecastDay)}
        </Box>
      )}
      <VisuallyHidden>{made + end}</VisuallyHidden>
    </Hint>
  );
}

const inDays = (days: number) => formatCounted(days, 'día', 'días');

/** Own contacts called at least once. */
function ProgressFigure({ own, isQuiet = false }: { own: Own; isQuiet?: boolean }) {
  if (!own || own.assigned === 0) return '—';
  const done = own.assigned - own.pending;
  return (
    <>
      <Line component="span" sx={{ gap: '8px' }}>
        <ProgressBar percent={percentOf(done, own.assigned)} isQuiet={isQuiet} />
      </Line>
      <Hint component="small" sx={{ display: 'block' }}>
        {formatCount(done)} de {formatCount(own.assigned)}
        <VisuallyHidden> de mis contactos</VisuallyHidden>
      </Hint>
    </>
  );
}

function PendingAndProgress({ campaign, of }: { campaign: CampaignListRow; of: string }) {
  const { own, openForCalls } = campaign;
  if (!own || own.assigned === 0) return '—';
  return (
    <>
      <PendingFigure own={own} isStrong={openForCalls} /> {of} {formatCount(own.assigned)}{' '}
      <Line component="span" sx={{ gap: '8px' }}>
        <ProgressBar percent={percentOf(own.assigned - own.pending, own.assigned)} isQuiet={!openForCalls} />
      </Line>
    </>
  );
}

const DAY_MS = 86_400_000;

/** Below the date: days left, or the start date. */
function EndFigure({ campaign }: { campaign: CampaignListRow }) {
  const { endDate, openForCalls } = campaign;
  return (
    <>
      <bdi>{formatDate(endDate)}</bdi>
      <Hint component="small" sx={{ display: 'block' }}>
        {openForCalls ? <DaysLeft until={endDate} /> : isToCome(campaign) && `desde ${dayAndMonth(campaign.startDate)}`}
      </Hint>
    </>
  );
}

const isToCome = ({ status }: CampaignListRow) => status === 'PENDIENTE' || status === 'AUDIENCIA PROCESADA';

function DaysLeft({ until }: { until: string }) {
  const now = useNow();
  const dayOf = (when: string | Date) => dayBounds(productDay(when)).from.getTime();
  const days = Math.round((dayOf(until) - dayOf(now)) / DAY_MS);
  if (days < 0) return null;
  return days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${inDays(days)}`;
}

const DueChip = ({ children }: { children: ReactNode }) => (
  <SoftChip tone="brass" icon={IconClockExclamation}>
    {children}
  </SoftChip>
);
