import { shiftDay } from '@campanero/contract/calls/calling-hours';
import { productDay } from '@campanero/contract/shared/dates';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { hasRows, selectColumn, selectRow, selectRows, selectValue } from '../../db/select.ts';
import { containsText } from '../../db/text.ts';
import type { CallFilter } from './filter.ts';
import { openCalls } from './open-calls.ts';
import { readCallingHours, selectPaces, type Pace } from './work-spans.ts';
import { fullName } from '../../db/product-sql.ts';

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

/** Unassigned and not blocked: what Segmentar can assign. */
export async function countFreeCalls(db: Db, campaignId: number): Promise<number> {
  const [n = 0] = await selectColumn<number>(db)`
    select n from call_figure where campaign_id = ${campaignId} and operator_id = 0 and figure = 'free'`;
  return n;
}

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
  const total = states.reduce((sum, { count }) => sum + count, 0);
  return { total, called, pending: total - called, unassigned, states };
}

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
