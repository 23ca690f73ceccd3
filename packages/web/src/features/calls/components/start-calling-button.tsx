import Button from '@mui/material/Button';
import Tooltip from '@mui/material/Tooltip';
import { useId } from 'react';
import { IconPhone } from '../../../components/icons.ts';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';

interface StartCallingButtonProps {
  label: string;
  /** What it begins, for those who do not see the row it stands in. */
  about?: string;
  /** Why it cannot be pressed. */
  reason?: string | undefined;
  isStarting: boolean;
  size?: 'small' | 'medium';
  onStart: () => void;
}

/** The way to begin: fetches the person's next contact and opens it. */
export function StartCallingButton(props: StartCallingButtonProps) {
  const { label, about, reason, isStarting, size = 'medium', onStart } = props;
  const reasonId = useId();
  const isDisabled = reason !== undefined;
  return (
    <>
      <Tooltip title={reason ?? ''} describeChild>
        <Button
          variant="contained"
          size={size}
          startIcon={<IconPhone size={18} stroke={1.75} aria-hidden />}
          aria-busy={isStarting}
          aria-disabled={isDisabled || isStarting}
          aria-describedby={isDisabled ? reasonId : undefined}
          onClick={() => !isDisabled && onStart()}
        >
          {label}
          {about && <VisuallyHidden> {about}</VisuallyHidden>}
        </Button>
      </Tooltip>
      {isDisabled && <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>}
    </>
  );
}
