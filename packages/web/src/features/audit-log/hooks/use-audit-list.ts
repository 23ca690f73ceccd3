import { auditQuery, type AuditFilters, type AuditOrder } from '@campanero/contract/audit-log/schemas';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Order } from '../../../components/data-table/types.ts';
import { useLastPage } from '../../../components/data-table/use-last-page.ts';
import { useListAddress } from '../../../components/data-table/use-list-address.ts';
import { auditQueryOf } from '../api/list-audit.ts';
import { allowedFilters, NO_FILTERS } from '../audit-filters.ts';

/** Newest first: by date on the screen, by number on the wire, which is the same order and the cheapest. */
const DEFAULT_ORDER: Order<AuditOrder> = { by: 'createdAt', direction: 'desc' };

/** The list as the address describes it and the server answers it, with the ways to change it. */
export function useAuditList(seesAll: boolean) {
  const { query: asked, change } = useListAddress(auditQuery);
  const query = useMemo(() => allowedFilters(asked, seesAll), [asked, seesAll]);
  const result = useQuery(auditQueryOf(query));

  const onPage = useCallback((pageNumber: number) => change({ pageNumber }), [change]);
  const toLastPage = useCallback((pageNumber: number) => change({ pageNumber }, { replace: true }), [change]);
  const paging = { page: query.pageNumber, size: query.pageSize, total: result.data?.totalElementsCount };
  useLastPage({ ...paging, total: result.isPlaceholderData ? undefined : paging.total, onPage: toLastPage });

  const order: Order<AuditOrder> = query.orderbytitle
    ? { by: query.orderbytitle, direction: query.orderbytype ?? 'asc' }
    : DEFAULT_ORDER;
  return {
    query,
    result,
    order,
    paging: { ...paging, onPage, onSize: (pageSize: number) => change({ pageSize }) },
    onOrder: ({ by, direction }: Order<AuditOrder>) => {
      const isDefault = by === DEFAULT_ORDER.by && direction === DEFAULT_ORDER.direction;
      change({ orderbytitle: isDefault ? undefined : by, orderbytype: isDefault ? undefined : direction });
    },
    // The first letter is a step one can go back over; the following ones refine that same step.
    onSearch: (general: string) => change({ general: general || undefined }, { replace: Boolean(query.general) }),
    onFilter: (filters: AuditFilters) => change({ ...NO_FILTERS, ...filters }),
    onRemoveFilter: (name: keyof AuditFilters) => change({ [name]: undefined }),
    onClear: () => change({ ...NO_FILTERS, general: undefined }),
  };
}
export type AuditListState = ReturnType<typeof useAuditList>;
