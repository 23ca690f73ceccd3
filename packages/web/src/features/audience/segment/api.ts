import { audience } from '@campanero/contract/audience/endpoints';
import type { SegmentRequest } from '@campanero/contract/audience/segment-schemas';
import { SEGMENT_TIMEOUT_MS } from '@campanero/contract/limits';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';
import { useAttemptKey } from '../../../lib/attempt-key.ts';
import type { SegmentFilters } from '../list/audience-filters.ts';

/** What each operator has and still has to call, and how fast they work. Always asked anew: it decides who is given how many. */
export const assignedQuery = (campaignId: number) =>
  queryOptions({
    queryKey: ['audience', campaignId, 'assigned'] as const,
    queryFn: ({ signal }) => call(audience.assigned, { params: { id: campaignId } }, { signal }),
    staleTime: 0,
  });

export const segmentableQuery = (campaignId: number, filters: SegmentFilters) =>
  queryOptions({
    queryKey: ['audience', campaignId, 'segmentable', filters] as const,
    queryFn: async ({ signal }) => {
      const answer = await call(audience.segmentable, { params: { id: campaignId }, query: filters }, { signal });
      return answer.total;
    },
    staleTime: 0,
  });

export const lastSegmentationQuery = (campaignId: number) =>
  queryOptions({
    queryKey: ['audience', campaignId, 'last-segmentation'] as const,
    queryFn: async ({ signal }) => {
      const answer = await call(audience.lastSegmentation, { params: { id: campaignId } }, { signal });
      return answer.segmentation;
    },
  });

/** How many calls would move; asked anew for every choice, by the rule that moves them. */
export const rebalanceableQuery = (campaignId: number, from: readonly number[]) =>
  queryOptions({
    queryKey: ['audience', campaignId, 'rebalanceable', from] as const,
    queryFn: async ({ signal }) => {
      const query = { from: from.join(',') };
      const answer = await call(audience.rebalanceable, { params: { id: campaignId }, query }, { signal });
      return answer.total;
    },
    enabled: from.length > 0,
    staleTime: 0,
  });

/**
 * Rows, figures and the campaign's own `assigned` change with every handing out; also a refusal means that they did.
 * Nobody waits for it: the dialog closes on the server's word.
 */
function useHandedOut(campaignId: number) {
  const queryClient = useQueryClient();
  return () => {
    void queryClient.invalidateQueries({ queryKey: ['audience', campaignId] });
    void queryClient.invalidateQueries({ queryKey: ['campaigns'] });
  };
}

export function useSegment(campaignId: number) {
  const refresh = useHandedOut(campaignId);
  const keyOf = useAttemptKey();
  return useMutation({
    mutationFn: ({ filters, body }: { filters: SegmentFilters; body: SegmentRequest }) =>
      call(
        audience.segment,
        { params: { id: campaignId }, query: filters, body },
        { idempotencyKey: keyOf(JSON.stringify([filters, body])), timeoutMs: SEGMENT_TIMEOUT_MS },
      ),
    onSettled: refresh,
  });
}

export function useUndoSegmentation(campaignId: number) {
  const refresh = useHandedOut(campaignId);
  return useMutation({
    mutationFn: (segmentationId: number) =>
      call(
        audience.undoSegmentation,
        { params: { id: campaignId, segmentationId } },
        { timeoutMs: SEGMENT_TIMEOUT_MS },
      ),
    onSettled: refresh,
  });
}

export function useRebalance(campaignId: number) {
  const refresh = useHandedOut(campaignId);
  const keyOf = useAttemptKey();
  return useMutation({
    mutationFn: (body: { from: number[]; to: number[] }) =>
      call(
        audience.rebalance,
        { params: { id: campaignId }, body },
        { idempotencyKey: keyOf(JSON.stringify(body)), timeoutMs: SEGMENT_TIMEOUT_MS },
      ),
    onSettled: refresh,
  });
}
