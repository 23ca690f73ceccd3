import { SwipeableDrawer } from '@mui/material';
import { useText } from '../../i18n/i18n.ts';
import { PartTheme } from '../../theme/theme-provider.tsx';
import type { SideNavbarSettings } from '../layout/effective-layout.ts';
import { Navbar } from './navbar.tsx';
import { TabbedNavbar } from './tabbed-navbar.tsx';

interface NavbarDrawerProps {
  /** As it would be on a wide screen; a horizontal layout's is like the first one's. */
  navbar: Pick<SideNavbarSettings, 'style' | 'position'>;
  isOpen: boolean;
  onClose: () => void;
}

const ignore = () => undefined;

/** Below the mobile breakpoint the navbar floats; choosing an entry, Esc, the backdrop or a swipe closes it. */
export function NavbarDrawer({ navbar, isOpen, onClose }: NavbarDrawerProps) {
  const text = useText();
  const isTabbed = navbar.style === 'style-3' || navbar.style === 'style-3-dense';
  return (
    <PartTheme part="navbar">
      <SwipeableDrawer
        anchor={navbar.position}
        open={isOpen}
        onClose={onClose}
        // A swipe from the edge is the browser's own way back.
        disableSwipeToOpen
        onOpen={ignore}
        slotProps={{
          paper: {
            'aria-label': text('shell.navigation'),
            // What is left of the page closes it.
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
          <Navbar
            toggle={{ label: text('shell.closeNavigation'), isOpen: true, onToggle: onClose }}
            onChoose={onClose}
          />
        )}
      </SwipeableDrawer>
    </PartTheme>
  );
}
