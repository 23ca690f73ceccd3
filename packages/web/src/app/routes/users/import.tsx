import { useNavigate } from 'react-router';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { ImportUsers } from '../../../features/users/import-users.tsx';
import { paths } from '../../pages.ts';

export function UserImportPage() {
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title="Importar usuarios" />
      <ImportUsers cancelTo={paths.users} onCreated={() => void navigate(`${paths.users}?state=invited`)} />
    </>
  );
}
