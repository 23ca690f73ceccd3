import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useId, type ReactNode } from 'react';
import { SubmitButton } from './submit-button.tsx';
import { DialogClose } from './dialog-close.tsx';

interface FilterDialogProps {
  open: boolean;
  title?: string;
  /** Under the title: what the filters are for, where that is not the list behind. */
  context?: ReactNode;
  /** The verb, where the filters lead on to something: that one has the focus, so that Enter goes on without filters. */
  action?: string;
  onClose: () => void;
  /** Undefined when the form can be applied; otherwise what is missing, in words (UX-20). */
  whyNot: string | undefined;
  onApply: () => void;
  canClear: boolean;
  onClear: () => void;
  children: ReactNode;
}

/** The filter modal of every list: fields in two or three columns, Aplicar once changed and valid, Limpiar todo (design 6). */
export function FilterDialog(props: FilterDialogProps) {
  const { open, title = 'Filtros', context, action, onClose, whyNot, onApply, canClear, onClear } = props;
  const verb = action ?? 'Aplicar';
  const titleId = useId();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: 560, maxWidth: 560 } } }}
    >
      <Box
        component="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (whyNot === undefined) onApply();
        }}
        sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
      >
        <DialogTitle id={titleId} sx={{ pr: 15, ...(context && { pb: 0.5 }) }}>
          {title}
        </DialogTitle>
        <DialogClose onClose={onClose} />
        {context && <Box sx={{ px: 6, pb: 4, typography: 'body2', color: 'text.secondary' }}>{context}</Box>}
        <DialogContent>
          <Box
            sx={{
              display: 'grid',
              gap: 4,
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(6, minmax(0, 1fr))' },
            }}
          >
            {props.children}
          </Box>
        </DialogContent>
        <DialogActions sx={{ justifyContent: 'flex-start' }}>
          <Button
            variant="text"
            onClick={onClear}
            disabled={!canClear}
            sx={{ '&.Mui-disabled': { backgroundColor: 'transparent' } }}
          >
            Limpiar todo
          </Button>
          <Button onClick={onClose} sx={{ marginInlineStart: 'auto !important' }}>
            Cancelar
          </Button>
          <SubmitButton
            ready={whyNot === undefined}
            reason={whyNot ?? ''}
            pending={false}
            pendingText={verb}
            autoFocus={action !== undefined}
          >
            {verb}
          </SubmitButton>
        </DialogActions>
      </Box>
    </Dialog>
  );
}
