import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';

export async function selectNames(trx: Trx, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, trim(first_name || ' ' || last_name) as name from app_user where id = any(${[...ids]}::int[])
    order by first_name collate "es-x-icu", last_name collate "es-x-icu", id`.execute(trx);
  return rows;
}
