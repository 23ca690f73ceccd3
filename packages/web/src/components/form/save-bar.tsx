import { Box, Button, type ButtonProps, GlobalStyles } from '@mui/material';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { FIXED_BOTTOM } from '../../theme/tokens.ts';
import { Inline } from '../layout.tsx';
import { ReasonedButton } from '../reasoned-button.tsx';
import { BarStatus } from './form-note.tsx';

interface SaveBarProps {
  cancelTo?: string;
  undo?: ReactNode;
  status?: ReactNode;
  note?: string;
  children: ReactNode;
}

/** What has the focus must not be hidden under the bar (WCAG 2.4.11). */
export const ClearOfBar = () => <GlobalStyles styles={{ html: { '--page-bar': '5rem' } }} />;

/** Foot of a form card; sticks above the page's footer. */
export function SaveBar({ cancelTo, undo, status, note, children }: SaveBarProps) {
  return (
    <Inline
      sx={{
        position: 'sticky',
        bottom: FIXED_BOTTOM,
        zIndex: 2,
        bgcolor: 'background.paper',
        borderRadius: 'inherit',
        borderStartStartRadius: 0,
        borderStartEndRadius: 0,
        px: { xs: 4, sm: 6 },
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <ClearOfBar />
      {cancelTo !== undefined && (
        <Button variant="text" component={Link} to={cancelTo} sx={{ color: 'text.secondary' }}>
          Cancelar
        </Button>
      )}
      {undo}
      <BarStatus
        note={note}
        sx={{
          color: 'text.disabled',
          textAlign: 'end',
          // On a phone: a line of its own with reserved height, so that no button moves.
          flex: { xs: '1 0 100%', sm: '1 1 0' },
          order: { xs: -1, sm: 0 },
          minHeight: { xs: '1.25rem', sm: 0 },
        }}
      >
        <div role="status">{status}</div>
      </BarStatus>
      <Box sx={{ display: 'flex', gap: 2, marginInlineStart: { xs: 'auto', sm: 1 } }}>{children}</Box>
    </Inline>
  );
}

interface SubmitButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'fullWidth' | 'autoFocus'> {
  children: string;
  ready: boolean;
  /** Shown on hover and focus, and read with the button. */
  reason: string;
  pending: boolean;
  pendingText: string;
  /** Enter or a click while not ready. */
  onRefused?: () => void;
}

/** Stays reachable by keyboard while disabled, so that its reason can be read. */
export function SubmitButton(props: SubmitButtonProps) {
  const { children, ready, reason, pending, pendingText, onRefused, ...button } = props;
  const isBlocked = !ready || pending;
  const handleClick = (event: MouseEvent) => {
    if (!isBlocked) return;
    event.preventDefault();
    if (!pending) onRefused?.();
  };
  return (
    <ReasonedButton
      variant="contained"
      {...button}
      type="submit"
      reason={ready ? undefined : reason}
      aria-disabled={isBlocked}
      aria-busy={pending}
      onClick={handleClick}
    >
      {pending ? pendingText : children}
    </ReasonedButton>
  );
}
