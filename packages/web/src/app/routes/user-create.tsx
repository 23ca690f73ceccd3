import type { UserDetail } from '@campanero/contract/users/schemas';
import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { PageHeader } from '../../components/page/page-header.tsx';
import { CreateUserForm } from '../../features/users/edit-user-form.tsx';
import { userLinks } from '../links.ts';

export function UserCreatePage() {
  const navigate = useNavigate();
  const handleCreated = useCallback(
    (user: UserDetail) => void navigate(userLinks.view(user.id), { replace: true }),
    [navigate],
  );
  return (
    <>
      <PageHeader title="Crear Usuario" />
      <CreateUserForm cancelTo={userLinks.list} onCreated={handleCreated} />
    </>
  );
}
