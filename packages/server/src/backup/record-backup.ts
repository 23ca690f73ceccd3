import { type Db, run } from '../db/index.ts';

export const recordBackup = (db: Db, place: string) =>
  run(db)`insert into installation (key, value, at) values ('backup.last', ${JSON.stringify({ place })}::jsonb, now())
    on conflict (key) do update set value = excluded.value, at = excluded.at`;
