import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link } from 'react-router';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { LIST_FAILED } from '../../../features/campaigns/texts.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { errorText } from '../../../lib/error-text.ts';
import { paths } from '../../paths.ts';

/** No campaign to show: not there or out of reach, which look the same on purpose, or not answered. */
export function CampaignFailed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const isAbsent = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return (
    <Paper sx={{ display: 'grid', placeItems: 'center', minHeight: 320, mt: 4 }}>
      {isAbsent ? (
        <EmptyState
          title="No se encontró la campaña"
          reason="No existe o no está a su alcance."
          action={
            <Button size="small" component={Link} to={paths.campaigns}>
              Volver a Campañas
            </Button>
          }
        />
      ) : (
        <ErrorState message={errorText(error, LIST_FAILED)} onRetry={onRetry} />
      )}
    </Paper>
  );
}
