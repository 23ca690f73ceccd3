import { configuration } from '@campanero/contract/configuration/endpoints';
import { lookups } from '@campanero/contract/lookups/endpoints';
import { users } from '@campanero/contract/users/endpoints';
import { userLookup } from '@campanero/contract/users/schemas';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';

/** Lists of choices change rarely: asked for once every few minutes at most. */
const LOOKUP_STALE_MS = 5 * 60_000;

export const objectiveNamesQuery = () =>
  queryOptions({
    queryKey: ['lookups', 'objectives'] as const,
    queryFn: ({ signal }) => call(configuration.objectives, undefined, { signal }),
    staleTime: LOOKUP_STALE_MS,
  });

export const usersQuery = () =>
  queryOptions({
    queryKey: ['lookups', 'users'] as const,
    queryFn: async ({ signal }) => userLookup.parse(await call(users.list, { query: {} }, { signal })),
    staleTime: LOOKUP_STALE_MS,
  });

/** Who may coordinate a campaign, by its side. */
export const supervisorsQuery = () =>
  queryOptions({
    queryKey: ['lookups', 'supervisors'] as const,
    queryFn: ({ signal }) => call(lookups.supervisors, undefined, { signal }),
    staleTime: LOOKUP_STALE_MS,
  });

export const operatorsQuery = () =>
  queryOptions({
    queryKey: ['lookups', 'operators'] as const,
    queryFn: ({ signal }) => call(lookups.operators, undefined, { signal }),
    staleTime: LOOKUP_STALE_MS,
  });

/** The official tree changes with a release, not during a day. */
export const locationsQuery = () =>
  queryOptions({
    queryKey: ['lookups', 'locations'] as const,
    queryFn: ({ signal }) => call(lookups.locations, undefined, { signal }),
    staleTime: Infinity,
  });
