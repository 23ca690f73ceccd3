import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { addressGroup } from '../../work/address-group.ts';
import { AppError } from '../../work/app-error.ts';
import type { Ctx } from '../../work/context.ts';
import { peek, refund, type Limit } from '../../work/rate-limit.ts';
import type { Db, Trx } from '../../db/client.ts';
import { inHashingSlot } from './password/passwords.ts';

const QUARTER = 15 * 60;
const HOUR = 3600;
export const ACCOUNT_FAILURES: Limit = { limit: 10, windowSeconds: QUARTER };
/** So many because a whole call centre shares one address. */
export const ADDRESS_FAILURES: Limit = { limit: 200, windowSeconds: QUARTER };
export const ACCOUNT_RECOVERIES: Limit = { limit: 5, windowSeconds: HOUR };
export const ADDRESS_RECOVERIES: Limit = { limit: 100, windowSeconds: HOUR };
export const ADDRESS_REGISTRATIONS: Limit = { limit: 20, windowSeconds: HOUR };

/**
 * What was typed as an address is hashed: it may be a person's mail or, by a slip, a password. Unknown accounts are counted
 * like known ones, so that the limit tells nothing either.
 */
export const accountKey = (purpose: string, email: string) =>
  `${purpose}:account:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`;

export const addressKey = (purpose: string, address: string) => `${purpose}:address:${addressGroup(address)}`;

/** Failures from a browser that the user has signed in from before. */
export const browserKey = (userId: number, mark: string) =>
  `login:browser:${userId}:${createHash('sha256').update(mark).digest('hex')}`;

export interface AttemptLimit {
  key: string;
  limit: Limit;
  isStrict?: true;
}

/**
 * Runs a password check under limits on its failures. Each attempt is counted before the check and given back after a
 * success, inside one hashing turn: parallel attempts cannot outrun the count, and a thousand people who sign in at once
 * with the right password never have more than a few attempts open.
 */
export const checkUnderLimits = (ctx: Ctx, limits: readonly AttemptLimit[], check: () => Promise<boolean>) =>
  inHashingSlot(() => countFailures(ctx, limits, check));

/** The same for a check inside such a turn. */
export async function countFailures(
  ctx: Ctx,
  limits: readonly AttemptLimit[],
  check: () => Promise<boolean>,
): Promise<boolean> {
  const now = ctx.clock();
  const taken: string[] = [];
  const giveBack = async () => {
    for (const key of taken) await returnAttempt(ctx.db, key);
  };
  for (const { key, limit } of limits) {
    const attempt = await reserveAttempt(ctx.db, key, limit, now);
    if (!attempt.allowed) {
      // One account's pause must not use up the attempts of all users behind the same address.
      await giveBack();
      throw new AppError('TOO_MANY_ATTEMPTS', { retryAfter: attempt.retryAfter });
    }
    taken.push(key);
  }
  const isRight = await check().catch(async (error: unknown) => {
    // Refused by a further limit before anything was guessed: no failure of this one.
    if (error instanceof AppError && error.error === 'TOO_MANY_ATTEMPTS') await giveBack();
    throw error;
  });
  if (isRight) await giveBack();
  else for (const { key, isStrict } of limits) if (isStrict) await prolongWindow(ctx.db, key, now);
  return isRight;
}

/**
 * Takes one of the attempts left for this key, or says for how long there are none. Unlike a plain hit, an attempt that is
 * refused leaves no trace: only what really got to the password check counts, so hammering prolongs nothing. One statement
 * under the row's lock: of parallel attempts exactly `limit` pass.
 */
async function reserveAttempt(
  db: Db,
  key: string,
  limit: Limit,
  now: Date,
): Promise<{ allowed: true; left: number } | { allowed: false; retryAfter: number }> {
  const opened = new Date(now.getTime() - limit.windowSeconds * 1000);
  const { rows } = await sql<{ count: number }>`
    insert into rate_limit as r (key, window_start, count) values (${key}, ${now}, 1)
    on conflict (key) do update set
      window_start = case when r.window_start <= ${opened} then excluded.window_start else r.window_start end,
      count = case when r.window_start <= ${opened} then 1 else r.count + 1 end
    where r.window_start <= ${opened} or r.count < ${limit.limit}::int
    returning count`.execute(db);
  if (rows[0]) return { allowed: true, left: limit.limit - rows[0].count };
  const { retryAfter } = await peek(db, key, limit, now);
  return { allowed: false, retryAfter: Math.max(1, retryAfter) };
}

/** It was no failure after all. */
const returnAttempt = (db: Db, key: string): Promise<void> => refund(db, key);

/** A failure opens its window anew: no fifteen minutes ever hold more failures than allowed, wherever they begin. */
async function prolongWindow(db: Db, key: string, now: Date): Promise<void> {
  await db
    .updateTable('rateLimit')
    .set({ windowStart: now })
    .where('key', '=', key)
    .where('windowStart', '<', now)
    .execute();
}

export async function forgetAttempts(trx: Trx, key: string): Promise<void> {
  await trx.deleteFrom('rateLimit').where('key', '=', key).execute();
}
