import { formatPhone } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material';
import { Link } from 'react-router';
import { IconArrowRight, IconClockExclamation } from '../../components/icons.ts';
import { Line } from '../../components/layout.tsx';
import { focusRing } from '../../theme/components/controls.ts';
import { type Callback, isDue, shortWhen } from './callbacks.ts';

/** A link to a due callback. */
export const CallbackLink = styled(Link)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  minHeight: '2.5rem',
  borderRadius: theme.radius.control,
  background: theme.palette.soft.brass.bg,
  color: theme.palette.text.primary,
  textDecoration: 'none',
  '&:focus-visible': focusRing(theme),
  '& svg': { flex: 'none', color: theme.palette.soft.brass.text },
  '& > span:first-of-type': { flex: 1, minWidth: 0, fontVariantNumeric: 'tabular-nums' },
  '& bdi': { whiteSpace: 'nowrap' },
}));

const Banner = styled(CallbackLink)(({ theme }) => ({
  gap: 10,
  padding: '8px 14px',
  marginBottom: 14,
  '&:hover': { textDecoration: 'underline', textDecorationColor: theme.palette.soft.brass.text },
  '& strong': { fontWeight: 600 },
}));

interface DueBannerProps {
  callbacks: readonly Callback[];
  now: number;
  linkTo: (callback: Callback) => string;
}

export function DueBanner({ callbacks, now, linkTo }: DueBannerProps) {
  const due = callbacks.filter((callback) => callback.openForCalls && isDue(callback.callbackAt, now));
  const [first] = due;
  if (!first) return null;
  return (
    <Banner to={linkTo(first)}>
      <IconClockExclamation size={18} stroke={1.75} aria-hidden />
      <span>
        <strong>{due.length === 1 ? '1 rellamado vencido' : `${due.length} rellamados vencidos`}</strong> ·{' '}
        {due.length > 1 && 'el primero '}
        <bdi>{shortWhen(first.callbackAt, now)}</bdi>,{' '}
        <bdi>
          <strong>{formatPhone(first.number)}</strong>
        </bdi>
      </span>
      <Line component="span" gap={1.5} sx={{ fontWeight: 600, color: 'soft.brass.text' }}>
        Ir
        <IconArrowRight size={16} stroke={2} aria-hidden />
      </Line>
    </Banner>
  );
}
