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
  hasClose?: boolean;
  /** Hides the page behind. */
  isOpaque?: boolean;
  titleSx?: SxProps<Theme>;
  /** A running request keeps the dialog open. */
  isPending?: boolean;
  /** Undefined: only its own buttons close it. */
  onClose: (() => void) | undefined;
  children: ReactNode;
}

/** A dialog whose form changes while it is open. */
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
  /** Two columns where there is room. */
  isWide?: boolean;
  onClose: () => void;
}

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
