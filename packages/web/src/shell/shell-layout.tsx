import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../i18n/i18n.ts';
import { PartTheme } from '../theme/theme-provider.tsx';
import { SIZES } from '../theme/tokens.ts';
import { BreadcrumbTrail } from './breadcrumb-trail.tsx';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';
import { OfflineBar } from './offline-bar.tsx';
import { CONTENT_ID, SkipLink } from './skip-link.tsx';
import { Toolbar } from './toolbar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';

/** What has the focus must not hide under the fixed bars (WCAG 2.4.11). */
const clearOfBars = <GlobalStyles styles={{ html: { scrollPaddingBlock: SIZES.bar + 12 } }} />;

/** Slides out by a negative margin of its own width, so that the content widens (shell 3, style-1). */
function SlidingNavbar({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
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
        marginInlineStart: isOpen ? 0 : `-${SIZES.navbar}px`,
        transition: theme.transitions.create('margin', { duration: theme.transitions.duration.complex }),
      })}
    >
      <PartTheme part="navbar">
        <Navbar toggleLabel={text('shell.hideNavigation')} onToggle={onToggle} />
      </PartTheme>
    </Box>
  );
}

/** Wide screens never need it: its code comes with the first small one. */
const NavbarDrawer = lazy(() => import('./navbar-drawer.tsx').then((module) => ({ default: module.NavbarDrawer })));

/** layout1, vertical: navbar, then toolbar, content and footer in a column (shell 3). */
export function ShellLayout({ children }: { children: ReactNode }) {
  const theme = useTheme();
  const isMobile = useMediaQuery(theme.breakpoints.down('md'), { noSsr: true });
  const [isOpen, setOpen] = useState(true);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const content = useFocusOnNavigation();
  return (
    <>
      {clearOfBars}
      <SkipLink />
      <Box sx={{ display: 'flex', minHeight: '100vh', overflowX: 'clip' }}>
        {isMobile ? (
          <Suspense fallback={null}>
            <NavbarDrawer isOpen={isDrawerOpen} onClose={() => setDrawerOpen(false)} />
          </Suspense>
        ) : (
          <SlidingNavbar isOpen={isOpen} onToggle={() => setOpen(false)} />
        )}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
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
            sx={{ flex: 1, minWidth: 0, outline: 'none', pt: 4, pb: 5, px: { xs: 3, md: 10 } }}
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
    </>
  );
}
