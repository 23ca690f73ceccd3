import { users } from '@campanero/contract/users/endpoints';
import type { UserDetail } from '@campanero/contract/users/schemas';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

export const userQuery = (id: number) => endpointQuery('users', users.get, { params: { id } });

export const userCampaignsQuery = (id: number) => endpointQuery('users', users.campaigns, { params: { id } });

/** The reply is the new data; lists and choices are fetched again. */
export const userSaved = {
  replaces: ({ id }: UserDetail) => userQuery(id),
  changes: (_input: unknown, user: UserDetail | undefined) => [
    endpointKey('users', users.list),
    endpointKey('users', users.campaigns, { params: { id: user?.id } }),
    'lookups' as const,
  ],
};
