import type { ErrorCode } from '@campanero/contract/errors';
import { type Db, prepared, type RawBuilder, run, selectFirst, selectRow, sql, type Trx } from '../db/index.ts';
import { AppError } from './app-error.ts';

/** Fixed window in the table rate_limit, shared by all nodes. */
export type Limit = { limit: number; windowSeconds: number };

export interface Verdict {
  allowed: boolean;
  /** Seconds until the window ends; 0 if allowed. */
  retryAfter: number;
  /** Hits in this window including these; earlier ones count at most as the limit. */
  count: number;
}

// One statement under the row's lock, so of concurrent requests exactly `limit` are allowed. To limit failures, hit first
// and refund on success, so that nothing is checked while the count is full.
export async function hit(db: Db | Trx, key: string, limit: Limit, now: Date, amount = 1): Promise<Verdict> {
  const counting = countHit(sql`select ${key}::text`, limit, now, amount);
  return verdictOf(await selectRow<WindowCount>(db)`${prepared} ${counting}`, limit, now);
}

export async function hitOrRefuse(
  db: Db | Trx,
  key: string,
  limit: Limit,
  now: Date,
  { error = 'TOO_MANY_REQUESTS', amount = 1 }: { error?: ErrorCode; amount?: number } = {},
): Promise<void> {
  const { allowed, retryAfter } = await hit(db, key, limit, now, amount);
  if (!allowed) throw new AppError(error, { retryAfter });
}

export type WindowCount = { count: number; windowStart: Date };

/** As part of another statement: counts a hit for each key that `keys` selects. */
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

/** The verdict a hit would get, without counting it. */
export async function peek(db: Db, key: string, limit: Limit, now: Date): Promise<Verdict> {
  const row = await selectFirst<WindowCount>(db)`select count, window_start from rate_limit where key = ${key}`;
  const isOver = row && row.windowStart.getTime() <= now.getTime() - limit.windowSeconds * 1000;
  if (!row || isOver) return { allowed: true, retryAfter: 0, count: 0 };
  return { ...verdictOf({ ...row, count: row.count + 1 }, limit, now), count: row.count };
}

/** Takes back one hit that was not a failure. */
export const refund = (db: Db, key: string) =>
  run(db)`update rate_limit set count = greatest(count - 1, 0) where key = ${key}`;

export function verdictOf(row: WindowCount, limit: Limit, now: Date): Verdict {
  const allowed = row.count <= limit.limit;
  const left = row.windowStart.getTime() + limit.windowSeconds * 1000 - now.getTime();
  return { allowed, retryAfter: allowed ? 0 : Math.max(1, Math.ceil(left / 1000)), count: row.count };
}
