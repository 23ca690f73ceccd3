import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';

export type ResetKind = 'recovery' | 'invitation';

export async function insertResetToken(
  trx: Trx,
  row: { userId: number; tokenHash: Buffer; kind: ResetKind; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await trx.insertInto('resetToken').values(row).execute();
}

/** Whatever links are still out there for this user are void from now on. */
export async function voidResetTokens(trx: Trx, userId: number, now: Date): Promise<void> {
  await trx
    .updateTable('resetToken')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .execute();
}

/** Bound to the user in the path: a token under another id is no token (SEC-12). */
export const findResetToken = (db: Db, key: { userId: number; tokenHash: Buffer }, now: Date) =>
  db
    .selectFrom('resetToken')
    .select(['id'])
    // The id comes from the path and may be larger than the column.
    .where('userId', '=', sql<number>`${key.userId}::bigint`)
    .where('tokenHash', '=', key.tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst();

/** True for exactly one caller: the conditional update is what makes the token single-use. */
export async function consumeResetToken(trx: Trx, id: number, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('resetToken')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}
