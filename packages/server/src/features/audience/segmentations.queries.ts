import { type Db, fullName, run, selectFirst, selectRows, type Trx } from '../../db/index.ts';

type Share = { id: number; amount: number };

export const insertShares = (trx: Trx, segmentationId: number, shares: readonly Share[]) =>
  trx
    .insertInto('segmentationShare')
    .values(shares.map(({ id, amount }) => ({ segmentationId, operatorId: id, amount })))
    .execute();

interface StoredSegmentation {
  id: number;
  total: number;
  createdAt: Date;
  userName: string;
  operators: (Share & { name: string })[];
}

/** The segmentation with that id, or the campaign's last one, unless it was undone. */
export const findSegmentation = (db: Db | Trx, campaignId: number, id: number | null = null) =>
  selectFirst<StoredSegmentation>(db)`
      select s.id, s.total, s.created_at, ${fullName('author')} as user_name,
        (select json_agg(json_build_object('id', u.id, 'name', ${fullName('u')}, 'amount', h.amount)
            order by u.first_name collate "es-x-icu", u.last_name collate "es-x-icu", u.id)
          from segmentation_share h join app_user u on u.id = h.operator_id where h.segmentation_id = s.id) as operators
      from segmentation s join app_user author on author.id = s.created_by
      where s.campaign_id = ${campaignId} and s.undone_at is null and (${id}::bigint is null or s.id = ${id}::bigint)
      order by s.id desc limit 1`;

export const markUndone = (trx: Trx, id: number, by: number, now: Date) =>
  run(trx)`update segmentation set undone_by = ${by}, undone_at = ${now} where id = ${id}`;

export const selectUserNames = (trx: Trx, ids: readonly number[]) =>
  selectRows<{ id: number; name: string }>(trx)`
    select id, ${fullName()} as name from app_user where id = any(${ids}::int[])
    order by first_name collate "es-x-icu", last_name collate "es-x-icu", id`;
