import { formatTime } from '@campanero/contract/shared/dates';
import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { lazy, type ReactNode, Suspense } from 'react';
import { createPortal } from 'react-dom';
import { version } from '../../../package.json';
import { useText, useTextLang } from '../../i18n/i18n.ts';
import { createStore, useStore } from '../../lib/external-store.ts';
import { useSession } from '../../lib/session.ts';
import { useConnection } from '../../lib/socket.ts';
import { PartTheme } from '../../theme/theme-provider.tsx';
import { BAR_HEIGHT } from '../../theme/tokens.ts';
import { Bar, pageSides } from './bar.tsx';

const FooterHelp = lazy(async () => ({ default: (await import('./footer-help.tsx')).FooterHelp }));

const Dot = styled('span')(({ theme }) => ({
  display: 'inline-block',
  width: 8,
  height: 8,
  borderRadius: '50%',
  marginInlineEnd: 7,
  backgroundColor: theme.palette.warning.main,
  '&[data-connected="true"]': { backgroundColor: theme.palette.success.main },
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
    <Box component="span" data-wide>
      <Dot data-connected={connection === 'connected'} aria-hidden />
      {text(STATE_TEXT[connection])}
    </Box>
  );
}

/** A quiet status bar: product, connection, end of the session, help; on some pages what they put there (design 7). */
export function Footer({ isFixed }: { isFixed: boolean }) {
  const text = useText();
  const lang = useTextLang();
  const session = useSession();
  const [major, minor] = version.split('.');
  return (
    <Bar
      component="footer"
      edge="bottom"
      stays={isFixed ? '0px' : undefined}
      height={BAR_HEIGHT}
      sx={{
        ...pageSides,
        bgcolor: 'background.default',
        color: 'text.disabled',
        fontSize: '0.78125rem',
        fontVariantNumeric: 'tabular-nums',
        whiteSpace: 'nowrap',
        '&:has([data-place]:not(:empty)) [data-plain]': { display: 'none' },
        // There is no room for both; a lost connection has a bar of its own.
        '&:has([data-place]:not(:empty)) [data-wide]': { display: { xs: 'none', sm: 'inline' } },
      }}
      columnSx={{ gap: 5 }}
    >
      <Box data-plain component="span" sx={{ display: { xs: 'none', lg: 'inline' } }}>
        <Strong>Campanero</Strong> · Gobierno de la Ciudad
      </Box>
      <Box
        data-plain
        component="span"
        lang={lang()}
        sx={{ display: { xs: 'none', lg: 'inline' } }}
      >{`${text('shell.version')} ${major}.${minor}`}</Box>
      <Box data-place ref={setFooterPlace} sx={{ flex: 1, minWidth: 0, display: 'flex' }} />
      <Box lang={lang()} sx={{ display: 'contents' }}>
        <Connection />
        {session && (
          <span data-plain>
            {text('shell.sessionUntil')} <Strong>{formatTime(session.expires * 1000)}</Strong>
          </span>
        )}
        <Suspense fallback={null}>
          <FooterHelp />
        </Suspense>
      </Box>
    </Bar>
  );
}

/** Where a page may put something of its own into the footer; in-footer.tsx fills it. */
const footerPlace = createStore<HTMLElement | null>(null);
const setFooterPlace = (place: HTMLElement | null) => footerPlace.set(place);

/** While a page shows this, the footer tells it instead of the product's name and the session's end (design 7). */
export function InFooter({ children }: { children: ReactNode }) {
  const place = useStore(footerPlace);
  return place && createPortal(<PartTheme part="footer">{children}</PartTheme>, place);
}
