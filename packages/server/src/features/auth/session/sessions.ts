import { fullName } from '@campanero/contract/shared/text';
import { randomUUID } from 'node:crypto';
import { REFRESH_WINDOW_SECONDS, SESSION_CEILING_SECONDS, TOKEN_LIFE_SECONDS } from '@campanero/contract/limits';
import { SIGNED_OUT } from '@campanero/contract/audit-log/schemas';
import { primaryRole } from '@campanero/contract/roles';
import type { Config } from '../../../config.ts';
import type { Trx } from '../../../db/client.ts';
import { AppError } from '../../../work/app-error.ts';
import type { Actor, Deps, SignedCtx } from '../../../work/context.ts';
import { transact } from '../../../work/transact.ts';
import { verdictOf, type Verdict } from '../../../work/rate-limit.ts';
import {
  countLiveSession,
  endSessions,
  findAccount,
  findLiveSession,
  insertSession,
  lockSession,
  markActive,
  rotateSession,
  touchSession,
  type LiveSession,
} from '../auth.queries.ts';
import { readToken, signToken } from './tokens.ts';

export interface OpenedSession {
  sessionId: string;
  token: string;
  expiresAt: Date;
}

/** A session for a user whose password was checked at `now`; its token lives eight hours. */
export async function createSession(
  trx: Trx,
  config: Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>,
  visitor: { userId: number; address: string; userAgent: string },
  now: Date,
): Promise<OpenedSession> {
  const sessionId = randomUUID();
  const tokenId = randomUUID();
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_SECONDS * 1000);
  await insertSession(trx, { id: sessionId, tokenId, now, expiresAt, ...visitor });
  const token = await signToken(config, { userId: visitor.userId, sessionId, tokenId, issuedAt: now, expiresAt });
  return { sessionId, token, expiresAt };
}

/** The old token goes on for so long: requests that were on their way with it must not fail. */
const GRACE_MS = 60_000;
const later = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);

/**
 * A new token in the last hour of the present one (earlier: 422), never past twelve hours after the password was typed. No
 * audit record (rule security/one-record-per-mutation). Two tabs that refresh at once share a token: the second, coming with
 * what the first has just replaced, is given the token that replaced it. Rotating again would kill the first tab's token
 * while it still lies in their common storage.
 */
export async function refreshSession(ctx: SignedCtx, presented: string): Promise<{ token: string; expiresAt: Date }> {
  const claims = await readToken(ctx.config, presented, ctx.clock());
  if (!claims) throw new AppError('UNAUTHENTICATED');
  return transact(ctx, async ({ trx, now }) => {
    const session = await lockSession(trx, claims.sessionId);
    if (!session) throw new AppError('UNAUTHENTICATED');
    const issue = async (tokenId: string, expiresAt: Date) => {
      const { id: sessionId, userId } = session;
      return {
        token: await signToken(ctx.config, { userId, sessionId, tokenId, issuedAt: now, expiresAt }),
        expiresAt,
      };
    };
    if (claims.tokenId === session.previousTokenId) return issue(session.tokenId, session.expiresAt);
    // Rotated twice between the gate and this lock.
    if (claims.tokenId !== session.tokenId) throw new AppError('UNAUTHENTICATED');
    if (now < later(session.expiresAt, -REFRESH_WINDOW_SECONDS)) throw new AppError('REFRESH_TOO_EARLY');

    const ceiling = later(session.passwordAt, SESSION_CEILING_SECONDS);
    const wanted = later(now, TOKEN_LIFE_SECONDS);
    const expiresAt = wanted < ceiling ? wanted : ceiling;
    const tokenId = randomUUID();
    await rotateSession(trx, session.id, {
      tokenId,
      expiresAt,
      previousTokenId: session.tokenId,
      previousUntil: new Date(now.getTime() + GRACE_MS),
    });
    return issue(tokenId, expiresAt);
  });
}

/** Ends the caller's own session on the server, its sockets with it. */
export const signOut = (ctx: SignedCtx): Promise<void> => endOwn(ctx, ctx.actor.sessionId, SIGNED_OUT);

