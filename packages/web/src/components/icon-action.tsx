import { IconButton, type IconButtonProps } from '@mui/material';
import { Tooltip } from './tooltip.tsx';

interface IconActionProps extends Omit<IconButtonProps, 'aria-label'> {
  /** Its accessible name and tooltip. */
  label: string;
  /** There is nothing to do: it says so and keeps the focus. */
  isOff?: boolean;
  /** Instead of the label, where there is more to say. */
  tooltip?: string;
}

/** A button that is only an icon, with its name in a tooltip. */
export const IconAction = ({ label, isOff, tooltip = label, onClick, ...button }: IconActionProps) => (
  <Tooltip title={tooltip}>
    <IconButton aria-label={label} aria-disabled={isOff} onClick={isOff ? undefined : onClick} {...button} />
  </Tooltip>
);
