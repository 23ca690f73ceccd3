import { Skeleton } from '@mui/material';
import { errorText } from '../../lib/errors.ts';
import { ErrorState } from './messages.tsx';
import { Delayed } from './page-header.tsx';

interface QueryStateProps {
  query: { error: Error | null; refetch: () => unknown };
  height: number;
  failed?: string;
}

/** Skeleton while loading, or the error with a retry button. */
export const QueryState = ({ query: { error, refetch }, height, failed }: QueryStateProps) =>
  error ? (
    <ErrorState message={errorText(error, failed)} onRetry={() => void refetch()} />
  ) : (
    <Delayed>
      <Skeleton height={height} />
    </Delayed>
  );
