import { userPageQuery, type UserFilters, type UserOrder } from '@campanero/contract/users/schemas';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Order } from '../../../components/data-table/types.ts';
import { useLastPage } from '../../../components/data-table/use-last-page.ts';
import { useListAddress } from '../../../components/data-table/use-list-address.ts';
import { usersPageQuery } from '../api/users.ts';
import { NO_FILTERS } from '../user-filters.ts';

/** The list as the address describes it and the server answers it, with the ways to change it. */
export function useUserList() {
  const { query, change } = useListAddress(userPageQuery);
  const result = useQuery(usersPageQuery(query));

  const onPage = useCallback((pageNumber: number) => change({ pageNumber }), [change]);
  const toLastPage = useCallback((pageNumber: number) => change({ pageNumber }, { replace: true }), [change]);
  const paging = { page: query.pageNumber, size: query.pageSize, total: result.data?.totalElementsCount };
  useLastPage({ ...paging, total: result.isPlaceholderData ? undefined : paging.total, onPage: toLastPage });

  const order: Order<UserOrder> = {
    by: query.orderbytitle ?? 'id',
    direction: query.orderbytype ?? (query.orderbytitle ? 'asc' : 'desc'),
  };
  return {
    query,
    result,
    order,
    paging: { ...paging, onPage, onSize: (pageSize: number) => change({ pageSize }) },
    onOrder: ({ by, direction }: Order<UserOrder>) => {
      const isDefault = by === 'id' && direction === 'desc';
      change({ orderbytitle: isDefault ? undefined : by, orderbytype: isDefault ? undefined : direction });
    },
    // The first letter is a step one can go back over; the following ones refine that same step.
    onSearch: (general: string) => change({ general: general || undefined }, { replace: Boolean(query.general) }),
    onFilter: (filters: UserFilters) => change({ ...NO_FILTERS, ...filters }),
    onRemoveFilter: (name: keyof UserFilters) => change({ [name]: undefined }),
    onClear: () => change({ ...NO_FILTERS, general: undefined }),
  };
}
export type UserListState = ReturnType<typeof useUserList>;
