import { Box, Button, DialogActions, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { DialogFrame } from '../../components/form/form-dialog.tsx';

interface ListDialogProps {
  title: string;
  intro: ReactNode;
  /** Names the part that scrolls. */
  label: string;
  /** Before Cerrar. */
  action?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A window to look something up in: a table that scrolls between what it is and Cerrar. */
export function ListDialog({ title, intro, label, action, onClose, children }: ListDialogProps) {
  return (
    <DialogFrame title={title} width={820} hasClose onClose={onClose}>
      <Box sx={{ px: 6, pb: 4 }}>
        <Typography variant="body2" color="textSecondary" component="div">
          {intro}
        </Typography>
      </Box>
      <Box
        role="region"
        aria-label={label}
        tabIndex={0}
        sx={{
          overflow: 'auto',
          minHeight: 0,
          borderTop: 1,
          borderColor: 'divider',
          '& th:first-of-type': { paddingInlineStart: 6 },
          '& tr:last-of-type td, & tr:last-of-type th[scope=row]': { borderBottom: 0 },
        }}
      >
        {children}
      </Box>
      <DialogActions sx={{ justifyContent: 'space-between' }}>
        {action}
        <Button onClick={onClose} sx={{ marginInlineStart: 'auto !important' }}>
          Cerrar
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}
