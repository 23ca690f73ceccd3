import { Alert, Box, type Theme } from '@mui/material';
import type { SystemStyleObject } from '@mui/system';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../icons.ts';

interface NoteProps {
  children: string | undefined;
  action?: ReactNode;
}

/** Use it where the buttons do not move: at the lower edge of a window or panel. */
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

/** Height of a note with one, two and three lines. */
const ROOM = { wide: '2.125rem', narrow: '3.25rem', narrowest: '4.375rem' };

/** Keeps the room of a note above a form's button, so that nothing moves when one appears. */
export function FormNote(note: NoteProps) {
  return (
    <Box sx={{ containerType: 'inline-size', marginBlock: -2.5 }}>
      <Box
        sx={{
          minHeight: ROOM.wide,
          '@container (max-width: 32rem)': { minHeight: ROOM.narrow },
          '@container (max-width: 20rem)': { minHeight: ROOM.narrowest },
          display: 'grid',
          alignItems: 'end',
        }}
      >
        <RefusalNote {...note} />
      </Box>
    </Box>
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
