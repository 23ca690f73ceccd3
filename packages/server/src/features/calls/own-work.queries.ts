import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { visibleTo, type Viewer } from '../campaigns/campaigns.queries.ts';
import { isVisiblePerson, personName } from './history.queries.ts';

export interface DayFigures {
  callsMade: number;
  contacted: number;
  effective: number;
}

export async function selectOwnDay(db: Db, userId: number, day: string): Promise<DayFigures> {
  const { rows } = await sql<DayFigures>`
    select coalesce(sum(n), 0)::int as calls_made,
      coalesce(sum(n) filter (where state.contactability), 0)::int as contacted,
      coalesce(sum(n) filter (where state.effectiveness), 0)::int as effective
    from outcome_count join state on state.id = outcome_count.state_id
    where operator_id = ${userId} and day = ${day}`.execute(db);
  return rows[0] ?? { callsMade: 0, contacted: 0, effective: 0 };
}

/** Never-called ones in the caller's campaigns that are not closed. */
export async function selectOwnPending(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ pending: number }>`
    select coalesce(sum(call_total.n), 0)::int as pending
    from campaign_operator
    join campaign on campaign.id = campaign_operator.campaign_id and campaign.status not in ('FINALIZANDO', 'FINALIZADA')
    join call_total on call_total.campaign_id = campaign.id and call_total.operator_id = ${userId}
      and call_total.state_id = 1
    where campaign_operator.user_id = ${userId}`.execute(db);
  return rows[0]?.pending ?? 0;
}

export interface OwnCallback {
  callId: number;
  campaignId: number;
  campaignName: string;
  number: number;
  name: string;
  callbackAt: Date;
}

/** The dated callbacks of one person in the campaigns they work in, soonest first; a blocked number is not rung again. */
export async function selectCallbacks(db: Db, viewer: Viewer): Promise<OwnCallback[]> {
  const { rows } = await sql<OwnCallback>`
    select due.id as call_id, campaign.id as campaign_id, campaign.name as campaign_name, due.number, due.callback_at,
      coalesce(${personName}, '') as name
    from campaign_operator
    join campaign on campaign.id = campaign_operator.campaign_id and campaign.status not in ('FINALIZANDO', 'FINALIZADA')
    cross join lateral (
      select id, number, callback_at, person_id from call
      where call.campaign_id = campaign.id and call.id >= campaign.id_lo and call.id < campaign.id_hi
        and call.operator_id = ${viewer.id} and call.callback_at is not null and not call.blocked and not call.invalid
    ) due
    left join person on person.id = due.person_id and ${isVisiblePerson(viewer)}
    where campaign_operator.user_id = ${viewer.id} and ${visibleTo(viewer)}
    order by due.callback_at, due.id`.execute(db);
  return rows;
}
