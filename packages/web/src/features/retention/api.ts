import { retention } from '@campanero/contract/retention/endpoints';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

const POLL_MS = 3_000;

export const retentionQuery = () =>
  endpointQuery('retention', retention.view, undefined, {
    refetchInterval: ({ state }) => (state.data?.runs.some(({ finishedAt }) => finishedAt === null) ? POLL_MS : false),
  });

export const retentionSaved = {
  replaces: retentionQuery,
  changes: [endpointKey('retention', retention.due), endpointKey('retention', retention.campaigns)],
};
