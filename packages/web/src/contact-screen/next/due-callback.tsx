import { formatTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import { styled } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../app/pages.ts';
import { IconBell } from '../../components/icons.ts';
import { ShortcutCap } from '../../components/key-cap.tsx';
import { callbacksQuery, isDue } from '../../features/callbacks/callbacks.ts';
import { CallbackLink } from '../../features/callbacks/due-banner.tsx';
import { wasOpenHere } from '../../features/calls/held-calls.ts';
import { useNow } from '../../lib/clock.ts';

const Due = styled(CallbackLink)(({ theme }) => ({
  ...theme.typography.body2,
  flex: 'none',
  gap: 8,
  padding: '0 12px',
  marginBottom: 8,
  '&:hover b': { textDecoration: 'underline' },
  '& > b': { fontWeight: 600, color: theme.palette.primary.main },
}));

/** The due callback that the notice names: the first one not opened yet in this tab, if there is one. */
export function useDueCallback(callId: number, { enabled = true } = {}) {
  const { data = [] } = useQuery({ ...callbacksQuery(), enabled });
  const now = useNow().getTime();
  const due = data.filter((each) => each.callId !== callId && each.openForCalls && isDue(each.callbackAt, now));
  const unseen = due.find((each) => !wasOpenHere(each.callId));
  return { due: unseen ?? due[0], unseen };
}

/** A callback that is due while the user is on another call; Siguiente goes there, once (rule screens/due-while-busy). */
export function ContactCallback({ callId }: { callId: number }) {
  const { due, unseen } = useDueCallback(callId);
  if (!due) return null;
  const time = formatTime(due.callbackAt);
  return (
    <div role="status">
      <Due to={paths.contact(due.campaignId, due.callId, due.number)}>
        <IconBell size={16} stroke={1.75} aria-hidden />
        <span>
          Rellamado de las {time} · <bdi>{formatPhone(due.number)}</bdi>
        </span>
        <b>Ir</b>
        {unseen && <ShortcutCap id="next" />}
      </Due>
    </div>
  );
}
