import { AuthFrame } from '../../features/auth/auth-frame.tsx';
import { RecoverForm } from '../../features/auth/recover-form.tsx';
import { usePageTitle } from '../../lib/page.ts';
import { paths } from '../pages.ts';

export function RecoverPage() {
  usePageTitle('Recuperar contraseña');
  return (
    <AuthFrame>
      <RecoverForm signInPath={paths.signIn} />
    </AuthFrame>
  );
}
