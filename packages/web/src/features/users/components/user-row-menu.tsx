import Divider from '@mui/material/Divider';
import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { Link } from 'react-router';
import { AboveRow } from '../../../components/data-table/above-row.tsx';
import { IconBan, IconCircleCheck, IconDots, IconEye, IconPencil } from '../../../components/icons.ts';
import type { UserLinks } from '../user-links.ts';

interface UserRowMenuProps {
  user: { id: number; name: string; disable: boolean };
  links: UserLinks;
  isOwn: boolean;
  onToggle: () => void;
}

export function UserRowMenu({ user, links, isOwn, onToggle }: UserRowMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const label = `Acciones de ${user.name}`;
  const close = () => setAnchor(null);
  const StateIcon = user.disable ? IconCircleCheck : IconBan;
  return (
    <AboveRow>
      <Tooltip title={anchor ? '' : 'Acciones'}>
        <IconButton
          aria-label={label}
          aria-haspopup="menu"
          aria-expanded={anchor ? 'true' : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <IconDots size={20} stroke={2} aria-hidden />
        </IconButton>
      </Tooltip>
      <Menu
        open={Boolean(anchor)}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': label, sx: { minWidth: 180 } } }}
      >
        <MenuItem component={Link} to={links.view(user.id)} onClick={close}>
          <IconEye size={18} stroke={1.75} aria-hidden />
          Ver usuario
        </MenuItem>
        <MenuItem component={Link} to={links.edit(user.id)} onClick={close}>
          <IconPencil size={18} stroke={1.75} aria-hidden />
          Editar usuario
        </MenuItem>
        {!isOwn && <Divider sx={{ mx: '-6px', my: '6px !important' }} />}
        {!isOwn && (
          <MenuItem
            onClick={() => {
              close();
              onToggle();
            }}
          >
            <StateIcon size={18} stroke={1.75} aria-hidden />
            {user.disable ? 'Habilitar usuario' : 'Deshabilitar usuario'}
          </MenuItem>
        )}
      </Menu>
    </AboveRow>
  );
}
