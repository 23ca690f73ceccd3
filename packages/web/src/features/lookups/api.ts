import { configuration } from '@campanero/contract/configuration/endpoints';
import { lookups } from '@campanero/contract/lookups/endpoints';
import { users } from '@campanero/contract/users/endpoints';
import { userLookup } from '@campanero/contract/users/schemas';
import { endpointQuery } from '../../lib/queries.ts';

const RARELY = { staleTime: 5 * 60_000 };

export const objectiveNamesQuery = () => endpointQuery('lookups', configuration.objectives, undefined, RARELY);

/** Without a page number the answer is the list of choices. */
export const usersQuery = () =>
  endpointQuery('lookups', users.list, { query: {} }, { ...RARELY, read: (reply) => userLookup.parse(reply) });

export const supervisorsQuery = () => endpointQuery('lookups', lookups.supervisors, undefined, RARELY);

export const operatorsQuery = () => endpointQuery('lookups', lookups.operators, undefined, RARELY);

/** Changes only with a release. */
export const locationsQuery = () => endpointQuery('lookups', lookups.locations, undefined, { staleTime: Infinity });
