import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';

/** The managers who see the campaign (decisions 3); with its operators they are campaigns' listWatchers(). */
export async function listWatchingManagers(trx: Trx, campaignId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select app_user.id
    from campaign
    join app_user on not app_user.disabled
    join lateral (select max(role_id) as primary_role from user_role where user_id = app_user.id) role on true
    where campaign.id = ${campaignId} and (role.primary_role in (4, 5) or role.primary_role = 3 and campaign.external)
    order by app_user.id`.execute(trx);
  return rows.map(({ id }) => id);
}
