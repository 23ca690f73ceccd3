import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import GlobalStyles from '@mui/material/GlobalStyles';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { SIZES } from '../theme/tokens.ts';
import { BarStatus } from './form-note.tsx';

interface SaveBarProps {
  /** Where Cancelar leads: at the start, as quiet text. */
  cancelTo?: string;
  /** In its place: taking changes back where the form stays, or a Cancelar that asks first. */
  undo?: ReactNode;
  /** Why the action waits, or how far it has come; read out when it changes. */
  status?: ReactNode;
  /** Why the server refused, and what can be done about it. */
  note?: string | undefined;
  noteAction?: ReactNode;
  /** At the end: at most one of them filled. */
  children: ReactNode;
}

/** What gets the focus must not hide under the bar either (WCAG 2.4.11). */
const clearOfBar = <GlobalStyles styles={{ html: { scrollPaddingBlockEnd: SIZES.bar * 2 + 24 } }} />;

/**
 * The foot of a form card; its buttons never move (design 6, Forms). Of a card longer than the window it stays above the
 * page's own footer, where it can be seen.
 */
export function SaveBar({ cancelTo, undo, status, note, noteAction, children }: SaveBarProps) {
  return (
    <Box
      sx={(theme) => ({
        position: 'sticky',
        bottom: { xs: 'var(--bar-height, 3rem)', md: 'var(--bar-height, 4rem)' },
        zIndex: 2,
        bgcolor: 'background.paper',
        borderRadius: 'inherit',
        borderTopLeftRadius: 0,
        borderTopRightRadius: 0,
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: { xs: 4, sm: 6 },
        py: 3,
        borderTop: `1px solid ${theme.palette.divider}`,
      })}
    >
      {clearOfBar}
      {cancelTo !== undefined && (
        <Button variant="text" component={Link} to={cancelTo} sx={{ color: 'text.secondary' }}>
          Cancelar
        </Button>
      )}
      {undo}
      <BarStatus
        note={note}
        action={noteAction}
        sx={{
          color: 'text.disabled',
          textAlign: 'end',
          // A phone has no room between the buttons: a line of its own, there from the start, so that no button moves.
          flex: { xs: '1 0 100%', sm: '1 1 0' },
          order: { xs: -1, sm: 0 },
          minHeight: { xs: '1.25rem', sm: 0 },
        }}
      >
        <div role="status">{status}</div>
      </BarStatus>
      <Box sx={{ display: 'flex', gap: 2, marginInlineStart: { xs: 'auto', sm: 1 } }}>{children}</Box>
    </Box>
  );
}
