import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../../db/client.ts';

// A random value in a cookie marks a browser. It opens nothing: it only says which failed sign-ins are counted together
// (rule security/known-browsers). Deleted after MARK_DAYS without a sign-in, by a reset of the password and by disabling.

const MARK_BYTES = 32;
export const MARK_DAYS = 180;
const DAY_MS = 86_400_000;
/** The ones last used are kept; on shared machines people come by many browsers. */
const MARKS_PER_USER = 20;

export const createMark = (): string => randomBytes(MARK_BYTES).toString('base64url');
export const hashMark = (mark: string): Buffer => createHash('sha256').update(mark).digest();

/** Whether that user has signed in from that browser lately. Asked for unknown users too, at the same price. */
export async function isKnownBrowser(db: Db, userId: number | undefined, mark: string, now: Date): Promise<boolean> {
  const known = await db
    .selectFrom('deviceMark')
    .select('userId')
    .where('userId', '=', userId ?? 0)
    .where('markHash', '=', hashMark(mark))
    .where('seenAt', '>', new Date(now.getTime() - MARK_DAYS * DAY_MS))
    .executeTakeFirst();
  return known !== undefined;
}

export async function rememberBrowser(trx: Trx, userId: number, mark: string, now: Date): Promise<void> {
  await trx
    .insertInto('deviceMark')
    .values({ userId, markHash: hashMark(mark), seenAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'markHash']).doUpdateSet({ seenAt: now }))
    .execute();
  const kept = trx
    .selectFrom('deviceMark')
    .select('markHash')
    .where('userId', '=', userId)
    .orderBy('seenAt', 'desc')
    .orderBy('markHash')
    .limit(MARKS_PER_USER);
  await trx.deleteFrom('deviceMark').where('userId', '=', userId).where('markHash', 'not in', kept).execute();
}

export async function forgetBrowsers(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('deviceMark').where('userId', '=', userId).execute();
}
