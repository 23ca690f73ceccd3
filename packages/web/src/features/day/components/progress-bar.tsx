import { formatCount } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material/styles';
import type { OwnDay } from '../api/own-day.ts';

const Track = styled('span')(({ theme }) => ({
  display: 'flex',
  flex: 1,
  minWidth: 48,
  height: 6,
  borderRadius: 3,
  overflow: 'hidden',
  background: theme.palette.line.soft,
  '& > i': { height: '100%' },
  '& > [data-part="effective"]': { background: theme.palette.secondary.main },
  '& > [data-part="contacted"]': { background: theme.palette.chart[0] },
  '& > [data-part="rest"]': { background: theme.palette.line.strong },
}));

const percent = (part: number, whole: number) => `${whole === 0 ? 0 : (part / whole) * 100}%`;

/** Effective, contacted and the other calls of today, out of those made and those still waiting. */
export function ProgressBar({ day }: { day: OwnDay }) {
  const { callsMade, contacted, effective, pending } = day;
  const whole = callsMade + pending;
  const parts = { effective, contacted: contacted - effective, rest: callsMade - contacted };
  const words = `${formatCount(callsMade)} de ${formatCount(whole)}`;
  return (
    <Track role="img" aria-label={`Llamados de hoy: ${words}`} title={words}>
      {Object.entries(parts).map(([part, amount]) => (
        <i key={part} data-part={part} style={{ width: percent(Math.max(0, amount), whole) }} />
      ))}
    </Track>
  );
}