/** Ends one of the user's own sessions; one of another user is NOT_FOUND. */
export const endSession = (ctx: SignedCtx, sessionId: string): Promise<void> =>
  endOwn(ctx, sessionId, 'Cierre de una sesión propia');

const endOwn = (ctx: SignedCtx, sessionId: string, what: string) =>
  transact(ctx, async ({ trx, actor, now, audit, afterCommit }) => {
    const ended = await endSessions(trx, { userId: actor.id, only: sessionId }, now);
    if (ended.length === 0) throw new AppError('NOT_FOUND');
    await audit({
      action: 'USUARIO',
      subaction: 'ACCIÓN',
      object: { type: 'user', id: actor.id },
      after: { Acción: what },
    });
    afterCommit(() => ctx.publish.endSessions(ended));
  });

/** An administrator ends every session of a user. */
export const endUserSessions = (ctx: SignedCtx, userId: number): Promise<void> =>
  transact(ctx, async ({ trx, now, audit, afterCommit }) => {
    if (!(await findAccount(trx, userId))) throw new AppError('NOT_FOUND');
    const ended = await endSessions(trx, { userId }, now);
    await audit({
      action: 'USUARIO',
      subaction: 'ACCIÓN',
      object: { type: 'user', id: userId },
      after: { Acción: 'Cierre de todas las sesiones', Sesiones: ended.length },
    });
    afterCommit(() => ctx.publish.endSessions(ended));
  });

type Part = Pick<Deps, 'config' | 'db' | 'clock'>;

const TOUCH_EVERY_MS = 60_000;
const ACTIVE_EVERY_MS = 20_000;
const MINUTE = 60;

/**
 * The user of this token, read from the database now: an ended, expired or rotated session, a disabled user or a changed
 * role takes effect on the next request and on every socket handshake. Null: the token is not valid.
 */
export async function resolveActor(deps: Part, token: string): Promise<Actor | null> {
  const now = deps.clock();
  const claims = await readToken(deps.config, token, now);
  const session = claims && (await findLiveSession(deps.db, claims, now));
  return session ? actorOf(deps, session, now) : null;
}

/**
 * The same for a request, which counts against the user's general limit, shared by all nodes. `idleSeconds`: since the person last did
 * something, as their page says; its own refetches are no activity.
 */
export async function admitActor(
  deps: Part,
  token: string,
  idleSeconds: number,
): Promise<{ actor: Actor; verdict: Verdict } | null> {
  const now = deps.clock();
  const claims = await readToken(deps.config, token, now);
  const limit = { limit: deps.config.rateLimit, windowSeconds: MINUTE };
  const session = claims && (await countLiveSession(deps.db, claims, limit, now));
  if (!session) return null;
  const actor = await actorOf(deps, session, now);
  const active = new Date(now.getTime() - idleSeconds * 1000);
  if (
    session.idleMinutes !== null &&
    !actor.isLocked &&
    active.getTime() - session.activeAt.getTime() >= ACTIVE_EVERY_MS
  )
    await markActive(deps.db, session.id, active);
  return { actor, verdict: verdictOf(session, limit, now) };
}

async function actorOf(deps: Part, session: LiveSession, now: Date): Promise<Actor> {
  if (now.getTime() - session.lastSeenAt.getTime() >= TOUCH_EVERY_MS) await touchSession(deps.db, session.id, now);
  const { idleMinutes, activeAt } = session;
  const locksAt = idleMinutes === null ? null : new Date(activeAt.getTime() + idleMinutes * MINUTE * 1000);
  return {
    id: session.userId,
    name: fullName(session),
    email: session.email,
    roles: session.roles,
    primary: primaryRole(session.roles),
    sessionId: session.id,
    expiresAt: session.expiresAt,
    mustChangePassword: session.mustChangePassword,
    mustSetSecondFactor: session.mustSetSecondFactor,
    confirmedAt: session.confirmedAt,
    idleMinutes,
    locksAt,
    isLocked: locksAt !== null && now > locksAt,
  };
}
