import { auth } from '@campanero/contract/auth/endpoints';
import { loginBody } from '@campanero/contract/auth/schemas';
import { codeBody } from '@campanero/contract/auth/second-factor';
import { Button, Link } from '@mui/material';
import { useEffect, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { TextInput } from '../../components/fields/text-input.tsx';
import { IconLock } from '../../components/icons.ts';
import { Muted, Spread } from '../../components/layout.tsx';
import { afterTyping } from '../../lib/browser/typing.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { ApiError } from '../../lib/errors.ts';
import { useSendForm } from '../../lib/forms.ts';
import { enterSession } from '../../lib/session-api.ts';
import { AuthForm, tallInput } from './auth-frame.tsx';
import { codeInput } from './secret-fields.tsx';

const FAILED = 'Hubo un fallo con el servidor. Por favor inténtelo nuevamente o contacte con el soporte.';

export function SignInForm({ recoverPath }: { recoverPath: string }) {
  // The password must not stay in the mutation cache.
  const signIn = useEndpointMutation(auth.login, { onSuccess: enterSession, gcTime: 0 });
  /** The password is correct; the code is next. */
  const [isAtCode, setAtCode] = useState(false);
  const { form, status } = useSendForm({
    rules: loginBody,
    defaults: { email: '', password: '' },
    send: async (body) => {
      try {
        await signIn.mutateAsync({ body });
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED')) throw error;
        setAtCode(true);
      }
    },
    failed: FAILED,
    inFrame: true,
  });
  const { setFocus } = form;
  // Waits for a pause in typing: keys for the previous page must not land here.
  useEffect(() => (isAtCode ? undefined : afterTyping(() => setFocus('email'))), [setFocus, isAtCode]);
  if (isAtCode)
    return (
      <SignInCode
        send={(code) => signIn.mutateAsync({ body: { ...form.getValues(), code } })}
        onBack={() => setAtCode(false)}
      />
    );
  return (
    <AuthForm
      title="Ingresar"
      hint="Use su correo institucional."
      status={status}
      action="Ingresar"
      pendingText="Ingresando…"
      reason="Complete su correo y su contraseña."
      foot={
        <Muted sx={{ display: 'flex', gap: 2, mt: 6, color: 'text.disabled' }}>
          <IconLock size={16} stroke={1.75} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
          <span>La sesión dura 8 horas. Nadie del equipo le pedirá su contraseña por teléfono ni por mail.</span>
        </Muted>
      }
    >
      <TextInput form={form} name="email" label="Correo" type="email" autoComplete="username" sx={tallInput} />
      <TextInput
        form={form}
        name="password"
        label="Contraseña"
        labelEnd={
          <Link component={RouterLink} to={recoverPath}>
            ¿Olvidó su contraseña?
          </Link>
        }
        input={PasswordInput}
        autoComplete="current-password"
        sx={tallInput}
      />
    </AuthForm>
  );
}

const KINDS = {
  app: {
    hint: 'Escriba los seis dígitos que muestra su aplicación.',
    label: 'Código',
    reason: 'Escriba el código de su aplicación.',
    other: 'Usar un código de recuperación',
  },
  recovery: {
    hint: 'Escriba uno de los códigos que guardó al activar el segundo factor. Cada uno sirve una sola vez.',
    label: 'Código de recuperación',
    reason: 'Escriba un código de recuperación.',
    other: 'Usar el código de la aplicación',
  },
} as const;

/** The second step; mail and password are kept. */
function SignInCode({ send, onBack }: { send: (code: string) => Promise<unknown>; onBack: () => void }) {
  const [kind, setKind] = useState<keyof typeof KINDS>('app');
  const { form, status, setRefusal } = useSendForm({
    rules: codeBody,
    mode: 'onChange',
    defaults: { code: '' },
    send: ({ code }) => send(code),
    failed: FAILED,
    inFrame: true,
  });
  const { hint, label, reason, other } = KINDS[kind];
  const input = codeInput(kind);
  const changeKind = () => {
    form.reset();
    setRefusal(undefined);
    setKind(kind === 'app' ? 'recovery' : 'app');
  };
  return (
    <AuthForm
      title="Segundo factor"
      hint={hint}
      status={status}
      action="Ingresar"
      pendingText="Ingresando…"
      reason={reason}
      foot={
        <Spread gap={2} sx={{ mt: 4, mx: -2 }}>
          <Button variant="text" onClick={changeKind}>
            {other}
          </Button>
          <Button variant="text" onClick={onBack} sx={{ color: 'text.secondary' }}>
            Volver
          </Button>
        </Spread>
      }
    >
      <TextInput
        key={kind}
        form={form}
        name="code"
        label={label}
        {...input}
        autoFocus
        sx={{ ...input.sx, ...tallInput }}
      />
    </AuthForm>
  );
}
