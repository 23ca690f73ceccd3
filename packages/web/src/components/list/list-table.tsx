import { Box, Button, ButtonBase, styled } from '@mui/material';
import type { ComponentType, ReactNode } from 'react';
import { LOW_WINDOW } from '../../theme/tokens.ts';
import { ActionButton } from '../action-button.tsx';
import { SearchInput, useTypedSearch } from '../fields/search-input.tsx';
import { IconAction } from '../icon-action.tsx';
import { IconFilter, IconLock, IconRefresh, IconX } from '../icons.ts';
import { later } from '../later.tsx';
import { Inline, Line, PlainList } from '../layout.tsx';
import { emptyReason, EmptyState, ErrorState, LIST_FAILED } from '../page/messages.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { TableProps } from '../table/types.ts';
import { VisuallyHidden } from '../visually-hidden.tsx';
import type { ListState } from './define-list.ts';
import type { ListFilterDialog as FilterDialogOf } from './filter-dialog.tsx';
import { type FilterField, type FilterTag, tagsOf } from './filters.ts';
import { ELLIPSIS, flexRow } from '../../theme/mixins.ts';

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
  /** Placeholder of the search; without it and without filters the table has no filter bar. */
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

export function ListTable<R, Q extends F, A, F, O extends string>(props: ListTableProps<R, Q, A, F, O>) {
  const { list, rowsOf, search, filters = [], quickFilter, aside, texts, begin, ...rest } = props;
  const { toolbar, empty, failed = LIST_FAILED, isQuiet = false, ...table } = rest;
  const { query, result, order, onOrder, paging, onClear, isFiltering, onFiltering } = list;
  const rows = result.data ? rowsOf(result.data) : [];
  const tags = tagsOf<F>(list.filters, filters, query);
  const chosen = tags.filter(({ isFixed }) => !isFixed).length;
  const isNarrowed = chosen > 0 || list.search !== '';
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
          search === undefined && filters.length === 0 ? (
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
        error={<ErrorState message={failed} onRetry={() => void result.refetch()} />}
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

const Count = styled('span')(({ theme }) => ({
  minWidth: 20,
  height: 20,
  lineHeight: '1.25rem',
  borderRadius: 10,
  padding: '0 6px',
  marginInlineStart: 8,
  fontSize: '0.75rem',
  fontWeight: 650,
  textAlign: 'center',
  background: theme.palette.primary.main,
  color: theme.palette.primary.contrastText,
}));

const Tags = styled(PlainList)(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  minWidth: 0,
  [theme.breakpoints.down('sm')]: { order: 1, flex: '1 1 60%' },
}));

interface FilterBarProps<F> {
  placeholder: string | undefined;
  list: Pick<
    ListState<unknown, unknown, F, never>,
    'result' | 'search' | 'onSearch' | 'onClear' | 'onRemove' | 'onFiltering'
  >;
  tags: readonly FilterTag<F>[];
  aside?: ReactNode;
  quickFilter?: ReactNode;
}

export function FilterBar<F>({ placeholder, list, tags, aside, quickFilter }: FilterBarProps<F>) {
  const { search, onClear } = list;
  const [typed, setTyped] = useTypedSearch(search, list.onSearch);
  const chosen = tags.filter(({ isFixed }) => !isFixed).length;
  return (
    <Inline
      role="search"
      sx={{ p: '8px 12px', minHeight: '3.375rem', [`@media ${LOW_WINDOW}`]: { py: 1.25, minHeight: '2.875rem' } }}
    >
      {placeholder !== undefined && (
        <SearchInput
          label={placeholder}
          value={typed}
          onChange={setTyped}
          sx={{ width: 'min(17.5rem, 100%)', flex: { xs: '1 1 6rem', md: '0 0 auto' } }}
        />
      )}
      <ActionButton size="small" icon={IconFilter} aria-haspopup="dialog" onClick={() => list.onFiltering(true)}>
        Filtros
        {chosen > 0 && (
          <>
            {' '}
            <Count>{chosen}</Count>
            <VisuallyHidden> {chosen === 1 ? 'activo' : 'activos'}</VisuallyHidden>
          </>
        )}
      </ActionButton>
      {quickFilter}
      {tags.length > 0 && (
        <>
          <Box
            aria-hidden
            sx={{ width: '1px', height: 24, mx: 1, bgcolor: 'divider', display: { xs: 'none', sm: 'block' } }}
          />
          <Tags aria-label="Filtros activos">
            {tags.map(({ key, label, names, isFixed }) =>
              isFixed ? (
                <Tag key={key} data-fixed title="Su rol tiene este filtro fijo">
                  <span>{label}</span>
                  <IconLock size={14} stroke={2} aria-hidden />
                  <VisuallyHidden>, fijo para su rol</VisuallyHidden>
                </Tag>
              ) : (
                <Tag key={key}>
                  <span>{label}</span>
                  <Remove onClick={() => list.onRemove(names)} aria-label={`Quitar ${label}`}>
                    <IconX size={14} stroke={2} aria-hidden />
                  </Remove>
                </Tag>
              ),
            )}
          </Tags>
        </>
      )}
      {(chosen > 0 || search !== '') && (
        <Button variant="text" size="small" onClick={onClear} sx={{ order: { xs: 1, sm: 0 } }}>
          Limpiar
        </Button>
      )}
      <Line sx={{ marginInlineStart: 'auto', fontSize: '0.8125rem', color: 'text.disabled' }}>
        {aside && <Box sx={{ display: { xs: 'none', sm: 'block' } }}>{aside}</Box>}
        <IconAction label="Actualizar" onClick={() => void list.result.refetch()} icon={IconRefresh} />
      </Line>
    </Inline>
  );
}

const Tag = styled('li')(({ theme }) => ({
  ...flexRow(6, 'inline-flex'),
  minHeight: '1.75rem',
  maxWidth: '100%',
  borderRadius: 7,
  paddingInline: '10px 4px',
  background: theme.palette.soft.primary.bg,
  color: theme.palette.soft.primary.text,
  fontSize: '0.8125rem',
  fontWeight: 500,
  '& > span': ELLIPSIS,
  '&[data-fixed]': { paddingInlineEnd: 10 },
}));

const Remove = styled(ButtonBase)({ width: 24, height: 24, borderRadius: 5 });
