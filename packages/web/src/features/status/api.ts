import { status } from '@campanero/contract/status/endpoints';
import { endpointQuery } from '../../lib/queries.ts';

const LIVE_MS = 5_000;
/** While the nodes check themselves. */
const LOOKING_MS = 1_500;

export const statusQuery = () =>
  endpointQuery('status', status.view, undefined, {
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.isLooking ? LOOKING_MS : LIVE_MS),
  });
