import { users } from '@campanero/contract/users/endpoints';
import type { UserDetail } from '@campanero/contract/users/schemas';
import { endpointKey, endpointQuery } from '../../lib/queries.ts';

export const userQuery = (id: number) => endpointQuery('users', users.get, { params: { id } });

/** The campaigns of a user, with the calls there. */
export const userCampaignsQuery = (id: number) => endpointQuery('users', users.campaigns, { params: { id } });

/** The saved account is known at once; lists, and the choices of other screens, are asked for again. */
export const userSaved = {
  replaces: ({ id }: UserDetail) => userQuery(id),
  changes: (_input: unknown, user: UserDetail | undefined) => [
    endpointKey('users', users.list),
    endpointKey('users', users.campaigns, { params: { id: user?.id } }),
    'lookups' as const,
  ],
};
