import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import ListSubheader from '@mui/material/ListSubheader';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router';
import { paths } from '../app/pages.ts';
import {
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '../components/icons.ts';
import { useText } from '../i18n/i18n.ts';
import { mayAccess } from '../lib/can.ts';
import { useSession } from '../lib/session.ts';
import { openShortcutHelp } from '../lib/shortcut-help.ts';
import { signOut } from '../lib/sign-out.ts';
import { COLOR_MODES, setColorMode, useColorMode } from '../theme/color-mode.ts';

const MODE_ICONS = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop } as const;

const Heading = styled(ListSubheader)(({ theme }) => ({
  ...theme.typography.caption,
  padding: '6px 10px',
  background: 'none',
  color: theme.palette.text.disabled,
  position: 'static',
}));

interface UserMenuItemsProps {
  id: string;
  /** Under what it opens; null while it is closed. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

export function UserMenuItems({ id, anchor, onClose }: UserMenuItemsProps) {
  const text = useText();
  const colorMode = useColorMode();
  // A guest has no page with shortcuts.
  const hasShortcuts = mayAccess('staff', useSession());
  return (
    <Menu
      id={id}
      open={anchor !== null}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{ list: { 'aria-label': text('shell.userMenu') }, paper: { sx: { minWidth: 208, mt: 1 } } }}
    >
      <MenuItem component={Link} to={paths.profile} onClick={onClose} lang="en">
        <IconUserCircle size={18} stroke={1.75} aria-hidden />
        My Profile
      </MenuItem>
      {hasShortcuts && (
        <MenuItem
          onClick={() => {
            onClose();
            openShortcutHelp();
          }}
        >
          <IconKeyboard size={18} stroke={1.75} aria-hidden />
          {text('shell.shortcuts')}
        </MenuItem>
      )}
      <Divider component="li" sx={{ marginInline: '-6px' }} />
      <Heading role="presentation">{text('shell.appearance')}</Heading>
      {COLOR_MODES.map((mode) => {
        const Icon = MODE_ICONS[mode];
        return (
          <MenuItem
            key={mode}
            role="menuitemradio"
            aria-checked={mode === colorMode}
            onClick={() => setColorMode(mode)}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
            <Box component="span" sx={{ flex: 1 }}>
              {text(`shell.${mode}`)}
            </Box>
            {mode === colorMode && <IconCheck size={16} stroke={2} aria-hidden />}
          </MenuItem>
        );
      })}
      <Divider component="li" sx={{ marginInline: '-6px' }} />
      <MenuItem onClick={() => void signOut()}>
        <IconLogout size={18} stroke={1.75} aria-hidden />
        {text('shell.signOut')}
      </MenuItem>
    </Menu>
  );
}
