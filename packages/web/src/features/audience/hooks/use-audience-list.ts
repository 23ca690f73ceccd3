import type { AudienceOrder } from '@campanero/contract/audience/list-schemas';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Order } from '../../../components/data-table/types.ts';
import { useListAddress } from '../../../components/data-table/use-list-address.ts';
import { useListControls } from '../../../components/data-table/use-list-controls.ts';
import { audienceCountQuery, audienceQuery } from '../api/audience-list.ts';
import type { AddressFilters, AudienceTab, AudienceView } from '../audience-address.ts';
import { audienceAddress, wireQuery } from '../audience-address.ts';
import { NO_FILTERS } from '../audience-filters.ts';

const LOAD_ORDER: Order<AudienceOrder> = { by: 'id', direction: 'asc' };

/** The audience as the address describes it and the server answers it, with the ways to change it. */
export function useAudienceList(campaignId: number, view: AudienceView) {
  const { query, change } = useListAddress(audienceAddress);
  const wire = useMemo(() => wireQuery(view, query), [view, query]);
  const result = useQuery(audienceQuery(campaignId, view, wire));
  const page = result.isPlaceholderData ? undefined : result.data;
  const counted = useQuery({ ...audienceCountQuery(campaignId, wire), enabled: page?.totalElementsCount === null });
  const total = result.data?.totalElementsCount ?? (page ? counted.data : undefined);
  const controls = useListControls<AudienceOrder, AddressFilters>({
    query,
    change,
    result: {
      data: total === undefined ? undefined : { totalElementsCount: total },
      isPlaceholderData: result.isPlaceholderData,
    },
    defaultOrder: LOAD_ORDER,
    noFilters: NO_FILTERS,
  });
  return {
    query,
    result,
    total,
    ...controls,
    paging: { ...controls.paging, shown: result.data?.calls.length },
    onRemoveFilters: (names: readonly (keyof AddressFilters)[]) =>
      change(Object.fromEntries(names.map((name) => [name, undefined]))),
    /** The rows stay where they are. */
    onTab: (tab: AudienceTab | undefined) => change({ tab, pageNumber: query.pageNumber }, { replace: true }),
  };
}
export type AudienceListState = ReturnType<typeof useAudienceList>;
