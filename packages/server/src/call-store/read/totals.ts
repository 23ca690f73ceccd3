import { shiftDay } from '@campanero/contract/calls/calling-hours';
import { PENDING_STATE } from '@campanero/contract/configuration/schemas';
import { productDay } from '@campanero/contract/shared/dates';
import {
  containsText,
  type Db,
  fullName,
  hasRows,
  type RawBuilder,
  rulesOfCampaign,
  selectColumn,
  selectRow,
  selectRows,
  selectValue,
  sql,
  type Trx,
} from '../../db/index.ts';
import { type CallRange, inCampaign, inJoinedCampaign } from '../range.ts';
import type { CallFilter } from './filter.ts';
import { cachePerDay, readCallingHours, selectPaces, type Pace } from './work-spans.ts';

/** Filters that counters can answer: a few rows whatever the size of the audience. */
type CounterFilter = Pick<CallFilter, 'states' | 'operators'>;

function counterConditions({ states, operators }: CounterFilter): RawBuilder<unknown> {
  const inStates = states ? sql`and call_total.state_id = any(${[...states]}::bigint[])` : sql``;
  const ofOperators = operators ? sql`and call_total.operator_id = any(${[...operators]}::bigint[])` : sql``;
  return sql`${inStates} ${ofOperators}`;
}

export const sumTotals = (db: Db, campaignId: number, filter: CounterFilter) =>
  selectValue<number>(db)`
    select coalesce(sum(call_total.n), 0)::bigint as n from call_total
    where call_total.campaign_id = ${campaignId} ${counterConditions(filter)}`;

/** `free`: unassigned, not blocked and not in reserve, what Segmentar can assign. `reserve`: not in the campaign's sample. */
export async function countUnassigned(db: Db | Trx, campaignId: number, figure: 'free' | 'reserve'): Promise<number> {
  const [n = 0] = await selectColumn<number>(db)`
    select n from call_figure where campaign_id = ${campaignId} and operator_id = 0 and figure = ${figure}`;
  return n;
}

/** Calls of each section, largest first; sections of one name with their district. */
export const selectReserveBySection = (db: Db | Trx, campaign: CallRange) =>
  selectRows<{ name: string | null; inUse: number; inReserve: number }>(db)`
    select section.display || case when count(*) over (partition by section.display) > 1 then ' (' || district.display || ')' else '' end
      as name, counted.in_use, counted.in_reserve
    from (
      select call.section_id, count(*) filter (where not call.in_reserve)::int as in_use,
        count(*) filter (where call.in_reserve)::int as in_reserve
      from call where ${inCampaign(campaign)} group by 1
    ) counted
    left join location_section section on section.id = counted.section_id
    left join location_district district on district.id = section.district_id
    order by counted.in_use + counted.in_reserve desc, section.display collate "es-x-icu", counted.section_id`;

export const hasOwnCalls = (trx: Trx, campaignId: number, userId: number) =>
  hasRows(trx)`
    select from call_total where campaign_id = ${campaignId} and operator_id = ${userId} and n > 0 limit 1`;

/** States, substates and operators whose names contain the text; states and operators only with calls in the campaign. */
export async function findIdsByName(db: Db, campaignId: number, typed: string) {
  const userName = fullName('u');
  const here = sql`call_total.campaign_id = ${campaignId} and call_total.n > 0`;
  return selectRow<{ states: number[]; substates: number[]; operators: number[] }>(db)`
    select
      array(select s.id::int from state s where ${containsText(sql.ref<string>('s.name'), typed)}
        and s.id in (select state_id from call_total where ${here}) order by 1) as states,
      array(select s.id::int from substate s where ${containsText(sql.ref<string>('s.name'), typed)} order by 1) as substates,
      array(select u.id from app_user u where ${containsText(userName, typed)}
        and u.id in (select operator_id from call_total where ${here}) order by 1) as operators`;
}

type StateCount = { id: number; name: string; color: string; count: number };

