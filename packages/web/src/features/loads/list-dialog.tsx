import { Box, Button, DialogActions, Table, TableBody, TableCell, TableHead, TableRow } from '@mui/material';
import type { ReactNode } from 'react';
import { DialogFrame } from '../../components/form/dialogs.tsx';
import { Hint, Muted } from '../../components/layout.tsx';

interface ListDialogProps {
  title: string;
  intro: ReactNode;
  label: string;
  action?: ReactNode;
  onClose: () => void;
  children: ReactNode;
}

export const ListDialog = ({ title, intro, label, action, onClose, children }: ListDialogProps) => (
  <DialogFrame title={title} width={820} hasClose onClose={onClose}>
    <Box sx={{ px: 6, pb: 4 }}>
      <Muted>{intro}</Muted>
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

interface LookupTableProps {
  heads: readonly string[];
  /** The column of figures. */
  figures?: string;
  children: ReactNode;
}

export const LookupTable = ({ heads, figures, children }: LookupTableProps) => (
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
        {heads.map((head) => (
          <TableCell key={head} align={head === figures ? 'right' : undefined}>
            {head}
          </TableCell>
        ))}
      </TableRow>
    </TableHead>
    <TableBody>{children}</TableBody>
  </Table>
);

export const RowHead = ({ note, width, children }: { note: string; width: string; children: ReactNode }) => (
  <TableCell component="th" scope="row" sx={{ width }}>
    <Box component="span" sx={{ display: 'block', fontSize: '0.84375rem' }}>
      {children}
    </Box>
    <Hint component="span">{note}</Hint>
  </TableCell>
);
