import { AuthFrame } from '../../features/auth/components/auth-frame.tsx';
import { RecoverForm } from '../../features/auth/components/recover-form.tsx';
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
