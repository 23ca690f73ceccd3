import { Box, Button, LinearProgress, Typography } from '@mui/material';
import { Link } from 'react-router';
import { Bell, LogoMark } from '../../components/logo.tsx';
import { usePageTitle } from '../../lib/page.ts';
import { paths } from '../pages.ts';

const FALLEN = 104;

/** The sentence is English on purpose (rule texts/odd-but-kept). */
export function NotFoundPage() {
  usePageTitle('Página no encontrada');
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', textAlign: 'center', gap: 3, py: 16 }}>
      <Box sx={{ color: 'secondary.main', lineHeight: 0 }}>
        <Bell size={120} tilt={FALLEN} />
      </Box>
      <Typography variant="phone" component="h1">
        404
      </Typography>
      <Typography lang="en" color="textSecondary">
        Sorry but we could not find the page you are looking for
      </Typography>
      <Button variant="contained" component={Link} to={paths.campaigns} sx={{ mt: 3 }}>
        Volver a Campañas
      </Button>
    </Box>
  );
}

export function LoadingPage() {
  usePageTitle('Cargando');
  return (
    <Box role="status" sx={{ display: 'flex', flexDirection: 'column', alignItems: 'center', gap: 4, py: 16 }}>
      <LogoMark size={48} />
      <Typography component="h1" variant="h2">
        Cargando…
      </Typography>
      <LinearProgress aria-label="Cargando" sx={{ width: 200 }} />
    </Box>
  );
}
