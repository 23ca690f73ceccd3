import { later } from '../../components/later.tsx';
import { Box } from '@mui/material';
import { type ReactNode, useRef, useState } from 'react';
import { useMeasuredRoom } from '../../lib/browser/room.ts';
import { PartTheme } from '../../theme/theme-provider.tsx';
import { LOW_WINDOW, SIZES } from '../../theme/tokens.ts';
import { Toolbar } from '../toolbar/toolbar.tsx';
import { Bar, pageSides } from './bar.tsx';
import { BreadcrumbTrail } from './breadcrumb-trail.tsx';
import { barsOf, type Frame, useFrame } from './effective-layout.ts';
import { Footer } from './footer.tsx';
import { CONTENT_ID, OfflineBar, ShowNavigation, SkipLink, useFocusOnNavigation } from './frame-parts.tsx';
import { SideNavbar } from './side-navbar.tsx';

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

function TopBars({ frame, navbar }: { frame: Frame; navbar: ReturnType<typeof useNavbar> }) {
  const { style } = frame.layout;
  return barsOf(frame).top.map(({ name, stays }) =>
    name === 'strip' ? (
      <PartTheme part="navbar" key={name}>
        <Strip style={style} stays={stays} />
      </PartTheme>
    ) : (
      <PartTheme part="toolbar" key={name}>
        <Toolbar
          layout={style}
          stays={stays}
          toggle={navbar.hasToggle ? (navbar.isAtEnd ? 'end' : 'start') : undefined}
          isNavbarOpen={navbar.isOpen}
          onToggle={navbar.toggle}
        />
      </PartTheme>
    ),
  );
}

function Content({ children }: { children: ReactNode }) {
  const content = useFocusOnNavigation();
  const column = useRef<HTMLDivElement>(null);
  useMeasuredRoom(column);
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
