import { DAY_PARTS } from '@campanero/contract/calls/retry';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { type Db, productDate, productTime, selectRows, sql, type Trx } from '../../db/index.ts';
import type { Figure } from '../counters.ts';
import { lockCampaignShared, type CampaignLock } from '../locks.ts';
import { inCampaign, type CallRange } from '../range.ts';
import { isFrozenRight } from './figures.ts';
import { uncorrectedRegistrations } from './span.ts';

// Each count is one snapshot, so a difference found online is real, except at the end of a load: hold the campaign's shared
// lock to be sure.
export interface CounterDifferences {
  totals: TotalDifference[];
  figures: FigureDifference[];
  outcomes: OutcomeDifference[];
}

interface Difference {
  /** 0: no operator. */
  operatorId: number;
  kept: number;
  counted: number;
}
type TotalDifference = Difference & { stateId: number };
type FigureDifference = Difference & { figure: Figure };
/** Registrations of one operator, day and outcome; `again` and `interested` are parts of `n`. */
export interface OutcomeDifference {
  operatorId: number;
  day: string;
  stateId: number;
  /** 0: none given. */
  affinity: number;
  kept: OutcomeParts;
  counted: OutcomeParts;
  /** Of the counted registrations; null if there are none. */
  firstAt: Date | null;
  lastAt: Date | null;
}
type OutcomeParts = { n: number; again: number; interested: number };
type WorkHoursDifference = { operatorId: number; day: string };

export async function recountCounters(db: Db | Trx, campaign: CallRange): Promise<CounterDifferences> {
  return {
    totals: await recountTotals(db, campaign),
    figures: await recountFigures(db, campaign),
    outcomes: await recountOutcomes(db, campaign),
  };
}

const recountTotals = (db: Db | Trx, campaign: CallRange) =>
  selectRows<TotalDifference>(db)`
    select operator_id, state_id, coalesce(kept.n, 0) as kept, coalesce(counted.n, 0) as counted
    from (select operator_id, state_id, n from call_total where campaign_id = ${campaign.id}) kept
    full join (
      select coalesce(operator_id, 0) as operator_id, state_id, count(*)::int as n
      from call where ${inCampaign(campaign)} group by 1, 2) counted using (operator_id, state_id)
    where coalesce(kept.n, 0) <> coalesce(counted.n, 0) order by 1, 2`;

const recountFigures = (db: Db | Trx, campaign: CallRange) =>
  selectRows<FigureDifference>(db)`
    select operator_id, figure, coalesce(kept.n, 0) as kept, coalesce(counted.n, 0) as counted
    from (select operator_id, figure, n from call_figure where campaign_id = ${campaign.id}) kept
    full join (
      select coalesce(operator_id, 0) as operator_id, figure, count(*)::int as n
      from call, lateral (values ('called', call_count > 0), ('recalled', call_count > 1), ('interested', interested),
        ('affinity_1', affinity = 1), ('affinity_2', affinity = 2), ('affinity_3', affinity = 3),
        ('free', operator_id is null and not blocked and not in_reserve), ('reserve', in_reserve)) as figures (figure, applies)
      where ${inCampaign(campaign)} and applies group by 1, 2) counted using (operator_id, figure)
    where coalesce(kept.n, 0) <> coalesce(counted.n, 0) order by 1, 2`;

const EVER = { from: new Date(0), to: new Date('9999-01-01T00:00:00Z') };
const DAY = productDate('created_at');

const recountOutcomes = (db: Db | Trx, campaign: CallRange) =>
  selectRows<OutcomeDifference>(db)`
    with registration as (
      select call_id, user_id, created_at, state_id, affinity,
        row_number() over (partition by call_id order by created_at, registration_id) > 1 as again
      from (${uncorrectedRegistrations(sql`array[${campaign.id}]::int[]`, EVER)}) standing
    ), counted as (
      select user_id as operator_id, ${productDate('registration.created_at')} as day,
        registration.state_id, coalesce(registration.affinity, 0) as affinity, count(*)::int as n,
        count(*) filter (where registration.again)::int as again, count(*) filter (where call.interested)::int as interested,
        min(registration.created_at) as first_at, max(registration.created_at) as last_at
      from registration left join call on call.id = registration.call_id and ${inCampaign(campaign)}
      group by 1, 2, 3, 4
    ), kept as (
      select operator_id, day, state_id, affinity, n, again, interested from outcome_count where campaign_id = ${campaign.id}
    )
    select operator_id, day::text, state_id, affinity, counted.first_at, counted.last_at,
      jsonb_build_object('n', coalesce(kept.n, 0), 'again', coalesce(kept.again, 0), 'interested', coalesce(kept.interested, 0))
        as kept,
      jsonb_build_object('n', coalesce(counted.n, 0), 'again', coalesce(counted.again, 0),
        'interested', coalesce(counted.interested, 0)) as counted
    from kept full join counted using (operator_id, day, state_id, affinity)
    where (coalesce(kept.n, 0), coalesce(kept.again, 0), coalesce(kept.interested, 0))
      <> (coalesce(counted.n, 0), coalesce(counted.again, 0), coalesce(counted.interested, 0))
    order by 1, 2, 3, 4`;

