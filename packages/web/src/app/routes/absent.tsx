import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { Link } from 'react-router';
import { EmptyState, ErrorState, LIST_FAILED } from '../../components/page/messages.tsx';
import { ApiError, errorText } from '../../lib/errors.ts';
import { paths } from '../pages.ts';

type AbsentProps =
  | { what: 'campaign' }
  | { what: 'user' }
  | { what: 'export' }
  | { what: 'contact'; campaignId: number };

function wordsFor(absent: AbsentProps) {
  if (absent.what === 'campaign')
    return { title: 'No se encontró la campaña', way: 'Volver a Campañas', to: paths.campaigns };
  if (absent.what === 'user') return { title: 'El usuario no existe.', way: 'Volver a Usuarios', to: paths.users };
  if (absent.what === 'export')
    return { title: 'No se encontró la exportación', way: 'Volver a Campañas', to: paths.campaigns };
  const to = paths.campaignDetail(absent.campaignId);
  return { title: 'No se encontró el contacto', way: 'Volver a la audiencia', to };
}

/** In the place of a page whose subject is not there or out of reach, which look the same on purpose. */
export function Absent(props: AbsentProps) {
  const { title, way, to } = wordsFor(props);
  return (
    <Paper sx={{ display: 'grid', placeItems: 'center', minHeight: 320, mt: 4 }}>
      <EmptyState
        isPage
        title={title}
        reason="No existe o no está a su alcance."
        action={
          <Button size="small" component={Link} to={to}>
            {way}
          </Button>
        }
      />
    </Paper>
  );
}

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
