import { sql } from 'kysely';
import type { Db } from '../db/client.ts';

export const recordBackup = (db: Db, place: string) =>
  sql`insert into installation (key, value, at) values ('backup.last', ${JSON.stringify({ place })}::jsonb, now())
    on conflict (key) do update set value = excluded.value, at = excluded.at`.execute(db);