/** By operator and day: a correction leaves the times on the row of the outcome it replaced. */
export const recountWorkHours = (db: Db | Trx, { id }: CallRange) =>
  selectRows<WorkHoursDifference>(db)`
    select operator_id, day::text from (
      select operator_id, day, min(first_at) as first_at, max(last_at) as last_at
      from outcome_count where campaign_id = ${id} group by 1, 2) kept
    full join (
      select user_id as operator_id, ${DAY} as day, min(created_at) as first_at, max(created_at) as last_at
      from call_history where campaign_id = ${id} and corrects_id is null group by 1, 2) counted using (operator_id, day)
    where (kept.first_at, kept.last_at) is distinct from (counted.first_at, counted.last_at)
    order by 1, 2`;

/** What a call stores of its history: number of registrations, and the outcome of the last one after corrections. */
interface CallFacts {
  calls: number;
  /** On an invalid call, the state before. */
  stateId: number;
  substateId: number | null;
  /** 0: none given. */
  affinity: number;
}
export type CallDifference = { id: number; number: number; kept: CallFacts; counted: CallFacts };

/** The registrations of a campaign in one pass: each with its rank from the call's last one, and the call's number of them. */
const placedRegistrations = ({ id }: CallRange) => sql`
  select id, call_id, state_id, substate_id, affinity, again, count(*) over (partition by call_id)::int as n,
    row_number() over (partition by call_id order by created_at desc, id desc)::int as from_last
  from call_history where campaign_id = ${id} and corrects_id is null`;

/** Corrections are few: read once instead of a lookup per registration. */
const corrections = ({ id }: CallRange) => sql`
  select id, corrects_id, state_id, substate_id, affinity, again
  from call_history where campaign_id = ${id} and corrects_id is not null`;

/** Calls that differ from their history. A call without registrations is Pendiente (1). */
export const recountCalls = (db: Db | Trx, campaign: CallRange) =>
  selectRows<CallDifference>(db)`
    with recursive correction as materialized (${corrections(campaign)}), outcome as (
      select id, call_id, n, state_id, substate_id, affinity from (${placedRegistrations(campaign)}) placed where from_last = 1
      union all
      select correction.id, outcome.call_id, outcome.n, correction.state_id, correction.substate_id, correction.affinity
      from outcome join correction on correction.corrects_id = outcome.id
    ), standing as (
      select * from outcome where not exists (select from correction where correction.corrects_id = outcome.id)
    ), compared as (
      select call.id, call.number, call.call_count, coalesce(standing.n, 0) as n,
        case when call.invalid then coalesce(call.state_before_invalid, 1) else call.state_id end as state_id,
        coalesce(standing.state_id, 1) as standing_state, call.substate_id, standing.substate_id as standing_substate,
        coalesce(call.affinity, 0) as affinity, coalesce(standing.affinity, 0) as standing_affinity
      from call left join standing on standing.call_id = call.id where ${inCampaign(campaign)}
    )
    select id, number,
      jsonb_build_object('calls', call_count, 'stateId', state_id, 'substateId', substate_id, 'affinity', affinity) as kept,
      jsonb_build_object('calls', n, 'stateId', standing_state, 'substateId', standing_substate, 'affinity', standing_affinity)
        as counted
    from compared
    where (call_count, state_id, affinity) <> (n, standing_state, standing_affinity)
      or substate_id is distinct from standing_substate
    order by id`;

export interface AgainDifference {
  /** Of the history entry. */
  id: number;
  callId: number;
  counted: boolean;
}

