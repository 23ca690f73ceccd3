import { later } from '../../components/later.tsx';
import { Box, GlobalStyles } from '@mui/material';

import { isBranch } from '../../app/navigation.ts';
import { useText } from '../../i18n/i18n.ts';
import { PartTheme } from '../../theme/theme-provider.tsx';
import { Navbar } from '../navbar/navbar.tsx';
import { useNavigation } from '../navbar/use-navigation.ts';
import { navbarWidth, type SideNavbarSettings } from './effective-layout.ts';

const ground = <Box sx={{ height: '100%', bgcolor: 'background.default' }} />;
const FoldedNavbar = later(async () => (await import('../navbar/folded-navbar.tsx')).FoldedNavbar, ground);
const TabbedNavbar = later(async () => (await import('../navbar/tabbed-navbar.tsx')).TabbedNavbar, ground);

interface SideNavbarProps {
  navbar: SideNavbarSettings;
  isFoldedByRoute: boolean;
  isOpen: boolean;
  onHide: () => void;
}

/** Frame of layout1's navbar; hidden, it gives its room to the page. */
export function SideNavbar({ navbar, isFoldedByRoute, isOpen, onHide }: SideNavbarProps) {
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
