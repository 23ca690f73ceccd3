import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { LogoMark } from '../../components/logo.tsx';
import { usePageTitle } from '../../lib/page.ts';

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
