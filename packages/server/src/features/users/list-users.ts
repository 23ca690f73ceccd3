import { DEFAULT_PAGE_SIZE } from '@campanero/contract/limits';
import { hasPermission } from '@campanero/contract/roles';
import type { userListQuery } from '@campanero/contract/users/schemas';
import type { z } from 'zod';
import { countHeldInCampaigns } from '../../call-store/read/index.ts';
import { AppError, found, NEWEST_FIRST, pagingOfQuery, type SignedCtx } from '../../work/index.ts';
import { findUserId, selectCampaignNames } from '../lookups/lookups.queries.ts';
import { countUsers, selectOtherOperators, selectUsers } from './users.queries.ts';

export type UserListQuery = z.infer<typeof userListQuery>;

/** With a page number it is the administrators' list, without one the list of options. */
export const isPaged = (query: UserListQuery): query is UserListQuery & { pageNumber: number } =>
  query.pageNumber !== undefined;

/** The list of options accepts no filter: ignoring one would return wrong users. */
export function assertUnfiltered(query: UserListQuery): void {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  throw new AppError('VALIDATION', {
    fields: given.map(([field]) => ({ field, message: 'Solo se puede usar junto con pageNumber.' })),
  });
}

/** Shows emails and last sign-ins, so only for the `users` permission. */
export async function listUsers({ db, actor }: SignedCtx, query: UserListQuery & { pageNumber: number }) {
  if (!hasPermission('users', actor.primary)) throw new AppError('FORBIDDEN');
  const paging = pagingOfQuery({ ...query, pageSize: query.pageSize ?? DEFAULT_PAGE_SIZE }, NEWEST_FIRST);
  const [users, totalElementsCount] = await Promise.all([selectUsers(db, query, paging), countUsers(db, query)]);
  return { users, totalElementsCount, page: query.pageNumber };
}

export async function listUserCampaigns({ db, clock }: SignedCtx, userId: number) {
  const user = found(await findUserId(db, userId));
  const now = clock();
  const calls = await countHeldInCampaigns(db, user.id, now);
  if (calls.length === 0) return [];
  const idsOf = (some: typeof calls) => some.map(({ campaignId }) => campaignId);
  const names = await selectCampaignNames(db, idsOf(calls), now);
  const named = new Map(names.map((campaign) => [campaign.id, campaign]));
  const others = await selectOtherOperators(db, user.id, idsOf(calls.filter(({ pending }) => pending > 0)));
  return calls.flatMap(({ campaignId, ...held }) => {
    const campaign = named.get(campaignId);
    return campaign ? [{ ...campaign, ...held, others: others.get(campaignId) ?? [] }] : [];
  });
}

export async function sumHeldCalls({ db, clock }: SignedCtx, userIds: readonly number[]) {
  const now = clock();
  const sum = { campaigns: new Set<number>(), pending: 0, callbacks: 0, held: 0 };
  for (const userId of userIds)
    for (const own of await countHeldInCampaigns(db, userId, now, { onlyOpen: true })) {
      if (own.pending === 0) continue;
      sum.campaigns.add(own.campaignId);
      sum.pending += own.pending;
      sum.callbacks += own.callbacks;
      sum.held += own.held;
    }
  return { ...sum, campaigns: sum.campaigns.size };
}
