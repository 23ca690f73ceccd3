import { Alert, Box, type Theme } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../icons.ts';

interface NoteProps {
  children: string | undefined;
  action?: ReactNode;
}

/** A refusal of the whole form, above its buttons. It takes its room when it comes. */
export function RefusalNote({ children, action }: NoteProps) {
  if (!children) return null;
  return (
    <Alert
      severity="error"
      role="alert"
      icon={<IconAlertTriangle size={18} stroke={1.75} aria-hidden />}
      action={action}
      sx={{ py: 2, alignItems: 'center', '& .MuiAlert-action': { p: 0, m: 0, flex: 'none' } }}
    >
      {children}
    </Alert>
  );
}

interface BarStatusProps {
  note: string | undefined;
  children: ReactNode;
  sx: SystemStyleObject<Theme>;
}

/** Free part of a button bar. A note replaces the status and grows upwards, so that no button moves. */
export function BarStatus({ note, children, sx }: BarStatusProps) {
  return (
    <Box
      sx={{
        position: 'relative',
        alignSelf: 'stretch',
        display: 'grid',
        alignContent: 'center',
        minWidth: 0,
        typography: 'body2',
        ...sx,
      }}
    >
      <Box sx={{ minWidth: 0, visibility: note ? 'hidden' : undefined }}>{children}</Box>
      {note && (
        <Box sx={{ position: 'absolute', insetInline: 0, bottom: { xs: 0, sm: -6 }, textAlign: 'start' }}>
          <RefusalNote>{note}</RefusalNote>
        </Box>
      )}
    </Box>
  );
}
