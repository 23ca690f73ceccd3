import type { UserDetail } from '@campanero/contract/users/schemas';
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { PageHeader } from '../../components/page/page-header.tsx';
import { EditUserForm } from '../../features/users/edit-user-form.tsx';
import { usePageTitle } from '../../lib/page.ts';
import { useSession } from '../../lib/session.ts';
import { userLinks } from '../links.ts';
import { UserLoader } from './user-loader.tsx';

export function UserEditPage() {
  return <UserLoader>{(user, reload) => <UserEditor user={user} onReload={reload} />}</UserLoader>;
}

interface UserEditorProps {
  user: UserDetail;
  onReload: () => Promise<UserDetail | undefined>;
}

function UserEditor({ user, onReload }: UserEditorProps) {
  const session = useSession();
  // Only whoever asks for it gets a form with newer data: an answer that comes by itself must not wipe what was typed.
  const [opened, setOpened] = useState(user);
  const handleReload = async () => {
    const newer = await onReload();
    if (newer) setOpened(newer);
  };
  const navigate = useNavigate();
  usePageTitle(`Editar ${opened.name}`);
  const handleSaved = useCallback(
    (saved: UserDetail) => void navigate(userLinks.view(saved.id), { replace: true }),
    [navigate],
  );
  return (
    <>
      <PageHeader title="Editar usuario" aside={opened.name} />
      <EditUserForm
        key={opened.version}
        user={opened}
        isOwn={session?.userId === opened.id}
        cancelTo={userLinks.view(opened.id)}
        onSaved={handleSaved}
        onReload={() => void handleReload()}
      />
    </>
  );
}
