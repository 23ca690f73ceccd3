import { Paper } from '@mui/material';
import { ErrorState, LIST_FAILED } from '../../components/page/messages.tsx';
import { PageSkeleton } from '../../components/page/page-header.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { NotFound, type NotFoundProps } from './not-found.tsx';

interface PageStateProps {
  query: { error: Error | null; refetch: () => unknown };
  /** Whose page it is: it may not be there. */
  of?: Exclude<NotFoundProps['what'], 'contact'>;
  failed?: string;
}

/** In the place of a page whose subject has not come: on its way, not there, or not answered. */
export function PageState({ query: { error, refetch }, of, failed = LIST_FAILED }: PageStateProps) {
  if (!error) return <PageSkeleton />;
  const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (of && isAbsent) return <NotFound what={of} />;
  return (
    <Paper sx={{ display: 'grid', placeItems: 'center', minHeight: 320, mt: 4 }}>
      <ErrorState message={errorText(error, failed)} onRetry={() => void refetch()} />
    </Paper>
  );
}
