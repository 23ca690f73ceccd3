import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { LogoMark } from '../../../components/logo.tsx';
import { INK } from '../../../theme/tokens.ts';
import { PartTheme } from '../../../theme/theme-provider.tsx';
import { RingingBell } from './ringing-bell.tsx';

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  minHeight: '100vh',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(448px, 44.45%)',
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)', gridTemplateRows: '96px 1fr' },
}));

const Panel = styled('section')(({ theme }) => ({
  position: 'relative',
  overflow: 'hidden',
  display: 'flex',
  flexDirection: 'column',
  padding: '40px 56px',
  backgroundColor: INK[theme.palette.mode],
  [theme.breakpoints.down('md')]: { padding: '0 24px', justifyContent: 'center' },
}));

const Brand = styled('div')(({ theme }) => ({
  color: theme.palette.text.primary,
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  fontSize: '1.1875rem',
  fontWeight: 660,
  letterSpacing: '-.02em',
}));

const Welcome = styled('div')(({ theme }) => ({
  position: 'relative',
  color: theme.palette.text.primary,
  maxWidth: 520,
  marginTop: 'auto',
  marginBottom: 44,
  [theme.breakpoints.down('md')]: { display: 'none' },
}));

const Greeting = styled('p')({
  margin: 0,
  fontSize: '2.75rem',
  lineHeight: '3.125rem',
  fontWeight: 640,
  letterSpacing: '-.028em',
});

const Side = styled('main')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  padding: '40px 32px',
  backgroundColor: theme.palette.background.paper,
  [theme.breakpoints.down('md')]: { padding: '40px 20px 24px' },
}));

/** At the foot of the half, without moving the form off its centre; under it where the height is short. */
const Help = styled('footer')(({ theme }) => ({
  ...theme.typography.body2,
  width: '100%',
  maxWidth: 384,
  color: theme.palette.text.disabled,
  [theme.breakpoints.down('md')]: { paddingTop: 24 },
  [theme.breakpoints.up('md')]: {
    '@media (min-height: 720px)': { position: 'absolute', bottom: 40 },
  },
}));

/** Always ink, like the navbar: it wears the navbar's theme. */
function WelcomePanel() {
  return (
    <Panel aria-label="Campanero">
      <PartTheme part="navbar">
        <RingingBell />
        <Brand>
          <LogoMark size={36} />
          Campanero
        </Brand>
        <Welcome>
          <Greeting>Le damos la bienvenida</Greeting>
          <Box
            component="p"
            sx={{ m: 0, mt: 3.5, fontSize: '1.125rem', lineHeight: '1.6875rem', color: 'text.secondary' }}
          >
            Campañas telefónicas de la Ciudad: de la audiencia al último llamado, en un solo lugar.
          </Box>
        </Welcome>
        <Box
          sx={{
            position: 'relative',
            typography: 'body2',
            color: 'text.disabled',
            display: { xs: 'none', md: 'block' },
          }}
        >
          Gobierno de la Ciudad de Buenos Aires
        </Box>
      </PartTheme>
    </Panel>
  );
}

/** Ink panel with the ringing bell, and a 384 px form beside it; the three sign-in pages share it (design 8.1). */
export function AuthFrame({ children }: { children: ReactNode }) {
  return (
    <Frame>
      <WelcomePanel />
      <Side>
        <Box sx={{ width: '100%', maxWidth: 384, my: 'auto', pb: { xs: 0, md: 5 } }}>{children}</Box>
        <Help>Ayuda: mesa de soporte</Help>
      </Side>
    </Frame>
  );
}
