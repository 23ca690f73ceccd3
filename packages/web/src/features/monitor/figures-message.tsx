import { Box, Skeleton } from '@mui/material';
import { ErrorState } from '../../components/page/messages.tsx';
import { Delayed } from '../../components/page/page-header.tsx';
import { VisuallyHidden } from '../../components/visually-hidden.tsx';
import { errorText } from '../../lib/errors.ts';
import { FAILED } from './figures.ts';

interface FiguresResult {
  data: unknown;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

/** Skeleton or error before the first figures. */
export function figuresMessage({ data, error, isFetching, refetch }: FiguresResult) {
  if (data !== undefined) return undefined;
  if (error && !isFetching) return <ErrorState message={errorText(error, FAILED)} onRetry={() => void refetch()} />;
  return (
    <Delayed>
      <Box role="status" sx={{ width: '100%', p: 4 }}>
        <VisuallyHidden>Cargando…</VisuallyHidden>
        <Skeleton width="100%" height={320} />
      </Box>
    </Delayed>
  );
}
