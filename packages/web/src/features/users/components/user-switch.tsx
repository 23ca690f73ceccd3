import type { UserDetail } from '@campanero/contract/users/schemas';
import Box from '@mui/material/Box';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';

interface UserSwitchProps {
  user: Pick<UserDetail, 'id' | 'name' | 'disable'>;
  /** One's own account: nobody shuts themselves out (SEC-31). */
  isOwn: boolean;
  onToggle: () => void;
}

/** Only asks: it moves when the server has said so. */
export function UserSwitch({ user, isOwn, onToggle }: UserSwitchProps) {
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center', gap: 1 }}>
      <Tooltip title={isOwn ? 'No puede cambiar el estado de su propia cuenta.' : ''} describeChild>
        {/* A disabled switch tells the pointer nothing; the frame around it does. */}
        <span>
          <Switch
            checked={!user.disable}
            disabled={isOwn}
            onChange={onToggle}
            slotProps={{ input: { role: 'switch', 'aria-label': `Habilitar o deshabilitar a ${user.name}` } }}
          />
        </span>
      </Tooltip>
      <Box component="span" sx={{ typography: 'body2', color: user.disable ? 'text.disabled' : 'text.secondary' }}>
        {user.disable ? 'Deshabilitado' : 'Habilitado'}
      </Box>
    </Box>
  );
}
