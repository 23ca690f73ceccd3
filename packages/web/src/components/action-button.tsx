import type { ButtonProps } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { Link, type To } from 'react-router';
import { IconPlus } from './icons.ts';
import { ReasonedButton } from './reasoned-button.tsx';

export interface ActionButtonProps extends ButtonProps {
  icon?: Icon;
  stroke?: number;
  /** Makes it a link, with this route state. */
  to?: To;
  state?: unknown;
  /** Why it is disabled. */
  reason?: string;
  /** Further clicks are ignored meanwhile. */
  isPending?: boolean;
  pendingText?: string;
}

/** The button of a page or list that adds something. */
export const AddButton = (props: ActionButtonProps) => (
  <ActionButton variant="contained" icon={IconPlus} stroke={2} {...props} />
);

/** A button with an icon, as a link, with a reason why it is disabled or with a running request. */
export function ActionButton(props: ActionButtonProps) {
  const { icon: Sign, stroke = 1.75, to, state, reason, isPending, pendingText, onClick, children, ...button } = props;
  return (
    <ReasonedButton
      reason={reason}
      startIcon={Sign && <Sign size={button.size === 'small' ? 16 : 18} stroke={stroke} aria-hidden />}
      aria-disabled={isPending}
      aria-busy={isPending}
      onClick={reason !== undefined || isPending ? undefined : onClick}
      {...(to !== undefined && reason === undefined && { component: Link, to, state })}
      {...button}
    >
      {isPending && pendingText ? pendingText : children}
    </ReasonedButton>
  );
}
