import { IconButton, type IconButtonProps } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { Tooltip } from './tooltip.tsx';

interface IconActionProps extends Omit<IconButtonProps, 'aria-label'> {
  /** Accessible name, and tooltip unless one is given. */
  label: string;
  tooltip?: string;
  /** Instead of children. */
  icon?: Icon;
  iconSize?: number;
  /** Disabled, but keeps the focus. */
  isOff?: boolean;
}

export function IconAction({ label, tooltip = label, icon: Sign, iconSize = 18, isOff, ...button }: IconActionProps) {
  const { onClick, children, ...rest } = button;
  return (
    <Tooltip title={tooltip}>
      <IconButton aria-label={label} aria-disabled={isOff} onClick={isOff ? undefined : onClick} {...rest}>
        {Sign ? <Sign size={iconSize} stroke={iconSize < 18 ? 2 : 1.75} aria-hidden /> : children}
      </IconButton>
    </Tooltip>
  );
}
