import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { fullName } from '../../db/product-sql.ts';

export async function insertSegmentation(
  trx: Trx,
  row: {
    campaignId: number;
    filters: object;
    amount: number | null;
    total: number;
    createdBy: number;
    createdAt: Date;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto('segmentation')
    .values({ ...row, filters: JSON.stringify(row.filters) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function insertShares(
  trx: Trx,
  segmentationId: number,
  shares: readonly { id: number; amount: number }[],
): Promise<void> {
  await trx
    .insertInto('segmentationShare')
    .values(shares.map(({ id, amount }) => ({ segmentationId, operatorId: id, amount })))
    .execute();
}

interface StoredSegmentation {
  id: number;
  total: number;
  createdAt: Date;
  userName: string;
  operators: { id: number; name: string; amount: number }[];
}

/** The segmentation with that id, or the campaign's last one, unless it was undone. */
export async function findSegmentation(
  db: Db | Trx,
  campaignId: number,
  id?: number,
): Promise<StoredSegmentation | undefined> {
  const only = id === undefined ? sql`` : sql`and s.id = ${id}::bigint`;
  const { rows } = await sql<StoredSegmentation>`
    select s.id, s.total, s.created_at, ${fullName('author')} as user_name,
      (select json_agg(json_build_object('id', u.id, 'name', ${fullName('u')}, 'amount', h.amount)
          order by u.first_name collate "es-x-icu", u.last_name collate "es-x-icu", u.id)
        from segmentation_share h join app_user u on u.id = h.operator_id where h.segmentation_id = s.id) as operators
    from segmentation s join app_user author on author.id = s.created_by
    where s.campaign_id = ${campaignId} and s.undone_at is null ${only}
    order by s.id desc limit 1`.execute(db);
  return rows[0];
}

export async function markUndone(trx: Trx, id: number, by: number, now: Date): Promise<void> {
  await trx.updateTable('segmentation').set({ undoneBy: by, undoneAt: now }).where('id', '=', id).execute();
}

export async function selectUserNames(trx: Trx, ids: readonly number[]): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, ${fullName()} as name from app_user where id = any(${[...ids]}::int[])
    order by first_name collate "es-x-icu", last_name collate "es-x-icu", id`.execute(trx);
  return rows;
}
