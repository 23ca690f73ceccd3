import type { UserDetail } from '@campanero/contract/users/schemas';
import Button from '@mui/material/Button';
import { DataTable } from '../../../components/data-table/data-table.tsx';
import { emptyReason } from '../../../components/empty-reason.ts';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ErrorState } from '../../../components/error-state.tsx';
import { FilterBar } from '../../../components/filter-bar.tsx';
import type { UserListState } from '../hooks/use-user-list.ts';
import { EMPTY_TEXTS, LIST_FAILED } from '../texts.ts';
import { filterTags } from '../user-filters.ts';
import type { UserLinks } from '../user-links.ts';
import { userColumns } from './user-columns.tsx';
import { UserCompactRow } from './user-compact-row.tsx';
import { UserRowMenu } from './user-row-menu.tsx';

const READABLE_WIDTH = 1080;

interface UserListProps {
  list: UserListState;
  links: UserLinks;
  /** Who is looking: their own switch stays. */
  ownId: number | undefined;
  onToggle: (user: UserDetail) => void;
  onOpenFilters: () => void;
}

export function UserList({ list, links, ownId, onToggle, onOpenFilters }: UserListProps) {
  const { query, result, order, paging, onOrder, onSearch, onRemoveFilter, onClear } = list;
  const tags = filterTags(query);
  const search = query.general ?? '';
  return (
    <DataTable
      label="Usuarios"
      columns={userColumns({ ownId, onToggle })}
      minWidth={READABLE_WIDTH}
      rows={result.data?.users ?? []}
      rowKey={(user) => user.id}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      refreshing={result.isFetching && result.data !== undefined}
      order={order}
      onOrder={onOrder}
      paging={paging}
      rowTarget={(user) => ({ to: links.view(user.id), title: user.name })}
      renderMenu={(user) => (
        <UserRowMenu user={user} links={links} isOwn={user.id === ownId} onToggle={() => onToggle(user)} />
      )}
      renderCompact={(user) => <UserCompactRow user={user} />}
      toolbar={
        <FilterBar
          placeholder="Buscar por nombre, correo o rol"
          search={search}
          onSearch={onSearch}
          filters={tags.map(({ name, label }) => ({ key: name, label, onRemove: () => onRemoveFilter(name) }))}
          onOpenFilters={onOpenFilters}
          onClear={onClear}
          onRefresh={() => void result.refetch()}
        />
      }
      empty={
        <EmptyState
          title="No se encontraron registros"
          reason={emptyReason(tags.length, search, EMPTY_TEXTS)}
          action={
            (tags.length > 0 || search !== '') && (
              <Button variant="text" size="small" onClick={onClear}>
                {tags.length > 0 ? 'Limpiar filtros' : 'Limpiar búsqueda'}
              </Button>
            )
          }
        />
      }
      error={<ErrorState message={LIST_FAILED} onRetry={() => void result.refetch()} />}
    />
  );
}
