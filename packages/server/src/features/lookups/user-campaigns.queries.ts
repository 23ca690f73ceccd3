import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { statusAt } from '../campaigns/campaigns.queries.ts';
import { isUntouched } from '../campaigns/operator-load.queries.ts';

export const findUserId = (db: Db, userId: number) =>
  db
    .selectFrom('appUser')
    .select('id')
    // Ids come from outside and may be larger than the column: compared wide, they just match nothing.
    .where('id', '=', sql<number>`${userId}::bigint`)
    .executeTakeFirst();

export interface UserCampaignRow {
  id: number;
  name: string;
  status: string;
  untouched: number;
  touched: number;
}

/**
 * The campaigns somebody coordinates or works in, newest first, with their calls in each, told apart by the very rule that
 * lets calls go. Counted, not read from counters, since those know only registrations; one operator's calls are one short
 * stretch of an index, in the one partition that the campaign's bounds lead to.
 */
export async function selectUserCampaigns(db: Db, userId: number, now: Date): Promise<UserCampaignRow[]> {
  const { rows } = await sql<UserCampaignRow>`
    select campaign.id, campaign.name, ${statusAt(now)} as status,
      coalesce(calls.untouched, 0)::int as untouched, coalesce(calls.touched, 0)::int as touched
    from campaign
    left join lateral (
      select count(*) filter (where ${isUntouched(now)}) as untouched,
        count(*) filter (where not ${isUntouched(now)}) as touched
      from call
      where call.campaign_id = campaign.id and call.id >= campaign.id_lo and call.id < campaign.id_hi
        and call.operator_id = ${userId}
    ) as calls on true
    where campaign.coordinated_by = ${userId}
      or campaign.id in (select campaign_id from campaign_operator where user_id = ${userId})
    order by campaign.id desc`.execute(db);
  return rows;
}
