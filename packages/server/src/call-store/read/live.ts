import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { productDay } from '@campanero/contract/shared/dates';
import { type Db, givenRows, selectRows, sql } from '../../db/index.ts';
import { inJoinedCampaign } from '../range.ts';
import { isWithinLimits, mayBeCalledAgain } from '../attempts.ts';
import { type OpenCalls, openCalls } from './totals.ts';
import { uncorrectedRegistrations } from './span.ts';
import { selectOnPhone } from './phone.ts';
import { readCallingHours } from './work-spans.ts';

// Queries of the live board: counters, and index ranges of at most two hours of work.

interface LiveQuery {
  campaignIds: readonly number[];
  rulesOf: ReadonlyMap<number, CallingRules>;
  userIds: readonly number[];
  /** First day counted, YYYY-MM-DD. */
  since: string;
  /** Callbacks before this moment count as upcoming. */
  until: Date;
  now: Date;
}

/** Sequential, so that the frequent requests of the board take one connection each. */
export async function readLive(db: Db, { campaignIds, rulesOf, userIds, since, until, now }: LiveQuery) {
  const hours = await selectLastHours(db, campaignIds, now);
  const recent = await selectRecentDays(db, campaignIds, since);
  const audiences = await selectAudiences(db, campaignIds);
  const callbacks = await selectCallbackLoad(db, campaignIds, now, until);
  const currentCalls = await selectCurrentCalls(db, campaignIds, userIds, now);
  const onPhone = await selectOnPhone(db, userIds, now);
  const waiting = audiences.filter(({ neverCalled, toCall }) => neverCalled === 0 && toCall > 0);
  const rested: OwnCalls[] = [];
  // One statement for all campaigns with equal rules; most use those of the installation.
  for (const alike of Map.groupBy(waiting, ({ campaignId }) => JSON.stringify(rulesOf.get(campaignId))).values())
    rested.push(...(await selectRested(db, alike, rulesOf.get(alike[0]!.campaignId)!, now)));
  const callingHours = await readCallingHours(db, productDay(now));
  return { hours, recent, audiences, callbacks, currentCalls, onPhone, rested, callingHours };
}
export type LiveFacts = Awaited<ReturnType<typeof readLive>>;

/**
 * What progress and forecast of campaigns need of the board. Without `toCall` PostgreSQL leaves its joins out: with a limit of
 * attempts it reads every call to be called again.
 */
export async function readForecastFacts(
  db: Db,
  { campaignIds, since, now }: Pick<LiveQuery, 'campaignIds' | 'since' | 'now'>,
) {
  const asked = sql`${[...campaignIds]}::int[]`;
  const days = await selectRows<Pick<RecentCounts, 'campaignId' | 'firstCalls'> & { day: string }>(db)`
    select campaign_id, day::text, sum(n - again)::int as first_calls from outcome_count
    where campaign_id = any(${asked}) and day >= ${since}::date group by campaign_id, day`;
  const audiences = await selectRows<Omit<AudienceOfOperator, 'operatorId' | 'toCall'>>(db)`
    select t.campaign_id, t.total, t.never_called, coalesce(f.n, 0)::int as called from (${openCalls(asked)}) t ${withCalled}`;
  return { days, audiences, callingHours: await readCallingHours(db, productDay(now)) };
}

const HOUR_MS = 3_600_000;
const TENS = [0, 1, 2, 3, 4, 5];

interface HourOfOperator {
  operatorId: number;
  calls: number;
  contacted: number;
  /** Per ten minutes, oldest first. */
  tenMinutes: number[];
  callsBefore: number;
  contactedBefore: number;
}

/** Registrations of each user in the last hour and the hour before, after corrections. */
async function selectLastHours(db: Db, campaignIds: readonly number[], now: Date): Promise<HourOfOperator[]> {
  const ago = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  // Half-open towards the past: `now` is included, two hours ago is not.
  const cut = { from: new Date(ago(2).getTime() + 1), to: new Date(now.getTime() + 1) };
  const tens = TENS.map(
    (n) => sql`count(*) filter (where r.created_at > ${ago(1 - n / 6)} and r.created_at <= ${ago(1 - (n + 1) / 6)})`,
  );
  return selectRows<HourOfOperator>(db)`
    select r.user_id as operator_id,
      count(*) filter (where r.created_at > ${ago(1)})::int as calls,
      count(*) filter (where r.created_at > ${ago(1)} and state.contactability)::int as contacted,
      array[${sql.join(tens)}]::int[] as ten_minutes,
      count(*) filter (where r.created_at <= ${ago(1)})::int as calls_before,
      count(*) filter (where r.created_at <= ${ago(1)} and state.contactability)::int as contacted_before
    from (${uncorrectedRegistrations(sql`${[...campaignIds]}::int[]`, cut)}) r join state on state.id = r.state_id
    group by 1`;
}

