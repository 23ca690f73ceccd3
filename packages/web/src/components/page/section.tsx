import { Box, Paper, styled, Typography } from '@mui/material';
import { type ReactNode, useId } from 'react';

/** Card rows: title line with secondary text below. */
export const Rows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': { ...theme.typography.body2, padding: '10px 16px', borderTop: `1px solid ${theme.palette.line.soft}` },
  '& b': { fontWeight: 600, overflowWrap: 'anywhere' },
  '& p': { margin: '2px 0 0', color: theme.palette.text.secondary, overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '& .quiet': { color: theme.palette.text.secondary },
  '& a': { color: 'inherit' },
}));

/** Rows with figures or buttons at the end. */
export const FigureRows = styled(Rows)({
  '& > li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 16px' },
  '& > li > div:first-of-type': { flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' },
  '& a': { fontWeight: 600 },
});

/** Two columns where there is room. */
export const CardColumns = styled('div')(({ theme }) => ({
  display: 'grid',
  columnGap: 16,
  alignItems: 'start',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 3fr) minmax(20rem, 2fr)' },
}));

interface SectionProps {
  title: string;
  aside?: ReactNode;
  note?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

export function Section({ title, aside, note, action, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ mb: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: note ? 'flex-start' : 'center', gap: 2, p: 4 }}>
        <Box sx={{ flex: '1 1 10rem' }}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 2 }}>
            <Typography variant="h3" component="h2" id={id}>
              {title}
            </Typography>
            {aside !== undefined && (
              <Typography variant="body2" color="textDisabled" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                {aside}
              </Typography>
            )}
          </Box>
          {note && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
              {note}
            </Typography>
          )}
        </Box>
        {action}
      </Box>
      {children}
    </Paper>
  );
}
