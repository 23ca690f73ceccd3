import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/api.ts';

/** Lists of choices change rarely: asked for once every few minutes at most. */
const LOOKUP_STALE_MS = 5 * 60_000;

export const objectivesQuery = () =>
  queryOptions({
    queryKey: ['lookups', 'objectives'] as const,
    queryFn: ({ signal }) => client.lookups.objectives(undefined, { signal }),
    staleTime: LOOKUP_STALE_MS,
  });

export const usersQuery = () =>
  queryOptions({
    queryKey: ['lookups', 'users'] as const,
    queryFn: ({ signal }) => client.lookups.users(undefined, { signal }),
    staleTime: LOOKUP_STALE_MS,
  });
