import type { UserDetail } from '@campanero/contract/users/schemas';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { Link } from 'react-router';
import { IconPlus } from '../../../components/icons.ts';
import { PageHeader } from '../../../components/page/page-header.tsx';
import { userCount } from '../../../features/users/texts.ts';
import { UserList, useUserList } from '../../../features/users/user-list.tsx';
import { UserStateDialog } from '../../../features/users/user-state.tsx';
import { useSession } from '../../../lib/session.ts';
import { userLinks } from '../../links.ts';

export function UsersPage() {
  const session = useSession();
  const list = useUserList();
  const [switched, setSwitched] = useState<UserDetail | null>(null);
  return (
    <>
      <PageHeader
        title="Usuarios"
        aside={list.total !== undefined && userCount(list.total)}
        action={
          <Button
            variant="contained"
            component={Link}
            to={userLinks.create}
            startIcon={<IconPlus size={18} stroke={2} aria-hidden />}
          >
            Crear Usuario
          </Button>
        }
      />
      <UserList list={list} links={userLinks} ownId={session?.userId} onToggle={setSwitched} />
      {switched && <UserStateDialog user={switched} onClose={() => setSwitched(null)} />}
    </>
  );
}
