import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { type ReactNode, useId } from 'react';
import { ErrorState } from '../../components/page/messages.tsx';
import { Delayed } from '../../components/page/page-header.tsx';
import { errorText } from '../../lib/errors.ts';

interface SectionProps {
  title: string;
  /** Beside the title, quietly: how many there are. */
  aside?: ReactNode;
  /** At the end of the title's line. */
  action?: ReactNode;
  children: ReactNode;
}

/** One part of what is held of a person. */
export function Section({ title, aside, action, children }: SectionProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} sx={{ containerType: 'inline-size', minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: 2, px: 4, pt: 4, pb: 2 }}>
        <Typography variant="h3" component="h2" id={id}>
          {title}
        </Typography>
        {aside !== undefined && (
          <Typography variant="body2" color="textDisabled" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            {aside}
          </Typography>
        )}
        {action && <Box sx={{ marginInlineStart: 'auto' }}>{action}</Box>}
      </Box>
      {children}
    </Paper>
  );
}

export function SectionNote({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ px: 4, pb: 4 }}>
      {children}
    </Typography>
  );
}

interface SectionStateProps {
  error: Error | null;
  failed: string;
  onRetry: () => void;
}

/** While it is on its way, or why it did not come. */
export function SectionState({ error, failed, onRetry }: SectionStateProps) {
  return (
    <Box sx={{ px: 4, pb: 4 }}>
      {error ? (
        <ErrorState message={errorText(error, failed)} onRetry={onRetry} />
      ) : (
        <Delayed>
          <Skeleton height={88} />
        </Delayed>
      )}
    </Box>
  );
}

/** Rows of a section: what it is, in one line, and what is said of it below. */
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
