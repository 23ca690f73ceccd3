import { auditQuery, type AuditFilters, type AuditOrder } from '@campanero/contract/audit-log/schemas';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Order } from '../../../components/data-table/types.ts';
import { useListAddress } from '../../../components/data-table/use-list-address.ts';
import { useListControls } from '../../../components/data-table/use-list-controls.ts';
import { auditQueryOf } from '../api/list-audit.ts';
import { allowedFilters, NO_FILTERS } from '../audit-filters.ts';

/** Newest first: by date on the screen, by number on the wire, which is the same order and the cheapest. */
const NEWEST_FIRST: Order<AuditOrder> = { by: 'createdAt', direction: 'desc' };

/** The list as the address describes it and the server answers it, with the ways to change it. */
export function useAuditList(seesAll: boolean) {
  const { query: asked, change } = useListAddress(auditQuery);
  const query = useMemo(() => allowedFilters(asked, seesAll), [asked, seesAll]);
  const result = useQuery(auditQueryOf(query));
  const controls = useListControls<AuditOrder, AuditFilters>({
    query,
    change,
    result,
    defaultOrder: NEWEST_FIRST,
    noFilters: NO_FILTERS,
  });
  /** Beside those that are on already. */
  const onQuickFilter = (filters: AuditFilters) => change(filters);
  return { query, result, ...controls, onQuickFilter };
}
export type AuditListState = ReturnType<typeof useAuditList>;
