import { auth } from '@campanero/contract/auth/endpoints';
import { recoveryBody } from '@campanero/contract/auth/schemas';
import { Box, Button, Link, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { Link as RouterLink } from 'react-router';
import { TextInput } from '../../components/fields/text-input.tsx';
import { IconMailForward } from '../../components/icons.ts';
import { SoftTile } from '../../components/soft-chip.tsx';
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

/** The server's message is the same whether the address exists or not. */
function RecoverySent({ email, message, signInPath }: { email: string; message: string; signInPath: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form that had the focus is gone; the heading gets it and is read out.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div>
      <SoftTile tone="success" aria-hidden>
        <IconMailForward size={22} stroke={1.75} />
      </SoftTile>
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
