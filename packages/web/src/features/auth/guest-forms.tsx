import { auth } from '@campanero/contract/auth/endpoints';
import { loginBody, recoveryBody, resetBodyFor } from '@campanero/contract/auth/schemas';
import { codeBody } from '@campanero/contract/auth/second-factor';
import { Box, Button, Link, Typography } from '@mui/material';
import { useEffect, useRef, useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { PasswordInput } from '../../components/fields/password-input.tsx';
import { TextInput } from '../../components/fields/text-input.tsx';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { IconLock, IconMailForward } from '../../components/icons.ts';
import { Faint, Line, Spread, Strong } from '../../components/layout.tsx';
import { SoftTile } from '../../components/soft-chip.tsx';
import { readPasswordMin } from '../../lib/browser/page-facts.ts';
import { afterTyping } from '../../lib/browser/typing.ts';
import { useEndpointMutation } from '../../lib/changes.ts';
import { ApiError } from '../../lib/errors.ts';
import { useSendForm } from '../../lib/forms.ts';
import { enterSession } from '../../lib/session-api.ts';
import { endSession, getSession } from '../../lib/session.ts';
import { AuthForm, FormHeading, headingLook, tallInput } from './auth-frame.tsx';
import { DirectoryEntry } from './directory-entry.tsx';
import { codeInput, NewPasswordFields, passwordReason, resetDone, resetFailed } from './secret-fields.tsx';

const FAILED = 'Hubo un fallo con el servidor. Por favor inténtelo nuevamente o contacte con el soporte.';

export function SignInForm({ recoverPath }: { recoverPath: string }) {
  // The password must not stay in the mutation cache.
  const signIn = useEndpointMutation(auth.login, { onSuccess: enterSession, gcTime: 0 });
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
        <>
          <DirectoryEntry />
          <SignInNote />
        </>
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

const SignInNote = () => (
  <Faint sx={{ display: 'flex', gap: 2, mt: 6 }}>
    <IconLock size={16} stroke={1.75} aria-hidden style={{ flex: 'none', marginTop: 1 }} />
    <span>La sesión dura 8 horas. Nadie del equipo le pedirá su contraseña por teléfono ni por mail.</span>
  </Faint>
);

/** Where nobody has a password. */
export const DirectorySignIn = () => (
  <div>
    <FormHeading title="Ingresar" hint="Con la cuenta que ya tiene en la ciudad." />
    <DirectoryEntry isOnly />
    <SignInNote />
  </div>
);

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

interface SignInCodeProps {
  send: (code: string) => Promise<unknown>;
  onBack?: () => void;
  backPath?: string;
}

export function SignInCode({ send, onBack, backPath = '' }: SignInCodeProps) {
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
          <Button
            variant="text"
            {...(onBack ? { onClick: onBack } : { component: RouterLink, to: backPath })}
            sx={{ color: 'text.secondary' }}
          >
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

export function RecoverForm({ signInPath }: { signInPath: string }) {
  const recover = useEndpointMutation(auth.recover);
  const { form, status } = useSendForm({
    rules: recoveryBody,
    defaults: { email: '' },
    send: (body) => recover.mutateAsync({ body }),
    failed: 'Envío fallido. Por favor ingrese un correo válido.',
    inFrame: true,
  });
  if (recover.isSuccess) return <RecoverySent email={recover.variables.body.email} signInPath={signInPath} />;
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

/** The same whether the address exists or not. */
function RecoverySent({ email, signInPath }: { email: string; signInPath: string }) {
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
      <Typography color="textSecondary" sx={{ mt: 1.5, mb: 7, overflowWrap: 'anywhere' }}>
        Revise su correo. Si <Strong>{email}</Strong> tiene una cuenta, en unos minutos recibirá un enlace para elegir
        una contraseña nueva.
      </Typography>
      <Button component={RouterLink} to={signInPath} size="large" fullWidth>
        Volver a Ingresar
      </Button>
    </div>
  );
}

interface ResetFormProps {
  /** From the link in the mail; undefined if the address is incomplete. */
  link: { id: number; token: string } | undefined;
  signInPath: string;
  recoverPath: string;
  onDone: () => void;
}

const TITLE = 'Restablecer contraseña';

export const ResetForm = ({ link, signInPath, recoverPath, onDone }: ResetFormProps) => (
  <>
    {link ? (
      <NewPasswordForm link={link} onDone={onDone} />
    ) : (
      <>
        <FormHeading title={TITLE} hint="El enlace está incompleto: ábralo otra vez desde el correo o pida otro." />
        <RefusalNote>{resetFailed}</RefusalNote>
      </>
    )}
    <Line sx={{ justifyContent: 'space-between', mt: 6, typography: 'body2', lineHeight: '1.5rem' }} gap={4}>
      <Link component={RouterLink} to={signInPath}>
        Volver a Ingresar
      </Link>
      <Link component={RouterLink} to={recoverPath}>
        Pedir otro enlace
      </Link>
    </Line>
  </>
);

function NewPasswordForm({ link, onDone }: { link: NonNullable<ResetFormProps['link']>; onDone: () => void }) {
  const reset = useEndpointMutation(auth.reset, {
    // A reset ends every session, also one open here.
    onSuccess: () => {
      if (getSession()) endSession('signed-out');
    },
    gcTime: 0,
  });
  const [min] = useState(readPasswordMin);
  const [rules] = useState(() => resetBodyFor(min));
  const { form, status } = useSendForm({
    rules,
    mode: 'onChange',
    defaults: { password: '', passwordConfirmation: '' },
    send: (body) => reset.mutateAsync({ params: { id: link.id }, query: { token: link.token }, body }),
    failed: resetFailed,
    done: resetDone,
    onSent: onDone,
  });
  return (
    <AuthForm
      title={TITLE}
      hint="Elija una contraseña nueva para su cuenta."
      status={status}
      action="Restablecer"
      pendingText="Restableciendo…"
      reason={passwordReason}
    >
      <NewPasswordFields form={form} label="Contraseña" min={min} autoFocus sx={tallInput} />
    </AuthForm>
  );
}
