import { audience } from '@campanero/contract/audience/endpoints';
import { SEGMENT_TIMEOUT_MS } from '@campanero/contract/limits';
import { skipToken } from '@tanstack/react-query';
import { endpointQuery } from '../../../lib/queries.ts';
import type { SegmentFilters } from '../list/audience-filters.ts';

/** Never from the cache: it decides who gets how many. */
export const assignedQuery = (campaignId: number) =>
  endpointQuery(['audience', campaignId], audience.assigned, { params: { id: campaignId } }, { staleTime: 0 });

export const segmentableQuery = (campaignId: number, filters: SegmentFilters | undefined) =>
  endpointQuery(
    ['audience', campaignId],
    audience.segmentable,
    filters ? { params: { id: campaignId }, query: filters } : skipToken,
    { read: ({ total }) => total, staleTime: 0 },
  );

/** Not awaited: the dialog closes with the answer of the server. */
export const splitOptions = (campaignId: number) => ({
  changes: [['audience', campaignId], 'campaigns'] as const,
  evenIfRefused: true,
  timeoutMs: SEGMENT_TIMEOUT_MS,
});
