import { later } from '../../components/later.tsx';
import { Box, ButtonBase, styled } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../../app/pages.ts';
import {
  IconCheck,
  IconDeviceDesktop,
  IconKeyboard,
  IconLogin2,
  IconLogout,
  IconMail,
  IconMoon,
  IconSun,
  IconUserCircle,
} from '../../components/icons.ts';
import { Menu, MenuDivider, MenuHeading, MenuItem, useMenu } from '../../components/menu.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { type TextKey, useShellText, useText } from '../../i18n/i18n.ts';
import { mayAccess } from '../../lib/can.ts';
import { usePicture } from '../../lib/picture.ts';
import { signOut } from '../../lib/session-api.ts';
import { useSession } from '../../lib/session.ts';
import { changeSettings, useSettings } from '../../lib/settings.ts';
import { openShortcutHelp } from '../../lib/shortcuts.ts';
import { appearanceChange, appearanceOf, APPEARANCES } from '../../theme/appearance.ts';
import { useFrame } from '../layout/effective-layout.ts';
import { Connection, SessionEnd, Version } from '../layout/footer.tsx';
import { openPanel, PANELS } from '../panels/open-panel.ts';
import { flexRow } from '../../theme/mixins.ts';

const Opener = styled(ButtonBase)(({ theme }) => ({
  ...flexRow(10),
  minWidth: 0,
  minHeight: '2.75rem',
  paddingBlock: 4,
  paddingInline: '10px 6px',
  borderRadius: theme.radius.control,
  textAlign: 'end',
  '&:hover, &[aria-expanded="true"]': { backgroundColor: theme.palette.surface.subtle },
  // Initials only.
  [theme.breakpoints.down('md')]: { padding: 4, minHeight: '2.5rem' },
}));

const ONE_LINE = { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

export function UserMenu() {
  const text = useText();
  const session = useSession();
  const picture = usePicture();
  const { menu, opener } = useMenu();
  const menuId = useId();
  if (!session) return null;
  return (
    <>
      <Opener {...opener} aria-expanded={menu.anchor !== null} aria-controls={menu.anchor ? menuId : undefined}>
        <Box component="span" sx={{ display: { xs: 'none', md: 'block' }, minWidth: 0 }}>
          <Box component="span" sx={{ ...ONE_LINE, typography: 'body2', fontWeight: 600 }}>
            {session.name}
          </Box>
          <Box component="span" sx={{ ...ONE_LINE, typography: 'caption', color: 'text.disabled' }}>
            {session.roles[0]?.name ?? text('shell.guest')}
          </Box>
        </Box>
        <PersonAvatar name={session.name} size={36} picture={picture} />
        <VisuallyHidden>{text('shell.userMenu')}</VisuallyHidden>
      </Opener>
      <UserMenuItems id={menuId} {...menu} />
    </>
  );
}

const MODE_ICONS = { light: IconSun, dark: IconMoon, system: IconDeviceDesktop } as const;

const Facts = styled('li')(({ theme }) => ({
  ...theme.typography.caption,
  display: 'grid',
  gap: 2,
  padding: '6px 10px 4px',
  color: theme.palette.text.disabled,
  fontVariantNumeric: 'tabular-nums',
}));

const Line = () => <MenuDivider component="li" sx={{ marginInline: '-6px' }} />;

const Heading = styled(MenuHeading)(({ theme }) => ({
  ...theme.typography.caption,
  padding: '6px 10px',
  background: 'none',
  color: theme.palette.text.disabled,
  position: 'static',
}));

const InboxCount = later(async () => (await import('../../features/mail/inbox-count.tsx')).InboxCount);

function UserMenuItems({ id, anchor, onClose }: { id: string; anchor: HTMLElement | null; onClose: () => void }) {
  const { text, langOf, lang } = useShellText();
  // Guests have neither messages nor a page with shortcuts.
  const isStaff = mayAccess('staff', useSession());
  const hasFooter = useFrame().layout.config.footer.display;
  const factsId = `${id}-facts`;
  const closeAnd = (run: () => void) => () => {
    onClose();
    run();
  };
  const item = (key: TextKey, ItemIcon: Icon, props: object, end?: ReactNode) => (
    <MenuItem key={key} lang={langOf(key)} {...props}>
      <ItemIcon size={18} stroke={1.75} aria-hidden />
      {text(key)}
      {end}
    </MenuItem>
  );
  return (
    <Menu
      id={id}
      anchor={anchor}
      onClose={onClose}
      isAtEnd
      slotProps={{
        list: { 'aria-label': text('shell.userMenu'), 'aria-describedby': hasFooter ? undefined : factsId, lang },
        paper: { sx: { minWidth: 208, mt: 1 } },
      }}
    >
      {item('shell.profile', IconUserCircle, { component: Link, to: paths.profile, onClick: onClose })}
      {isStaff && item('shell.inbox', IconMail, { component: Link, to: paths.mail, onClick: onClose }, <InboxCount />)}
      {isStaff && item('shell.shortcuts', IconKeyboard, { onClick: closeAnd(openShortcutHelp) })}
      <Line />
      <AppearanceItems />
      {PANELS.map(({ panel, Icon }) =>
        // Wide windows have the edge tab.
        item(`panels.${panel}`, Icon, { onClick: closeAnd(() => openPanel(panel)), sx: { display: { md: 'none' } } }),
      )}
      <Line />
      {/* Both lead to sign-in: a guest returns with another account. */}
      {isStaff
        ? item('shell.signOut', IconLogout, { onClick: () => void signOut() })
        : item('tools.signIn', IconLogin2, { onClick: () => void signOut() })}
      {!hasFooter && <Line />}
      {!hasFooter && <ProductFacts id={factsId} />}
    </Menu>
  );
}

function AppearanceItems() {
  const text = useText();
  const { theme } = useSettings();
  const appearance = appearanceOf(theme);
  return (
    <>
      <Heading role="presentation">{text('shell.appearance')}</Heading>
      {APPEARANCES.map((mode) => {
        const Icon = MODE_ICONS[mode];
        return (
          <MenuItem
            key={mode}
            role="menuitemradio"
            aria-checked={mode === appearance}
            onClick={() => changeSettings(appearanceChange(theme, mode))}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
            <Box component="span" sx={{ flex: 1 }}>
              {text(`shell.${mode}`)}
            </Box>
            {mode === appearance && <IconCheck size={16} stroke={2} aria-hidden />}
          </MenuItem>
        );
      })}
    </>
  );
}

const ProductFacts = ({ id }: { id: string }) => (
  <Facts id={id} role="presentation">
    <span>
      <Connection />
    </span>
    <span>
      <SessionEnd />
    </span>
    <span>
      Campanero · <Version />
    </span>
  </Facts>
);
