import type { UserDetail } from '@campanero/contract/users/schemas';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { IconPlus } from '../../components/icons.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { UserList } from '../../features/users/components/user-list.tsx';
import { UserStateDialog } from '../../features/users/components/user-state-dialog.tsx';
import { useUserList } from '../../features/users/hooks/use-user-list.ts';
import { userCount } from '../../features/users/texts.ts';
import { useSession } from '../../lib/session.ts';
import { userLinks } from '../user-links.ts';

const loadFilterDialog = () => import('../../features/users/components/user-filter-dialog.tsx');
const UserFilterDialog = lazy(async () => ({ default: (await loadFilterDialog()).UserFilterDialog }));

export function UsersPage() {
  const session = useSession();
  const list = useUserList();
  const [isFiltering, setFiltering] = useState(false);
  const [switched, setSwitched] = useState<UserDetail | null>(null);
  return (
    <>
      <PageHeader
        title="Usuarios"
        aside={list.result.data && userCount(list.result.data.totalElementsCount)}
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
      <UserList
        list={list}
        links={userLinks}
        ownId={session?.userId}
        onToggle={setSwitched}
        onOpenFilters={() => setFiltering(true)}
      />
      {isFiltering && (
        <Suspense fallback={null}>
          <UserFilterDialog
            filters={list.query}
            onClose={() => setFiltering(false)}
            onApply={(filters) => {
              list.onFilter(filters);
              setFiltering(false);
            }}
          />
        </Suspense>
      )}
      {switched && <UserStateDialog user={switched} onClose={() => setSwitched(null)} />}
    </>
  );
}
