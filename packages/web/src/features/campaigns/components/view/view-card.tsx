import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useId } from 'react';

/** A titled card of the campaign's page. */
export function ViewCard({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  const titleId = useId();
  return (
    <Paper component="section" aria-labelledby={titleId} sx={{ p: 5 }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 2, mb: 3 }}>
        <Typography variant="h2" id={titleId}>
          {title}
        </Typography>
        {aside && (
          <Box
            sx={{
              marginInlineStart: 'auto',
              typography: 'body2',
              color: 'text.disabled',
              fontVariantNumeric: 'tabular-nums',
            }}
          >
            {aside}
          </Box>
        )}
      </Box>
      {children}
    </Paper>
  );
}
