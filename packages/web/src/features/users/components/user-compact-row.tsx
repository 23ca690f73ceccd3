import type { UserDetail } from '@campanero/contract/users/schemas';
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { rolesText } from './user-columns.tsx';
import { UserStateChip } from './user-state-chip.tsx';

/** Somebody in two lines, for narrow screens; the switch is on the page that the row opens. */
export function UserCompactRow({ user }: { user: UserDetail }) {
  return (
    <>
      <Box component="span" sx={{ display: 'flex', alignItems: 'center', gap: 2, mb: 1 }}>
        <Typography variant="cell" component="span" noWrap sx={{ fontWeight: 550, flex: 1, minWidth: 0 }}>
          {user.name}
        </Typography>
        <UserStateChip kind={user.disable ? 'disabled' : 'enabled'} />
      </Box>
      <Typography variant="caption" component="span" color="textDisabled" noWrap sx={{ display: 'block' }}>
        {user.email} · {rolesText(user)} · <bdi>{user.id}</bdi>
      </Typography>
    </>
  );
}
