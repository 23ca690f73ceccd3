import { later } from '../../components/later.tsx';
import { Box } from '@mui/material';
import { type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useTextLang } from '../../i18n/i18n.ts';
import { useInstallation } from '../../lib/installation.ts';
import { createStore, useStore } from '../../lib/external-store.ts';
import { PartTheme } from '../../theme/theme-provider.tsx';
import { FOOTER_HEIGHT } from '../../theme/tokens.ts';
import { Bar, pageSides } from './bar.tsx';
import { Connection, SessionEnd, Strong, Version } from './status-facts.tsx';

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
