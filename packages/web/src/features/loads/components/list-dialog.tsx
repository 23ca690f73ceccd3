import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useId, type ReactNode } from 'react';
import { IconX } from '../../../components/icons.ts';

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
  const titleId = useId();
  return (
    <Dialog
      open
      onClose={onClose}
      aria-labelledby={titleId}
      slotProps={{ paper: { sx: { width: 820, maxWidth: 820 } } }}
    >
      <DialogTitle id={titleId} sx={{ paddingInlineEnd: 15 }}>
        {title}
      </DialogTitle>
      <IconButton aria-label="Cerrar" onClick={onClose} sx={{ position: 'absolute', insetInlineEnd: 12, top: 10 }}>
        <IconX size={20} stroke={1.75} aria-hidden />
      </IconButton>
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
    </Dialog>
  );
}
