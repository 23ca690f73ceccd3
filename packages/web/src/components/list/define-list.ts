import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@campanero/contract/limits';
import { keepPreviousData, type QueryKey, skipToken, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { useCallback, useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation, useNavigate } from 'react-router';
import type { z } from 'zod';
import { useSettings } from '../../lib/settings.ts';
import { useLastPage } from '../table/pager.tsx';
import type { Order, Paging } from '../table/types.ts';
import type { FilterForm } from './filters.ts';

/** Parameters that any list may have (contract, pagingQuery). */
interface ListQuery {
  pageNumber: number;
  pageSize?: number;
  general?: string;
  orderbytitle?: string;
  orderbytype?: 'asc' | 'desc';
}
type OrderOf<Q> = Q extends { orderbytitle?: infer O extends string | undefined } ? NonNullable<O> : never;

/** totalElementsCount is null while it is counted by another request. */
interface Page {
  totalElementsCount: number | null;
}

interface ListDefinition<S extends z.ZodObject, T, A extends Page, K extends QueryKey, F, C> {
  /** The endpoint's query schema. */
  address: S;
  /** `context`: what else the query depends on. */
  ask: (query: z.output<S>, context: C) => UseQueryOptions<T, Error, A, K>;
  /** Counts if `ask` answered no count. */
  count?: (query: z.output<S>, context: C) => UseQueryOptions<number, Error, number, QueryKey>;
  /** Default order, not written into the address. Absent: the list has one order. */
  order?: (context: C) => Order<OrderOf<z.output<S>>>;
  /** For lists with a fixed page size. */
  pageSize?: number;
  filters: FilterForm<F>;
  /** Removes filters that this person may not use: a link may hold them. */
  allowed?: (query: z.output<S>, context: C) => z.output<S>;
}

export interface ListState<Q, A, F, O extends string> {
  query: Q;
  result: { data: A | undefined; error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** Of all pages; undefined until known. */
  total: number | undefined;
  order: Order<O> | undefined;
  onOrder: (order: Order<O>) => void;
  paging: Paging;
  search: string;
  onSearch: (typed: string) => void;
  filters: FilterForm<F>;
  /** Replaces all filters. */
  onFilter: (filters: F) => void;
  onRemove: (names: readonly (keyof F)[]) => void;
  /** Clears filters and search. */
  onClear: () => void;
  change: ChangeAddress<Q>;
  isFiltering: boolean;
  onFiltering: (isOpen: boolean) => void;
  /** Whether the names behind a filter's ids are needed: by the open form, or by a tag. */
  needs: (name: keyof F) => boolean;
}

/** Declares the query of a list; `ListTable` shows it. The state is in the address. */
export function defineList<S extends z.ZodObject, T, A extends Page, K extends QueryKey, F, C = void>(
  definition: ListDefinition<S, T, A, K, F, C>,
) {
  return function useList(context: C): ListState<z.output<S>, A, F, OrderOf<z.output<S>>> {
    const { address, filters, allowed } = definition;
    const { query: asked, change } = useAddress(address);
    const query = allowed ? allowed(asked, context) : asked;
    const { pageNumber, pageSize, general: search = '', orderbytitle, orderbytype } = query as ListQuery;
    const [isFiltering, onFiltering] = useState(false);

    const result = useQuery({ ...definition.ask(query, context), placeholderData: keepPreviousData });
    const page = result.isPlaceholderData ? undefined : result.data;
    const counted = useQuery({
      ...(definition.count?.(query, context) ?? { queryKey: ['nothing to count'], queryFn: skipToken }),
      enabled: definition.count !== undefined && page?.totalElementsCount === null,
    });
    const total = result.data?.totalElementsCount ?? (page && counted.data);

    const put = change as (patch: object, options?: { replace?: boolean }) => void;
    const toLastPage = useCallback((last: number) => put({ pageNumber: last }, { replace: true }), [put]);
    const size = definition.pageSize ?? pageSize!;
    const paging = { page: pageNumber, size, total };
    useLastPage({ ...paging, total: result.isPlaceholderData ? undefined : total, onPage: toLastPage });

    const usual = definition.order?.(context);
    const without = (names: readonly PropertyKey[]) => Object.fromEntries(names.map((name) => [name, undefined]));
    return {
      query,
      result,
      total,
      order: usual && {
        by: (orderbytitle as typeof usual.by | undefined) ?? usual.by,
        direction: orderbytype ?? (orderbytitle ? 'asc' : usual.direction),
      },
      onOrder: ({ by, direction }) => {
        const isUsual = by === usual?.by && direction === usual.direction;
        put({ orderbytitle: isUsual ? undefined : by, orderbytype: isUsual ? undefined : direction });
      },
      paging: { ...paging, onPage: (to) => put({ pageNumber: to }), onSize: (chosen) => put({ pageSize: chosen }) },
      search,
      // Only the first letter is a history entry.
      onSearch: (typed) => put({ general: typed || undefined }, { replace: search !== '' }),
      filters,
      onFilter: (chosen) => put({ ...without(filters.names), ...chosen }),
      onRemove: (names) => put(without(names)),
      onClear: () => put({ ...without(filters.names), general: undefined }),
      change,
      isFiltering,
      onFiltering,
      needs: (name) => isFiltering || (query as Record<PropertyKey, unknown>)[name] !== undefined,
    };
  };
}

/** The address has the names and the schema of the endpoint's query. Invalid values count as absent. */
export function readAddress<S extends z.ZodObject>(
  schema: S,
  params: URLSearchParams,
  rowsPerPage: number = DEFAULT_PAGE_SIZE,
): z.output<S> {
  const query = Object.fromEntries(
    Object.entries(schema.shape as Record<string, z.ZodType>).map(([name, field]) => {
      const given = field.safeParse(params.get(name) || undefined);
      return [name, given.success ? given.data : field.safeParse(undefined).data];
    }),
  );
  // The API takes any size up to its limit; the pager offers three.
  if ('pageSize' in query)
    query.pageSize = PAGE_SIZES.find((size) => String(size) === params.get('pageSize')) ?? rowsPerPage;
  return query as z.output<S>;
}

/** Only differences from the defaults are written. */
export function writeAddress(
  schema: z.ZodObject,
  query: Record<string, unknown>,
  rowsPerPage?: number,
): URLSearchParams {
  const untouched = readAddress(schema, new URLSearchParams(), rowsPerPage);
  const params = new URLSearchParams();
  for (const name of Object.keys(schema.shape)) {
    const value = query[name];
    const isPlain = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
    if (isPlain && value !== '' && value !== untouched[name]) params.set(name, String(value));
  }
  return params;
}

type ChangeAddress<Q> = (patch: Partial<Q>, options?: { replace?: boolean }) => void;

/** The current search string, read from the router: components see a new address only after a slow render, and a second change made meanwhile would lose the first. */
function useSearch(): { search: string; latest: () => string } {
  const { router } = useContext(DataRouterContext)!;
  const drawn = useLocation();
  const latest = useCallback(() => {
    const { location } = router.state;
    return location.pathname === drawn.pathname ? location.search : drawn.search;
  }, [router, drawn]);
  const subscribe = useCallback((onChange: () => void) => router.subscribe(onChange), [router]);
  return { search: useSyncExternalStore(subscribe, latest), latest };
}

/** Page state in the address. Any change goes to the first page unless it names one. */
export function useAddress<S extends z.ZodObject>(schema: S) {
  const { search, latest } = useSearch();
  const navigate = useNavigate();
  const { rowsPerPage } = useSettings().preferences;
  const query = useMemo(
    () => readAddress(schema, new URLSearchParams(search), rowsPerPage),
    [schema, search, rowsPerPage],
  );
  const change: ChangeAddress<z.output<S>> = useCallback(
    (patch, { replace = false } = {}) => {
      const before = readAddress(schema, new URLSearchParams(latest()), rowsPerPage);
      const params = writeAddress(schema, { ...before, pageNumber: undefined, ...patch }, rowsPerPage);
      void navigate(`?${params}`, { replace, preventScrollReset: true });
    },
    [schema, latest, navigate, rowsPerPage],
  );
  return { query, change };
}
