import { Button } from '@mui/material';
import { lazy, type ReactNode, Suspense } from 'react';
import { emptyReason, EmptyState, ErrorState, LIST_FAILED } from '../page/messages.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableProps } from '../table/types.ts';
import type { ListState } from './define-list.ts';
import { FilterBar } from './filter-bar.tsx';
import type { ListFilterDialog as FilterDialogOf } from './filter-dialog.tsx';
import { type FilterField, tagsOf } from './filters.ts';

/** Its fields would weigh on the first page somebody sees; most visits never open it. */
const ListFilterDialog = lazy(async () => ({
  default: (await import('./filter-dialog.tsx')).ListFilterDialog,
})) as unknown as typeof FilterDialogOf;

type OwnTable<R, O extends string> = Omit<
  TableProps<R, O>,
  'rows' | 'state' | 'refreshing' | 'order' | 'onOrder' | 'paging'
>;

interface ListTableProps<R, Q extends F, A, F, O extends string> extends OwnTable<R, O> {
  list: ListState<Q, A, F, O>;
  rowsOf: (answer: A) => readonly R[];
  /** What the search looks at; without it the table has no bar of its own above. */
  search?: string;
  filters?: readonly FilterField<F>[];
  /** One filter in one click, beside the modal with all of them. */
  quickFilter?: ReactNode;
  /** At the bar's far end, quietly: a figure about the list. */
  aside?: ReactNode;
  /** Why there is nothing: "Ningún usuario" coincides, or nothing exists yet, and what then comes next. */
  texts?: { noMatch: string; nothing: string; next?: string };
  /** The button that takes that next step, for who may. */
  begin?: ReactNode;
  /** Instead of the bar with search and filters. */
  toolbar?: ReactNode;
  /** Instead of the usual words for an empty list. */
  empty?: ReactNode;
  failed?: string;
  /** Newer rows come without a sign of it. */
  isQuiet?: boolean;
}

/** The table of a list that is searched, filtered, sorted and paged, with its filter modal and its empty and failed states. */
export function ListTable<R, Q extends F, A, F, O extends string>(props: ListTableProps<R, Q, A, F, O>) {
  const { list, rowsOf, search, filters = [], quickFilter, aside, texts, begin, ...rest } = props;
  const { toolbar, empty, failed = LIST_FAILED, isQuiet = false, ...table } = rest;
  const { query, result, order, onOrder, paging, onSearch, onRemove, onClear, isFiltering, onFiltering } = list;
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
            <FilterBar
              placeholder={search}
              search={list.search}
              onSearch={onSearch}
              filters={tags.map(({ key, label, names, isFixed }) => ({
                key,
                label,
                onRemove: isFixed ? undefined : () => onRemove(names),
              }))}
              onOpenFilters={() => onFiltering(true)}
              onClear={onClear}
              onRefresh={refresh}
              aside={aside}
              quickFilter={quickFilter}
            />
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
        <Suspense fallback={null}>
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
        </Suspense>
      )}
    </>
  );
}
