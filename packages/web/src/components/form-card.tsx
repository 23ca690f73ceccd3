import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useId } from 'react';

/** A card with its title; forms stay at most 720 px wide (design 8.12). */
export function FormCard({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Paper component="section" aria-labelledby={titleId} sx={{ maxWidth: 720, p: 5, mb: 4 }}>
      <Typography variant="h2" id={titleId} sx={{ mb: 4 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  );
}
