import { Box, GlobalStyles } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { isBranch } from '../../app/navigation.ts';
import { later } from '../../components/later.tsx';
import { useText } from '../../i18n/i18n.ts';
import { isInField, useFocusOnChange } from '../../lib/browser/focus.ts';
import { useMeasuredSpace } from '../../lib/browser/room.ts';
import { PartTheme } from '../../theme/theme-provider.tsx';
import { LOW_WINDOW, SIZES } from '../../theme/tokens.ts';
import { Navbar } from '../navbar/navbar.tsx';
import { useNavigation } from '../navbar/use-navigation.ts';
import { Toolbar } from '../tools/toolbar.tsx';
import { Bar, pageSides } from './bar.tsx';
import { BreadcrumbTrail } from './breadcrumb-trail.tsx';
import { barsOf, type Frame, navbarWidth, type SideNavbarSettings, useFrame } from './effective-layout.ts';
import { Footer } from './footer.tsx';
import { CONTENT_ID, OfflineBar, ShowNavigation, SkipLink } from './frame-parts.tsx';

/** Not needed by the default shell. */
const ThemePanels = later(async () => (await import('../panels/theme-panels.tsx')).ThemePanels);
const NavbarDrawer = later(async () => (await import('../navbar/navbar-drawer.tsx')).NavbarDrawer);
const NavbarStrip = later(async () => (await import('../navbar/navbar-strip.tsx')).NavbarStrip);

/** Open and closed are not saved. */
function useNavbar({ layout, isMobile, isFoldedByRoute }: Frame) {
  const [isOpen, setOpen] = useState(true);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const { display } = layout.config.navbar;
  const side = layout.style === 'layout1' ? layout.config.navbar : undefined;
  // Style 2 folds instead of hiding, unless the route folds it.
  const isAway = side !== undefined && !isOpen && (side.style !== 'style-2' || isFoldedByRoute);
  const isTabbed = side?.style === 'style-3' || side?.style === 'style-3-dense';
  return {
    side: display && !isMobile ? side : undefined,
    drawer: display && isMobile ? { style: side?.style ?? 'style-1', position: side?.position ?? 'left' } : undefined,
    isAtEnd: side?.position === 'right',
    isOpen: isMobile ? isDrawerOpen : !isAway,
    hasToggle: display && (isMobile || isTabbed || isAway),
    toggle: () => (isMobile ? setDrawerOpen(!isDrawerOpen) : setOpen(!isOpen)),
  } as const;
}

type NavbarState = ReturnType<typeof useNavbar>;

/** layout1 has the navbar beside the page, layout2 and layout3 a strip above. */
export function ShellLayout({ children }: { children: ReactNode }) {
  const frame = useFrame();
  const { config } = frame.layout;
  const navbar = useNavbar(frame);
  const side = navbar.side && (
    <SideNavbar
      navbar={navbar.side}
      isFoldedByRoute={frame.isFoldedByRoute}
      isOpen={navbar.isOpen}
      onHide={navbar.toggle}
    />
  );
  const isRail = navbar.side?.style === 'style-2' && navbar.side.folded && !navbar.isAtEnd;
  return (
    <>
      <SkipLink />
      {navbar.drawer && <NavbarDrawer navbar={navbar.drawer} isOpen={navbar.isOpen} onClose={navbar.toggle} />}
      {navbar.hasToggle && !navbar.isOpen && !config.toolbar.display && (
        <PartTheme part="navbar">
          <ShowNavigation isAtEnd={navbar.isAtEnd} onShow={navbar.toggle} />
        </PartTheme>
      )}
      <Box
        sx={(theme) => ({
          display: 'flex',
          minHeight: '100vh',
          overflowX: 'clip',
          maxWidth: 'var(--box)',
          marginInline: 'auto',
          boxShadow: config.mode === 'boxed' ? `0 0 0 1px ${theme.palette.line.soft}, ${theme.elevation.menu}` : 'none',
        })}
      >
        {!navbar.isAtEnd && side}
        <Box
          key="column"
          sx={{
            flex: 1,
            minWidth: 0,
            display: 'flex',
            flexDirection: 'column',
            '--page-start': isRail ? '24px' : '40px',
          }}
        >
          <TopBars frame={frame} navbar={navbar} />
          <OfflineBar />
          <Content>{children}</Content>
          {config.footer.display && (
            <PartTheme part="footer">
              <Footer isFixed={config.footer.style === 'fixed'} />
            </PartTheme>
          )}
        </Box>
        {navbar.isAtEnd && side}
      </Box>
      <ThemePanels />
    </>
  );
}

