import { IconButton, type IconButtonProps } from '@mui/material';
import { Tooltip } from './tooltip.tsx';

interface IconActionProps extends Omit<IconButtonProps, 'aria-label'> {
  /** Accessible name, and tooltip unless one is given. */
  label: string;
  /** Disabled, but keeps the focus. */
  isOff?: boolean;
  tooltip?: string;
}

export const IconAction = ({ label, isOff, tooltip = label, onClick, ...button }: IconActionProps) => (
  <Tooltip title={tooltip}>
    <IconButton aria-label={label} aria-disabled={isOff} onClick={isOff ? undefined : onClick} {...button} />
  </Tooltip>
);
