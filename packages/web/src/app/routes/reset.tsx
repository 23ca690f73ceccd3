import { useEffect, useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { AuthFrame } from '../../features/auth/components/auth-frame.tsx';
import { ResetForm } from '../../features/auth/components/reset-form.tsx';
import { usePageTitle } from '../../lib/page-title.ts';
import { paths } from '../paths.ts';

/**
 * The link's secret leaves the address bar as soon as the page is open and stays in memory only:
 * no history, no bookmark, no shoulder reads it (SEC-16).
 */
export function ResetPage() {
  usePageTitle('Restablecer contraseña');
  const { id } = useParams();
  const [search, setSearch] = useSearchParams();
  const [token] = useState(() => search.get('token') ?? '');
  const navigate = useNavigate();

  useEffect(() => {
    if (search.has('token')) setSearch({}, { replace: true });
  }, [search, setSearch]);

  return (
    <AuthFrame>
      <ResetForm
        id={Number(id)}
        token={token}
        signInPath={paths.signIn}
        recoverPath={paths.recover}
        onDone={() => void navigate(paths.signIn, { replace: true })}
      />
    </AuthFrame>
  );
}
