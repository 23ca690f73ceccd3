import { type Db, productDate, selectRows, sql, type Trx } from '../../db/index.ts';
import type { Figure } from '../counters.ts';
import { inCampaign, type CallRange } from '../range.ts';
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
export type WorkHoursDifference = { operatorId: number; day: string };

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
        ('free', operator_id is null and not blocked)) as figures (figure, applies)
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
