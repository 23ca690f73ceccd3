import { errorText } from '../../lib/errors.ts';
import { ErrorState } from './messages.tsx';
import { DelayedSkeleton } from './page-header.tsx';

interface QueryStateProps {
  query: { error: Error | null; refetch: () => unknown };
  height: number;
  failed?: string;
  /** In place of the sentence of the error. */
  message?: string;
}

/** Skeleton while loading, or the error with a retry button. */
export const QueryState = ({ query: { error, refetch }, height, failed, message }: QueryStateProps) =>
  error ? (
    <ErrorState message={message ?? errorText(error, failed)} onRetry={() => void refetch()} />
  ) : (
    <DelayedSkeleton height={height} />
  );
