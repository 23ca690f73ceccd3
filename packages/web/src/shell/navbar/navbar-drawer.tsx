import { SwipeableDrawer } from '@mui/material';
import { useText } from '../../i18n/i18n.ts';
import { PartTheme } from '../../theme/theme-provider.tsx';
import type { SideNavbarSettings } from '../layout/effective-layout.ts';
import { Navbar } from './navbar.tsx';
import { TabbedNavbar } from './tabbed-navbar.tsx';

interface NavbarDrawerProps {
  navbar: Pick<SideNavbarSettings, 'style' | 'position'>;
  isOpen: boolean;
  onClose: () => void;
}

/** The navbar on a phone. */
export function NavbarDrawer({ navbar, isOpen, onClose }: NavbarDrawerProps) {
  const text = useText();
  const isTabbed = navbar.style === 'style-3' || navbar.style === 'style-3-dense';
  const toggle = { label: text('shell.closeNavigation'), isOpen: true, onToggle: onClose };
  return (
    <PartTheme part="navbar">
      <SwipeableDrawer
        anchor={navbar.position}
        open={isOpen}
        onClose={onClose}
        // Swiping from the edge is the browser's Back.
        disableSwipeToOpen
        onOpen={() => undefined}
        slotProps={{
          paper: {
            'aria-label': text('shell.navigation'),
            // The rest of the page closes it.
            sx: { maxWidth: 'calc(100vw - 40px)', overflow: 'hidden' },
          },
        }}
      >
        {isTabbed ? (
          <TabbedNavbar
            isDense={navbar.style === 'style-3-dense'}
            isFolded
            isAtEnd={navbar.position === 'right'}
            onChoose={onClose}
          />
        ) : (
          <Navbar toggle={toggle} onChoose={onClose} />
        )}
      </SwipeableDrawer>
    </PartTheme>
  );
}
