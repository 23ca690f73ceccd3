import { randomUUID } from 'node:crypto';
import { REFRESH_WINDOW_SECONDS, SESSION_CEILING_SECONDS, TOKEN_LIFE_SECONDS } from '@campanero/contract/limits';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { lockSession, rotateSession } from './auth.queries.ts';
import { readToken, signToken } from './tokens.ts';

/** The old token goes on for so long: requests that were on their way with it must not fail. */
const GRACE_MS = 60_000;
const later = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1000);

/**
 * A new token in the last hour of the present one (earlier: 422), never past twelve hours after the password was typed
 * (SEC-21, D13). No audit: a refresh changes nothing anybody decided (decisions 2).
 * Two tabs that refresh at once share a token: the second, coming with what the first has just replaced, is given the
 * token that replaced it. Rotating again would kill the first tab's token while it still lies in their common storage.
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
