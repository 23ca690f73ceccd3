import { lookups } from '@campanero/contract/lookups/endpoints';
import { users } from '@campanero/contract/users/endpoints';
import { userPage, type UserPageQuery } from '@campanero/contract/users/schemas';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api.ts';

/** One page of accounts. The whole question is the key, so a late answer never replaces a newer one (UX-09). */
export const usersPageQuery = (query: UserPageQuery) =>
  queryOptions({
    queryKey: ['users', 'list', query] as const,
    // With a page the answer is the page; the other shape of this address is the list of choices (decisions 2).
    queryFn: async ({ signal }) => userPage.parse(await call(users.list, { query }, { signal })),
    placeholderData: keepPreviousData,
  });

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
