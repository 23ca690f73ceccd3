import { randomUUID } from 'node:crypto';
import { TOKEN_LIFE_SECONDS } from '@campanero/contract/limits';
import type { Config } from '../../config.ts';
import type { Trx } from '../../db/client.ts';
import { insertSession } from './auth.queries.ts';
import { signToken } from './tokens.ts';

export interface OpenedSession {
  sessionId: string;
  token: string;
  expiresAt: Date;
}

/** A session for somebody whose password was checked at `now`; its token lives eight hours (decisions 2). */
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
