import { formatCount } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { ownDayQuery } from '../api/own-day.ts';
import { figuresOf } from '../texts.ts';
import { ProgressBar } from './progress-bar.tsx';

const Line = styled('section')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: '1.25rem',
  fontSize: '0.75rem',
  fontVariantNumeric: 'tabular-nums',
  color: theme.palette.text.secondary,
  '& b': { fontWeight: 640, color: theme.palette.text.primary },
}));

/** The same in one thin line, for the bar of buttons on a phone (design 9). */
export function DayLine() {
  const { data: day } = useQuery(ownDayQuery());
  if (!day) return null;
  const { pending } = figuresOf(day);
  return (
    <Line aria-label="Mi día">
      <span>
        <b>{formatCount(day.callsMade)}</b> hoy
      </span>
      <ProgressBar day={day} />
      <span>
        <b>{formatCount(pending.amount)}</b> {pending.word}
      </span>
    </Line>
  );
}
