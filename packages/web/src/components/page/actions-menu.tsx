import { Box, IconButton, Typography } from '@mui/material';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconDotsVertical } from '../icons.ts';
import { useEndSide } from '../../theme/direction.ts';
import { Menu, MenuItem } from '../menu.tsx';
import { Tooltip } from '../tooltip.tsx';

export interface MenuAction {
  label: string;
  icon: typeof IconDotsVertical;
  /** Another page, or what happens here. */
  run: string | (() => void);
  /** Why it cannot be chosen just now; the menu says so under its name. */
  waitsFor?: string | undefined;
}

interface ActionsMenuProps {
  actions: readonly MenuAction[];
  /** Smaller, in the head of a card. */
  size?: 'small' | 'medium';
}

/** The three dots of a page or a card; without anything to offer they are not there. */
export function ActionsMenu({ actions, size = 'medium' }: ActionsMenuProps) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const end = useEndSide();
  if (actions.length === 0) return null;
  const close = () => setAnchor(null);
  return (
    <>
      <Tooltip title={anchor ? '' : 'Más acciones'}>
        <IconButton
          size={size}
          aria-label="Más acciones"
          aria-haspopup="menu"
          aria-expanded={anchor ? 'true' : undefined}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <IconDotsVertical size={size === 'small' ? 18 : 20} stroke={1.75} aria-hidden />
        </IconButton>
      </Tooltip>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: end }}
        transformOrigin={{ vertical: 'top', horizontal: end }}
        slotProps={{ list: { 'aria-label': 'Más acciones', sx: { minWidth: 200 } } }}
      >
        {actions.map(({ label, icon: ActionIcon, run, waitsFor }) =>
          waitsFor !== undefined ? (
            <MenuItem
              key={label}
              aria-disabled
              sx={{ cursor: 'default', color: 'text.disabled', alignItems: 'flex-start', height: 'auto', py: 2 }}
            >
              <ActionIcon size={18} stroke={1.75} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
              <Box sx={{ whiteSpace: 'normal', maxWidth: 300 }}>
                {label}
                <Typography variant="caption" component="div" color="textSecondary">
                  {waitsFor}
                </Typography>
              </Box>
            </MenuItem>
          ) : typeof run === 'string' ? (
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
