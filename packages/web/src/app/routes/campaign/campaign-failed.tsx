import Paper from '@mui/material/Paper';
import { ErrorState, LIST_FAILED } from '../../../components/page/messages.tsx';
import { ApiError, errorText } from '../../../lib/errors.ts';
import { Absent } from '../absent.tsx';

/** No campaign to show: not there or out of reach, which look the same on purpose, or not answered. */
export function CampaignFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400);
  if (isAbsent) return <Absent what="campaign" />;
  return (
    <Paper sx={{ display: 'grid', placeItems: 'center', minHeight: 320, mt: 4 }}>
      <ErrorState message={errorText(error, LIST_FAILED)} onRetry={onRetry} />
    </Paper>
  );
}
