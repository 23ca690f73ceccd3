import { createHash } from 'node:crypto';
import { addressGroup } from '../../work/address-group.ts';
import { AppError, type Ctx, userAudit } from '../../work/index.ts';
import { peek, refund, type Limit, type Verdict } from '../../work/rate-limit.ts';
import { type Db, hasWritten, type Trx } from '../../db/index.ts';
import { inHashingSlot } from './password/passwords.ts';

const QUARTER = 15 * 60;
const HOUR = 3600;
export const ACCOUNT_FAILURES: Limit = { limit: 10, windowSeconds: QUARTER };
/** High, because a whole call centre shares one IP address. */
export const ADDRESS_FAILURES: Limit = { limit: 200, windowSeconds: QUARTER };
export const ACCOUNT_RECOVERIES: Limit = { limit: 5, windowSeconds: HOUR };
export const ADDRESS_RECOVERIES: Limit = { limit: 100, windowSeconds: HOUR };
export const ADDRESS_REGISTRATIONS: Limit = { limit: 20, windowSeconds: HOUR };

// Hashed: people type personal addresses and even passwords here. Unknown accounts are counted too, so that the limit does not
// reveal them.
export const accountKey = (purpose: string, email: string) =>
  `${purpose}:account:${createHash('sha256').update(email.toLowerCase()).digest('hex')}`;

export const addressKey = (purpose: string, address: string) => `${purpose}:address:${addressGroup(address)}`;

/** Failures from a browser that the user has signed in from before. */
export const browserKey = (userId: number, mark: string) =>
  `login:browser:${userId}:${createHash('sha256').update(mark).digest('hex')}`;

/** About a visitor who is not signed in; `account`: the one they named. */
export const visitorAudit = ({ address }: Ctx, account: { id: number } | undefined, action: string) => {
  const userId = account?.id ?? null;
  return userAudit(userId, 'ACCIÓN', { userId, after: { Acción: action, Dirección: address } });
};

export interface AttemptLimit {
  key: string;
  limit: Limit;
  /** Each failure starts the window again, so that no period of its length holds more failures than the limit. */
  restartsOnFailure?: true;
}

/** Counted before the check and refunded after a success, inside one hashing slot, so that parallel attempts cannot exceed the limit. */
export const checkUnderLimits = (ctx: Ctx, limits: readonly AttemptLimit[], check: () => Promise<boolean>) =>
  inHashingSlot(() => countFailures(ctx, limits, check));

/** The same for a check that already runs in a hashing slot. */
export async function countFailures(ctx: Ctx, limits: readonly AttemptLimit[], check: () => Promise<boolean>) {
  const now = ctx.clock();
  const taken: string[] = [];
  const refundAll = async () => {
    for (const key of taken) await refund(ctx.db, key);
  };
  for (const { key, limit } of limits) {
    const attempt = await reserveAttempt(ctx.db, key, limit, now);
    if (!attempt.allowed) {
      // A locked account must not use up the attempts of the other users behind the same IP address.
      await refundAll();
      throw new AppError('TOO_MANY_ATTEMPTS', { retryAfter: attempt.retryAfter });
    }
    taken.push(key);
  }
  const isRight = await check().catch(async (error: unknown) => {
    // A nested limit refused it before anything was checked.
    if (error instanceof AppError && error.error === 'TOO_MANY_ATTEMPTS') await refundAll();
    throw error;
  });
  if (isRight) await refundAll();
  else for (const { key, restartsOnFailure } of limits) if (restartsOnFailure) await restartWindow(ctx.db, key, now);
  return isRight;
}

/** Unlike `hit`, a refused attempt is not counted: retries do not extend a lockout. One statement: exactly `limit` pass in parallel. */
async function reserveAttempt(db: Db, key: string, limit: Limit, now: Date): Promise<Omit<Verdict, 'count'>> {
  const opened = new Date(now.getTime() - limit.windowSeconds * 1000);
  const allowed = await hasWritten(db)`
    insert into rate_limit as r (key, window_start, count) values (${key}, ${now}, 1)
    on conflict (key) do update set
      window_start = case when r.window_start <= ${opened} then excluded.window_start else r.window_start end,
      count = case when r.window_start <= ${opened} then 1 else r.count + 1 end
    where r.window_start <= ${opened} or r.count < ${limit.limit}::int`;
  if (allowed) return { allowed, retryAfter: 0 };
  const { retryAfter } = await peek(db, key, limit, now);
  return { allowed, retryAfter: Math.max(1, retryAfter) };
}

const restartWindow = (db: Db, key: string, now: Date) =>
  hasWritten(db)`update rate_limit set window_start = ${now} where key = ${key} and window_start < ${now}`;

export const clearAttempts = (trx: Trx, key: string) => hasWritten(trx)`delete from rate_limit where key = ${key}`;
