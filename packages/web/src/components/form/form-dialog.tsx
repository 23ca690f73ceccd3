import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { FormNote } from './form-note.tsx';

interface FormDialogProps {
  title: string;
  width: number;
  /** Two fields beside each other where there is room. */
  isWide?: boolean;
  /** While the request runs nothing closes it: its outcome belongs here. */
  isPending: boolean;
  /** Why it was refused. */
  error: string | undefined;
  /** The button that sends it. */
  submit: ReactNode;
  /** At the other end: what else can be done. */
  other?: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** A form that stands over a page. What was typed stays until it is saved. */
export function FormDialog({ title, width, isWide, isPending, error, submit, other, ...form }: FormDialogProps) {
  const titleId = useId();
  return (
    <Dialog
      open
      onClose={isPending ? undefined : form.onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width, maxWidth: width } } }}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          form.onSubmit();
        }}
        sx={{ display: 'contents' }}
      >
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent
          sx={{
            display: 'grid',
            gap: 4,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', ...(isWide && { sm: '1fr 1fr' }) },
            pt: '8px !important',
          }}
        >
          {form.children}
          <WholeRow>
            <FormNote>{error}</FormNote>
          </WholeRow>
        </DialogContent>
        <DialogActions sx={{ flexWrap: 'wrap' }}>
          {other}
          <Button onClick={form.onClose} disabled={isPending}>
            Cancelar
          </Button>
          {submit}
        </DialogActions>
      </Box>
    </Dialog>
  );
}

export const WholeRow = ({ children }: { children: ReactNode }) => <Box sx={{ gridColumn: '1 / -1' }}>{children}</Box>;
