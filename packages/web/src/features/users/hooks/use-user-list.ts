import { userPageQuery, type UserFilters, type UserOrder } from '@campanero/contract/users/schemas';
import { useQuery } from '@tanstack/react-query';
import type { Order } from '../../../components/data-table/types.ts';
import { useListAddress } from '../../../components/data-table/use-list-address.ts';
import { useListControls } from '../../../components/data-table/use-list-controls.ts';
import { usersPageQuery } from '../api/users.ts';
import { NO_FILTERS } from '../user-filters.ts';

const NEWEST_FIRST: Order<UserOrder> = { by: 'id', direction: 'desc' };

/** The list as the address describes it and the server answers it, with the ways to change it. */
export function useUserList() {
  const { query, change } = useListAddress(userPageQuery);
  const result = useQuery(usersPageQuery(query));
  const controls = useListControls<UserOrder, UserFilters>({
    query,
    change,
    result,
    defaultOrder: NEWEST_FIRST,
    noFilters: NO_FILTERS,
  });
  return { query, result, ...controls };
}
export type UserListState = ReturnType<typeof useUserList>;
