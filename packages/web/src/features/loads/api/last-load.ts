import { loads } from '@campanero/contract/loads/endpoints';
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call } from '../../../lib/api.ts';

const POLL_MS = 1500;
/** For lists, which may show many loads to many people at once. */
export const SLOW_POLL_MS = 5000;

/**
 * The last load of a campaign and its report; null before the first one. Asked for again while it runs: the socket only
 * tells of its end (decisions 4). Under the key that the socket's `audience` event makes stale.
 */
export const lastLoadQuery = (campaignId: number, pollMs = POLL_MS) =>
  queryOptions({
    queryKey: ['audience', 'load', campaignId] as const,
    queryFn: ({ signal }) => call(loads.last, { params: { id: campaignId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? pollMs : false),
  });

/** A load began or ended: status, audience and report are others now. */
export const refreshLoads = (queryClient: QueryClient) =>
  Promise.all(['campaigns', 'audience'].map((name) => queryClient.invalidateQueries({ queryKey: [name] })));

/** Follows a load to its end, which moves the campaign's status too, also where no socket brings the news. */
export function useLastLoad(campaignId: number, { isEnabled = true, pollMs = POLL_MS } = {}) {
  const queryClient = useQueryClient();
  const result = useQuery({ ...lastLoadQuery(campaignId, pollMs), enabled: isEnabled });
  const status = result.data?.status;
  const before = useRef(status);
  useEffect(() => {
    const hasEnded = before.current === 'RUNNING' && status !== undefined && status !== 'RUNNING';
    before.current = status;
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: ['campaigns'] });
  }, [status, queryClient]);
  return result;
}
