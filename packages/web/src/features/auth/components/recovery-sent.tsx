import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { IconMailForward } from '../../../components/icons.ts';

const Tile = styled('span')(({ theme }) => ({
  width: 40,
  height: 40,
  display: 'grid',
  placeItems: 'center',
  borderRadius: theme.radius.menu,
  backgroundColor: theme.palette.soft.success.bg,
  color: theme.palette.soft.success.text,
}));

interface RecoverySentProps {
  email: string;
  /** The server's own sentence; it is the same whether the address exists or not. */
  message: string;
  signInPath: string;
}

export function RecoverySent({ email, message, signInPath }: RecoverySentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is gone and the focus with it: the news takes its place, and is read.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Box>
      <Tile aria-hidden>
        <IconMailForward size={22} stroke={1.75} />
      </Tile>
      <Typography
        component="h1"
        ref={heading}
        tabIndex={-1}
        sx={{
          mt: 4,
          fontSize: '1.625rem',
          lineHeight: '2rem',
          fontWeight: 640,
          letterSpacing: '-.022em',
          outline: 'none',
        }}
      >
        Enviado
      </Typography>
      <Typography sx={{ mt: 1.5 }}>{message}</Typography>
      <Typography color="textSecondary" sx={{ mt: 3, mb: 7, overflowWrap: 'anywhere' }}>
        Si{' '}
        <Box component="b" sx={{ color: 'text.primary', fontWeight: 600 }}>
          {email}
        </Box>{' '}
        tiene una cuenta, en unos minutos recibirá un enlace para elegir una contraseña nueva.
      </Typography>
      <Button component={Link} to={signInPath} size="large" fullWidth>
        Volver a Ingresar
      </Button>
    </Box>
  );
}
