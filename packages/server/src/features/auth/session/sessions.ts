import { fullName } from '@campanero/contract/shared/text';
import { randomUUID } from 'node:crypto';
import { REFRESH_WINDOW_SECONDS, SESSION_CEILING_SECONDS, TOKEN_LIFE_SECONDS } from '@campanero/contract/limits';
import { SIGNED_OUT } from '@campanero/contract/audit-log/endpoints';
import { primaryRole } from '@campanero/contract/roles';
import type { Config } from '../../../config.ts';
import type { Trx } from '../../../db/client.ts';
import { type Actor, AppError, type Deps, type SignedCtx, transact, verdictOf } from '../../../work/index.ts';
import { userAudit } from '../../../work/audit.ts';
import {
  countLiveSession,
  endSessions,
  getAccount,
  findLiveSession,
  insertSession,
  lockSession,
  markActive,
  rotateSession,
  touchSession,
  type LiveSession,
} from '../auth.queries.ts';
import { readToken, signToken } from './tokens.ts';

export type OpenedSession = { sessionId: string; token: string; expiresAt: Date };

interface Visitor {
  userId: number;
  address: string;
  userAgent: string;
  /** When the directory asked for the proof; default: `now`, when the password was checked. */
  confirmedAt?: Date;
  lifeSeconds?: number | undefined;
}

/** A session of a user whose password, or account at the directory, was checked at `now`. */
export async function createSession(
  trx: Trx,
  config: Pick<Config, 'jwtSecret' | 'jwtSecretPrevious'>,
  { lifeSeconds = TOKEN_LIFE_SECONDS, ...visitor }: Visitor,
  now: Date,
): Promise<OpenedSession> {
  const sessionId = randomUUID();
  const tokenId = randomUUID();
  const expiresAt = addSeconds(now, lifeSeconds);
  const times = { passwordAt: now, createdAt: now, lastSeenAt: now, expiresAt };
  await insertSession(trx, { id: sessionId, tokenId, ...times, ...visitor });
  const token = await signToken(config, { userId: visitor.userId, sessionId, tokenId, issuedAt: now, expiresAt });
  return { sessionId, token, expiresAt };
}

/** The old token stays valid for requests already in flight. */
const GRACE_SECONDS = 60;
const addSeconds = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);

// Only in the last hour of the token, until twelve hours after the sign-in. A refresh with the previous token returns the
// current one: rotating again would invalidate the token that other tabs share. No audit record.
export async function refreshSession(ctx: SignedCtx, presented: string): Promise<{ token: string; expiresAt: Date }> {
  const claims = await readToken(ctx.config, presented, ctx.clock());
  if (!claims) throw new AppError('UNAUTHENTICATED');
  return transact(ctx, async ({ trx, now }) => {
    const session = await lockSession(trx, claims.sessionId);
    if (!session) throw new AppError('UNAUTHENTICATED');
    const { id: sessionId, userId } = session;
    const issueToken = async (tokenId: string, expiresAt: Date) => ({
      token: await signToken(ctx.config, { userId, sessionId, tokenId, issuedAt: now, expiresAt }),
      expiresAt,
    });
    if (claims.tokenId === session.previousTokenId) return issueToken(session.tokenId, session.expiresAt);
    // Rotated twice between authentication and this lock.
    if (claims.tokenId !== session.tokenId) throw new AppError('UNAUTHENTICATED');
    if (now < addSeconds(session.expiresAt, -REFRESH_WINDOW_SECONDS)) throw new AppError('REFRESH_TOO_EARLY');

    const latest = session.isFixed ? session.expiresAt : addSeconds(session.passwordAt, SESSION_CEILING_SECONDS);
    const usual = addSeconds(now, TOKEN_LIFE_SECONDS);
    const expiresAt = usual < latest ? usual : latest;
    const tokenId = randomUUID();
    await rotateSession(trx, session.id, {
      tokenId,
      expiresAt,
      previousTokenId: session.tokenId,
      previousUntil: addSeconds(now, GRACE_SECONDS),
    });
    return issueToken(tokenId, expiresAt);
  });
}

