import { formatTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { IconBell } from '../../../components/icons.ts';
import { callbacksQuery } from '../../../features/callbacks/callbacks.ts';
import { useNow } from '../../../lib/clock.ts';
import { focusRing } from '../../../theme/components/controls.ts';
import { paths } from '../../pages.ts';

const Line = styled(RouterLink)(({ theme }) => ({
  ...theme.typography.body2,
  flex: 'none',
  display: 'flex',
  alignItems: 'center',
  gap: 8,
  minHeight: '2.5rem',
  padding: '0 12px',
  marginBottom: 8,
  borderRadius: theme.radius.control,
  background: theme.palette.soft.brass.bg,
  color: theme.palette.text.primary,
  '& > svg': { flex: 'none', color: theme.palette.soft.brass.text },
  textDecoration: 'none',
  '&:hover b': { textDecoration: 'underline' },
  '&:focus-visible': focusRing(theme),
  '& > b': { fontWeight: 600, color: theme.palette.primary.main },
  '& > span': { flex: 1, minWidth: 0, fontVariantNumeric: 'tabular-nums' },
}));

/** A promise that falls due while one is busy with somebody else (design 9, Notices). */
export function ContactCallback({ callId }: { callId: number }) {
  const { data } = useQuery(callbacksQuery());
  const now = useNow();
  const due = data?.find((callback) => callback.callId !== callId && new Date(callback.callbackAt) <= now);
  if (!due) return null;
  const time = formatTime(due.callbackAt);
  return (
    <div role="status">
      <Line to={paths.contact(due.campaignId, due.callId, due.number)}>
        <IconBell size={16} stroke={1.75} aria-hidden />
        <span>
          Rellamado de las {time} · <bdi>{formatPhone(due.number)}</bdi>
        </span>
        <b>Ir</b>
      </Line>
    </div>
  );
}