export async function selectProgress(db: Db, campaignId: number) {
  const states = await selectRows<StateCount>(db)`
    select state.id, state.name, state.color, sum(call_total.n)::int as count
    from call_total join state on state.id = call_total.state_id
    where call_total.campaign_id = ${campaignId}
    group by state.id having sum(call_total.n) > 0 order by count desc, state.id`;
  const { called, unassigned } = await selectRow<{ called: number; unassigned: number }>(db)`
    select coalesce((select sum(n) from call_figure where campaign_id = ${campaignId} and figure = 'called'), 0)::int as called,
      coalesce((select sum(n) from call_total where campaign_id = ${campaignId} and operator_id = 0), 0)::int as unassigned`;
  const reserve = await countUnassigned(db, campaignId, 'reserve');
  const total = states.reduce((sum, { count }) => sum + count, 0);
  return { total, called, pending: total - called, unassigned: unassigned - reserve, reserve, states };
}

const usedStatesOn = cachePerDay(
  (db, today, campaignId) =>
    selectColumn<number>(db)`
    select state_id from outcome_count
    where campaign_id = ${campaignId} and day < ${today}::date and day >= ${shiftDay(today, -PACE_DAYS)}::date
    group by state_id having sum(n) > 0 order by sum(n) desc, state_id`,
);
/** States registered in the last two weeks without today, most used first. A correction of those days changes them tomorrow. */
export const selectUsedStates = (db: Db, campaignId: number, now: Date): Promise<number[]> =>
  usedStatesOn(db, productDay(now), campaignId);

interface OperatorShare {
  id: number;
  name: string;
  assigned: number;
  pending: number;
  disable: boolean;
  isMember: boolean;
}

/** The last two weeks without today, which is not over. */
const PACE_DAYS = 14;
const NO_PACE = { pace: null, perDay: null };

/** The operators' calls and their pace in all campaigns (null without history), and the calling hours. */
export async function readShares(db: Db, campaignId: number, now: Date) {
  const shares = await selectOwnShares(db, campaignId);
  const today = productDay(now);
  const ids = shares.map(({ id }) => id);
  const paces: ReadonlyMap<number, Pace> = await selectPaces(db, ids, shiftDay(today, -PACE_DAYS), today);
  return {
    operators: shares.map((share) => ({ ...share, ...(paces.get(share.id) ?? NO_PACE) })),
    callingHours: await readCallingHours(db, today),
  };
}

/** The campaign's operators, and former ones who still have calls. `pending` counts what they can still call. */
const selectOwnShares = (db: Db, campaignId: number) =>
  selectRows<OperatorShare>(db)`
    with held as (
      ${openCalls(sql`${[campaignId]}::int[]`)}
    ), members as (select user_id from campaign_operator where campaign_id = ${campaignId})
    select u.id, ${fullName('u')} as name, coalesce(held.total, 0) as assigned,
      coalesce(held.to_call, 0) as pending, u.disabled as disable, members.user_id is not null as is_member
    from app_user u left join held on held.operator_id = u.id and held.total > 0
    left join members on members.user_id = u.id
    where held.operator_id is not null or members.user_id is not null
    order by u.first_name collate "es-x-icu", u.last_name collate "es-x-icu", u.id`;

/** Calls of an operator in a campaign; operator 0: unassigned calls. */
export interface OpenCalls {
  campaignId: number;
  operatorId: number;
  total: number;
  /** Never called, not blocked and not in reserve. */
  neverCalled: number;
  /** Never called or to be called again with attempts left, not blocked and not in reserve. */
  toCall: number;
}

const isNeverCalled = sql`state.id = ${sql.lit(PENDING_STATE)}`;
const isOpenState = sql<boolean>`(${isNeverCalled} or state.callback)`;

/** Maximum of attempts per call by the campaign's rules; null: unlimited. */
const ATTEMPTS = sql`(${rulesOfCampaign} ->> 'attemptsInAll')::int`;

