import Button from '@mui/material/Button';
import type { ButtonProps } from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import type { MouseEvent } from 'react';
import { useId } from 'react';
import { VisuallyHidden } from './visually-hidden.tsx';

interface SubmitButtonProps extends Pick<ButtonProps, 'size' | 'fullWidth' | 'autoFocus'> {
  children: string;
  /** Valid and changed (spec 5). */
  ready: boolean;
  /** Why it is not ready; shown on hover and focus, and read with the button (UX-20). */
  reason: string;
  pending: boolean;
  pendingText: string;
  /** Enter or a click while not ready: show what is missing. */
  onRefused?: () => void;
}

/** Disabled for everyone, but still reachable by keyboard so that its reason can be read. */
export function SubmitButton({
  children,
  ready,
  reason,
  pending,
  pendingText,
  onRefused,
  ...button
}: SubmitButtonProps) {
  const reasonId = useId();
  const isBlocked = !ready || pending;
  const handleClick = (event: MouseEvent) => {
    if (!isBlocked) return;
    event.preventDefault();
    if (!pending) onRefused?.();
  };
  return (
    <>
      <Tooltip title={ready ? '' : reason} describeChild>
        <Button
          {...button}
          type="submit"
          variant="contained"
          aria-disabled={isBlocked}
          aria-describedby={ready ? undefined : reasonId}
          aria-busy={pending}
          onClick={handleClick}
        >
          {pending ? pendingText : children}
        </Button>
      </Tooltip>
      {!ready && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
    </>
  );
}
