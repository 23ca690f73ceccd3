import { selectRows, type Trx } from '../../db/index.ts';

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
