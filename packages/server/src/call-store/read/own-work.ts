import type { HeldWork } from '@campanero/contract/users/leaving';
import { PENDING_STATE } from '@campanero/contract/configuration/schemas';
import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import type { CampaignTimes, StatusState } from '@campanero/contract/campaigns/status';
import { type Db, fullName, isClosed, type RawBuilder, rulesOfCampaign, selectRows, sql } from '../../db/index.ts';
import { inCampaign, inJoinedCampaign, type CallRange } from '../range.ts';
import { hasAssignedCalls, isVisiblePerson, personName, visibleTo, type Viewer } from '../reach.ts';
import { isToBeMade } from './movable.ts';
import { openCalls } from './totals.ts';

interface OwnWork {
  assigned: number;
  pending: number;
  /** Never called or to be called again with attempts left, and not blocked. */
  toCall: number;
  callbacks: number;
  dueCallbacks: number;
}

// By default in the user's open campaigns. Calls from counters, callbacks from the index of dated ones; those of closed
// campaigns do not count.
export async function selectOwnWork(db: Db, userId: number, now: Date, campaignIds?: readonly number[]) {
  const asked = campaignIds
    ? sql`${[...campaignIds]}::int[]`
    : sql`array(
        select campaign.id from campaign_operator
        join campaign on campaign.id = campaign_operator.campaign_id and not ${isClosed()}
        where campaign_operator.user_id = ${userId})`;
  const rows = await selectRows<OwnWork & { campaignId: number }>(db)`
    select campaign.id as campaign_id, own.assigned, own.pending, coalesce(open.to_call, 0) as to_call, dated.callbacks,
      dated.due_callbacks
    from campaign
    left join (${openCalls(asked, userId)}) open on open.campaign_id = campaign.id
    cross join lateral (
      select coalesce(sum(n), 0)::int as assigned,
        coalesce(sum(n) filter (where state_id = ${sql.lit(PENDING_STATE)}), 0)::int as pending
      from call_total where call_total.campaign_id = campaign.id and call_total.operator_id = ${userId}
    ) own
    cross join lateral (
      select count(*)::int as callbacks, count(*) filter (where call.callback_at <= ${now})::int as due_callbacks from call
      where ${isOwnCallback(userId)} and not ${isClosed()}
    ) dated
    where campaign.id = any(${asked})`;
  return new Map(rows.map(({ campaignId, ...work }) => [campaignId, work]));
}

/** Dated, in the joined campaign, neither blocked nor invalid. */
const isOwnCallback = (userId: number) => sql`${inJoinedCampaign}
  and call.operator_id = ${userId} and call.callback_at is not null and not call.blocked and not call.invalid`;

/** The status and dates decide whether the campaign is open for calls. */
interface OwnCallback extends StatusState, CampaignTimes {
  callId: number;
  campaignId: number;
  campaignName: string;
  number: number;
  name: string;
  callbackAt: Date;
  observations: string | null;
  rules: CallingRules;
}

/** Dated callbacks of one user, soonest first, without blocked numbers. */
export const selectCallbacks = (db: Db, viewer: Viewer) =>
  selectRows<OwnCallback>(db)`
    select due.id as call_id, campaign.id as campaign_id, campaign.name as campaign_name, due.number, due.callback_at,
      coalesce(${personName}, '') as name, noted.observations, campaign.status, campaign.status_before_pause,
      campaign.status_before_load, campaign.start_date, campaign.end_date, ${hasAssignedCalls} as has_assigned_calls, ${rulesOfCampaign} as rules
    from campaign_operator
    join campaign on campaign.id = campaign_operator.campaign_id and not ${isClosed()}
    cross join lateral (
      select id, number, callback_at, person_id, created_at from call
      where ${isOwnCallback(viewer.id)}
    ) due
    left join lateral (
      select observations from call_history h
      -- A call's history begins with the call: prunes older partitions.
      where h.call_id = due.id and h.created_at >= due.created_at and trim(h.observations) <> ''
        and not exists (select from call_history c
          where c.call_id = h.call_id and c.corrects_id = h.id and c.created_at >= due.created_at)
      order by h.created_at desc, h.id desc limit 1
    ) noted on true
    left join person on person.id = due.person_id and ${isVisiblePerson(viewer)}
    where campaign_operator.user_id = ${viewer.id} and ${visibleTo(viewer)}
    order by due.callback_at, due.id`;

