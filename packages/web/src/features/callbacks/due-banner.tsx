import { formatPhone } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material';
import { Link } from 'react-router';
import { IconArrowRight, IconClockExclamation } from '../../components/icons.ts';
import { focusRing } from '../../theme/components/controls.ts';
import { type Callback, isDue, shortWhen } from './callbacks.ts';

const Line = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: '2.5rem',
  padding: '8px 14px',
  marginBottom: 14,
  borderRadius: theme.radius.control,
  background: theme.palette.soft.brass.bg,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:hover': { textDecoration: 'underline', textDecorationColor: theme.palette.soft.brass.text },
  '&:focus-visible': focusRing(theme),
  '& svg': { flex: 'none', color: theme.palette.soft.brass.text },
  '& > span:first-of-type': { flex: 1, minWidth: 0, fontVariantNumeric: 'tabular-nums' },
  '& strong': { fontWeight: 600 },
  '& bdi': { whiteSpace: 'nowrap' },
}));

const Go = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  fontWeight: 600,
  color: theme.palette.soft.brass.text,
}));

interface DueBannerProps {
  callbacks: readonly Callback[];
  now: number;
  linkTo: (callback: Callback) => string;
}

/** Count of due callbacks with a link to the oldest. */
export function DueBanner({ callbacks, now, linkTo }: DueBannerProps) {
  const due = callbacks.filter((callback) => callback.openForCalls && isDue(callback.callbackAt, now));
  const [first] = due;
  if (!first) return null;
  return (
    <Line to={linkTo(first)}>
      <IconClockExclamation size={18} stroke={1.75} aria-hidden />
      <span>
        <strong>{due.length === 1 ? '1 rellamado vencido' : `${due.length} rellamados vencidos`}</strong> ·{' '}
        {due.length > 1 && 'el primero '}
        <bdi>{shortWhen(first.callbackAt, now)}</bdi>,{' '}
        <bdi>
          <strong>{formatPhone(first.number)}</strong>
        </bdi>
      </span>
      <Go>
        Ir
        <IconArrowRight size={16} stroke={2} aria-hidden />
      </Go>
    </Line>
  );
}
