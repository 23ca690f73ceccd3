import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  type DialogProps,
  DialogTitle,
  IconButton,
} from '@mui/material';
import type { SxProps, Theme } from '@mui/material';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useId } from 'react';
import { useBlocker } from 'react-router';
import { ActionButton } from '../action-button.tsx';
import { IconX } from '../icons.ts';
import { RefusalNote } from './form-note.tsx';

interface DialogFrameProps extends Pick<DialogProps, 'aria-describedby'> {
  open?: boolean;
  title: ReactNode;
  width: number;
  hasClose?: boolean;
  /** Hides the page behind. */
  isOpaque?: boolean;
  /** Above the centre: its content grows downwards and the first field stays. */
  isHigh?: boolean;
  titleSx?: SxProps<Theme>;
  /** A running request keeps the dialog open: its outcome is shown there. */
  isPending?: boolean;
  /** Undefined: only its own buttons close it. */
  onClose: (() => void) | undefined;
  children: ReactNode;
}

export function DialogFrame(props: DialogFrameProps) {
  const { open = true, title, width, hasClose, isOpaque, isHigh, titleSx, isPending, onClose } = props;
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={isPending ? undefined : onClose}
      aria-labelledby={titleId}
      aria-describedby={props['aria-describedby']}
      slotProps={{
        paper: { sx: { width, maxWidth: width } },
        ...(isOpaque && { backdrop: { sx: { bgcolor: 'background.default' } } }),
        ...(isHigh && { container: { sx: { alignItems: 'flex-start', pt: { xs: 0, sm: 16 } } } }),
      }}
    >
      <DialogTitle id={titleId} sx={{ ...(hasClose && { paddingInlineEnd: 15 }), ...(titleSx as object) }}>
        {title}
      </DialogTitle>
      {hasClose && onClose && !isPending && <DialogClose onClose={onClose} />}
      {props.children}
    </Dialog>
  );
}

interface ConfirmDialogProps extends Pick<DialogFrameProps, 'title' | 'hasClose' | 'children'> {
  open: boolean;
  width?: number;
  action: string;
  destructive?: boolean;
  /** Why it cannot be confirmed yet. */
  reason?: string | undefined;
  /** Leave it out if there is no request that could fail. */
  pending?: boolean;
  pendingText?: string;
  error?: string;
  cancel?: string;
  other?: ReactNode;
  /** Beside the buttons, where it stays in sight: what has to be typed to confirm. */
  proof?: ReactNode;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation. All uses are listed in rule screens/confirmations. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, width = 480, children, action, destructive = false, reason, pending, pendingText } = props;
  const { error, cancel = 'Cancelar', other, proof, onConfirm, onClose } = props;
  const textId = useId();
  return (
    <DialogFrame {...props} open={open} width={width} aria-describedby={textId} isPending={pending}>
      <DialogContent id={textId}>{children}</DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', alignItems: 'end' }}>
        {error && (
          <Box sx={{ flexBasis: '100%' }}>
            <RefusalNote>{error}</RefusalNote>
          </Box>
        )}
        {proof && <Box sx={{ flex: '1 1 14rem' }}>{proof}</Box>}
        {/* Destructive actions do not get the focus. */}
        <Button onClick={onClose} disabled={pending === true} autoFocus={destructive}>
          {cancel}
        </Button>
        {other}
        <ActionButton
          variant="contained"
          color={destructive ? 'error' : 'primary'}
          autoFocus={!destructive}
          reason={reason}
          isPending={pending === true}
          pendingText={pendingText}
          onClick={onConfirm}
        >
          {action}
        </ActionButton>
      </DialogActions>
    </DialogFrame>
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

/** Attributes of a form that is sent by the app, with our messages instead of the browser's. */
export const formProps = (submit: () => void) => ({
  component: 'form' as const,
  noValidate: true,
  onSubmit: (event: FormEvent) => {
    event.preventDefault();
    submit();
  },
});

interface DialogFormProps {
  isPending?: boolean;
  error?: string;
  submit: ReactNode;
  other?: ReactNode;
  /** Default: Cancelar; null: none. */
  cancel?: ReactNode;
  onSubmit: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onClose?: () => void;
  /** Replaces the column of fields. */
  body?: ReactNode;
  contentSx?: SxProps<Theme>;
  children?: ReactNode;
}

/** The form of a dialog that changes while it is open. */
export function DialogForm({ isPending = false, submit, other, cancel, onClose, ...form }: DialogFormProps) {
  return (
    <Box {...formProps(form.onSubmit)} onKeyDown={form.onKeyDown} sx={{ display: 'contents' }}>
      {form.body ?? (
        <DialogContent sx={{ display: 'grid', gap: 4, ...(form.contentSx as object) }}>
          {form.children}
          {form.error && (
            <WholeRow>
              <RefusalNote>{form.error}</RefusalNote>
            </WholeRow>
          )}
        </DialogContent>
      )}
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        {other}
        {cancel === undefined ? (
          <Button onClick={onClose} disabled={isPending}>
            Cancelar
          </Button>
        ) : (
          cancel
        )}
        {submit}
      </DialogActions>
    </Box>
  );
}

export interface FormDialogProps
  extends DialogFormProps, Pick<DialogFrameProps, 'title' | 'width' | 'titleSx' | 'aria-describedby'> {
  /** Two columns where there is room. */
  isWide?: boolean;
  onClose: () => void;
}

export function FormDialog({ isWide, ...props }: FormDialogProps) {
  const columns = { xs: 'minmax(0, 1fr)', ...(isWide && { sm: '1fr 1fr' }) };
  return (
    <DialogFrame hasClose {...props}>
      <DialogForm
        contentSx={{ gridTemplateColumns: columns, pt: '8px !important', '& > [data-wide]': { gridColumn: '1 / -1' } }}
        {...props}
      />
    </DialogFrame>
  );
}

export const WholeRow = ({ children }: { children: ReactNode }) => <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>;
