import { createHash } from 'node:crypto';
import { type Db, hasWritten, selectValue, type Trx } from '../../../db/index.ts';

// Browsers in which a user has signed in, by a random id in a cookie. It grants nothing: failed sign-ins of a known browser are
// only counted separately (rule security/known-browsers). Removed by a password reset and by disabling the user.

export const DEVICE_DAYS = 180;
const DAY_MS = 86_400_000;
/** On shared machines a user signs in from many browsers; the most recent ones are kept. */
const BROWSERS_PER_USER = 20;

const hashDeviceId = (deviceId: string): Buffer => createHash('sha256').update(deviceId).digest();

/** Runs the same query for unknown users, so that the time reveals nothing. */
export const isKnownBrowser = (db: Db, userId: number | undefined, deviceId: string, now: Date) =>
  selectValue<boolean>(db)`
    select exists (
      select from device_mark where user_id = ${userId ?? 0} and mark_hash = ${hashDeviceId(deviceId)}
        and seen_at > ${new Date(now.getTime() - DEVICE_DAYS * DAY_MS)})`;

export async function rememberBrowser(trx: Trx, userId: number, deviceId: string, now: Date): Promise<void> {
  await hasWritten(trx)`
    insert into device_mark (user_id, mark_hash, seen_at) values (${userId}, ${hashDeviceId(deviceId)}, ${now})
    on conflict (user_id, mark_hash) do update set seen_at = excluded.seen_at`;
  await hasWritten(trx)`
    delete from device_mark where user_id = ${userId} and mark_hash not in (
      select mark_hash from device_mark where user_id = ${userId} order by seen_at desc, mark_hash limit ${BROWSERS_PER_USER})`;
}

export const forgetBrowsers = (trx: Trx, userId: number) =>
  hasWritten(trx)`delete from device_mark where user_id = ${userId}`;
