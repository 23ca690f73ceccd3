import { type ReactNode, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams, useSearchParams } from 'react-router';
import { z } from 'zod';
import { AuthFrame } from '../../features/auth/auth-frame.tsx';
import { ForcedPasswordForm } from '../../features/auth/change-password-form.tsx';
import { RecoverForm, ResetForm, SignInForm } from '../../features/auth/guest-forms.tsx';
import { HelpButton } from '../../features/help/help-button.tsx';
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
      <SignInForm recoverPath={paths.recover} />
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

const keptState = z.object({ token: z.string() });

/** Moves the token from the address bar to the state of the history entry, which survives a reload. */
export function ResetPage() {
  const id = idOf(useParams()['id']);
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const [token] = useState(() => search.get('token') || keptState.safeParse(state).data?.token);
  const navigate = useNavigate();

  useEffect(() => {
    if (search.has('token')) setSearch({}, { replace: true, state: { token } });
  }, [search, setSearch, token]);

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
