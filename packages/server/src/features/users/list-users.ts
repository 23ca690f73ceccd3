import { DEFAULT_PAGE_SIZE } from '@campanero/contract/limits';
import { hasPermission } from '@campanero/contract/roles';
import type { userListQuery } from '@campanero/contract/users/schemas';
import type { z } from 'zod';
import { countHeld } from '../../call-store/read/index.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { findUserId, selectCampaignNames } from '../lookups/lookups.queries.ts';
import { countUsers, selectOtherOperators, selectUsers } from './users.queries.ts';

export type UserListQuery = z.infer<typeof userListQuery>;

/** With a page number it is the administrators' list, without one the list of choices. */
export const isPaged = (query: UserListQuery): query is UserListQuery & { pageNumber: number } =>
  query.pageNumber !== undefined;

/** The list of choices accepts no filter: an ignored one would return users who do not match it. */
export function assertUnfiltered(query: UserListQuery): void {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  throw new AppError('VALIDATION', {
    fields: given.map(([field]) => ({ field, message: 'Solo se puede usar junto con pageNumber.' })),
  });
}

/**
 * One page of all accounts, guests and disabled ones too, newest first unless asked otherwise. For the `users` permission
 * alone: it shows mails and last sign-ins. Reads only: no audit, no event.
 */
export async function listUsers({ db, actor }: SignedCtx, query: UserListQuery & { pageNumber: number }) {
  if (!hasPermission('users', actor.primary)) throw new AppError('FORBIDDEN');
  const { pageNumber, pageSize = DEFAULT_PAGE_SIZE, orderbytitle, orderbytype, ...search } = query;
  const [users, totalElementsCount] = await Promise.all([
    selectUsers(db, search, {
      order: orderbytitle ?? 'id',
      direction: orderbytype ?? (orderbytitle ? 'asc' : 'desc'),
      limit: pageSize,
      offset: pageNumber * pageSize,
    }),
    countUsers(db, search),
  ]);
  return { users, totalElementsCount, page: pageNumber };
}

/**
 * The campaigns that a user coordinates or works in, newest first, with what they hold in each, and who could take it over. For the `users` permission; reads only.
 */
export async function listUserCampaigns({ db, clock }: SignedCtx, userId: number) {
  const user = await findUserId(db, userId);
  if (!user) throw new AppError('NOT_FOUND');
  const now = clock();
  const calls = await countHeld(db, { userId: user.id }, now);
  if (calls.length === 0) return [];
  const names = await selectCampaignNames(
    db,
    calls.map(({ campaignId }) => campaignId),
    now,
  );
  const named = new Map(names.map((campaign) => [campaign.id, campaign]));
  const others = await selectOtherOperators(
    db,
    user.id,
    calls.filter(({ pending }) => pending > 0).map(({ campaignId }) => campaignId),
  );
  return calls.flatMap(({ campaignId, operatorId: _operatorId, name: _name, ...held }) => {
    const campaign = named.get(campaignId);
    return campaign ? [{ ...campaign, ...held, others: others.get(campaignId) ?? [] }] : [];
  });
}

/** What these users hold together in campaigns that are not finished, for a change of several at once. Reads only. */
export async function viewHeldTogether({ db, clock }: SignedCtx, userIds: readonly number[]) {
  const now = clock();
  const sum = { campaigns: new Set<number>(), pending: 0, callbacks: 0, held: 0 };
  for (const userId of userIds)
    for (const own of await countHeld(db, { userId, onlyOpen: true }, now)) {
      if (own.pending === 0) continue;
      sum.campaigns.add(own.campaignId);
      sum.pending += own.pending;
      sum.callbacks += own.callbacks;
      sum.held += own.held;
    }
  return { ...sum, campaigns: sum.campaigns.size };
}
