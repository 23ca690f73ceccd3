import Drawer from '@mui/material/Drawer';
import { useText } from '../../i18n/i18n.ts';
import { PartTheme } from '../../theme/theme-provider.tsx';
import { Navbar } from './navbar.tsx';

interface NavbarDrawerProps {
  isOpen: boolean;
  onClose: () => void;
}

/** Below the mobile breakpoint the navbar floats; choosing an entry, Esc or the backdrop closes it. */
export function NavbarDrawer({ isOpen, onClose }: NavbarDrawerProps) {
  const text = useText();
  return (
    <PartTheme part="navbar">
      <Drawer open={isOpen} onClose={onClose} slotProps={{ paper: { 'aria-label': text('shell.navigation') } }}>
        <Navbar toggleLabel={text('shell.closeNavigation')} onToggle={onClose} onChoose={onClose} />
      </Drawer>
    </PartTheme>
  );
}
