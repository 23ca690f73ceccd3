import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../db/client.ts';
import { prepared } from '../db/prepared.ts';

/** Fixed windows in the table rate_limit, shared by all nodes. */
export interface Limit {
  limit: number;
  windowSeconds: number;
}

export interface Verdict {
  allowed: boolean;
  /** Whole seconds until the window ends; 0 when allowed. */
  retryAfter: number;
  /** Hits of this window with the present ones; those before them count as no more than the limit. */
  count: number;
}

/**
 * Counts a hit, or several at once, and says whether they still fit. One statement under the row's lock: of parallel requests exactly `limit` are
 * allowed, however they race. To limit failures, hit before checking and refund after a success, so that nothing is checked
 * while the count is full.
 */
export async function hit(db: Db | Trx, key: string, limit: Limit, now: Date, amount = 1): Promise<Verdict> {
  const counting = countHit(sql`select ${key}::text`, limit, now, amount);
  const { rows } = await sql<WindowCount>`${prepared} ${counting}`.execute(db);
  const row = rows[0];
  if (!row) throw new Error('the rate limit returned no row');
  return verdictOf(row, limit, now);
}

/** The row that counting returns; verdictOf() turns it into a verdict. */
export interface WindowCount {
  count: number;
  windowStart: Date;
}

/** The insert of a hit, or of `amount`, for each key that `keys` selects, to be part of another statement. */
export function countHit(keys: RawBuilder<unknown>, limit: Limit, now: Date, amount = 1): RawBuilder<WindowCount> {
  const opened = new Date(now.getTime() - limit.windowSeconds * 1000);
  return sql<WindowCount>`
    insert into rate_limit as r (key, window_start, count) select hit.key, ${now}::timestamptz, ${amount}::int from (${keys}) as hit (key)
    on conflict (key) do update set
      window_start = case when r.window_start <= ${opened} then excluded.window_start else r.window_start end,
      count = case when r.window_start <= ${opened} then excluded.count
                   else least(r.count, ${limit.limit}::int) + excluded.count end
    returning count, window_start`;
}

/** The verdict that a hit would get, without counting one. */
export async function peek(db: Db, key: string, limit: Limit, now: Date): Promise<Verdict> {
  const row = await db
    .selectFrom('rateLimit')
    .select(['count', 'windowStart'])
    .where('key', '=', key)
    .executeTakeFirst();
  const isOver = row && row.windowStart.getTime() <= now.getTime() - limit.windowSeconds * 1000;
  if (!row || isOver) return { allowed: true, retryAfter: 0, count: 0 };
  return { ...verdictOf({ ...row, count: row.count + 1 }, limit, now), count: row.count };
}

/** Gives one hit back: it turned out to be no failure. */
export async function refund(db: Db, key: string): Promise<void> {
  await sql`update rate_limit set count = greatest(count - 1, 0) where key = ${key}`.execute(db);
}

export function verdictOf(row: WindowCount, limit: Limit, now: Date): Verdict {
  const allowed = row.count <= limit.limit;
  const left = row.windowStart.getTime() + limit.windowSeconds * 1000 - now.getTime();
  return { allowed, retryAfter: allowed ? 0 : Math.max(1, Math.ceil(left / 1000)), count: row.count };
}
