import { Button } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';
import { later } from '../later.tsx';
import { emptyReason, EmptyState, ErrorState, LIST_FAILED } from '../page/messages.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableProps } from '../table/types.ts';
import type { ListState } from './define-list.ts';
import { FilterBar } from './filter-bar.tsx';
import type { ListFilterDialog as FilterDialogOf } from './filter-dialog.tsx';
import { type FilterField, tagsOf } from './filters.ts';

/** Not needed by the first page. */
const ListFilterDialog = later<object>(
  async () => (await import('./filter-dialog.tsx')).ListFilterDialog as unknown as ComponentType,
) as unknown as typeof FilterDialogOf;

type OwnTable<R, O extends string> = Omit<
  TableProps<R, O>,
  'rows' | 'state' | 'refreshing' | 'order' | 'onOrder' | 'paging'
>;

interface ListTableProps<R, Q extends F, A, F, O extends string> extends OwnTable<R, O> {
  list: ListState<Q, A, F, O>;
  rowsOf: (answer: A) => readonly R[];
  /** Placeholder of the search; without it the table has no filter bar. */
  search?: string;
  filters?: readonly FilterField<F>[];
  quickFilter?: ReactNode;
  aside?: ReactNode;
  /** Why the list is empty, and the next step. */
  texts?: { noMatch: string; nothing: string; next?: string };
  /** Button for the next step. */
  begin?: ReactNode;
  /** Replaces the filter bar. */
  toolbar?: ReactNode;
  /** Replaces the default empty state. */
  empty?: ReactNode;
  failed?: string;
  /** No progress line on refetch. */
  isQuiet?: boolean;
}

/** A list with search, filters, order and paging. */
export function ListTable<R, Q extends F, A, F, O extends string>(props: ListTableProps<R, Q, A, F, O>) {
  const { list, rowsOf, search, filters = [], quickFilter, aside, texts, begin, ...rest } = props;
  const { toolbar, empty, failed = LIST_FAILED, isQuiet = false, ...table } = rest;
  const { query, result, order, onOrder, paging, onClear, isFiltering, onFiltering } = list;
  const rows = result.data ? rowsOf(result.data) : [];
  const tags = tagsOf<F>(list.filters, filters, query);
  const chosen = tags.filter(({ isFixed }) => !isFixed).length;
  const isNarrowed = chosen > 0 || list.search !== '';
  const refresh = () => void result.refetch();
  return (
    <>
      <DataTable
        {...table}
        rows={rows}
        state={result.data ? 'ready' : result.isFetching ? 'loading' : 'error'}
        refreshing={!isQuiet && result.isFetching && result.data !== undefined}
        order={order}
        onOrder={onOrder}
        paging={{ ...paging, shown: rows.length }}
        toolbar={
          search === undefined ? (
            toolbar
          ) : (
            <FilterBar<F> placeholder={search} list={list} tags={tags} aside={aside} quickFilter={quickFilter} />
          )
        }
        empty={
          empty ??
          (texts && (
            <EmptyState
              title="No se encontraron registros"
              reason={[emptyReason(chosen, list.search, texts), !isNarrowed && texts.next].filter(Boolean).join(' ')}
              action={
                isNarrowed ? (
                  <Button variant="text" size="small" onClick={onClear}>
                    {chosen > 0 ? 'Limpiar filtros' : 'Limpiar búsqueda'}
                  </Button>
                ) : (
                  begin
                )
              }
            />
          ))
        }
        error={<ErrorState message={failed} onRetry={refresh} />}
      />
      {isFiltering && (
        <ListFilterDialog
          form={list.filters}
          fields={filters}
          given={query}
          onClose={() => onFiltering(false)}
          onApply={(applied) => {
            list.onFilter(applied);
            onFiltering(false);
          }}
        />
      )}
    </>
  );
}
