import { formatTime } from '@campanero/contract/shared/dates';
import { styled } from '@mui/material';
import { version } from '../../../package.json';
import { useText } from '../../i18n/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { useConnection } from '../../lib/live/socket.ts';

// Shown in the footer, or in the user menu without one.

const Dot = styled('span')(({ theme }) => ({
  flex: 'none',
  width: 8,
  height: 8,
  borderRadius: '50%',
  backgroundColor: theme.palette.warning.main,
  '&[data-connected="true"]': { backgroundColor: theme.palette.success.main },
}));

/** Gap, not margin: the text may have another direction than the page. */
const WithDot = styled('span')({ display: 'inline-flex', alignItems: 'center', gap: 7 });

export const Strong = styled('b')(({ theme }) => ({ fontWeight: 550, color: theme.palette.text.secondary }));

const STATE_TEXT = {
  connected: 'shell.connected',
  connecting: 'shell.connecting',
  lost: 'shell.disconnected',
} as const;

export function Connection() {
  const text = useText();
  const connection = useConnection();
  return (
    <WithDot>
      <Dot data-connected={connection === 'connected'} aria-hidden />
      {text(STATE_TEXT[connection])}
    </WithDot>
  );
}

export function Version() {
  const text = useText();
  const [major, minor] = version.split('.');
  return `${text('shell.version')} ${major}.${minor}`;
}

export function SessionEnd() {
  const text = useText();
  const session = useSession();
  if (!session) return null;
  return (
    <>
      {text('shell.sessionUntil')} <Strong>{formatTime(session.expires * 1000)}</Strong>
    </>
  );
}
