import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

/** Leaves a trace of a finished backup, for the status page and the metrics; the newest stands. */
export const noteBackup = (db: Db, place: string) =>
  sql`insert into installation (key, value, at) values ('backup.last', ${JSON.stringify({ place })}::jsonb, now())
    on conflict (key) do update set value = excluded.value, at = excluded.at`.execute(db);
