import { Button, Dialog, DialogActions, DialogContent, DialogTitle, IconButton } from '@mui/material';
import { type ReactNode, useEffect, useId } from 'react';
import { useBlocker } from 'react-router';
import { IconX } from '../icons.ts';
import { FormNote } from './form-note.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  action: string;
  destructive?: boolean;
  disabled?: boolean;
  /** Leave it out if there is no request that could fail. */
  pending?: boolean;
  pendingText?: string;
  error?: string;
  cancel?: string;
  other?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation. All uses are listed in rule screens/what-asks. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, action, destructive = false, disabled, pending, pendingText = action } = props;
  const { error, cancel = 'Cancelar', other, onConfirm, onClose } = props;
  const id = useId();
  return (
    <Dialog
      open={open}
      // The outcome of a running request is shown here.
      onClose={pending ? undefined : onClose}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      slotProps={{ paper: { sx: { width: 480 } } }}
    >
      <DialogTitle id={`${id}-title`}>{title}</DialogTitle>
      <DialogContent id={`${id}-text`} sx={{ display: 'grid', gap: 4 }}>
        <div>{children}</div>
        {pending !== undefined && <FormNote>{error}</FormNote>}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {/* Destructive actions do not get the focus. */}
        <Button onClick={onClose} disabled={pending === true} autoFocus={destructive}>
          {cancel}
        </Button>
        {other}
        <Button
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          autoFocus={!destructive}
          disabled={disabled}
          aria-disabled={pending === true}
          aria-busy={pending === true}
          onClick={pending ? undefined : onConfirm}
        >
          {pending ? pendingText : action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface UnsavedGuardProps {
  active: boolean;
  /** What would be lost. */
  what: string;
  words?: { title: string; leave: string; stay: string };
}

const EDITING = { title: 'Hay cambios sin guardar', leave: 'Salir sin guardar', stay: 'Seguir editando' };

/** Asks before a page with unsaved changes is left: by links, Back, or closing the tab. */
export function UnsavedGuard({ active, what, words = EDITING }: UnsavedGuardProps) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active &&
      currentLocation.pathname !== nextLocation.pathname &&
      // A lost session leads to sign-in and back, without a question.
      nextLocation.pathname !== '/signin',
  );
  useEffect(() => {
    if (!active) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [active]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      title={words.title}
      action={words.leave}
      cancel={words.stay}
      destructive
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      {what}
    </ConfirmDialog>
  );
}

/** The × of a dialog; the title leaves room for it. */
export function DialogClose({ onClose, autoFocus = false }: { onClose: () => void; autoFocus?: boolean }) {
  return (
    <IconButton
      aria-label="Cerrar"
      autoFocus={autoFocus}
      onClick={onClose}
      sx={{ position: 'absolute', insetInlineEnd: 12, top: 10 }}
    >
      <IconX size={20} stroke={1.75} aria-hidden />
    </IconButton>
  );
}
