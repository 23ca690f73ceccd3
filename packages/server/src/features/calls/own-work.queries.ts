import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isOpenForCallsAt, visibleTo, type Viewer } from '../campaigns/campaigns.queries.ts';
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

export interface OwnWork {
  assigned: number;
  pending: number;
  callbacks: number;
  dueCallbacks: number;
}

/**
 * What one person has in each of these campaigns, whatever the size of their audiences: counters for calls, and the index of
 * dated callbacks (call_due), whose entries were each typed by hand. A closed campaign has no callbacks any more.
 */
export async function selectOwnWork(
  db: Db,
  userId: number,
  campaignIds: readonly number[],
  now: Date,
): Promise<Map<number, OwnWork>> {
  const { rows } = await sql<OwnWork & { campaignId: number }>`
    select campaign.id as campaign_id, own.assigned, own.pending, dated.callbacks, dated.due_callbacks
    from campaign
    cross join lateral (
      select coalesce(sum(n), 0)::int as assigned, coalesce(sum(n) filter (where state_id = 1), 0)::int as pending
      from call_total where call_total.campaign_id = campaign.id and call_total.operator_id = ${userId}
    ) own
    cross join lateral (
      select count(*)::int as callbacks, count(*) filter (where call.callback_at <= ${now})::int as due_callbacks from call
      where ${isOwnCallback(userId)} and campaign.status not in ('FINALIZANDO', 'FINALIZADA')
    ) dated
    where campaign.id = any(${[...campaignIds]}::int[])`.execute(db);
  return new Map(rows.map(({ campaignId, ...work }) => [campaignId, work]));
}

/** Of a campaign in the same statement: dated, and neither blocked nor invalid since. */
const isOwnCallback = (userId: number) => sql`call.campaign_id = campaign.id
  and call.id >= campaign.id_lo and call.id < campaign.id_hi
  and call.operator_id = ${userId} and call.callback_at is not null and not call.blocked and not call.invalid`;

export interface OwnCallback {
  callId: number;
  campaignId: number;
  campaignName: string;
  number: number;
  name: string;
  callbackAt: Date;
  observations: string | null;
  openForCalls: boolean;
}

/** The dated callbacks of one person in the campaigns they work in, soonest first; a blocked number is not rung again. */
export async function selectCallbacks(db: Db, viewer: Viewer, now: Date): Promise<OwnCallback[]> {
  const { rows } = await sql<OwnCallback>`
    select due.id as call_id, campaign.id as campaign_id, campaign.name as campaign_name, due.number, due.callback_at,
      coalesce(${personName}, '') as name, noted.observations, ${isOpenForCallsAt(now)} as open_for_calls
    from campaign_operator
    join campaign on campaign.id = campaign_operator.campaign_id and campaign.status not in ('FINALIZANDO', 'FINALIZADA')
    cross join lateral (
      select id, number, callback_at, person_id, created_at from call
      where ${isOwnCallback(viewer.id)}
    ) due
    left join lateral (
      select observations from call_history h
      -- A call's history begins with the call: older months are not looked at.
      where h.call_id = due.id and h.created_at >= due.created_at and trim(h.observations) <> ''
        and not exists (select from call_history c
          where c.call_id = h.call_id and c.corrects_id = h.id and c.created_at >= due.created_at)
      order by h.created_at desc, h.id desc limit 1
    ) noted on true
    left join person on person.id = due.person_id and ${isVisiblePerson(viewer)}
    where campaign_operator.user_id = ${viewer.id} and ${visibleTo(viewer)}
    order by due.callback_at, due.id`.execute(db);
  return rows;
}
