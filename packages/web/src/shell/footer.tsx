import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { formatTime } from '@campanero/contract/shared/dates';
import { version } from '../../package.json';
import { useText } from '../i18n/i18n.ts';
import { useConnection } from '../lib/connection.ts';
import { useSession } from '../lib/session.ts';
import { CONNECTED_DOT, SIZES } from '../theme/tokens.ts';

const Dot = styled('span')(({ theme }) => ({
  display: 'inline-block',
  width: 8,
  height: 8,
  borderRadius: '50%',
  marginInlineEnd: 7,
  backgroundColor: theme.palette.warning.main,
  '&[data-connected="true"]': { backgroundColor: CONNECTED_DOT },
}));

const Strong = styled('b')(({ theme }) => ({ fontWeight: 550, color: theme.palette.text.secondary }));

const STATE_TEXT = {
  connected: 'shell.connected',
  connecting: 'shell.connecting',
  lost: 'shell.disconnected',
} as const;

function Connection() {
  const text = useText();
  const connection = useConnection();
  return (
    <span>
      <Dot data-connected={connection === 'connected'} aria-hidden />
      {text(STATE_TEXT[connection])}
    </span>
  );
}

/** A quiet status bar: product, connection, end of the session (design 7). */
export function Footer() {
  const text = useText();
  const session = useSession();
  const [major, minor] = version.split('.');
  return (
    <Box
      component="footer"
      sx={{
        position: 'sticky',
        bottom: 0,
        zIndex: 'appBar',
        height: { xs: SIZES.barMobile, md: SIZES.bar },
        display: 'flex',
        alignItems: 'center',
        gap: 5,
        px: { xs: 3, md: 10 },
        bgcolor: 'background.default',
        color: 'text.disabled',
        borderTop: 1,
        borderColor: 'line.soft',
        fontSize: '0.78125rem',
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
      }}
    >
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>
        <Strong>Campanero</Strong> · Gobierno de la Ciudad
      </Box>
      <Box component="span" sx={{ display: { xs: 'none', sm: 'inline' } }}>{`${text('shell.version')} ${major}.${minor}`}</Box>
      <Box sx={{ flex: 1, display: { xs: 'none', sm: 'block' } }} />
      <Connection />
      {session && (
        <Box component="span" sx={{ marginInlineStart: { xs: 'auto', sm: 0 } }}>
          {text('shell.sessionUntil')} <Strong>{formatTime(session.expires * 1000)}</Strong>
        </Box>
      )}
    </Box>
  );
}
