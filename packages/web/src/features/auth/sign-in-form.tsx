import { auth } from '@campanero/contract/auth/endpoints';
import { loginBody } from '@campanero/contract/auth/schemas';
import { zodResolver } from '@hookform/resolvers/zod';
import { Box, Link, OutlinedInput } from '@mui/material';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link as RouterLink } from 'react-router';
import { Field, FIELD_GAP, registerInput, wireInput } from '../../components/fields/field.tsx';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { IconLock } from '../../components/icons.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { afterTyping } from '../../lib/browser/typing.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { enterSession } from '../../lib/session-api.ts';
import { FormEnd, FormHeading } from './auth-frame.tsx';
import { tallInput } from './new-password-fields.tsx';
import { SignInCode } from './sign-in-code.tsx';
import { signInFailed, signInReason } from './texts.ts';

function SafetyNote() {
  return (
    <Box sx={{ display: 'flex', gap: 2, mt: 6, typography: 'body2', color: 'text.disabled' }}>
      <IconLock size={16} stroke={1.75} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
      <span>La sesión dura 8 horas. Nadie del equipo le pedirá su contraseña por teléfono ni por mail.</span>
    </Box>
  );
}

const isCodeAsked = (error: unknown) => error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED';

export function SignInForm({ recoverPath }: { recoverPath: string }) {
  // The password must not outlive the attempt in the mutation cache.
  const signIn = useEndpointMutation(auth.login, { onSuccess: enterSession, gcTime: 0 });
  const form = useForm({
    resolver: zodResolver(loginBody),
    mode: 'onTouched',
    defaultValues: { email: '', password: '' },
  });
  const { setFocus } = form;
  /** The password was right and the code of the second factor is asked for. */
  const [isAtCode, setAtCode] = useState(false);
  // What somebody is still typing, as the page before ends, belongs in no field of this one.
  useEffect(() => (isAtCode ? undefined : afterTyping(() => setFocus('email'))), [setFocus, isAtCode]);
  const { errors, isValid, isDirty } = form.formState;
  const submit = form.handleSubmit((values) =>
    signIn.mutate(
      { body: values },
      {
        onError: (error) => {
          if (isCodeAsked(error)) setAtCode(true);
        },
      },
    ),
  );
  const note = signIn.error && !isCodeAsked(signIn.error) ? errorText(signIn.error, signInFailed) : undefined;
  if (isAtCode)
    return (
      <SignInCode
        note={note}
        pending={signIn.isPending}
        onSubmit={(code) => signIn.mutate({ body: { ...form.getValues(), code } })}
        onForget={signIn.reset}
        onBack={() => {
          signIn.reset();
          setAtCode(false);
        }}
      />
    );
  return (
    <form noValidate onSubmit={(event) => void submit(event)} aria-label="Ingresar">
      <FormHeading title="Ingresar" hint="Use su correo institucional." />
      <Box sx={{ display: 'grid', gap: FIELD_GAP }}>
        <Field label="Correo" error={errors.email?.message}>
          {(wiring) => (
            <OutlinedInput
              {...wireInput(wiring)}
              {...registerInput(form, 'email')}
              type="email"
              autoComplete="username"
              sx={tallInput}
            />
          )}
        </Field>
        <Field
          label="Contraseña"
          error={errors.password?.message}
          labelEnd={
            <Link component={RouterLink} to={recoverPath}>
              ¿Olvidó su contraseña?
            </Link>
          }
        >
          {(wiring) => (
            <PasswordInput
              {...wireInput(wiring)}
              {...registerInput(form, 'password')}
              autoComplete="current-password"
              sx={tallInput}
            />
          )}
        </Field>
      </Box>
      <FormEnd
        form={form}
        note={note}
        ready={isValid && isDirty}
        reason={signInReason}
        pending={signIn.isPending}
        pendingText="Ingresando…"
      >
        Ingresar
      </FormEnd>
      <SafetyNote />
    </form>
  );
}
