import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';

/** Everyone who sees the campaign (decisions 3), in one query: the reverse of visibleTo(), for events about it. */
export async function listWatchers(db: Db | Trx, campaignId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select app_user.id
    from campaign
    join app_user on not app_user.disabled
    join lateral (select max(role_id) as primary_role from user_role where user_id = app_user.id) role on true
    where campaign.id = ${campaignId}
      and (role.primary_role in (4, 5)
        or role.primary_role = 3 and campaign.external
        or (role.primary_role = 2 or role.primary_role = 1 and campaign.external) and exists (
          select from campaign_operator
          where campaign_operator.campaign_id = campaign.id and campaign_operator.user_id = app_user.id))
    order by app_user.id`.execute(db);
  return rows.map(({ id }) => id);
}
