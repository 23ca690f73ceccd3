import { auditRefusal } from '../../http/authenticate.ts';
import { routesOf } from '../../http/mount.ts';
import { AppError, found, NEWEST_FIRST, pagingOfQuery, type SignedCtx } from '../../work/index.ts';
import { findUserId, selectCampaignNames, selectVisibleUsers } from '../lookups/lookups.queries.ts';
import { changeUsers, setDisabled, updateUser } from './change-users.ts';
import { createUser, importUsers, inviteAgain, previewImport, sendLink } from './create-users.ts';
import { presentUser } from './users.present.ts';
import { countUsers, getUser, selectOtherOperators, selectUsers } from './users.queries.ts';
import { DEFAULT_PAGE_SIZE } from '@campanero/contract/limits';
import { may } from '@campanero/contract/roles';
import type { userListQuery } from '@campanero/contract/users/schemas';
import type { z } from 'zod';
import { countHeldInCampaigns } from '../../call-store/read/index.ts';

/** Two lists on one path (rule api/two-lists-under-user): pages for administrators, options for every role. */
async function answerList(ctx: SignedCtx, query: UserListQuery) {
  if (!isPaged(query)) {
    assertUnfiltered(query);
    return selectVisibleUsers(ctx.db, ctx.actor);
  }
  if (!may(ctx.actor, 'users')) {
    // The route allows every role, so this refusal is audited here.
    await auditRefusal(ctx, 'GET /api/user');
    throw new AppError('FORBIDDEN');
  }
  return listUsers(ctx, query);
}

export const userRoutes = routesOf('users', {
  list: ({ query }, ctx) => answerList(ctx, query),
  get: async ({ params }, { db }) => presentUser(await getUser(db, params.id)),
  campaigns: ({ params }, ctx) => listUserCampaigns(ctx, params.id),
  held: ({ query }, ctx) => sumHeldCalls(ctx, query.ids),
  create: async ({ body }, ctx) => presentUser(await createUser(ctx, body)),
  previewImport: ({ body }, ctx) => previewImport(ctx, body.rows),
  import: ({ body }, ctx) => importUsers(ctx, body.rows, body.expected),
  invite: async ({ body }, ctx) => ({ results: await inviteAgain(ctx, body.ids) }),
  update: async ({ params, body }, ctx) => presentUser(await updateUser(ctx, params.id, body)),
  enable: async ({ params }, ctx) => presentUser(await setDisabled(ctx, params.id, false)),
  disable: async ({ params, body }, ctx) => presentUser(await setDisabled(ctx, params.id, true, body?.handover)),
  changeMany: async ({ body }, ctx) => ({ results: await changeUsers(ctx, body) }),
  sendLink: async ({ params }, ctx) => {
    await sendLink(ctx, params.id);
    return { message: 'El link está en el correo del usuario solicitado' };
  },
});

type UserListQuery = z.infer<typeof userListQuery>;

/** With a page number it is the administrators' list, without one the list of options. */
const isPaged = (query: UserListQuery): query is UserListQuery & { pageNumber: number } =>
  query.pageNumber !== undefined;

/** The list of options accepts no filter: ignoring one would return wrong users. */
function assertUnfiltered(query: UserListQuery): void {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  if (given.length === 0) return;
  throw new AppError('VALIDATION', {
    fields: given.map(([field]) => ({ field, message: 'Solo se puede usar junto con pageNumber.' })),
  });
}

/** Shows emails and last sign-ins, so only for the `users` permission. */
async function listUsers({ db }: SignedCtx, query: UserListQuery & { pageNumber: number }) {
  const paging = pagingOfQuery({ ...query, pageSize: query.pageSize ?? DEFAULT_PAGE_SIZE }, NEWEST_FIRST);
  const [users, totalElementsCount] = await Promise.all([selectUsers(db, query, paging), countUsers(db, query)]);
  return { users: users.map(presentUser), totalElementsCount, page: query.pageNumber };
}

async function listUserCampaigns({ db, clock }: SignedCtx, userId: number) {
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

async function sumHeldCalls({ db, clock }: SignedCtx, userIds: readonly number[]) {
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
