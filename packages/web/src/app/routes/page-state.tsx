import { Paper } from '@mui/material';
import { Centered } from '../../components/layout.tsx';
import { ErrorState, LIST_FAILED } from '../../components/page/messages.tsx';
import { PageSkeleton } from '../../components/page/page-header.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { NotFound, type NotFoundProps } from './not-found.tsx';

interface PageStateProps {
  query: { error: Error | null; refetch: () => unknown };
  /** The subject, which may not exist. */
  of?: Exclude<NotFoundProps['what'], 'contact'>;
  failed?: string;
}

/** Shown instead of a page whose data are loading, absent or failed to load. */
export function PageState({ query: { error, refetch }, of, failed = LIST_FAILED }: PageStateProps) {
  if (!error) return <PageSkeleton />;
  const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (of && isAbsent) return <NotFound what={of} />;
  return (
    <Centered component={Paper} sx={{ minHeight: 320, mt: 4 }}>
      <ErrorState message={errorText(error, failed)} onRetry={() => void refetch()} />
    </Centered>
  );
}
