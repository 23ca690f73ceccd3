import type { Db } from '../../db/client.ts';
import { selectRow } from '../../db/select.ts';

export const readMailBacklog = (db: Db, now: Date) =>
  selectRow<{ waiting: number; refused: number; oldestSeconds: number | null; lastError: string | null }>(db)`
    select count(*) filter (where next_attempt_at < 'infinity')::int as waiting,
      count(*) filter (where next_attempt_at = 'infinity')::int as refused,
      extract(epoch from ${now}::timestamptz - min(created_at) filter (where next_attempt_at < 'infinity'))::float8 as oldest_seconds,
      (select last_error from mail where sent_at is null and last_error is not null order by next_attempt_at limit 1) as last_error
    from mail where sent_at is null`;
