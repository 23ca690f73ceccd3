import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface PageHeaderProps {
  title: string;
  /** Beside the title, quietly: how many there are, or what one is looking at. */
  aside?: ReactNode;
  /** The one filled button of the page. */
  action?: ReactNode;
}

export function PageHeader({ title, aside, action }: PageHeaderProps) {
  return (
    <Box
      component="header"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 3, mt: 2, mb: 4, minHeight: '2.5rem' }}
    >
      <Typography variant="h1">{title}</Typography>
      {aside && (
        <Typography component="span" color="textDisabled" sx={{ pt: '3px', fontVariantNumeric: 'tabular-nums' }}>
          {aside}
        </Typography>
      )}
      {action && <Box sx={{ marginInlineStart: 'auto' }}>{action}</Box>}
    </Box>
  );
}
