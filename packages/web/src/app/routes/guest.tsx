import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { z } from 'zod';
import { AuthFrame } from '../../features/auth/auth-frame.tsx';
import { ForcedPasswordForm } from '../../features/auth/change-password-form.tsx';
import { DirectoryAnswer, SignInByLink } from '../../features/auth/directory-answer.tsx';
import { DirectorySignIn, RecoverForm, ResetForm, SignInForm } from '../../features/auth/guest-forms.tsx';
import { HelpButton } from '../../features/help/help-button.tsx';
import { isDirectoryOnly } from '../../lib/browser/page-facts.ts';
import { idOf, usePageTitle } from '../../lib/page.ts';
import { useSession } from '../../lib/session.ts';
import { GuestsOnly } from '../guards.tsx';
import { paths } from '../pages.ts';

function GuestFrame({ title, page, children }: { title: string; page: string; children: ReactNode }) {
  usePageTitle(title);
  return <AuthFrame help={<HelpButton page={page} label="Cómo se usa" />}>{children}</AuthFrame>;
}

/** Signing in only stores the session; the guard then redirects. */
export const SignInPage = () => (
  <GuestsOnly>
    <GuestFrame title="Ingresar" page="signIn">
      {isDirectoryOnly() ? <DirectorySignIn /> : <SignInForm recoverPath={paths.recover} />}
    </GuestFrame>
  </GuestsOnly>
);

export const RecoverPage = () => (
  <GuestFrame title="Recuperar contraseña" page="recover">
    <RecoverForm signInPath={paths.signIn} />
  </GuestFrame>
);

/** In place of every page while the password is one that somebody else gave. */
export function ForcedPasswordPage() {
  const session = useSession();
  const navigate = useNavigate();
  return (
    <GuestFrame title="Cambiar contraseña" page="profile">
      {session && <ForcedPasswordForm username={session.mail} onDone={() => void navigate(paths.home)} />}
    </GuestFrame>
  );
}

/** Where the directory sends people back to. What it sent leaves the address bar at once. */
export function DirectoryReturnPage() {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const [answer] = useState(() => search.slice(1) || keptAnswer.safeParse(state).data?.answer);
  useEffect(() => {
    if (search) void navigate(paths.directoryReturn, { replace: true, state: { answer } });
  }, [search, answer, navigate]);
  return (
    <GuestFrame title="Ingresar" page="signIn">
      <DirectoryAnswer
        answer={answer ?? ''}
        signInPath={paths.signIn}
        homePath={paths.home}
        onEntered={(path) => void navigate(path, { replace: true })}
        onTried={(trial) => void navigate(paths.userDirectory, { replace: true, state: { trial } })}
      />
    </GuestFrame>
  );
}

const keptAnswer = z.object({ answer: z.string() });

export function SignInLinkPage() {
  const { id, token } = useLinkToken();
  const navigate = useNavigate();
  return (
    <GuestFrame title="Ingresar" page="signIn">
      <SignInByLink
        id={id ?? 0}
        token={token ?? ''}
        signInPath={paths.signIn}
        homePath={paths.home}
        onEntered={(path) => void navigate(path, { replace: true })}
      />
    </GuestFrame>
  );
}

const keptState = z.object({ token: z.string() });

/** Moves the token from the address bar to the state of the history entry, which survives a reload. */
function useLinkToken() {
  const id = idOf(useParams()['id']);
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [token] = useState(() => search.get('token') || keptState.safeParse(state).data?.token);
  useEffect(() => {
    if (search.has('token')) setSearch({}, { replace: true, state: { token } });
  }, [search, setSearch, token]);
  return { id, token };
}

export function ResetPage() {
  const { id, token } = useLinkToken();
  const navigate = useNavigate();
  return (
    <GuestFrame title="Restablecer contraseña" page="reset">
      <ResetForm
        link={id !== undefined && token ? { id, token } : undefined}
        signInPath={paths.signIn}
        recoverPath={paths.recover}
        onDone={() => void navigate(paths.signIn, { replace: true })}
      />
    </GuestFrame>
  );
}
