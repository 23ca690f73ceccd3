import { auditRefusal } from '../../http/authenticate.ts';
import { routesOf } from '../../http/mount.ts';
import { AppError, type SignedCtx } from '../../work/index.ts';
import { selectVisibleUsers } from '../lookups/lookups.queries.ts';
import { changeUsers, disableUser, enableUser } from './change-users.ts';
import { createUser, sendLink } from './create-user.ts';
import {
  assertUnfiltered,
  isPaged,
  listUserCampaigns,
  listUsers,
  sumHeldCalls,
  type UserListQuery,
} from './list-users.ts';
import { importUsers, inviteAgain, previewImport } from './import-users.ts';
import { updateUser } from './update-user.ts';
import { presentUser } from './users.present.ts';
import { getUser } from './users.queries.ts';

/** Two lists on one path (rule api/two-lists-under-user): pages for administrators, options for every role. */
async function answerList(ctx: SignedCtx, query: UserListQuery) {
  if (!isPaged(query)) {
    assertUnfiltered(query);
    return selectVisibleUsers(ctx.db, ctx.actor);
  }
  const page = await listUsers(ctx, query).catch(async (refusal: unknown) => {
    // The route allows every role, so this refusal is audited here.
    if (refusal instanceof AppError && refusal.error === 'FORBIDDEN') await auditRefusal(ctx, 'GET /api/user');
    throw refusal;
  });
  return { ...page, users: page.users.map(presentUser) };
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
  enable: async ({ params }, ctx) => presentUser(await enableUser(ctx, params.id)),
  disable: async ({ params, body }, ctx) => presentUser(await disableUser(ctx, params.id, body?.handover)),
  changeMany: async ({ body }, ctx) => ({ results: await changeUsers(ctx, body) }),
  sendLink: async ({ params }, ctx) => {
    await sendLink(ctx, params.id);
    return { message: 'El link está en el correo del usuario solicitado' };
  },
});
