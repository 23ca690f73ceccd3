import { AuthFrame } from '../../features/auth/auth-frame.tsx';
import { SignInForm } from '../../features/auth/sign-in-form.tsx';
import { usePageTitle } from '../../lib/page.ts';
import { GuestsOnly } from '../guards.tsx';
import { paths } from '../pages.ts';

/** Signing in only stores the session; the guard then leads to where one came from. */
export function SignInPage() {
  usePageTitle('Ingresar');
  return (
    <GuestsOnly>
      <AuthFrame>
        <SignInForm recoverPath={paths.recover} />
      </AuthFrame>
    </GuestsOnly>
  );
}
