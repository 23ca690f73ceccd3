import { Button, type ButtonProps } from '@mui/material';
import { useId } from 'react';
import { Tooltip } from './tooltip.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

/** Disabled while there is a reason, but focusable: the reason is its tooltip and read with it. */
export function ReasonedButton({ reason, ...button }: ButtonProps & { reason: string | undefined }) {
  const reasonId = useId();
  const isDisabled = reason !== undefined;
  return (
    <>
      <Tooltip title={reason ?? ''} describeChild>
        <Button
          {...button}
          aria-disabled={isDisabled || button['aria-disabled']}
          aria-describedby={isDisabled ? reasonId : undefined}
        />
      </Tooltip>
      {isDisabled && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
    </>
  );
}
