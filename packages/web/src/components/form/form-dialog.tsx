import {
  Box,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  type DialogProps,
  DialogTitle,
  type SxProps,
  type Theme,
} from '@mui/material';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { DialogClose } from './dialogs.tsx';
import { FormNote } from './form-note.tsx';

interface DialogFrameProps extends Pick<DialogProps, 'aria-describedby'> {
  title: ReactNode;
  width: number;
  /** With a × in its corner. */
  hasClose?: boolean;
  /** Hides the page behind. */
  isOpaque?: boolean;
  /** Of the title: less room where a line of text follows. */
  titleSx?: SxProps<Theme>;
  /** While a request runs neither Escape nor a click beside it closes it: the outcome belongs here. */
  isPending?: boolean;
  /** Undefined: it is left by its own buttons alone. */
  onClose: (() => void) | undefined;
  /** A `DialogForm`, or what is shown before it can be drawn. */
  children: ReactNode;
}

/** A dialog whose form changes while it is open: step by step, or once it has been loaded. */
export function DialogFrame(props: DialogFrameProps) {
  const { title, width, hasClose, isOpaque, titleSx, isPending, onClose } = props;
  const titleId = useId();
  return (
    <Dialog
      open
      onClose={isPending ? undefined : onClose}
      aria-labelledby={titleId}
      aria-describedby={props['aria-describedby']}
      slotProps={{
        paper: { sx: { width, maxWidth: width } },
        ...(isOpaque && { backdrop: { sx: { bgcolor: 'background.default' } } }),
      }}
    >
      <DialogTitle id={titleId} sx={{ ...(hasClose && { paddingInlineEnd: 15 }), ...(titleSx as object) }}>
        {title}
      </DialogTitle>
      {hasClose && onClose && <DialogClose onClose={onClose} />}
      {props.children}
    </Dialog>
  );
}

interface DialogFormProps {
  isPending?: boolean;
  /** Why it was refused. */
  error?: string;
  /** The button that sends it. */
  submit: ReactNode;
  /** Before the buttons: another action, or a status. */
  other?: ReactNode;
  /** Cancelar, unless another word or way out is given; null: none. */
  cancel?: ReactNode;
  onSubmit: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
  onClose?: () => void;
  /** In place of a column of fields: the whole part between title and buttons. */
  body?: ReactNode;
  contentSx?: SxProps<Theme>;
  children?: ReactNode;
}

/** The fields and buttons of a dialog. What was typed stays until it is saved. */
export function DialogForm({ isPending = false, submit, other, cancel, onClose, ...form }: DialogFormProps) {
  return (
    <Box
      component="form"
      noValidate
      onKeyDown={form.onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        form.onSubmit();
      }}
      sx={{ display: 'contents' }}
    >
      {form.body ?? (
        <DialogContent sx={{ display: 'grid', gap: 4, ...(form.contentSx as object) }}>
          {form.children}
          <WholeRow>
            <FormNote>{form.error}</FormNote>
          </WholeRow>
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
  extends DialogFormProps, Pick<DialogFrameProps, 'title' | 'width' | 'hasClose' | 'titleSx' | 'aria-describedby'> {
  /** Two fields beside each other where there is room. */
  isWide?: boolean;
  onClose: () => void;
}

/** A form in a dialog. */
export function FormDialog(props: FormDialogProps) {
  const { title, width, hasClose, titleSx, isWide, 'aria-describedby': described, ...form } = props;
  const columns = { xs: 'minmax(0, 1fr)', ...(isWide && { sm: '1fr 1fr' }) };
  return (
    <DialogFrame
      title={title}
      width={width}
      hasClose={hasClose}
      titleSx={titleSx}
      aria-describedby={described}
      isPending={form.isPending}
      onClose={form.onClose}
    >
      <DialogForm contentSx={{ gridTemplateColumns: columns, pt: '8px !important' }} {...form} />
    </DialogFrame>
  );
}

export const WholeRow = ({ children }: { children: ReactNode }) => <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>;
