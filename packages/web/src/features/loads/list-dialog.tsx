import {
  Box,
  Button,
  DialogActions,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@mui/material';
import type { ReactNode } from 'react';
import { DialogFrame } from '../../components/form/form-dialog.tsx';

interface ListDialogProps {
  title: string;
  intro: ReactNode;
  /** Accessible name of the part that scrolls. */
  label: string;
  /** Before Cerrar. */
  action?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

/** A dialog with a scrolling table. */
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

interface LookupTableProps {
  heads: readonly { label: string; align?: 'right' }[];
  children: ReactNode;
}

/** The table of a ListDialog. */
export const LookupTable = ({ heads, children }: LookupTableProps) => (
  <Table
    size="small"
    sx={{
      minWidth: 520,
      '& td, & tbody th': { py: 2, height: 'auto', verticalAlign: 'top' },
      '& tbody th': { background: 'none', whiteSpace: 'normal', color: 'text.primary' },
    }}
  >
    <TableHead sx={{ position: 'sticky', top: 0, zIndex: 1 }}>
      <TableRow>
        {heads.map(({ label, align }) => (
          <TableCell key={label} align={align}>
            {label}
          </TableCell>
        ))}
      </TableRow>
    </TableHead>
    <TableBody>{children}</TableBody>
  </Table>
);

/** The first cell of a row, with a note below. */
export const RowHead = ({ note, width, children }: { note: string; width: string; children: ReactNode }) => (
  <TableCell component="th" scope="row" sx={{ width }}>
    <Box component="span" sx={{ display: 'block', fontSize: '0.84375rem' }}>
      {children}
    </Box>
    <Typography variant="caption" color="textDisabled" component="span">
      {note}
    </Typography>
  </TableCell>
);
