import { createHash, randomBytes } from 'node:crypto';
import type { Config } from '../../config.ts';
import type { Trx } from '../../db/client.ts';
import { insertResetToken, voidResetTokens, type ResetKind } from './reset-tokens.queries.ts';

const MINUTE_MS = 60_000;
const LIFE_MS: Record<ResetKind, number> = { recovery: 60 * MINUTE_MS, invitation: 72 * 60 * MINUTE_MS };
const SECRET_BYTES = 32;

export const hashSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/**
 * A link with which its user, and nobody else, may choose a password once. Older links of that user are void from here on.
 * The secret exists only in the link; its base is the configured address, never what a request calls the host (SEC-13).
 */
export async function createResetLink(
  trx: Trx,
  config: Pick<Config, 'publicUrl'>,
  { userId, kind }: { userId: number; kind: ResetKind },
  now: Date,
): Promise<string> {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  await voidResetTokens(trx, userId, now);
  const expiresAt = new Date(now.getTime() + LIFE_MS[kind]);
  await insertResetToken(trx, { userId, tokenHash: hashSecret(secret), kind, createdAt: now, expiresAt });
  return `${config.publicUrl}/reset/${userId}?token=${secret}`;
}
