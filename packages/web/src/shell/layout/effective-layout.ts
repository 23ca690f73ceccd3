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

/** Defaults, then the layout's own, then saved settings, then the route's (never saved). */
export const effectiveLayout = (saved: LayoutPatch, route: LayoutPatch): Layout =>
  readSettings(mergeSettings({ layout: saved }, { layout: route })).layout;

const BARE_PATHS = [paths.signIn, paths.recover, paths.reset];
const HIDDEN = { display: false };
const BARE: LayoutPatch = { config: { navbar: HIDDEN, toolbar: HIDDEN, footer: HIDDEN } };
/** Below this, pages that need the width fold the navbar. */
const NARROW_WINDOW = '(max-width: 1439.95px)';

type Room = { isNarrow: boolean; isLow: boolean };

export function layoutOfRoute(pathname: string, { style, config }: Layout, { isNarrow, isLow }: Room): LayoutPatch {
  if (BARE_PATHS.some((path) => matchPath(path, pathname))) return BARE;
  const isFolded = isNarrow && style === 'layout1' && findPage(pathname)?.foldsNavbar;
  const isSlide = config.navbar.style === 'style-1';
  return {
    config: {
      ...(isFolded && { navbar: { folded: true, style: isSlide ? 'style-2' : config.navbar.style } }),
      ...(isLow && { footer: { display: false } }),
    },
  };
}

export interface Frame {
  layout: Layout;
  /** The navbar is a drawer. */
  isMobile: boolean;
  /** It cannot be unfolded by hand. */
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

/** Width beside the page; a floating panel does not count. */
export function navbarWidth({ style, folded }: SideNavbarSettings, hasPanel: boolean): number {
  if (style === 'style-1') return SIZES.navbar;
  if (style === 'style-2') return folded ? SIZES.rail : SIZES.navbar;
  const tabs = style === 'style-3' ? SIZES.tabs : SIZES.rail;
  return folded || !hasPanel ? tabs : tabs + SIZES.navbar;
}

const heights = (bars: readonly { height: string }[]) =>
  bars.length === 0 ? '0px' : `calc(${bars.map(({ height }) => height).join(' + ')})`;

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
  const bottom = footer.display ? [footer] : [];
  return {
    top: shown.map((bar) => ({
      name: bar.name,
      stays: bar.style === 'fixed' ? heights(fixed.slice(0, fixed.indexOf(bar))) : undefined,
    })),
    fixedTop: heights(fixed),
    fixedBottom: heights(bottom.filter(({ style }) => style === 'fixed')),
    all: heights([...shown, ...bottom]),
  };
}
