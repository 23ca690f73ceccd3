import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { peek, refund, type Limit } from '../../work/rate-limit.ts';

/**
 * Takes one of the attempts left for this key, or says for how long there are none. Unlike a plain hit, an attempt that is
 * refused leaves no trace: only what really got to the password check counts, so hammering prolongs nothing (SEC-04). One
 * statement under the row's lock: of parallel attempts exactly `limit` pass (SEC-03).
 */
export async function reserveAttempt(
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
export const returnAttempt = (db: Db, key: string): Promise<void> => refund(db, key);

/** A failure opens its window anew: no fifteen minutes ever hold more failures than allowed, wherever they begin. */
export async function prolongWindow(db: Db, key: string, now: Date): Promise<void> {
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
