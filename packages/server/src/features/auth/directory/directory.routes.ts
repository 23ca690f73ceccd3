import { fullName } from '@campanero/contract/shared/text';
import { routesOf } from '../../../http/mount.ts';
import { AppError, type Ctx, type SignedCtx, transact, userAudit } from '../../../work/index.ts';
import { presentSession } from '../auth.present.ts';
import { confirmSession, endSessions, getAccount } from '../auth.queries.ts';
import { readDeviceCookie, writeDeviceCookie } from '../session/device-cookie.ts';
import { logOutFromDirectory } from './back-channel-logout.ts';
import { findDirectoryRoles, setDirectoryRoles } from './directory-roles.ts';
import { deleteIdentities, findIdentity, listDirectorySessions } from './directory.queries.ts';
import { beginFlow, readArrival } from './flows.ts';
import { directoryConfigOf } from './issuer.ts';
import { signInWithDirectory } from './sign-in-with-directory.ts';
import { describeArrival } from './try-out.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const directoryRoutes = routesOf('directory', {
  begin: (_input, ctx, request, reply) => begin(ctx, request, reply, 'sign-in'),
  signIn: async ({ body }, ctx, request, reply) => {
    const browser = readDeviceCookie(request);
    const { account, token, expiresAt } = await signInWithDirectory(ctx, { code: undefined, ...body }, browser);
    writeDeviceCookie(reply, ctx.config, browser.deviceId);
    return presentSession(account, token, expiresAt);
  },
  beginTrial: (_input, ctx, request, reply) => begin(ctx, request, reply, 'probe', ctx.actor.sessionId),
  tryOut: async ({ body }, ctx, request) => {
    const { deviceId } = readDeviceCookie(request);
    const { arrival } = await readArrival(ctx, deviceId, body.answer, 'probe', ctx.actor.sessionId);
    return describeArrival(ctx, arrival);
  },
  beginConfirm: (_input, ctx, request, reply) => begin(ctx, request, reply, 'confirm', ctx.actor.sessionId),
  confirm: async ({ body }, ctx, request) => confirm(ctx, readDeviceCookie(request).deviceId, body.answer),
  roles: async (_input, { db, config }) => {
    directoryConfigOf(config);
    return findDirectoryRoles(db);
  },
  setRoles: ({ body }, ctx) => {
    directoryConfigOf(ctx.config);
    return setDirectoryRoles(ctx, body);
  },
  unlink: ({ params }, ctx) => unlink(ctx, params.id),
  logout: async ({ body }, ctx) => {
    await logOutFromDirectory(ctx, body.logout_token);
    return {};
  },
});

async function begin(
  ctx: Ctx,
  request: FastifyRequest,
  reply: FastifyReply,
  purpose: Parameters<typeof beginFlow>[2],
  sessionId?: string,
) {
  const { deviceId } = readDeviceCookie(request);
  const begun = await beginFlow(ctx, deviceId, purpose, sessionId);
  writeDeviceCookie(reply, ctx.config, deviceId);
  return begun;
}

/** The proof of the directory in place of password or code (rule security/confirmed-identity). */
async function confirm(ctx: SignedCtx, browser: string, answer: string): Promise<void> {
  const { actor } = ctx;
  const { arrival } = await readArrival(ctx, browser, answer, 'confirm', actor.sessionId);
  const identity = await findIdentity(ctx.db, arrival.issuer, arrival.subject);
  const isSame = identity?.userId === actor.id;
  await transact(ctx, async ({ trx, now, audit }) => {
    if (isSame && !(await confirmSession(trx, actor.sessionId, now))) throw new AppError('UNAUTHENTICATED');
    const done = actor.isLocked ? 'Sesión desbloqueada' : 'Identidad confirmada';
    const action = isSame ? `${done} con el directorio` : 'Confirmación de identidad fallida';
    await audit(userAudit(actor.id, 'ACCIÓN'), { after: { Acción: action } });
  });
  if (!isSame) throw new AppError('DIRECTORY_OTHER_PERSON');
}

/** The next sign-in with the directory may link the user again, with another account there. */
const unlink = (ctx: SignedCtx, userId: number): Promise<void> =>
  transact(ctx, async ({ trx, now, audit, afterCommit }) => {
    const account = await getAccount(trx, userId);
    const ended: string[] = [];
    for (const only of await listDirectorySessions(trx, userId))
      ended.push(...(await endSessions(trx, { userId, only }, now)));
    if (!(await deleteIdentities(trx, userId))) throw new AppError('NOT_FOUND');
    await audit(userAudit(userId, 'ACCIÓN'), {
      after: {
        Acción: `Desvincular del directorio a ${fullName(account)}`,
        'Sesiones cerradas': ended.length || undefined,
      },
    });
    afterCommit(() => ctx.publish.endSessions(ended));
  });
