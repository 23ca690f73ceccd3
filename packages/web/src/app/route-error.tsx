import Box from '@mui/material/Box';
import { useRouteError } from 'react-router';
import { ErrorState } from '../components/error-state.tsx';
import { usePageTitle } from '../lib/page-title.ts';
import { errorText } from '../lib/error-text.ts';

const FAILED = 'Hubo un fallo con el servidor. Por favor refresque la página e inténtelo de nuevo.';

/**
 * Something broke while drawing, or a page's code did not arrive (after an update its old name is gone):
 * a fresh load cures both.
 */
export function RouteError() {
  const error = useRouteError();
  usePageTitle('Error');
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: '60vh' }}>
      <ErrorState message={errorText(error, FAILED)} onRetry={() => window.location.reload()} />
    </Box>
  );
}
