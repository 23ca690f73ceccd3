import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface SaveBarProps {
  /** At the start, as text: the way out. */
  cancel?: ReactNode;
  /** Why the action waits, or how far it has come; read out when it changes. */
  status?: ReactNode;
  /** At the end: at most one of them filled. */
  children: ReactNode;
}

/** The foot of a form card; its buttons never move (design 6, Forms). */
export function SaveBar({ cancel, status, children }: SaveBarProps) {
  return (
    <Box
      sx={(theme) => ({
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: { xs: 4, sm: 6 },
        py: 3,
        borderTop: `1px solid ${theme.palette.divider}`,
      })}
    >
      {cancel}
      <Box
        role="status"
        sx={{ marginInlineStart: 'auto', typography: 'body2', color: 'text.disabled', minWidth: 0, textAlign: 'end' }}
      >
        {status}
      </Box>
      <Box sx={{ display: 'flex', gap: 2, marginInlineStart: { xs: 'auto', sm: 1 } }}>{children}</Box>
    </Box>
  );
}
