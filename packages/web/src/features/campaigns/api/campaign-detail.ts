import { campaigns } from '@campanero/contract/campaigns/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** One campaign; under the key that the socket's `campaign` event makes stale. */
export const campaignQuery = (id: number) =>
  queryOptions({
    queryKey: ['campaigns', 'detail', id] as const,
    queryFn: ({ signal }) => call(campaigns.detail, { params: { id } }, { signal }),
  });