/** Entries whose `again` differs from the order of registrations; a correction has that of its registration. */
export const recountAgain = (db: Db | Trx, campaign: CallRange) =>
  selectRows<AgainDifference>(db)`
    with recursive correction as materialized (${corrections(campaign)}), entry as (
      select id, call_id, again, from_last < n as counted from (${placedRegistrations(campaign)}) placed
      union all
      select correction.id, entry.call_id, correction.again, entry.counted
      from entry join correction on correction.corrects_id = entry.id
    )
    select id, call_id, counted from entry where again <> counted order by id`;

/** Bit of the part of the day of an entry. */
const bit = sql.join(
  DAY_PARTS.map(
    ({ fromHour }, place) => sql`when entry.hour >= ${sql.lit(fromHour)} then ${sql.lit(2 ** place)}`,
  ).toReversed(),
  sql` `,
);

/** Calls whose `tried_parts` differ from their history, with the right value. */
export const findWrongTries = (db: Db | Trx, campaign: CallRange) =>
  selectRows<{ id: number; counted: number }>(db)`
    select call.id, coalesce(counted.parts, 0) as counted
    from call left join (
      select entry.call_id, bit_or(case ${bit} end)::int as parts
      from (
        select call_id, extract(hour from ${productTime('created_at')}) as hour
        from call_history where campaign_id = ${campaign.id} and corrects_id is null) entry
      group by 1) counted on counted.call_id = call.id
    where ${inCampaign(campaign)} and call.tried_parts <> coalesce(counted.parts, 0) order by call.id`;

export type RecountedCampaign = CallRange & { name: string; status: CampaignStatus };

export interface CampaignDifferences {
  counters: CounterDifferences;
  workHours: WorkHoursDifference[];
  calls: CallDifference[];
  again: AgainDifference[];
  /** Calls with wrong `tried_parts`. */
  tries: { id: number }[];
  areFrozenFiguresWrong: boolean;
}

/** Read under the lock: range and status do not change until the end of the transaction. */
export type LockedCampaign = RecountedCampaign & { readonly lock: CampaignLock };

const selectCampaigns = (db: Db | Trx) => db.selectFrom('campaign').select(['id', 'name', 'status', 'idLo', 'idHi']);

export const listRecountedCampaigns = (db: Db): Promise<RecountedCampaign[]> =>
  selectCampaigns(db).orderBy('id').execute();

/** Reads the campaign again under its lock: a first load assigns the range, and with a stale range correct counters look wrong. */
export async function lockToRecount(
  trx: Trx,
  campaignId: number,
  takeLock: (trx: Trx, campaignId: number) => Promise<CampaignLock> = lockCampaignShared,
): Promise<LockedCampaign> {
  const lock = await takeLock(trx, campaignId);
  return { ...(await selectCampaigns(trx).where('id', '=', campaignId).executeTakeFirstOrThrow()), lock };
}

/** The same connection if there is no replica. */
export interface RecountDbs {
  /** May be a replica, which does not know the primary's locks. */
  server: Db;
  primary: Db;
}

/** Differences are counted again under the campaign's lock, so that a load that is ending is not one. Undefined: none. */
export async function recountCampaign({ server, primary }: RecountDbs, campaign: RecountedCampaign) {
  const isSuspect = differs(await server.transaction().execute((trx) => recount(trx, campaign)));
  if (!isSuspect) return undefined;
  const found = await primary.transaction().execute(async (trx) => recount(trx, await lockToRecount(trx, campaign.id)));
  return differs(found) ? found : undefined;
}

const recount = async (trx: Trx, campaign: RecountedCampaign): Promise<CampaignDifferences> => ({
  counters: await recountCounters(trx, campaign),
  workHours: await recountWorkHours(trx, campaign),
  calls: await recountCalls(trx, campaign),
  again: await recountAgain(trx, campaign),
  tries: keepsTries(campaign) ? await findWrongTries(trx, campaign) : [],
  areFrozenFiguresWrong: await areFrozenFiguresWrong(trx, campaign),
});

const differs = ({ counters, areFrozenFiguresWrong: isWrong, ...lists }: CampaignDifferences) =>
  isWrong || [...Object.values(counters), ...Object.values(lists)].some((list) => list.length > 0);

/** Finished campaigns make no calls, and those of older versions have no `tried_parts`. */
export const keepsTries = ({ status }: RecountedCampaign) => status !== 'FINALIZADA';

export const areFrozenFiguresWrong = async (trx: Trx, { id, status }: RecountedCampaign) =>
  status === 'FINALIZADA' && !(await isFrozenRight(trx, id));
