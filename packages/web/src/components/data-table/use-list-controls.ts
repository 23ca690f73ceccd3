import { useCallback } from 'react';
import type { Order } from './types.ts';
import { useLastPage } from './use-last-page.ts';

/** The part of a list's query that every list has (contract, pagingQuery). */
interface ListQuery<O extends string> {
  pageNumber: number;
  pageSize: number;
  general?: string | undefined;
  orderbytitle?: O | undefined;
  orderbytype?: 'asc' | 'desc' | undefined;
}

interface ListControlsOptions<O extends string, F extends object> {
  query: ListQuery<O>;
  /** Of useListAddress: it takes patches of the list's own query, whose paging, order and filters are changed here. */
  change: (patch: never, options?: { replace?: boolean }) => void;
  /** What the server answered; the page before stays on screen while the next one comes. */
  result: { data?: { totalElementsCount: number } | undefined; isPlaceholderData: boolean };
  /** Not written into the address. */
  defaultOrder: Order<O>;
  /** Every filter, absent: applying filters replaces those before. */
  noFilters: { [K in keyof F]?: undefined };
}

/** Paging, order, search and filters of a list whose state is the address: the same ways to change it in every list. */
export function useListControls<O extends string, F extends object>(options: ListControlsOptions<O, F>) {
  const { query, change: changeAddress, result, defaultOrder, noFilters } = options;
  const change = useCallback(
    (patch: Partial<ListQuery<O>> | Partial<F>, how?: { replace?: boolean }) => changeAddress(patch as never, how),
    [changeAddress],
  );
  const onPage = useCallback((pageNumber: number) => change({ pageNumber }), [change]);
  const toLastPage = useCallback((pageNumber: number) => change({ pageNumber }, { replace: true }), [change]);
  const paging = { page: query.pageNumber, size: query.pageSize, total: result.data?.totalElementsCount };
  useLastPage({ ...paging, total: result.isPlaceholderData ? undefined : paging.total, onPage: toLastPage });

  const order: Order<O> = query.orderbytitle
    ? { by: query.orderbytitle, direction: query.orderbytype ?? 'asc' }
    : { by: defaultOrder.by, direction: query.orderbytype ?? defaultOrder.direction };
  return {
    order,
    paging: { ...paging, onPage, onSize: (pageSize: number) => change({ pageSize }) },
    onOrder: ({ by, direction }: Order<O>) => {
      const isDefault = by === defaultOrder.by && direction === defaultOrder.direction;
      change({ orderbytitle: isDefault ? undefined : by, orderbytype: isDefault ? undefined : direction });
    },
    // The first letter is a step one can go back over; the following ones refine that same step.
    onSearch: (general: string) => change({ general: general || undefined }, { replace: Boolean(query.general) }),
    onFilter: (filters: F) => change({ ...noFilters, ...filters }),
    onRemoveFilter: (name: keyof F) => change({ [name]: undefined }),
    onClear: () => change({ ...noFilters, general: undefined }),
  };
}