/** Of a campaign's day, or of an operator. `firstCalls`: first registrations of their call. */
type RecentCounts = { campaignId: number; calls: number; firstCalls: number; contacted: number; lastAt: Date };

/** Registrations per day since a day, and the last registration of each operator. */
async function selectRecentDays(db: Db, campaignIds: readonly number[], since: string) {
  const rows = await selectRows<RecentCounts & { day: string | null; operatorId: number | null }>(db)`
    select outcome_count.campaign_id, outcome_count.day::text, outcome_count.operator_id,
      sum(outcome_count.n)::int as calls, sum(outcome_count.n - outcome_count.again)::int as first_calls,
      coalesce(sum(outcome_count.n) filter (where state.contactability), 0)::int as contacted,
      max(outcome_count.last_at) as last_at
    from outcome_count join state on state.id = outcome_count.state_id
    where outcome_count.campaign_id = any(${[...campaignIds]}::int[]) and outcome_count.day >= ${since}::date
    group by grouping sets ((campaign_id, day), (campaign_id, operator_id))`;
  return {
    days: rows.flatMap(({ campaignId, day, calls, firstCalls, contacted }) =>
      day === null ? [] : [{ campaignId, day, calls, firstCalls, contacted }],
    ),
    last: rows.flatMap(({ campaignId, operatorId, lastAt }) =>
      operatorId === null ? [] : [{ campaignId, operatorId, lastAt }],
    ),
  };
}

type AudienceOfOperator = OpenCalls & { called: number };
const withCalled = sql`
  left join call_figure f on f.campaign_id = t.campaign_id and f.operator_id = t.operator_id and f.figure = 'called'`;

const selectAudiences = (db: Db, campaignIds: readonly number[]) =>
  selectRows<AudienceOfOperator>(db)`
    select t.*, coalesce(f.n, 0)::int as called
    from (${openCalls(sql`${[...campaignIds]}::int[]`)}) t ${withCalled}`;

type OwnCalls = { campaignId: number; operatorId: number };

/** Operators with a call whose retry pause is over: one index probe for each operator and state. */
const selectRested = (db: Db, among: readonly OwnCalls[], rules: CallingRules, now: Date) =>
  selectRows<OwnCalls>(db)`
    select distinct t.campaign_id, t.operator_id
    from ${givenRows(among, { campaignId: 'int', operatorId: 'int' })}
    join call_total t using (campaign_id, operator_id)
    join campaign on campaign.id = t.campaign_id
    join state on state.id = t.state_id and state.callback
    where t.n > 0 and exists (
      select from call
      where ${inJoinedCampaign} and call.operator_id = t.operator_id and call.state_id = t.state_id and not call.blocked
        and ${mayBeCalledAgain(rules, now)} and ${isWithinLimits({ rules, countsAcross: false }, now)})`;

interface CallbacksOfOperator {
  campaignId: number;
  /** Null: unassigned. */
  operatorId: number | null;
  overdue: number;
  /** Due before `until`. */
  coming: number;
  oldestAt: Date;
}

/** Dated callbacks until a moment: few (each is entered by hand), and indexed. */
const selectCallbackLoad = (db: Db, campaignIds: readonly number[], now: Date, until: Date) =>
  selectRows<CallbacksOfOperator>(db)`
    select campaign.id as campaign_id, due.operator_id, count(*) filter (where due.callback_at <= ${now})::int as overdue,
      count(*) filter (where due.callback_at > ${now})::int as coming, min(due.callback_at) as oldest_at
    from campaign cross join lateral (
      select call.operator_id, call.callback_at from call
      where ${inJoinedCampaign} and call.callback_at is not null and call.callback_at < ${until}
        and not call.blocked and not call.invalid
    ) due
    where campaign.id = any(${[...campaignIds]}::int[])
    group by 1, 2`;

type CurrentCall = { userId: number; campaignId: number; heldAt: Date; isHeld: boolean };

/** The last call each user held, and whether they still hold it. */
const selectCurrentCalls = (db: Db, campaignIds: readonly number[], userIds: readonly number[], now: Date) =>
  selectRows<CurrentCall>(db)`
    select current_call.user_id, current_call.campaign_id, current_call.held_at, held.id is not null as is_held
    from operator_current_call current_call join campaign on campaign.id = current_call.campaign_id
    left join lateral (
      select call.id from call
      where call.id = current_call.held_call_id and ${inJoinedCampaign} and call.hold_by = current_call.user_id and call.hold_until > ${now}
    ) held on true
    where current_call.held_at is not null and current_call.user_id = any(${[...userIds]}::int[]) and current_call.campaign_id = any(${[...campaignIds]}::int[])`;
