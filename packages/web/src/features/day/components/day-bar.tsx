import { formatCount } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { ownDayQuery } from '../api/own-day.ts';
import { figuresOf } from '../texts.ts';
import { ProgressBar } from './progress-bar.tsx';

const Bar = styled('section')(({ theme }) => ({
  flex: 1,
  minWidth: 0,
  display: 'flex',
  alignItems: 'center',
  gap: 26,
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  color: theme.palette.text.disabled,
  [theme.breakpoints.up('md')]: { paddingInlineEnd: 20, borderInlineEnd: `1px solid ${theme.palette.line.soft}` },
  '& h2': { margin: 0, font: 'inherit', fontWeight: 550, color: theme.palette.text.secondary },
  '& b': {
    marginInlineEnd: 4,
    fontSize: '1.1875rem',
    fontWeight: 640,
    letterSpacing: '-.01em',
    color: theme.palette.text.primary,
  },
  [theme.breakpoints.down('lg')]: { gap: 16, '& h2': { display: 'none' }, '& b': { fontSize: '1rem' } },
  [theme.breakpoints.down('md')]: { '& [data-minor]': { display: 'none' }, '& b': { fontSize: 'inherit' } },
}));

/** "Mi día": how far one has come, without leaving the page (UX-27). Quiet while it is not known: nobody waits for it. */
export function DayBar() {
  const { data: day } = useQuery(ownDayQuery());
  if (!day) return null;
  const { made, contacted, effective, pending } = figuresOf(day);
  return (
    <Bar aria-label="Mi día">
      <h2>Mi día</h2>
      <Figure {...made} />
      <Figure {...contacted} isMinor />
      <Figure {...effective} isMinor />
      <ProgressBar day={day} />
      <Figure {...pending} />
    </Bar>
  );
}

function Figure({ amount, word, isMinor = false }: { amount: number; word: string; isMinor?: boolean }) {
  return (
    <span data-minor={isMinor ? '' : undefined}>
      <b>{formatCount(amount)}</b>
      {word}
    </span>
  );
}
