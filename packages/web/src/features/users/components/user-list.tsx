import type { UserDetail } from '@campanero/contract/users/schemas';
import { FilteredTable } from '../../../components/data-table/filtered-table.tsx';
import type { UserListState } from '../hooks/use-user-list.ts';
import { EMPTY_TEXTS, LIST_FAILED } from '../texts.ts';
import { filterTags } from '../user-filters.ts';
import type { UserLinks } from '../user-links.ts';
import { userColumns } from './user-columns.tsx';
import { UserCompactRow } from './user-compact-row.tsx';

const READABLE_WIDTH = 900;

interface UserListProps {
  list: UserListState;
  links: UserLinks;
  /** Who is looking: their own switch stays. */
  ownId: number | undefined;
  onToggle: (user: UserDetail) => void;
  onOpenFilters: () => void;
}

export function UserList({ list, links, ownId, onToggle, onOpenFilters }: UserListProps) {
  const tags = filterTags(list.query);
  return (
    <FilteredTable
      label="Usuarios"
      columns={userColumns({ ownId, onToggle })}
      minWidth={READABLE_WIDTH}
      list={list}
      rowsOf={(data) => data.users}
      rowKey={(user) => user.id}
      rowTarget={(user) => ({ to: links.view(user.id), title: user.name })}
      renderCompact={(user) => <UserCompactRow user={user} />}
      placeholder="Buscar por nombre, correo o rol"
      tags={tags}
      texts={EMPTY_TEXTS}
      failed={LIST_FAILED}
      onOpenFilters={onOpenFilters}
    />
  );
}