function TopBars({ frame, navbar }: { frame: Frame; navbar: NavbarState }) {
  const { style } = frame.layout;
  return barsOf(frame).top.map(({ name, stays }) => (
    <PartTheme part={name === 'strip' ? 'navbar' : name} key={name}>
      {name === 'strip' ? (
        <Strip style={style} stays={stays} />
      ) : (
        <Toolbar layout={style} stays={stays} navbar={navbar} />
      )}
    </PartTheme>
  ));
}

function Content({ children }: { children: ReactNode }) {
  // Not when only the search string changes.
  const content = useFocusOnChange(useLocation().pathname, undefined, isInField);
  const column = useRef<HTMLDivElement>(null);
  useMeasuredSpace(column);
  return (
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
        ...pageSides,
        [`@media ${LOW_WINDOW}`]: { pt: 2.5, pb: 3 },
      }}
    >
      <Box ref={column} sx={{ maxWidth: 'var(--container)', marginInline: 'auto' }}>
        <BreadcrumbTrail />
        {children}
      </Box>
    </Box>
  );
}

function Strip({ style, stays }: { style: Frame['layout']['style']; stays: string | undefined }) {
  return (
    <Bar
      component="div"
      edge="top"
      stays={stays}
      height={`${SIZES.strip}px`}
      // Its menus overlap the toolbar.
      sx={{
        ...pageSides,
        zIndex: (theme) => theme.zIndex.appBar + 1,
        bgcolor: 'background.default',
        color: 'text.secondary',
      }}
      // Container of the names, which are hidden if there is no room.
      columnSx={{ containerType: 'inline-size', gap: 2.5 }}
    >
      {style !== 'layout1' && <NavbarStrip style={style} />}
    </Bar>
  );
}

const ground = <Box sx={{ height: '100%', bgcolor: 'background.default' }} />;
const FoldedNavbar = later(async () => (await import('../navbar/folded-navbar.tsx')).FoldedNavbar, ground);
const TabbedNavbar = later(async () => (await import('../navbar/tabbed-navbar.tsx')).TabbedNavbar, ground);

type SideNavbarProps = { navbar: SideNavbarSettings; isFoldedByRoute: boolean; isOpen: boolean; onHide: () => void };

/** Frame of layout1's navbar; hidden, it gives its room to the page. */
function SideNavbar({ navbar, isFoldedByRoute, isOpen, onHide }: SideNavbarProps) {
  const text = useText();
  const width = navbarWidth(navbar, useNavigation().entries.some(isBranch));
  const isAtEnd = navbar.position === 'right';
  const { style, folded } = navbar;
  return (
    <Box
      component="aside"
      aria-label={text('shell.sidebar')}
      inert={!isOpen}
      sx={(theme) => ({
        position: 'sticky',
        top: 0,
        zIndex: 'drawer',
        height: '100vh',
        width,
        flex: 'none',
        [isAtEnd ? 'marginInlineEnd' : 'marginInlineStart']: isOpen ? 0 : `-${width}px`,
        visibility: isOpen ? 'visible' : 'hidden',
        transition: theme.transitions.create(['margin', 'visibility'], {
          duration: theme.transitions.duration.complex,
        }),
      })}
    >
      {isAtEnd && isOpen && <GlobalStyles styles={{ html: { '--navbar-at-end': `${width}px` } }} />}
      <PartTheme part="navbar">
        {style === 'style-1' && (
          <Navbar toggle={{ label: text('shell.hideNavigation'), isOpen: true, onToggle: onHide }} />
        )}
        {style === 'style-2' && <FoldedNavbar isFolded={folded} isFoldedByRoute={isFoldedByRoute} isAtEnd={isAtEnd} />}
        {(style === 'style-3' || style === 'style-3-dense') && (
          <TabbedNavbar isDense={style === 'style-3-dense'} isFolded={folded} isAtEnd={isAtEnd} />
        )}
      </PartTheme>
    </Box>
  );
}
