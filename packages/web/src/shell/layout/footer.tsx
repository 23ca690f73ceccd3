import { formatTime } from '@campanero/contract/shared/dates';
import { Box, styled } from '@mui/material';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { version } from '../../../package.json';
import { later } from '../../components/later.tsx';
import { useText, useTextLang } from '../../i18n/i18n.ts';
import { createStore, useStore } from '../../lib/external-store.ts';
import { useInstallation } from '../../lib/installation.ts';
import { useConnection } from '../../lib/live/socket.ts';
import { useSession } from '../../lib/session.ts';
import { PartTheme } from '../../theme/theme-provider.tsx';
import { FOOTER_HEIGHT } from '../../theme/tokens.ts';
import { Bar, pageSides } from './bar.tsx';

const FooterHelp = later(async () => (await import('./footer-help.tsx')).FooterHelp);

/** Status line: product, connection, end of the session, help, or content of a page (InFooter). */
export function Footer({ isFixed }: { isFixed: boolean }) {
  const lang = useTextLang();
  return (
    <Bar
      component="footer"
      edge="bottom"
      stays={isFixed ? '0px' : undefined}
      height={FOOTER_HEIGHT}
      sx={{
        ...pageSides,
        bgcolor: 'background.default',
        color: 'text.disabled',
        fontSize: '0.75rem',
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        '&:has([data-place]:not(:empty)) [data-plain]': { display: 'none' },
        // No room for both; a lost connection has a bar of its own.
        '&:has([data-place]:not(:empty)) [data-wide]': { display: { xs: 'none', sm: 'inline' } },
      }}
      columnSx={{ gap: 5 }}
    >
      <Box data-plain component="span" sx={{ display: { xs: 'none', lg: 'inline' } }}>
        <Strong>Campanero</Strong> · {useInstallation().city || 'Gobierno de la Ciudad'}
      </Box>
      <Box data-plain component="span" lang={lang()} sx={{ display: { xs: 'none', lg: 'inline' } }}>
        <Version />
      </Box>
      <Box data-place ref={setFooterPlace} sx={{ flex: 1, minWidth: 0, display: 'flex' }} />
      <Box lang={lang()} sx={{ display: 'contents' }}>
        <span data-wide>
          <Connection />
        </span>
        <span data-plain>
          <SessionEnd />
        </span>
        <FooterHelp />
      </Box>
    </Bar>
  );
}

const footerPlace = createStore<HTMLElement | null>(null);
const setFooterPlace = (place: HTMLElement | null) => footerPlace.set(place);

/** Replaces the product's name and the session's end in the footer. */
export function InFooter({ children }: { children: ReactNode }) {
  const place = useStore(footerPlace);
  return place && createPortal(<PartTheme part="footer">{children}</PartTheme>, place);
}

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

const Strong = styled('b')(({ theme }) => ({ fontWeight: 550, color: theme.palette.text.secondary }));

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
