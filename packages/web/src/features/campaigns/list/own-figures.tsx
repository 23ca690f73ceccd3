import type { CampaignListRow } from '@campanero/contract/campaigns/schemas';
import { dayBounds, formatDate, productDay } from '@campanero/contract/shared/dates';
import { formatCount } from '@campanero/contract/shared/numbers';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { IconClockExclamation } from '../../../components/icons.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';
import { useNow } from '../../../lib/clock.ts';

type Own = CampaignListRow['own'];

/** Never called yet, the strongest figure where it can be worked off. */
export function PendingFigure({ own, isStrong }: { own: Own; isStrong: boolean }) {
  if (!own || own.assigned === 0) return '—';
  return (
    <Box component="span" sx={isStrong ? { fontWeight: 650, fontSize: '0.9375rem', color: 'text.primary' } : undefined}>
      {formatCount(own.pending)}
    </Box>
  );
}

/** "2 vencidos de 5", "4", or nothing promised. */
export function CallbackFigure({ own }: { own: Own }) {
  if (!own || own.callbacks === 0) return '—';
  if (own.dueCallbacks === 0) return formatCount(own.callbacks);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 2 }}>
      <DueChip>{dueInWords(own.dueCallbacks)}</DueChip>
      {own.callbacks > own.dueCallbacks && <span>de {formatCount(own.callbacks)}</span>}
    </Box>
  );
}

export const dueInWords = (due: number) => `${formatCount(due)} ${due === 1 ? 'vencido' : 'vencidos'}`;

const Track = styled('span')(({ theme }) => ({
  display: 'inline-block',
  width: 28,
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  background: theme.palette.divider,
  '& > span': { display: 'block', height: '100%', borderRadius: 3, background: theme.palette.primary.main },
  '&[data-quiet] > span': { background: theme.palette.line.strong },
}));

/** How much of the own calls was called at least once. */
export function ProgressFigure({ own, isQuiet }: { own: Own; isQuiet: boolean }) {
  if (!own || own.assigned === 0) return '—';
  // Never 100 % while one is left.
  const percent = Math.floor(((own.assigned - own.pending) / own.assigned) * 100);
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: '8px' }}>
      <Track aria-hidden data-quiet={isQuiet ? '' : undefined}>
        <span style={{ width: `${percent}%` }} />
      </Track>
      <span>
        {percent} %<VisuallyHidden> de mis contactos</VisuallyHidden>
      </span>
    </Box>
  );
}

const DAY_MS = 86_400_000;

/** The last day, and how far away it is while there is somebody to call. */
export function EndFigure({ endDate, isCounted }: { endDate: string; isCounted: boolean }) {
  const now = useNow();
  const dayOf = (when: string | Date) => dayBounds(productDay(when)).from.getTime();
  const days = Math.round((dayOf(endDate) - dayOf(now)) / DAY_MS);
  return (
    <>
      <bdi>{formatDate(endDate)}</bdi>
      {isCounted && days >= 0 && (
        <Box component="small" sx={{ display: 'block', typography: 'caption', color: 'text.disabled' }}>
          {days === 0 ? 'hoy' : days === 1 ? 'mañana' : `en ${formatCount(days)} días`}
        </Box>
      )}
    </>
  );
}

const Chip = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  gap: 5,
  height: '1.5rem',
  paddingBlock: 0,
  paddingInline: '6px 8px',
  borderRadius: theme.radius.chip,
  background: theme.palette.soft.brass.bg,
  color: theme.palette.soft.brass.text,
  fontSize: '0.78125rem',
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
}));

/** A promise that is late: brass, with a sign besides the colour (UX-18, design 14). */
export const DueChip = ({ children }: { children: ReactNode }) => (
  <Chip>
    <IconClockExclamation size={14} stroke={2} aria-hidden />
    {children}
  </Chip>
);
