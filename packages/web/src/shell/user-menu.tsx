import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import { useId, useState } from 'react';
import { PersonAvatar } from '../components/person-avatar.tsx';
import { VisuallyHidden } from '../components/visually-hidden.tsx';
import { useText } from '../i18n/i18n.ts';
import { useSession } from '../lib/session.ts';
import { UserMenuItems } from './user-menu-items.tsx';

const Opener = styled(ButtonBase)(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: '2.75rem',
  padding: '4px 6px 4px 10px',
  borderRadius: theme.radius.control,
  textAlign: 'end',
  '&:hover, &[aria-expanded="true"]': { backgroundColor: theme.palette.surface.subtle },
  // The name stands in the navbar and in the menu's opener on wide screens; small ones have room for the initials only.
  [theme.breakpoints.down('md')]: { padding: 4, minHeight: '2.5rem' },
}));

/** Name, primary role and initials; opens appearance, profile, shortcuts and sign-out. */
export function UserMenu() {
  const text = useText();
  const session = useSession();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  if (!session) return null;
  const role = session.roles[0]?.name ?? text('shell.guest');
  return (
    <>
      <Opener
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? menuId : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Box component="span" sx={{ display: { xs: 'none', md: 'block' } }}>
          <Box component="span" sx={{ display: 'block', typography: 'body2', fontWeight: 600 }}>
            {session.name}
          </Box>
          <Box component="span" sx={{ display: 'block', typography: 'caption', color: 'text.disabled' }}>
            {role}
          </Box>
        </Box>
        <PersonAvatar name={session.name} size={36} />
        <VisuallyHidden>{text('shell.userMenu')}</VisuallyHidden>
      </Opener>
      <UserMenuItems id={menuId} anchor={anchor} onClose={() => setAnchor(null)} />
    </>
  );
}
