import { Button, type ButtonProps } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { useId } from 'react';
import { Link, type To } from 'react-router';
import { Tooltip } from './tooltip.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface ActionButtonProps extends ButtonProps {
  icon?: Icon;
  stroke?: number;
  /** Makes it a link, with this route state. */
  to?: To;
  state?: unknown;
  /** Why it is disabled. It stays reachable by keyboard, so that the reason can be read. */
  reason?: string;
  /** Further clicks are ignored meanwhile. */
  isPending?: boolean;
  pendingText?: string;
}

/** A button with an icon, as a link, with a reason why it is disabled or with a running request. */
export function ActionButton(props: ActionButtonProps) {
  const { icon: Sign, stroke = 1.75, to, state, reason, isPending, pendingText, onClick, children, ...button } = props;
  const reasonId = useId();
  const isOff = Boolean(reason) || isPending;
  return (
    <>
      <Tooltip title={reason ?? ''} describeChild>
        <Button
          startIcon={Sign && <Sign size={button.size === 'small' ? 16 : 18} stroke={stroke} aria-hidden />}
          aria-disabled={isOff}
          aria-busy={isPending}
          aria-describedby={reason ? reasonId : undefined}
          onClick={isOff ? undefined : onClick}
          {...(to !== undefined && !reason && { component: Link, to, state })}
          {...button}
        >
          {isPending && pendingText ? pendingText : children}
        </Button>
      </Tooltip>
      {reason && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
    </>
  );
}
