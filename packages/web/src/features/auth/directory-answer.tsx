import { auth } from '@campanero/contract/auth/endpoints';
import { directory, type DirectoryTrial } from '@campanero/contract/auth/directory';
import { Button, LinearProgress, Typography } from '@mui/material';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { RefusalNote } from '../../components/form/form-note.tsx';
import { Stacked } from '../../components/layout.tsx';
import { useEndpointMutation } from '../../lib/changes.ts';
import { ApiError, errorText } from '../../lib/errors.ts';
import { noteIdentityProved } from '../../lib/identity.ts';
import { enterSession } from '../../lib/session-api.ts';
import { FormHeading, headingLook } from './auth-frame.tsx';
import { purposeOf, takeRememberedPage } from './directory-return.ts';
import { SignInCode } from './guest-forms.tsx';

const FAILED = 'No se pudo terminar el ingreso. Empiece de nuevo o contacte con el soporte.';

interface DirectoryAnswerProps {
  /** The query with which the directory sent the browser back. */
  answer: string;
  signInPath: string;
  homePath: string;
  onEntered: (path: string) => void;
  onTried: (trial: DirectoryTrial) => void;
}

/** Ends a visit to the directory: a sign-in, a trial by an administrator, or a confirmed identity. */
export function DirectoryAnswer(props: DirectoryAnswerProps) {
  const purpose = purposeOf(props.answer);
  if (purpose === 'probe') return <TrialAnswer {...props} />;
  if (purpose === 'confirm') return <ConfirmAnswer {...props} />;
  return <SignInAnswer {...props} />;
}

function SignInAnswer({ answer, signInPath, homePath, onEntered }: DirectoryAnswerProps) {
  const [isAtCode, setAtCode] = useState(false);
  const enter = useEndpointMutation(directory.signIn, {
    gcTime: 0,
    onSuccess: (session) => {
      const page = takeRememberedPage();
      enterSession(session);
      onEntered(page ?? homePath);
    },
    onError: (error) => setAtCode(isAtCode || (error instanceof ApiError && error.code === 'SECOND_FACTOR_REQUIRED')),
  });
  const { mutate } = enter;
  useOnce(() => mutate({ body: { answer } }));
  if (isAtCode)
    return <SignInCode send={(code) => enter.mutateAsync({ body: { answer, code } })} backPath={signInPath} />;
  return <Waiting title="Ingresando…" failure={enter.error} backPath={signInPath} back="Volver a Ingresar" />;
}

function TrialAnswer({ answer, onTried, homePath }: DirectoryAnswerProps) {
  const tryOut = useEndpointMutation(directory.tryOut, { gcTime: 0, onSuccess: onTried });
  const { mutate } = tryOut;
  useOnce(() => mutate({ body: { answer } }));
  return <Waiting title="Leyendo lo que llegó…" failure={tryOut.error} backPath={homePath} back="Volver a Campanero" />;
}

function ConfirmAnswer({ answer, homePath }: DirectoryAnswerProps) {
  const confirm = useEndpointMutation(directory.confirm, {
    gcTime: 0,
    onSuccess: () => {
      noteIdentityProved();
      // The page that asked is in the window that opened this one.
      window.close();
    },
  });
  const { mutate } = confirm;
  useOnce(() => mutate({ body: { answer } }));
  if (confirm.isSuccess)
    return <FormHeading title="Identidad confirmada" hint="Puede cerrar esta ventana y seguir donde estaba." />;
  return <Waiting title="Confirmando…" failure={confirm.error} backPath={homePath} back="Volver a Campanero" />;
}

/** With the link of `npm run signin:link`. */
export function SignInByLink({ id, token, signInPath, homePath, onEntered }: SignInByLinkProps) {
  const enter = useEndpointMutation(auth.signInLink, {
    gcTime: 0,
    onSuccess: (session) => {
      enterSession(session);
      onEntered(homePath);
    },
  });
  return (
    <Stacked gap={6}>
      <FormHeading title="Ingresar con un enlace" hint="Sirve una sola vez. Queda anotado en la auditoría." />
      <RefusalNote>{enter.error ? errorText(enter.error, FAILED) : undefined}</RefusalNote>
      {enter.isError ? (
        <BackButton path={signInPath}>Volver a Ingresar</BackButton>
      ) : (
        <Button
          variant="contained"
          size="large"
          fullWidth
          disabled={enter.isPending}
          onClick={() => enter.mutate({ params: { id }, query: { token } })}
        >
          {enter.isPending ? 'Ingresando…' : 'Ingresar'}
        </Button>
      )}
    </Stacked>
  );
}
interface SignInByLinkProps extends Pick<DirectoryAnswerProps, 'signInPath' | 'homePath' | 'onEntered'> {
  id: number;
  token: string;
}

/** An answer is read once, also where effects run twice. */
function useOnce(run: () => void) {
  const hasRun = useRef(false);
  useEffect(() => {
    if (hasRun.current) return;
    hasRun.current = true;
    run();
  });
}

interface WaitingProps {
  title: string;
  failure: Error | null;
  backPath: string;
  back: string;
}

function Waiting({ title, failure, backPath, back }: WaitingProps) {
  if (!failure)
    return (
      <Stacked gap={5} role="status">
        <Typography component="h1" sx={headingLook}>
          {title}
        </Typography>
        <LinearProgress aria-label={title} />
      </Stacked>
    );
  return (
    <Stacked gap={6}>
      <Typography component="h1" sx={headingLook}>
        No se pudo ingresar
      </Typography>
      <RefusalNote>{errorText(failure, FAILED)}</RefusalNote>
      <BackButton path={backPath}>{back}</BackButton>
    </Stacked>
  );
}

const BackButton = ({ path, children }: { path: string; children: ReactNode }) => (
  <Button component={Link} to={path} size="large" fullWidth>
    {children}
  </Button>
);
