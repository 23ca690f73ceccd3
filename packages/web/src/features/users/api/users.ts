import { lookups } from '@campanero/contract/lookups/endpoints';
import { users } from '@campanero/contract/users/endpoints';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'one', id] as const,
    queryFn: ({ signal }) => call(users.get, { params: { id } }, { signal }),
  });

/** The campaigns somebody coordinates or works in, with their calls there. */
export const userCampaignsQuery = (id: number) =>
  queryOptions({
    queryKey: ['users', 'campaigns', id] as const,
    queryFn: ({ signal }) => call(lookups.userCampaigns, { params: { id } }, { signal }),
  });