export const signOut = (ctx: SignedCtx): Promise<void> => endOwnSession(ctx, ctx.actor.sessionId, SIGNED_OUT);

/** Ends one of the caller's own sessions; a session of another user is NOT_FOUND. Leaves an audit record. */
export const endSession = (ctx: SignedCtx, sessionId: string): Promise<void> =>
  endOwnSession(ctx, sessionId, 'Cierre de una sesión propia');

const endOwnSession = (ctx: SignedCtx, sessionId: string, action: string) =>
  transact(ctx, async ({ trx, actor, now, audit, afterCommit }) => {
    const ended = await endSessions(trx, { userId: actor.id, only: sessionId }, now);
    if (ended.length === 0) throw new AppError('NOT_FOUND');
    await audit(userAudit(actor.id, 'ACCIÓN'), { after: { Acción: action } });
    afterCommit(() => ctx.publish.endSessions(ended));
  });

export const endUserSessions = (ctx: SignedCtx, userId: number): Promise<void> =>
  transact(ctx, async ({ trx, now, audit, afterCommit }) => {
    await getAccount(trx, userId);
    const ended = await endSessions(trx, { userId }, now);
    await audit(userAudit(userId, 'ACCIÓN'), {
      after: { Acción: 'Cierre de todas las sesiones', Sesiones: ended.length },
    });
    afterCommit(() => ctx.publish.endSessions(ended));
  });

type AuthDeps = Pick<Deps, 'config' | 'db' | 'clock'>;

const TOUCH_EVERY_MS = 60_000;
const ACTIVE_EVERY_MS = 20_000;
const MINUTE = 60;

/** Reads the database each time: ended sessions, disabled users and changed roles take effect on the next request or handshake. */
export async function resolveActor(deps: AuthDeps, token: string): Promise<Actor | null> {
  const now = deps.clock();
  const claims = await readToken(deps.config, token, now);
  const session = claims && (await findLiveSession(deps.db, claims, now));
  return session ? actorOf(deps, session, now) : null;
}

/** Counts the request against the user's rate limit. `idleSeconds` comes from the page: its automatic refetches are not activity. */
export async function admitActor(deps: AuthDeps, token: string, idleSeconds: number) {
  const now = deps.clock();
  const claims = await readToken(deps.config, token, now);
  const limit = { limit: deps.config.rateLimit, windowSeconds: MINUTE };
  const session = claims && (await countLiveSession(deps.db, claims, limit, now));
  if (!session) return null;
  const actor = await actorOf(deps, session, now);
  const active = new Date(now.getTime() - idleSeconds * 1000);
  const isDue = active.getTime() - session.activeAt.getTime() >= ACTIVE_EVERY_MS;
  if (session.idleMinutes !== null && !actor.isLocked && isDue) await markActive(deps.db, session.id, active);
  return { actor, verdict: verdictOf(session, limit, now) };
}

async function actorOf(deps: AuthDeps, session: LiveSession, now: Date): Promise<Actor> {
  if (now.getTime() - session.lastSeenAt.getTime() >= TOUCH_EVERY_MS) await touchSession(deps.db, session.id, now);
  const { email, roles, expiresAt, mustChangePassword, mustSetSecondFactor, confirmedAt, idleMinutes, activeAt } =
    session;
  const locksAt = idleMinutes === null ? null : new Date(activeAt.getTime() + idleMinutes * MINUTE * 1000);
  return {
    id: session.userId,
    name: fullName(session),
    email,
    roles,
    primary: primaryRole(roles),
    sessionId: session.id,
    expiresAt,
    mustChangePassword: mustChangePassword && !deps.config.oidcOnly,
    mustSetSecondFactor,
    confirmedAt,
    idleMinutes,
    locksAt,
    isLocked: locksAt !== null && now > locksAt,
  };
}
