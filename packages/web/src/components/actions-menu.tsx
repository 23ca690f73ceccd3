import IconButton from '@mui/material/IconButton';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconDotsVertical } from './icons.ts';

export interface MenuAction {
  label: string;
  icon: typeof IconDotsVertical;
  /** Another page, or what happens here. */
  run: string | (() => void);
}

/** The three dots of a page; without anything to offer they are not there. */
export function ActionsMenu({ actions }: { actions: readonly MenuAction[] }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (actions.length === 0) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title={anchor ? '' : 'Más acciones'}>
        <IconButton
          aria-label="Más acciones"
          aria-haspopup="menu"
          aria-expanded={anchor ? 'true' : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <IconDotsVertical size={20} stroke={1.75} aria-hidden />
        </IconButton>
      </Tooltip>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': 'Más acciones', sx: { minWidth: 200 } } }}
      >
        {actions.map(({ label, icon: ActionIcon, run }) =>
          typeof run === 'string' ? (
            <MenuItem key={label} component={Link} to={run} onClick={close}>
              <ActionIcon size={18} stroke={1.75} aria-hidden />
              {label}
            </MenuItem>
          ) : (
            <MenuItem
              key={label}
              onClick={() => {
                close();
                run();
              }}
            >
              <ActionIcon size={18} stroke={1.75} aria-hidden />
              {label}
            </MenuItem>
          ),
        )}
      </Menu>
    </>
  );
}
