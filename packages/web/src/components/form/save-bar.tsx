import { Box, Button, GlobalStyles } from '@mui/material';
import type { ReactNode } from 'react';
import { Link, type To } from 'react-router';
import { FIXED_BOTTOM } from '../../theme/tokens.ts';
import { Inline } from '../layout.tsx';
import { BarStatus } from './form-note.tsx';

interface SaveBarProps {
  cancelTo?: To;
  undo?: ReactNode;
  status?: ReactNode;
  note?: string;
  children: ReactNode;
}

/** What has the focus must not be hidden under the bar (WCAG 2.4.11). */
export const SaveBarSpace = () => <GlobalStyles styles={{ html: { '--page-bar': '5rem' } }} />;

/** Foot of a form card; sticks above the page's footer. */
export function SaveBar({ cancelTo, undo, status, note, children }: SaveBarProps) {
  return (
    <Inline
      sx={{
        position: 'sticky',
        bottom: FIXED_BOTTOM,
        zIndex: 2,
        bgcolor: 'background.paper',
        borderRadius: 'inherit',
        borderStartStartRadius: 0,
        borderStartEndRadius: 0,
        px: { xs: 4, sm: 6 },
        py: 3,
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <SaveBarSpace />
      {undo}
      <BarStatus
        note={note}
        sx={{
          color: 'text.disabled',
          textAlign: 'end',
          // On a phone: a line of its own above the buttons, of no height while it is empty.
          flex: { xs: '1 0 100%', sm: '1 1 0' },
          order: { xs: -1, sm: 0 },
        }}
      >
        <div role="status">{status}</div>
      </BarStatus>
      <Box sx={{ display: 'flex', gap: 2, marginInlineStart: { xs: 'auto', sm: 1 } }}>
        {cancelTo !== undefined && (
          <Button component={Link} to={cancelTo}>
            Cancelar
          </Button>
        )}
        {children}
      </Box>
    </Inline>
  );
}