// `campaigns`: an expression of type int[]. Blocked calls, those in reserve and those without attempts left are subtracted from the counters in
// one statement, so that no call is subtracted that was not counted. Attempts are read of calls to be called again only;
// without its `offset 0` PostgreSQL would read the whole campaign and join the states afterwards.
export const openCalls = (campaigns: RawBuilder<unknown>, operatorId?: number): RawBuilder<unknown> => {
  const own = (column: RawBuilder<unknown>) => (operatorId === undefined ? sql`` : sql`and ${column} = ${operatorId}`);
  return sql`
    select counted.campaign_id, counted.operator_id, counted.total,
      greatest(0, counted.never_called - coalesce(blocked_open.never_called, 0) - coalesce(reserve.n, 0))::int as never_called,
      greatest(0, counted.open - coalesce(blocked_open.open, 0) - coalesce(exhausted.open, 0) - coalesce(reserve.n, 0))::int as to_call
    from (
      select call_total.campaign_id, call_total.operator_id, sum(n)::int as total,
        coalesce(sum(n) filter (where ${isNeverCalled}), 0) as never_called,
        coalesce(sum(n) filter (where ${isOpenState}), 0) as open
      from call_total join state on state.id = call_total.state_id
      where call_total.campaign_id = any(${campaigns}) ${own(sql`call_total.operator_id`)} group by 1, 2
    ) counted
    left join (
      select campaign.id as campaign_id, coalesce(blocked.operator_id, 0) as operator_id,
        count(*) filter (where ${isNeverCalled}) as never_called, count(*) as open
      from campaign cross join lateral (
        select call.operator_id, call.state_id from call
        where ${inJoinedCampaign} and call.blocked and not call.in_reserve ${own(sql`call.operator_id`)}
      ) blocked join state on state.id = blocked.state_id and ${isOpenState}
      where campaign.id = any(${campaigns}) group by 1, 2
    ) blocked_open using (campaign_id, operator_id)
    left join (
      select campaign.id as campaign_id, coalesce(tried.operator_id, 0) as operator_id, count(*) as open
      from campaign join state on state.callback and not ${isNeverCalled} cross join lateral (
        select call.operator_id from call
        where ${inJoinedCampaign} and call.state_id = state.id and not call.blocked and call.call_count >= ${ATTEMPTS}
          ${own(sql`call.operator_id`)} offset 0
      ) tried
      where campaign.id = any(${campaigns}) and ${ATTEMPTS} is not null group by 1, 2
    ) exhausted using (campaign_id, operator_id)
    left join call_figure reserve on reserve.campaign_id = counted.campaign_id and reserve.operator_id = counted.operator_id
      and reserve.figure = 'reserve'`;
};

/** Registrations of one month of internal or external campaigns; `month` is YYYY-MM in UTC-3. */
export type MonthOutcomes = { month: string; external: boolean; total: number; contacted: number; effective: number };

/** From the counters, not from history: a corrected outcome counts as its correction. */
export const selectMonthlyOutcomes = (trx: Trx, fromDay: string) =>
  selectRows<MonthOutcomes>(trx)`
    select to_char(day, 'YYYY-MM') as month, external, sum(n)::float8 as total,
      coalesce(sum(n) filter (where contactability), 0)::float8 as contacted,
      coalesce(sum(n) filter (where effectiveness), 0)::float8 as effective
    from (
      select day, campaign_id, state_id, sum(n) as n from outcome_count where day >= ${fromDay} group by 1, 2, 3
    ) counted
    join campaign on campaign.id = counted.campaign_id
    join state on state.id = counted.state_id
    group by 1, 2`;

export const selectCallsBySide = (trx: Trx) =>
  selectRows<{ external: boolean; total: number }>(trx)`
    select external, sum(n)::float8 as total
    from call_total join campaign on campaign.id = call_total.campaign_id group by 1`;
