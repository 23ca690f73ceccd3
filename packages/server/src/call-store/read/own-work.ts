import type { CampaignTimes, StatusState } from '@campanero/contract/campaigns/status-moves';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import { inCampaign, ofJoinedCampaign, type CallRange } from '../range.ts';
import { hasAssignedCalls, isVisiblePerson, personName, visibleTo, type Viewer } from '../reach.ts';

/** One person's calls: what they did today, still have to do, and would leave behind. */
interface DayFigures {
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

/** Never-called ones in the person's campaigns that are not closed. */
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

interface OwnWork {
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
const isOwnCallback = (userId: number) => sql`${ofJoinedCampaign}
  and call.operator_id = ${userId} and call.callback_at is not null and not call.blocked and not call.invalid`;

interface OwnCallback {
  callId: number;
  campaignId: number;
  campaignName: string;
  number: number;
  name: string;
  callbackAt: Date;
  observations: string | null;
  /** What decides whether its campaign is open for calls. */
  campaign: CallingWindow;
}
type CallingWindow = StatusState & CampaignTimes;

/** The dated callbacks of one person in the campaigns they work in, soonest first; a blocked number is not rung again. */
export async function selectCallbacks(db: Db, viewer: Viewer): Promise<OwnCallback[]> {
  const { rows } = await sql<Omit<OwnCallback, 'campaign'> & CallingWindow>`
    select due.id as call_id, campaign.id as campaign_id, campaign.name as campaign_name, due.number, due.callback_at,
      coalesce(${personName}, '') as name, noted.observations, campaign.status, campaign.status_before_pause,
      campaign.status_before_load, campaign.start_date, campaign.end_date, ${hasAssignedCalls} as has_assigned_calls
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
  return rows.map(
    ({ status, statusBeforePause, statusBeforeLoad, startDate, endDate, hasAssignedCalls: has, ...own }) => ({
      ...own,
      campaign: { status, statusBeforePause, statusBeforeLoad, startDate, endDate, hasAssignedCalls: has },
    }),
  );
}

/** How many dated callbacks of a person are open until that moment, by running campaign; one index descent for each of theirs. */
export async function countCallbacks(db: Db, viewer: Viewer, until: Date, limit: number) {
  const { rows } = await sql<{ id: number; name: string; total: number; first: Date }>`
    select campaign.id, campaign.name, callbacks.total, callbacks.first
    from campaign_operator join campaign on campaign.id = campaign_operator.campaign_id and campaign.status = 'EN CURSO'
    cross join lateral (
      select count(*)::int as total, min(call.callback_at) as first from call
      where ${isOwnCallback(viewer.id)} and call.callback_at < ${until}
    ) callbacks
    where campaign_operator.user_id = ${viewer.id} and ${visibleTo(viewer)} and callbacks.total > 0
    order by callbacks.first limit ${limit}`.execute(db);
  return rows;
}

/** What came due longer ago and never rang is for the overdue queue, not for the bell. */
const RING_WITHIN_MS = 24 * 3_600_000;

interface UnrungCallback {
  id: number;
  operatorId: number;
  /** Names call and date: a new date rings anew. */
  subject: string;
}

/** Callbacks of a campaign that have come due and rang nobody's bell yet. */
export async function selectUnrung(db: Db, range: CallRange, now: Date, limit: number): Promise<UnrungCallback[]> {
  const { rows } = await sql<UnrungCallback>`
    select due.id, due.operator_id, due.subject from (
      select call.id, call.operator_id, call.callback_at, 'callback:' || call.id || ':'
        || to_char(call.callback_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as subject
      from call
      where ${inCampaign(range)} and call.callback_at is not null
        and call.callback_at <= ${now} and call.callback_at > ${new Date(now.getTime() - RING_WITHIN_MS)}
        and not call.blocked and not call.invalid and call.operator_id is not null
    ) due
    where not exists (select from notification
      where user_id = due.operator_id and action = 'CALLBACK' and notification.subject = due.subject)
    order by due.callback_at, due.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Never called, marked or noted, and not open with anybody else: it can change hands without anybody's loss. Its own operator
 * having it open does not count: somebody who leaves can no longer register on it.
 */
export const isUntouched = (now: Date): RawBuilder<boolean> => sql<boolean>`(call.call_count = 0 and not call.invalid
  and call.observations is null and call.callback_at is null
  and (call.hold_until is null or call.hold_until <= ${now} or call.hold_by = call.operator_id))`;

interface TouchedCalls {
  untouched: number;
  touched: number;
}

/**
 * Of the named operators of a campaign, or of all of them: what taking them out would release and what would wait. Counted in
 * one reading: one for each operator may go through the whole campaign each time.
 */
export async function selectOperatorLoad(
  db: Db,
  range: CallRange,
  only: readonly number[] | undefined,
  now: Date,
): Promise<(TouchedCalls & { id: number; name: string })[]> {
  const named = only ? sql`and m.user_id = any(${[...only]}::bigint[])` : sql``;
  const { rows } = await sql<TouchedCalls & { id: number; name: string }>`
    select u.id, trim(u.first_name || ' ' || u.last_name) as name,
      coalesce(c.untouched, 0)::int as untouched, coalesce(c.touched, 0)::int as touched
    from campaign_operator m join app_user u on u.id = m.user_id
    left join (
      select call.operator_id, count(*) filter (where ${isUntouched(now)}) as untouched,
        count(*) filter (where not ${isUntouched(now)}) as touched
      from call
      where ${inCampaign(range)}
        and ${only ? sql`call.operator_id = any(${[...only]}::bigint[])` : sql`call.operator_id is not null`}
      group by call.operator_id
    ) c on c.operator_id = u.id
    where m.campaign_id = ${range.id} ${named}
    order by u.first_name, u.last_name, u.id`.execute(db);
  return rows;
}

/**
 * The campaigns that a person coordinates or works in, newest first, with that person's calls in each. Counted, not read from
 * counters, since those know only registrations; one operator's calls are one short stretch of an index.
 */
export async function selectCallsByCampaign(
  db: Db,
  userId: number,
  now: Date,
): Promise<(TouchedCalls & { campaignId: number })[]> {
  const { rows } = await sql<TouchedCalls & { campaignId: number }>`
    select campaign.id as campaign_id, calls.untouched::int, calls.touched::int
    from campaign
    cross join lateral (
      select count(*) filter (where ${isUntouched(now)}) as untouched,
        count(*) filter (where not ${isUntouched(now)}) as touched
      from call where ${ofJoinedCampaign} and call.operator_id = ${userId}
    ) as calls
    where campaign.coordinated_by = ${userId}
      or campaign.id in (select campaign_id from campaign_operator where user_id = ${userId})
    order by campaign.id desc`.execute(db);
  return rows;
}
