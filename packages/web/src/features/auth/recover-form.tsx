import { auth } from '@campanero/contract/auth/endpoints';
import { recoveryBody } from '@campanero/contract/auth/schemas';
import { Box, Button, Link, styled, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { TextInput } from '../../components/fields/text-input.tsx';
import { IconMailForward } from '../../components/icons.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { useSendForm } from '../../lib/forms.ts';
import { AuthForm, headingLook, tallInput } from './auth-frame.tsx';

export function RecoverForm({ signInPath }: { signInPath: string }) {
  const recover = useEndpointMutation(auth.recover);
  const { form, status } = useSendForm({
    rules: recoveryBody,
    defaults: { email: '' },
    send: (body) => recover.mutateAsync({ body }),
    failed: 'Envío fallido. Por favor ingrese un correo válido.',
    inFrame: true,
  });
  if (recover.isSuccess)
    return <RecoverySent email={recover.variables.body.email} message={recover.data.message} signInPath={signInPath} />;
  return (
    <AuthForm
      title="Recuperar contraseña"
      hint="Le enviaremos un enlace para elegir una nueva."
      status={status}
      action="Enviar"
      pendingText="Enviando…"
      reason="Ingrese su correo."
      foot={
        <Box sx={{ mt: 6, typography: 'body2' }}>
          <Link component={RouterLink} to={signInPath}>
            Volver a Ingresar
          </Link>
        </Box>
      }
    >
      <TextInput
        form={form}
        name="email"
        label="Correo"
        type="email"
        autoComplete="username"
        autoFocus
        sx={tallInput}
      />
    </AuthForm>
  );
}

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

function RecoverySent({ email, message, signInPath }: RecoverySentProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is gone and the focus with it: the news takes its place, and is read.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <Tile aria-hidden>
        <IconMailForward size={22} stroke={1.75} />
      </Tile>
      <Typography component="h1" ref={heading} tabIndex={-1} sx={{ ...headingLook, mt: 4, outline: 'none' }}>
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
      <Button component={RouterLink} to={signInPath} size="large" fullWidth>
        Volver a Ingresar
      </Button>
    </div>
  );
}
