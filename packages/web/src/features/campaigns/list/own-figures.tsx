import type { CampaignListRow } from '@campanero/contract/campaigns/schemas';
import { dayBounds, formatDate, productDay } from '@campanero/contract/shared/dates';
import { formatCount, formatCounted } from '@campanero/contract/shared/numbers';
import { Box, styled } from '@mui/material';
import type { ReactNode } from 'react';
import { IconClockExclamation } from '../../../components/icons.ts';
import { Hint, Line } from '../../../components/layout.tsx';
import { SoftChip } from '../../../components/soft-chip.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useNow } from '../../../lib/clock.ts';
import { dayAndMonth } from '../../../lib/text/when.ts';

type Own = CampaignListRow['own'];

/** Calls never made; emphasised if the campaign is open for calls. */
export function PendingFigure({ own, isStrong }: { own: Own; isStrong: boolean }) {
  if (!own || own.assigned === 0) return '—';
  return (
    <Box component="span" sx={isStrong ? { fontWeight: 650, fontSize: '0.9375rem', color: 'text.primary' } : undefined}>
      {formatCount(own.pending)}
    </Box>
  );
}

export function CallbackFigure({ own, isShort }: { own: Own; isShort: boolean }) {
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

export const dueInWords = (due: number) => formatCounted(due, 'vencido', 'vencidos');

const Track = styled('span')(({ theme }) => ({
  flex: 1,
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  background: theme.palette.divider,
  '& > span': { display: 'block', height: '100%', borderRadius: 3, background: theme.palette.primary.main },
  '&[data-quiet] > span': { background: theme.palette.line.strong },
}));

/** Own contacts called at least once. */
export function ProgressFigure({ own, isQuiet = false }: { own: Own; isQuiet?: boolean }) {
  if (!own || own.assigned === 0) return '—';
  const done = own.assigned - own.pending;
  // 100 % only if none is left.
  const percent = Math.floor((done / own.assigned) * 100);
  return (
    <>
      <Line component="span" sx={{ gap: '8px' }}>
        <Track aria-hidden data-quiet={isQuiet ? '' : undefined}>
          <span style={{ width: `${percent}%` }} />
        </Track>
        <Box component="span" sx={{ minWidth: '2.5rem', textAlign: 'end' }}>
          {percent} %
        </Box>
      </Line>
      <Hint component="small" sx={{ display: 'block' }}>
        {formatCount(done)} de {formatCount(own.assigned)}
        <VisuallyHidden> de mis contactos</VisuallyHidden>
      </Hint>
    </>
  );
}

const DAY_MS = 86_400_000;

/** Below the date: days left, or the start date. */
export function EndFigure({ campaign }: { campaign: CampaignListRow }) {
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
  return days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${formatCount(days)} días`;
}

export const DueChip = ({ children }: { children: ReactNode }) => (
  <SoftChip tone="brass" icon={IconClockExclamation}>
    {children}
  </SoftChip>
);
