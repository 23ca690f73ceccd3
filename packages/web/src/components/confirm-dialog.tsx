import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { FormNote } from './form-note.tsx';

interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will happen, with the object's name in bold and what cannot be undone. */
  children: ReactNode;
  /** The verb: "Finalizar campaña". */
  action: string;
  destructive?: boolean;
  /** Whether the request runs; left out where there is none that could fail. */
  pending?: boolean;
  pendingText?: string;
  /** Why it failed; the dialog stays until the server's word or the person's. */
  error?: string | undefined;
  /** The way out; "Cancelar" unless another word says it better. */
  cancel?: string;
  /** Between the two: another way to go on. */
  other?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before what the specification wants confirmed, and nothing else (UX-06, design 6). */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    open,
    title,
    children,
    action,
    destructive = false,
    pending,
    pendingText,
    error,
    cancel,
    other,
    onConfirm,
    onClose,
  } = props;
  const id = useId();
  return (
    <Dialog
      open={open}
      // While the request runs its outcome belongs here.
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
        {/* What cannot be undone must not be one careless Enter away. */}
        <Button onClick={onClose} disabled={pending === true} autoFocus={destructive}>
          {cancel ?? 'Cancelar'}
        </Button>
        {other}
        <Button
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          autoFocus={!destructive}
          aria-disabled={pending === true}
          aria-busy={pending === true}
          onClick={pending ? undefined : onConfirm}
        >
          {pending ? (pendingText ?? action) : action}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
