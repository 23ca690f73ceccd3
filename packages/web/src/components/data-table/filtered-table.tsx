import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { emptyReason } from '../empty-reason.ts';
import { EmptyState } from '../empty-state.tsx';
import { ErrorState } from '../error-state.tsx';
import { FilterBar } from '../filter-bar.tsx';
import { DataTable } from './data-table.tsx';
import type { Order, Paging, TableProps } from './types.ts';

/** A list whose state is the address: its query, the server's answer and the ways to change it (useListControls). */
interface FilteredList<D, O extends string, N extends string> {
  query: { general?: string | undefined };
  result: { data?: D | undefined; isFetching: boolean; refetch: () => unknown };
  order: Order<O>;
  onOrder: (order: Order<O>) => void;
  paging: Paging;
  onSearch: (text: string) => void;
  onRemoveFilter: (name: N) => void;
  onClear: () => void;
}

type OwnTable<R, O extends string> = Omit<
  TableProps<R, O>,
  'rows' | 'state' | 'refreshing' | 'order' | 'onOrder' | 'paging'
>;

interface FilteredTableProps<R, D, O extends string, N extends string> extends OwnTable<R, O> {
  list: FilteredList<D, O, N>;
  rowsOf: (data: D) => readonly R[];
  placeholder: string;
  /** The filters that are on; a fixed one cannot be taken off. */
  tags: readonly { name: N; label: string; fixed?: boolean }[];
  /** One filter in one click, beside the modal with all of them. */
  quickFilter?: ReactNode;
  texts: { noMatch: string; nothing: string };
  failed: string;
  onOpenFilters: () => void;
}

/** The table of a list that is searched, filtered, sorted and paged by the server, with its empty and failed states. */
export function FilteredTable<R, D, O extends string, N extends string>(props: FilteredTableProps<R, D, O, N>) {
  const { list, rowsOf, placeholder, tags, quickFilter, texts, failed, onOpenFilters, ...table } = props;
  const { query, result, order, paging, onOrder, onSearch, onRemoveFilter, onClear } = list;
  const search = query.general ?? '';
  const chosen = tags.filter(({ fixed }) => !fixed).length;
  const refresh = () => void result.refetch();
  return (
    <DataTable
      {...table}
      rows={result.data ? rowsOf(result.data) : []}
      state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
      refreshing={result.isFetching && result.data !== undefined}
      order={order}
      onOrder={onOrder}
      paging={paging}
      toolbar={
        <FilterBar
          placeholder={placeholder}
          search={search}
          onSearch={onSearch}
          filters={tags.map(({ name, label, fixed }) => ({
            key: name,
            label,
            onRemove: fixed ? undefined : () => onRemoveFilter(name),
          }))}
          onOpenFilters={onOpenFilters}
          onClear={onClear}
          onRefresh={refresh}
          quickFilter={quickFilter}
        />
      }
      empty={
        <EmptyState
          title="No se encontraron registros"
          reason={emptyReason(chosen, search, texts)}
          action={
            (chosen > 0 || search !== '') && (
              <Button variant="text" size="small" onClick={onClear}>
                {chosen > 0 ? 'Limpiar filtros' : 'Limpiar búsqueda'}
              </Button>
            )
          }
        />
      }
      error={<ErrorState message={failed} onRetry={refresh} />}
    />
  );
}
