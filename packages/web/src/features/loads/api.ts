import { loads } from '@campanero/contract/loads/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { endpointQuery, invalidate } from '../../lib/queries.ts';

const POLL_MS = 1500;
/** For lists, which may show many loads. */
export const SLOW_POLL_MS = 5000;

export const loadScope = ['audience', 'load'] as const;

/** Invalidated when a load begins or ends. */
export const LOAD_CHANGES = ['campaigns', 'audience'] as const;

/**
 * Null before the first load. Polled while it runs: the socket only announces its end. The end also changes the status
 * of the campaign.
 */
export function useLastLoad(campaignId: number, { isEnabled = true, pollMs = POLL_MS } = {}) {
  const result = useQuery(
    endpointQuery(
      loadScope,
      loads.last,
      { params: { id: campaignId } },
      { enabled: isEnabled, refetchInterval: ({ state }) => (state.data?.status === 'RUNNING' ? pollMs : false) },
    ),
  );
  const status = result.data?.status;
  const before = useRef(status);
  useEffect(() => {
    const hasEnded = before.current === 'RUNNING' && status !== undefined && status !== 'RUNNING';
    before.current = status;
    if (hasEnded) void invalidate('campaigns');
  }, [status]);
  return result;
}
