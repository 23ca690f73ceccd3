import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { ErrorState } from '../../../components/page/messages.tsx';
import { Delayed } from '../../../components/page/page-header.tsx';
import { VisuallyHidden } from '../../../components/visually-hidden.tsx';

const WIDTH = 720;

interface FormPlaceProps {
  /** Undefined while it is on its way. */
  children: ReactNode | undefined;
  /** Why it will not come. */
  error: string | undefined;
  onRetry: () => void;
}

/** Where a form will stand: its skeleton, or why there is none, in the same card. */
export function FormPlace({ children, error, onRetry }: FormPlaceProps) {
  if (children !== undefined) return children;
  return (
    <Paper sx={{ maxWidth: WIDTH, minHeight: 240, p: 6 }}>
      {error === undefined ? (
        <Delayed>
          <Box role="status" sx={{ display: 'grid', gap: 4 }}>
            <VisuallyHidden>Cargando…</VisuallyHidden>
            <Skeleton height={40} />
            <Skeleton height={160} />
          </Box>
        </Delayed>
      ) : (
        <Box sx={{ display: 'grid', placeItems: 'center' }}>
          <ErrorState message={error} onRetry={onRetry} />
        </Box>
      )}
    </Paper>
  );
}
