import { Box, IconButton } from '@mui/material';
import { Link } from 'react-router';
import { IconDotsVertical } from '../icons.ts';
import { Hint } from '../layout.tsx';
import { Menu, MenuDivider, MenuItem, useMenu } from '../menu.tsx';
import { Tooltip } from '../tooltip.tsx';

export interface MenuAction {
  label: string;
  icon: typeof IconDotsVertical;
  run: string | (() => void);
  /** Why it is disabled; shown under its name. */
  waitsFor?: string;
  startsPart?: boolean;
}

interface ActionsMenuProps {
  actions: readonly MenuAction[];
  size?: 'small' | 'medium';
  /** For rows: whose actions they are. */
  of?: string;
}

/** Menu behind three dots; nothing without actions. */
export function ActionsMenu({ actions, size = 'medium', of }: ActionsMenuProps) {
  const { menu, opener } = useMenu();
  if (actions.length === 0) return null;
  const label = of === undefined ? 'Más acciones' : `Acciones de ${of}`;
  return (
    <>
      <Tooltip title={menu.anchor ? '' : of === undefined ? label : 'Acciones'}>
        <IconButton
          size={size}
          aria-label={label}
          {...opener}
          sx={
            of === undefined
              ? undefined
              : ({ palette: { soft } }) => ({
                  '&[aria-expanded="true"]': { backgroundColor: soft.primary.bg, color: soft.primary.text },
                })
          }
        >
          <IconDotsVertical size={size === 'small' ? 18 : 20} stroke={of === undefined ? 1.75 : 2} aria-hidden />
        </IconButton>
      </Tooltip>
      <Menu {...menu} isAtEnd slotProps={{ list: { 'aria-label': label, sx: { minWidth: 200 } } }}>
        {actions.flatMap(({ label: name, icon: ActionIcon, run, waitsFor, startsPart }) => [
          startsPart && <MenuDivider key={`before ${name}`} sx={{ mx: '-6px', my: '6px !important' }} />,
          waitsFor !== undefined ? (
            <MenuItem
              key={name}
              aria-disabled
              sx={{ cursor: 'default', color: 'text.disabled', alignItems: 'flex-start', height: 'auto', py: 2 }}
            >
              <ActionIcon size={18} stroke={1.75} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
              <Box sx={{ whiteSpace: 'normal', maxWidth: 300 }}>
                {name}
                <Hint sx={{ color: 'text.secondary' }}>{waitsFor}</Hint>
              </Box>
            </MenuItem>
          ) : (
            <MenuItem
              key={name}
              {...(typeof run === 'string' && { component: Link, to: run })}
              onClick={() => {
                menu.onClose();
                if (typeof run === 'function') run();
              }}
            >
              <ActionIcon size={18} stroke={1.75} aria-hidden />
              {name}
            </MenuItem>
          ),
        ])}
      </Menu>
    </>
  );
}
