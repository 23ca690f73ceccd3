import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';

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

export interface Standing {
  id: number;
  total: number;
  createdAt: Date;
  userName: string;
  operators: { id: number; name: string; amount: number }[];
}

/** One segmentation that stands, or the campaign's last one; an undone one is as gone as one that never was. */
export async function findStanding(db: Db | Trx, campaignId: number, id?: number): Promise<Standing | undefined> {
  const only = id === undefined ? sql`` : sql`and s.id = ${id}::bigint`;
  const { rows } = await sql<Standing>`
    select s.id, s.total, s.created_at, trim(author.first_name || ' ' || author.last_name) as user_name,
      (select json_agg(json_build_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name), 'amount', h.amount)
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

export interface OperatorShare {
  id: number;
  name: string;
  assigned: number;
  pending: number;
  disable: boolean;
  isMember: boolean;
}

/**
 * The campaign's operators and whoever else still has calls of it. `pending` are those never called or to be called again,
 * by their states: from counters, so blocked ones are among them.
 */
export async function selectShares(db: Db, campaignId: number): Promise<OperatorShare[]> {
  const { rows } = await sql<OperatorShare>`
    with held as (
      select t.operator_id, sum(t.n)::int as assigned,
        coalesce(sum(t.n) filter (where s.id = 1 or s.callback), 0)::int as pending
      from call_total t join state s on s.id = t.state_id
      where t.campaign_id = ${campaignId} and t.operator_id > 0 and t.n > 0 group by 1
    ), members as (select user_id from campaign_operator where campaign_id = ${campaignId})
    select u.id, trim(u.first_name || ' ' || u.last_name) as name, coalesce(held.assigned, 0) as assigned,
      coalesce(held.pending, 0) as pending, u.disabled as disable, members.user_id is not null as is_member
    from app_user u left join held on held.operator_id = u.id left join members on members.user_id = u.id
    where held.operator_id is not null or members.user_id is not null
    order by u.first_name collate "es-x-icu", u.last_name collate "es-x-icu", u.id`.execute(db);
  return rows;
}
