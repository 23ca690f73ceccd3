import { exports } from '@campanero/contract/exports/endpoints';
import { isBeingMade } from '@campanero/contract/exports/schemas';
import { endpointQuery } from '../../lib/queries.ts';

const POLL_MS = 1500;

/** Polled while it runs: the socket only announces its end. */
export const exportQuery = (id: string) =>
  endpointQuery(
    'exports',
    exports.detail,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data && isBeingMade(state.data.status) ? POLL_MS : false) },
  );
