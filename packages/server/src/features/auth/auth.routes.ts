import { bearerToken } from '../../http/authenticate.ts';
import { routesOf } from '../../http/mount.ts';
import type { SignedCtx } from '../../work/index.ts';
import { epochSeconds, presentCheck, presentSession } from './auth.present.ts';
import { findShellRecord, getAccount, listOpenSessions } from './auth.queries.ts';
import { changePassword, requestRecovery, resetPassword } from './password/change-password.ts';
import { endSession, endUserSessions, refreshSession, signOut } from './session/sessions.ts';
import { isPasswordCorrect } from './password/passwords.ts';
import { readDeviceCookie, writeDeviceCookie } from './session/device-cookie.ts';
import { signIn } from './session/sign-in.ts';
import { signInByLink } from './session/sign-in-link.ts';

async function openSessionsOf(ctx: SignedCtx, userId: number) {
  const open = await listOpenSessions(ctx.db, userId, ctx.clock());
  return open.map((session) => ({ ...session, current: session.id === ctx.actor.sessionId }));
}

export const authRoutes = routesOf('auth', {
  login: async ({ body }, ctx, request, reply) => {
    const browser = readDeviceCookie(request);
    const { account, token, expiresAt } = await signIn(ctx, body, isPasswordCorrect, browser);
    writeDeviceCookie(reply, ctx.config, browser.deviceId);
    return presentSession(account, token, expiresAt);
  },
  check: async (_input, { actor, db }) => presentCheck(actor, await findShellRecord(db, actor.id)),
  refresh: async (_input, ctx, request) => {
    const { token, expiresAt } = await refreshSession(ctx, bearerToken(request) ?? '');
    return { token, expires: epochSeconds(expiresAt) };
  },
  logout: (_input, ctx) => signOut(ctx),
  recover: async ({ body }, ctx) => {
    await requestRecovery(ctx, body.email);
    return { message: 'Enviado. Revisa tu casilla de correo' };
  },
  reset: async ({ params, query, body }, ctx) => {
    await resetPassword(ctx, { userId: params.id, secret: query.token }, body);
    return { message: 'Cambio de contraseña exitoso.' };
  },
  signInLink: async ({ params, query }, ctx) => {
    const { account, token, expiresAt } = await signInByLink(ctx, { userId: params.id, secret: query.token });
    return presentSession(account, token, expiresAt);
  },
  changePassword: async ({ body }, ctx) => {
    await changePassword(ctx, body);
    return { message: 'Cambio de contraseña exitoso.' };
  },
  sessions: (_input, ctx) => openSessionsOf(ctx, ctx.actor.id),
  endSession: ({ params }, ctx) => endSession(ctx, params.id),
  userSessions: async ({ params }, ctx) => {
    await getAccount(ctx.db, params.id);
    return openSessionsOf(ctx, params.id);
  },
  endUserSessions: ({ params }, ctx) => endUserSessions(ctx, params.id),
});
