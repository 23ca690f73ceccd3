import { mergeSettings, readSettings, type Settings, type SettingsPatch } from '@campanero/contract/settings/schemas';
import { useMediaQuery, useTheme } from '@mui/material';
import { useMemo } from 'react';
import { matchPath, useLocation } from 'react-router';
import { findPage, paths } from '../../app/pages.ts';
import { useSettings } from '../../lib/settings.ts';
import { BAR_HEIGHT, FOOTER_HEIGHT, LOW_WINDOW, SIZES } from '../../theme/tokens.ts';

type Layout = Settings['layout'];
export type SideNavbarSettings = Extract<Layout, { style: 'layout1' }>['config']['navbar'];
type LayoutPatch = SettingsPatch['layout'];

/**
 * The layout that applies: the defaults, over them the layout's own, over them what one has saved, over them what the
 * route asks for. The route's part lives as long as one is on it and is never saved.
 */
export const effectiveLayout = (saved: LayoutPatch, route: LayoutPatch): Layout =>
  readSettings(mergeSettings({ layout: saved }, { layout: route })).layout;

const BARE_PATHS = [paths.signIn, paths.recover, paths.reset];
const BARE: LayoutPatch = {
  config: { navbar: { display: false }, toolbar: { display: false }, footer: { display: false } },
};
/** Below this a page that needs the width has the navbar as a rail, whatever one has saved. */
const NARROW_WINDOW = '(max-width: 1439.95px)';

interface Room {
  isNarrow: boolean;
  isLow: boolean;
}

/** What the page at hand and the window ask for, over what one has saved. */
export function layoutOfRoute(pathname: string, { style, config }: Layout, { isNarrow, isLow }: Room): LayoutPatch {
  if (BARE_PATHS.some((path) => matchPath(path, pathname))) return BARE;
  const isFolded = isNarrow && style === 'layout1' && findPage(pathname)?.foldsNavbar;
  const isSlide = config.navbar.style === 'style-1';
  return {
    config: {
      ...(isFolded && { navbar: { folded: true, style: isSlide ? 'style-2' : config.navbar.style } }),
      // The work needs its line; what it says stands in the user menu then.
      ...(isLow && { footer: { display: false } }),
    },
  };
}

export interface Frame {
  layout: Layout;
  /** Below the mobile breakpoint every navbar is a drawer. */
  isMobile: boolean;
  /** The route folds the navbar: there is nothing to unfold by hand. */
  isFoldedByRoute: boolean;
}

export function useFrame(): Frame {
  const saved = useSettings().layout;
  const { pathname } = useLocation();
  const isNarrow = useMediaQuery(NARROW_WINDOW, { noSsr: true });
  const isLow = useMediaQuery(LOW_WINDOW, { noSsr: true });
  const isMobile = useMediaQuery(useTheme().breakpoints.down('md'), { noSsr: true });
  return useMemo(() => {
    const route = layoutOfRoute(pathname, saved, { isNarrow, isLow });
    const isFoldedByRoute = route?.config?.navbar !== undefined && 'folded' in route.config.navbar;
    return { layout: effectiveLayout(saved, route), isMobile, isFoldedByRoute };
  }, [saved, pathname, isNarrow, isLow, isMobile]);
}

/** The navbar's width beside the page; its panel counts only where it does not float. */
export function navbarWidth({ style, folded }: SideNavbarSettings, hasPanel: boolean): number {
  if (style === 'style-1') return SIZES.navbar;
  if (style === 'style-2') return folded ? SIZES.rail : SIZES.navbar;
  const tabs = style === 'style-3' ? SIZES.tabs : SIZES.rail;
  return folded || !hasPanel ? tabs : tabs + SIZES.navbar;
}

const sum = (parts: string[]) => (parts.length === 0 ? '0px' : `calc(${parts.join(' + ')})`);

/** Which bars there are, from top to bottom, and which of them stay in sight while the page scrolls. */
export function barsOf({ layout, isMobile }: Pick<Frame, 'layout' | 'isMobile'>) {
  const { config } = layout;
  const toolbar = { name: 'toolbar', height: BAR_HEIGHT, ...config.toolbar } as const;
  const footer = { name: 'footer', height: FOOTER_HEIGHT, ...config.footer } as const;
  const top: { name: 'strip' | 'toolbar'; height: string; display: boolean; style: 'fixed' | 'static' }[] = [toolbar];
  if (layout.style !== 'layout1' && !isMobile) {
    const strip = { name: 'strip', height: `${SIZES.strip}px`, ...layout.config.navbar } as const;
    if (layout.config.toolbar.position === 'above') top.push(strip);
    else top.unshift(strip);
  }
  const shown = top.filter(({ display }) => display);
  const fixed = shown.filter(({ style }) => style === 'fixed');
  const heights = (bars: readonly { height: string }[]) => sum(bars.map(({ height }) => height));
  const bottom = footer.display ? [footer] : [];
  return {
    /** From top to bottom, with where a fixed one stays. */
    top: shown.map((bar) => ({
      name: bar.name,
      stays: bar.style === 'fixed' ? heights(fixed.slice(0, fixed.indexOf(bar))) : undefined,
    })),
    fixedTop: heights(fixed),
    fixedBottom: heights(bottom.filter(({ style }) => style === 'fixed')),
    all: heights([...shown, ...bottom]),
  };
}
