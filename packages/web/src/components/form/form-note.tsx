import { Alert, Box, type SxProps, type Theme } from '@mui/material';
import type { ReactNode } from 'react';
import { IconAlertTriangle } from '../icons.ts';

interface NoteProps {
  /** Why the server refused; nothing when it did not. What was typed stays in the fields. */
  children: string | undefined;
  /** At the note's end: what can be done about it. */
  action?: ReactNode;
}

/** For places whose buttons stand at the lower edge of a window or panel: a note right above them moves none. */
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

/** As high as a note with one line of text, with two and with three: what the usual sentences take. */
const ROOM = { wide: '2.125rem', narrow: '3.25rem', narrowest: '4.375rem' };

/**
 * Right above a form's button, where its room is kept from the start: a refusal moves nothing. The room takes most of the
 * gap to its neighbours.
 */
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
  action?: ReactNode;
  /** How things stand, why the action waits, what comes next. */
  children: ReactNode;
  /** Its place in the bar. */
  sx: SxProps<Theme>;
}

/**
 * The free part of a bar with buttons. A refusal takes the status' place; it starts at the bar's lower edge and grows
 * upwards over the bar's own padding, so that no button moves.
 */
export function BarStatus({ note, action, children, sx }: BarStatusProps) {
  return (
    <Box
      sx={[
        {
          position: 'relative',
          alignSelf: 'stretch',
          display: 'grid',
          alignContent: 'center',
          minWidth: 0,
          typography: 'body2',
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      <Box sx={{ minWidth: 0, visibility: note ? 'hidden' : undefined }}>{children}</Box>
      {note && (
        <Box sx={{ position: 'absolute', insetInline: 0, bottom: { xs: 0, sm: -6 }, textAlign: 'start' }}>
          <RefusalNote action={action}>{note}</RefusalNote>
        </Box>
      )}
    </Box>
  );
}
