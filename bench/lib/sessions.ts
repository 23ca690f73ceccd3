import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { signToken } from '../../packages/server/src/features/auth/session/tokens.ts';
import { BENCH_SECRET } from './product.ts';

/** An open session for each of these users, made without a password, because signing in is not what is measured. */
export async function signInAll(databaseUrl: string, userIds: readonly number[]): Promise<string[]> {
  const issuedAt = new Date();
  const expiresAt = new Date(issuedAt.getTime() + 8 * 3_600_000);
  const sessions = userIds.map((userId) => ({ userId, sessionId: randomUUID(), tokenId: randomUUID() }));
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into session (id, user_id, token_id, password_at, created_at, expires_at, last_seen_at, address)
     select id, user_id, token_id, $4, $4, $5, $4, '127.0.0.1' from unnest($1::uuid[], $2::int[], $3::uuid[]) as s (id, user_id, token_id)`,
    [
      sessions.map((s) => s.sessionId),
      sessions.map((s) => s.userId),
      sessions.map((s) => s.tokenId),
      issuedAt,
      expiresAt,
    ],
  );
  await client.end();
  const secrets = { jwtSecret: BENCH_SECRET, jwtSecretPrevious: undefined };
  return Promise.all(sessions.map((session) => signToken(secrets, { ...session, issuedAt, expiresAt })));
}