/** Callbacks due longer ago get no notification; the overdue queue brings them back. */
const NOTIFY_WITHIN_MS = 24 * 3_600_000;

/** Due recently, or after `since`, without notification. `subject` contains the date, so that a new date notifies again. */
export async function selectCallbacksToNotify(
  db: Db,
  range: CallRange,
  { now, since }: { now: Date; since: Date },
  limit: number,
) {
  const earliest = new Date(Math.min(now.getTime() - NOTIFY_WITHIN_MS, since.getTime()));
  return selectRows<{ callId: number; userId: number; subject: string }>(db)`
    select due.id as call_id, due.operator_id as user_id, due.subject from (
      select call.id, call.operator_id, call.callback_at, 'callback:' || call.id || ':'
        || to_char(call.callback_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as subject
      from call
      where ${inCampaign(range)} and call.callback_at is not null
        and call.callback_at <= ${now} and call.callback_at > ${earliest}
        and not call.blocked and not call.invalid and call.operator_id is not null
    ) due
    where not exists (select from notification
      where user_id = due.operator_id and action = 'CALLBACK' and notification.subject = due.subject)
    order by due.callback_at, due.id limit ${limit}`;
}

/** Can be reassigned without loss. A hold of its own operator does not count: one who leaves can no longer register on it. */
export const isUntouched = (now: Date): RawBuilder<boolean> => sql<boolean>`(call.call_count = 0 and not call.invalid
  and call.observations is null and call.callback_at is null
  and (call.hold_until is null or call.hold_until <= ${now} or call.hold_by = call.operator_id))`;

/** The calls that leaving operators would leave. Counters have neither holds nor notes. */
const countsOfHeld = (now: Date) => sql`count(*) filter (where ${isUntouched(now)})::int as untouched,
    count(*) filter (where not ${isUntouched(now)})::int as touched,
    count(*) filter (where ${isToBeMade})::int as pending,
    count(*) filter (where ${isToBeMade} and call.callback_at is not null)::int as callbacks,
    count(*) filter (where call.hold_by = call.operator_id and call.hold_until > ${now})::int as held`;

/** Of these operators of a campaign, or of all. One scan: a subquery for each could read the whole campaign every time. */
export function countHeldByOperator(db: Db, campaign: CallRange, operators: readonly number[] | undefined, now: Date) {
  const isAsked = (column: RawBuilder<unknown>) =>
    operators ? sql`${column} = any(${[...operators]}::bigint[])` : sql`${column} is not null`;
  return selectRows<HeldWork & { id: number; name: string }>(db)`
    select u.id, ${fullName('u')} as name, coalesce(c.untouched, 0) as untouched, coalesce(c.touched, 0) as touched,
      coalesce(c.pending, 0) as pending, coalesce(c.callbacks, 0) as callbacks, coalesce(c.held, 0) as held
    from campaign_operator m join app_user u on u.id = m.user_id
    left join (
      select call.operator_id, ${countsOfHeld(now)} from call
      where ${inCampaign(campaign)} and ${isAsked(sql`call.operator_id`)} group by call.operator_id
    ) c on c.operator_id = u.id
    where m.campaign_id = ${campaign.id} and ${isAsked(sql`m.user_id`)}
    order by u.first_name, u.last_name, u.id`;
}

/** Of one user in each campaign that they coordinate or work in, newest first: short index ranges. */
export const countHeldInCampaigns = (db: Db, userId: number, now: Date, { onlyOpen = false } = {}) =>
  selectRows<HeldWork & { campaignId: number }>(db)`
    select campaign.id as campaign_id, calls.*
    from campaign cross join lateral (
      select ${countsOfHeld(now)} from call where ${inJoinedCampaign} and call.operator_id = ${userId}
    ) as calls
    where (campaign.coordinated_by = ${userId}
        or campaign.id in (select campaign_id from campaign_operator where user_id = ${userId}))
      and ${onlyOpen ? sql`not ${isClosed()}` : sql`true`}
    order by campaign.id desc`;
