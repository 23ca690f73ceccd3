import { campaigns } from '@campanero/contract/campaigns/endpoints';
import type { CampaignListQuery } from '@campanero/contract/campaigns/schemas';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/**
 * One page of campaigns. The whole question is the key, so an answer can only land under the question it answers, and
 * a question nobody asks any more is aborted: a late answer never replaces a newer one (UX-09).
 */
export const campaignsQuery = (query: CampaignListQuery) =>
  queryOptions({
    queryKey: ['campaigns', 'list', query] as const,
    queryFn: ({ signal }) => call(campaigns.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
