import { campaignListQuery, type CampaignFilters, type CampaignOrder } from '@campanero/contract/campaigns/schemas';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { Order } from '../../../components/data-table/types.ts';
import { useLastPage } from '../../../components/data-table/use-last-page.ts';
import { useListAddress } from '../../../components/data-table/use-list-address.ts';
import { campaignsQuery } from '../api/list-campaigns.ts';
import { allowedFilters, NO_FILTERS, type FilterRights } from '../campaign-filters.ts';

/** The list as the address describes it and the server answers it, with the ways to change it. */
export function useCampaignList(rights: FilterRights) {
  const { mayChooseType, maySeeExternalId } = rights;
  const { query: asked, change } = useListAddress(campaignListQuery);
  const query = useMemo(
    () => allowedFilters(asked, { mayChooseType, maySeeExternalId }),
    [asked, mayChooseType, maySeeExternalId],
  );
  const result = useQuery(campaignsQuery(query));

  const onPage = useCallback((pageNumber: number) => change({ pageNumber }), [change]);
  const toLastPage = useCallback((pageNumber: number) => change({ pageNumber }, { replace: true }), [change]);
  const paging = { page: query.pageNumber, size: query.pageSize, total: result.data?.totalElementsCount };
  useLastPage({ ...paging, total: result.isPlaceholderData ? undefined : paging.total, onPage: toLastPage });

  const order: Order<CampaignOrder> = {
    by: query.orderbytitle ?? 'id',
    direction: query.orderbytype ?? (query.orderbytitle ? 'asc' : 'desc'),
  };
  return {
    query,
    result,
    order,
    paging: { ...paging, onPage, onSize: (pageSize: number) => change({ pageSize }) },
    onOrder: ({ by, direction }: Order<CampaignOrder>) => {
      const isDefault = by === 'id' && direction === 'desc';
      change({ orderbytitle: isDefault ? undefined : by, orderbytype: isDefault ? undefined : direction });
    },
    // The first letter is a step one can go back over; the following ones refine that same step.
    onSearch: (general: string) => change({ general: general || undefined }, { replace: Boolean(query.general) }),
    onFilter: (filters: CampaignFilters) => change({ ...NO_FILTERS, ...filters }),
    onRemoveFilter: (name: keyof CampaignFilters) => change({ [name]: undefined }),
    onClear: () => change({ ...NO_FILTERS, general: undefined }),
  };
}
export type CampaignListState = ReturnType<typeof useCampaignList>;
