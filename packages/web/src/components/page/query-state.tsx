import { Skeleton } from '@mui/material';
import { errorText } from '../../lib/errors.ts';
import { ErrorState } from './messages.tsx';
import { Delayed } from './page-header.tsx';

interface QueryStateProps {
  query: { error: Error | null; refetch: () => unknown };
  /** The height of what is to come. */
  height: number;
  failed?: string;
}

/** In the place of an answer that is not there: on its way, or why it did not come. */
export const QueryState = ({ query: { error, refetch }, height, failed }: QueryStateProps) =>
  error ? (
    <ErrorState message={errorText(error, failed)} onRetry={() => void refetch()} />
  ) : (
    <Delayed>
      <Skeleton height={height} />
    </Delayed>
  );
