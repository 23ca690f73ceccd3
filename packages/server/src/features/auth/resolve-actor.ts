import { primaryRole } from '@campanero/contract/roles';
import type { Actor, Deps } from '../../work/context.ts';
import { judge, type Verdict } from '../../work/rate-limit.ts';
import { countLiveSession, findLiveSession, touchSession, type LiveSession } from './auth.queries.ts';
import { readToken } from './tokens.ts';

type Part = Pick<Deps, 'config' | 'db' | 'clock'>;

const TOUCH_EVERY_MS = 60_000;
const MINUTE = 60;

/**
 * Who holds this token, as the database says at this moment: an ended, expired or rotated session, a disabled user or a
 * changed role acts on the very next request and on every socket handshake (SEC-14, SEC-19 to SEC-21). Null: nobody.
 */
export async function resolveActor(deps: Part, token: string): Promise<Actor | null> {
  const now = deps.clock();
  const claims = await readToken(deps.config, token, now);
  const session = claims && (await findLiveSession(deps.db, claims, now));
  return session ? actorOf(deps, session, now) : null;
}

/** The same for a request, with what the general limit of that person says of it: shared by all nodes, felt by nobody else (SEC-49). */
export async function admitActor(deps: Part, token: string): Promise<{ actor: Actor; verdict: Verdict } | null> {
  const now = deps.clock();
  const claims = await readToken(deps.config, token, now);
  const limit = { limit: deps.config.rateLimit, windowSeconds: MINUTE };
  const session = claims && (await countLiveSession(deps.db, claims, limit, now));
  return session ? { actor: await actorOf(deps, session, now), verdict: judge(session, limit, now) } : null;
}

async function actorOf(deps: Part, session: LiveSession, now: Date): Promise<Actor> {
  if (now.getTime() - session.lastSeenAt.getTime() >= TOUCH_EVERY_MS) await touchSession(deps.db, session.id, now);
  return {
    id: session.userId,
    name: `${session.firstName} ${session.lastName}`.trim(),
    email: session.email,
    roles: session.roles,
    primary: primaryRole(session.roles),
    sessionId: session.id,
    expiresAt: session.expiresAt,
    mustChangePassword: session.mustChangePassword,
  };
}
