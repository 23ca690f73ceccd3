import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';

/** Rows of a card: what it is, with more in small letters under it, then figures and buttons. */
export const Rows = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  '& > li': {
    ...theme.typography.body2,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 16px',
    padding: '10px 16px',
    borderTop: `1px solid ${theme.palette.line.soft}`,
  },
  '& > li > div:first-of-type': { flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' },
  '& p': { margin: '2px 0 0', color: theme.palette.text.secondary },
  '& a': { color: 'inherit', fontWeight: 600 },
  '& b': { fontWeight: 600 },
}));

interface SectionProps {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  children?: ReactNode;
}

/** A card of a page with several: title, a sentence or two, what can be done with all of it, and its rows. */
export function Section({ title, note, action, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ mb: 4 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', gap: 2, p: 4 }}>
        <Box sx={{ flex: '1 1 20rem' }}>
          <Typography variant="h3" component="h2" id={id}>
            {title}
          </Typography>
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
