import { createHash } from 'node:crypto';
import type { Db, Trx } from '../../../db/client.ts';

// Browsers in which a user has signed in, by a random id in a cookie. It grants nothing: failed sign-ins of a known browser are
// only counted separately (rule security/known-browsers). Removed by a password reset and by disabling the user.

export const DEVICE_DAYS = 180;
const DAY_MS = 86_400_000;
/** On shared machines a user signs in from many browsers; the most recent ones are kept. */
const BROWSERS_PER_USER = 20;

const hashDeviceId = (deviceId: string): Buffer => createHash('sha256').update(deviceId).digest();

/** Runs the same query for unknown users, so that the time reveals nothing. */
export async function isKnownBrowser(
  db: Db,
  userId: number | undefined,
  deviceId: string,
  now: Date,
): Promise<boolean> {
  const known = await db
    .selectFrom('deviceMark')
    .select('userId')
    .where('userId', '=', userId ?? 0)
    .where('markHash', '=', hashDeviceId(deviceId))
    .where('seenAt', '>', new Date(now.getTime() - DEVICE_DAYS * DAY_MS))
    .executeTakeFirst();
  return known !== undefined;
}

export async function rememberBrowser(trx: Trx, userId: number, deviceId: string, now: Date): Promise<void> {
  await trx
    .insertInto('deviceMark')
    .values({ userId, markHash: hashDeviceId(deviceId), seenAt: now })
    .onConflict((conflict) => conflict.columns(['userId', 'markHash']).doUpdateSet({ seenAt: now }))
    .execute();
  const kept = trx
    .selectFrom('deviceMark')
    .select('markHash')
    .where('userId', '=', userId)
    .orderBy('seenAt', 'desc')
    .orderBy('markHash')
    .limit(BROWSERS_PER_USER);
  await trx.deleteFrom('deviceMark').where('userId', '=', userId).where('markHash', 'not in', kept).execute();
}

export async function forgetBrowsers(trx: Trx, userId: number): Promise<void> {
  await trx.deleteFrom('deviceMark').where('userId', '=', userId).execute();
}
