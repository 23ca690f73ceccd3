import { calls } from '@campanero/contract/calls/endpoints';
import type { ownDay } from '@campanero/contract/calls/schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { endpointQuery } from '../../lib/queries.ts';
import { flexRow } from '../../theme/mixins.ts';

const Bar = styled('section')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  ...flexRow(26),
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  color: theme.palette.text.disabled,
  [theme.breakpoints.up('md')]: { paddingInlineEnd: 20, borderInlineEnd: `1px solid ${theme.palette.line.soft}` },
  '& h2': { margin: 0, font: 'inherit', fontWeight: 550, color: theme.palette.text.secondary },
  '& > span': { display: 'inline-flex', alignItems: 'baseline', gap: 4 },
  '& b': { fontSize: '0.9375rem', fontWeight: 640, color: theme.palette.text.primary },
  [theme.breakpoints.down('lg')]: { gap: 16, '& h2': { display: 'none' } },
  [theme.breakpoints.down('md')]: { '& [data-minor]': { display: 'none' }, '& b': { fontSize: 'inherit' } },
}));

export function DayBar() {
  const { data: day } = useQuery(ownDayQuery());
  if (!day) return null;
  return (
    <Bar aria-label="Mi día">
      <h2>Mi día</h2>
      <Figure amount={day.callsMade} one="llamado" many="llamados" />
      <Figure amount={day.contacted} one="contactado" many="contactados" isMinor />
      <Figure amount={day.effective} one="efectivo" many="efectivos" isMinor />
      <ProgressBar day={day} />
      <Figure amount={day.pending} one="por llamar" many="por llamar" />
    </Bar>
  );
}

const Figure = ({ amount, one, many, isMinor }: { amount: number; one: string; many: string; isMinor?: boolean }) => (
  <span data-minor={isMinor ? '' : undefined}>
    <b>{formatCount(amount)}</b>
    {amount === 1 ? one : many}
  </span>
);

const Line = styled('section')(({ theme }) => ({
  ...flexRow(10),
  minHeight: '1.25rem',
  fontSize: '0.75rem',
  fontVariantNumeric: 'tabular-nums',
  color: theme.palette.text.secondary,
  '& b': { fontWeight: 640, color: theme.palette.text.primary },
}));

export function DayLine() {
  const { data: day } = useQuery(ownDayQuery());
  if (!day) return null;
  return (
    <Line aria-label="Mi día">
      <span>
        <b>{formatCount(day.callsMade)}</b> hoy
      </span>
      <ProgressBar day={day} />
      <span>
        <b>{formatCount(day.pending)}</b> por llamar
      </span>
    </Line>
  );
}

const Track = styled('span')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  minWidth: 48,
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  background: theme.palette.divider,
  '& > i': { height: '100%' },
  '& > [data-part="effective"]': { background: theme.palette.secondary.main },
  '& > [data-part="contacted"]': { background: theme.palette.chart[0] },
  '& > [data-part="rest"]': { background: theme.palette.line.strong },
}));

/** Effective, contacted and other calls of all that were made or are pending today. */
function ProgressBar({ day }: { day: OwnDay }) {
  const { callsMade, contacted, effective, pending } = day;
  const whole = callsMade + pending;
  const parts = { effective, contacted: contacted - effective, rest: callsMade - contacted };
  const words = `${formatCount(callsMade)} de ${formatCount(whole)}`;
  return (
    <Track role="img" aria-label={`Llamados de hoy: ${words}`} title={words}>
      {Object.entries(parts).map(([part, amount]) => (
        <i key={part} data-part={part} style={{ width: `${(Math.max(0, amount) / (whole || 1)) * 100}%` }} />
      ))}
    </Track>
  );
}

type OwnDay = z.infer<typeof ownDay>;

const ownDayQuery = () => endpointQuery('day', calls.today, undefined, { refetchInterval: 60_000 });
