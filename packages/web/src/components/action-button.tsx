import { Button, type ButtonProps } from '@mui/material';
import type { Icon } from '@tabler/icons-react';
import { type MouseEvent, useId } from 'react';
import { Link, type To } from 'react-router';
import { IconPlus } from './icons.ts';
import { Tooltip } from './tooltip.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface ActionButtonProps extends ButtonProps {
  icon?: Icon;
  stroke?: number;
  /** Makes it a link, with this route state. */
  to?: To;
  state?: unknown;
  /** Why it is disabled: its tooltip, also read with it. It stays focusable. */
  reason?: string | undefined;
  /** Further clicks are ignored meanwhile. */
  isPending?: boolean;
  pendingText?: string;
  /** Enter or a click while there is a reason. */
  onRefused?: () => void;
}

export const AddButton = (props: ActionButtonProps) => (
  <ActionButton variant="contained" icon={IconPlus} stroke={2} {...props} />
);

/** A button with an icon, as a link, with a reason why it is disabled or with a running request. */
export function ActionButton(props: ActionButtonProps) {
  const { icon: Sign, stroke = 1.75, to, state, reason, isPending, pendingText, onRefused, ...button } = props;
  const reasonId = useId();
  const isDisabled = reason !== undefined;
  const refuse = (event: MouseEvent) => {
    event.preventDefault();
    if (!isPending) onRefused?.();
  };
  return (
    <>
      <Tooltip title={reason ?? ''} describeChild>
        <Button
          startIcon={Sign && <Sign size={button.size === 'small' ? 16 : 18} stroke={stroke} aria-hidden />}
          aria-busy={isPending}
          {...(to !== undefined && !isDisabled && { component: Link, to, state })}
          {...button}
          aria-disabled={isDisabled || (button['aria-disabled'] ?? isPending)}
          aria-describedby={isDisabled ? reasonId : undefined}
          onClick={isDisabled || isPending ? refuse : button.onClick}
        >
          {isPending && pendingText ? pendingText : button.children}
        </Button>
      </Tooltip>
      {isDisabled && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
    </>
  );
}

export const SubmitButton = ({ isPending = false, ...button }: ActionButtonProps) => (
  <ActionButton variant="contained" {...button} type="submit" isPending={isPending} />
);
