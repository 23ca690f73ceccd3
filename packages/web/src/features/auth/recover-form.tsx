import { auth } from '@campanero/contract/auth/endpoints';
import { recoveryBody } from '@campanero/contract/auth/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Button, Link, OutlinedInput, styled, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { Field, registerInput, wireInput } from '../../components/fields/field.tsx';
import { IconMailForward } from '../../components/icons.ts';
import { errorText } from '../../lib/errors.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { FormEnd, FormHeading } from './auth-frame.tsx';
import { tallInput } from './new-password-fields.tsx';
import { recoverFailed, recoverReason } from './texts.ts';

export function RecoverForm({ signInPath }: { signInPath: string }) {
  const recover = useEndpointMutation(auth.recover);
  const form = useForm({ resolver: zodResolver(recoveryBody), mode: 'onTouched', defaultValues: { email: '' } });
  const { errors, isValid, isDirty } = form.formState;
  const submit = form.handleSubmit((values) => recover.mutate({ body: values }));
  if (recover.isSuccess)
    return <RecoverySent email={recover.variables.body.email} message={recover.data.message} signInPath={signInPath} />;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Recuperar contraseña">
      <FormHeading title="Recuperar contraseña" hint="Le enviaremos un enlace para elegir una nueva." />
      <Field label="Correo" error={errors.email?.message}>
        {(wiring) => (
          <OutlinedInput
            {...wireInput(wiring)}
            {...registerInput(form, 'email')}
            type="email"
            autoComplete="username"
            autoFocus
            sx={tallInput}
          />
        )}
      </Field>
      <FormEnd
        form={form}
        note={recover.error ? errorText(recover.error, recoverFailed) : undefined}
        ready={isValid && isDirty}
        reason={recoverReason}
        pending={recover.isPending}
        pendingText="Enviando…"
      >
        Enviar
      </FormEnd>
      <Box sx={{ mt: 6, typography: 'body2' }}>
        <Link component={RouterLink} to={signInPath}>
          Volver a Ingresar
        </Link>
      </Box>
    </form>
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
      <Button component={RouterLink} to={signInPath} size="large" fullWidth>
        Volver a Ingresar
      </Button>
    </Box>
  );
}
