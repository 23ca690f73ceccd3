import { primaryRole } from '@campanero/contract/roles';
import type { Actor, Deps } from '../../work/context.ts';
import { findLiveSession, touchSession } from './auth.queries.ts';
import { readToken } from './tokens.ts';

const TOUCH_EVERY_MS = 60_000;

/**
 * Who holds this token, as the database says at this moment: an ended, expired or rotated session, a disabled user or a
 * changed role acts on the very next request and on every socket handshake (SEC-14, SEC-19 to SEC-21). Null: nobody.
 */
export async function resolveActor(deps: Pick<Deps, 'config' | 'db' | 'clock'>, token: string): Promise<Actor | null> {
  const now = deps.clock();
  const claims = await readToken(deps.config, token, now);
  if (!claims) return null;
  const session = await findLiveSession(deps.db, claims, now);
  if (!session) return null;
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
