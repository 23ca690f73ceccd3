import { Box, Button, type ButtonProps, GlobalStyles } from '@mui/material';
import { type MouseEvent, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { FIXED_BOTTOM } from '../../theme/tokens.ts';
import { Tooltip } from '../tooltip.tsx';
import { VisuallyHidden } from '../visually-hidden.tsx';
import { BarStatus } from './form-note.tsx';

interface SaveBarProps {
  /** Where Cancelar leads: at the start, as quiet text. */
  cancelTo?: string;
  /** In its place: taking changes back where the form stays, or a Cancelar that asks first. */
  undo?: ReactNode;
  /** Why the action waits, or how far it has come; read out when it changes. */
  status?: ReactNode;
  /** Why the server refused. */
  note?: string;
  /** At the end: at most one of them filled. */
  children: ReactNode;
}

/** What gets the focus must not hide under the bar either (WCAG 2.4.11). */
export const ClearOfBar = () => <GlobalStyles styles={{ html: { '--page-bar': '5rem' } }} />;

/**
 * The foot of a form card; its buttons never move. Of a card longer than the window it stays above the page's own
 * footer, where it can be seen.
 */
export function SaveBar({ cancelTo, undo, status, note, children }: SaveBarProps) {
  return (
    <Box
      sx={(theme) => ({
        position: 'sticky',
        bottom: FIXED_BOTTOM,
        zIndex: 2,
        bgcolor: 'background.paper',
        borderRadius: 'inherit',
        borderStartStartRadius: 0,
        borderStartEndRadius: 0,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: { xs: 4, sm: 6 },
        py: 3,
        borderTop: `1px solid ${theme.palette.divider}`,
      })}
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
          // A phone has no room between the buttons: a line of its own, there from the start, so that no button moves.
          flex: { xs: '1 0 100%', sm: '1 1 0' },
          order: { xs: -1, sm: 0 },
          minHeight: { xs: '1.25rem', sm: 0 },
        }}
      >
        <div role="status">{status}</div>
      </BarStatus>
      <Box sx={{ display: 'flex', gap: 2, marginInlineStart: { xs: 'auto', sm: 1 } }}>{children}</Box>
    </Box>
  );
}

interface SubmitButtonProps extends Pick<ButtonProps, 'size' | 'variant' | 'fullWidth' | 'autoFocus'> {
  children: string;
  /** The form is valid and changed. */
  ready: boolean;
  /** Why it is not ready; shown on hover and focus, and read out with the button. */
  reason: string;
  pending: boolean;
  pendingText: string;
  /** Enter or a click while not ready: show what is missing. */
  onRefused?: () => void;
}

/** Disabled for everyone, but still reachable by keyboard so that its reason can be read. */
export function SubmitButton(props: SubmitButtonProps) {
  const { children, ready, reason, pending, pendingText, onRefused, ...button } = props;
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
          variant="contained"
          {...button}
          type="submit"
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
