import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { styled, useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { findPage } from '../../app/pages.ts';
import { useText } from '../../i18n/i18n.ts';
import { useConnection } from '../../lib/socket.ts';
import { PartTheme } from '../../theme/theme-provider.tsx';
import { BAR_HEIGHT, LOW_WINDOW, SIZES } from '../../theme/tokens.ts';
import { BreadcrumbTrail } from './breadcrumb-trail.tsx';
import { Footer } from './footer.tsx';
import { Navbar, NavbarRail } from '../navbar/navbar.tsx';
import { Toolbar } from '../toolbar/toolbar.tsx';

/** What has the focus must not hide under the fixed bars (WCAG 2.4.11). */
const clearOfBars = <GlobalStyles styles={{ html: { scrollPaddingBlock: `calc(${BAR_HEIGHT} + 12px)` } }} />;
/** Below this a page that needs the width has the navbar as a rail (design, Low windows). */
const NARROW_WINDOW = '(max-width: 1439.95px)';

interface SlidingNavbarProps {
  isOpen: boolean;
  isRail: boolean;
  onHide: () => void;
  /** From the rail: the whole of it, over the page. */
  onExpand: () => void;
}

/** Slides out by a negative margin of its own width, so that the content widens (shell 3, style-1). */
function SlidingNavbar({ isOpen, isRail, onHide, onExpand }: SlidingNavbarProps) {
  const text = useText();
  return (
    <Box
      component="aside"
      aria-label={text('shell.sidebar')}
      // Out of sight is out of reach, too.
      inert={!isOpen}
      sx={(theme) => ({
        position: 'sticky',
        top: 0,
        height: '100vh',
        flex: 'none',
        marginInlineStart: isOpen ? 0 : `-${isRail ? SIZES.rail : SIZES.navbar}px`,
        transition: theme.transitions.create('margin', { duration: theme.transitions.duration.complex }),
      })}
    >
      <PartTheme part="navbar">
        {isRail ? (
          <NavbarRail toggleLabel={text('shell.showNavigation')} onToggle={onExpand} />
        ) : (
          <Navbar toggleLabel={text('shell.hideNavigation')} onToggle={onHide} />
        )}
      </PartTheme>
    </Box>
  );
}

const ThemePanels = lazy(async () => ({ default: (await import('../panels/theme-panels.tsx')).ThemePanels }));
/** Wide screens never need it: its code comes with the first small one. */
const NavbarDrawer = lazy(() =>
  import('../navbar/navbar-drawer.tsx').then((module) => ({ default: module.NavbarDrawer })),
);

/** layout1, vertical: navbar, then toolbar, content and footer in a column (shell 3). */
export function ShellLayout({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const isMobile = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const isNarrow = useMediaQuery(NARROW_WINDOW, { noSsr: true });
  const { pathname } = useLocation();
  const isRail = isNarrow && !isMobile && findPage(pathname)?.foldsNavbar === true;
  const [isOpen, setOpen] = useState(true);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const content = useFocusOnNavigation();
  return (
    <>
      {clearOfBars}
      <SkipLink />
      <Box sx={{ display: 'flex', minHeight: '100vh', overflowX: 'clip' }}>
        {(isMobile || isRail) && (
          <Suspense fallback={null}>
            <NavbarDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
          </Suspense>
        )}
        {!isMobile && (
          <SlidingNavbar
            isOpen={isOpen}
            isRail={isRail}
            onHide={() => setOpen(false)}
            onExpand={() => setDrawerOpen(true)}
          />
        )}
        <Box
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column',
            // A rail leaves less air beside it.
            '--page-start': isRail ? '24px' : '40px',
          }}
        >
          <PartTheme part="toolbar">
            <Toolbar
              showsToggle={isMobile || !isOpen}
              onToggle={() => (isMobile ? setDrawerOpen(true) : setOpen(true))}
            />
          </PartTheme>
          <OfflineBar />
          <Box
            component="main"
            ref={content}
            id={CONTENT_ID}
            tabIndex={-1}
            sx={{
              flex: 1,
              minWidth: 0,
              outline: 'none',
              pt: 4,
              pb: 5,
              pl: { xs: 3, md: 'var(--page-start)' },
              pr: { xs: 3, md: 10 },
              [`@media ${LOW_WINDOW}`]: { pt: 2.5, pb: 3 },
            }}
          >
            <Box sx={{ maxWidth: SIZES.container, marginInline: 'auto' }}>
              <BreadcrumbTrail />
              {children}
            </Box>
          </Box>
          <PartTheme part="footer">
            <Footer />
          </PartTheme>
        </Box>
      </Box>
      <Suspense fallback={null}>
        <ThemePanels />
      </Suspense>
    </>
  );
}

const CONTENT_ID = 'contenido';

const Anchor = styled('a')(({ theme }) => ({
  position: 'fixed',
  insetInlineStart: 12,
  top: 12,
  zIndex: theme.zIndex.tooltip,
  padding: '10px 16px',
  borderRadius: theme.radius.control,
  backgroundColor: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
  fontWeight: 580,
  textDecoration: 'none',
  outline: `2px solid ${theme.palette.focusRing}`,
  outlineOffset: 2,
  '&:not(:focus)': { clipPath: 'inset(50%)', width: 1, height: 1, padding: 0, overflow: 'hidden' },
}));

/** First stop of the keyboard on every page (UX-16). */
function SkipLink() {
  const text = useText();
  return <Anchor href={`#${CONTENT_ID}`}>{text('shell.skip')}</Anchor>;
}

/** A lost connection is said once and quietly; no toasts (design 6, States). It lies over the breadcrumbs: nothing moves. */
function OfflineBar() {
  const text = useText();
  const isLost = useConnection() === 'lost';
  return (
    <Box role="status" sx={{ position: 'sticky', top: BAR_HEIGHT, height: 0, zIndex: 4 }}>
      {isLost && (
        <Box
          sx={(theme) => ({
            minHeight: 32,
            display: 'flex',
            alignItems: 'center',
            pl: { xs: 3, md: 'var(--page-start)' },
            pr: { xs: 3, md: 10 },
            typography: 'body2',
            bgcolor: theme.palette.soft.warning.bg,
            color: theme.palette.soft.warning.text,
          })}
        >
          {text('shell.offline')}
        </Box>
      )}
    </Box>
  );
}

/**
 * A new page without a page load: keyboard and screen reader start again at its content. Not on the first one,
 * where the browser's own order begins, and not when only filters in the address change.
 */
function useFocusOnNavigation() {
  const content = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    content.current?.focus({ preventScroll: true });
  }, [pathname]);
  return content;
}
