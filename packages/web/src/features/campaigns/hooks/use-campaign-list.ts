import { campaignListQuery, type CampaignFilters, type CampaignOrder } from '@campanero/contract/campaigns/schemas';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Order } from '../../../components/data-table/types.ts';
import { useListAddress } from '../../../components/data-table/use-list-address.ts';
import { useListControls } from '../../../components/data-table/use-list-controls.ts';
import { campaignsQuery } from '../api/list-campaigns.ts';
import { allowedFilters, NO_FILTERS, type FilterRights } from '../campaign-filters.ts';

const NEWEST_FIRST: Order<CampaignOrder> = { by: 'id', direction: 'desc' };
/** As the server orders an operator's list unless asked otherwise. */
const CALLABLE_FIRST: Order<CampaignOrder> = { by: 'calling', direction: 'asc' };

/** The list as the address describes it and the server answers it, with the ways to change it. */
export function useCampaignList(rights: FilterRights, { isCaller }: { isCaller: boolean }) {
  const { mayChooseType, maySeeExternalId } = rights;
  const { query: asked, change } = useListAddress(campaignListQuery);
  const query = useMemo(
    () => allowedFilters(asked, { mayChooseType, maySeeExternalId }),
    [asked, mayChooseType, maySeeExternalId],
  );
  const result = useQuery(campaignsQuery(query));
  const controls = useListControls<CampaignOrder, CampaignFilters>({
    query,
    change,
    result,
    defaultOrder: isCaller ? CALLABLE_FIRST : NEWEST_FIRST,
    noFilters: NO_FILTERS,
  });
  return { query, result, ...controls };
}
export type CampaignListState = ReturnType<typeof useCampaignList>;
