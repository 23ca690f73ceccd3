import { audience } from '@campanero/contract/audience/endpoints';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import type { AudienceView, WireQuery } from '../audience-address.ts';

/** One page of rows. The exact count of an unusual combination follows apart, so that it holds up no row (UX-10). */
export const audienceQuery = (campaignId: number, view: AudienceView, query: WireQuery) =>
  queryOptions({
    queryKey: ['audience', campaignId, 'list', view, query] as const,
    queryFn: ({ signal }) =>
      call(
        view === 'full' ? audience.list : audience.operatorList,
        { params: { id: campaignId }, query: { ...query, later: '1' } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

/** How many there are: the same for every page and order of the same filters. */
export function audienceCountQuery(campaignId: number, query: WireQuery) {
  const { pageNumber: _page, pageSize: _size, orderbytitle: _by, orderbytype: _type, ...filters } = query;
  return queryOptions({
    queryKey: ['audience', campaignId, 'count', filters] as const,
    queryFn: async ({ signal }) => {
      const answer = await call(audience.count, { params: { id: campaignId }, query: filters }, { signal });
      return answer.totalElementsCount;
    },
  });
}
