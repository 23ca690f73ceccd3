import { RecoverForm } from '../../features/auth/components/recover-form.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../paths.ts';

export function RecoverPage() {
  usePageTitle('Recuperar contraseña');
  return <RecoverForm signInPath={paths.signIn} />;
}
