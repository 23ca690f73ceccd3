import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

/** Waiting and refused mail, its age and last error, for metrics and status page. */
export async function readMailBacklog(db: Db, now: Date) {
  const { rows } = await sql<{
    waiting: number;
    refused: number;
    oldestSeconds: number | null;
    lastError: string | null;
  }>`
    select count(*) filter (where next_attempt_at < 'infinity')::int as waiting,
      count(*) filter (where next_attempt_at = 'infinity')::int as refused,
      extract(epoch from ${now}::timestamptz - min(created_at) filter (where next_attempt_at < 'infinity'))::float8 as oldest_seconds,
      (select last_error from mail where sent_at is null and last_error is not null order by next_attempt_at limit 1) as last_error
    from mail where sent_at is null`.execute(db);
  return rows[0]!;
}
