import { PENDING_STATE } from '@campanero/contract/configuration/schemas';
import { type RawBuilder, rulesOfCampaign, sql } from '../../db/index.ts';
import { inJoinedCampaign } from '../range.ts';

/** Calls of an operator in a campaign; operator 0: unassigned calls. */
export interface OpenCalls {
  campaignId: number;
  operatorId: number;
  total: number;
  /** Never called and not blocked. */
  neverCalled: number;
  /** Never called or to be called again with attempts left, and not blocked. */
  toCall: number;
}

const isNeverCalled = sql`state.id = ${sql.lit(PENDING_STATE)}`;
const isOpenState = sql<boolean>`(${isNeverCalled} or state.callback)`;

/** Maximum of attempts per call by the campaign's rules; null: unlimited. */
const ATTEMPTS = sql`(${rulesOfCampaign} ->> 'attemptsInAll')::int`;

// `campaigns`: an expression of type int[]. Blocked calls and those without attempts left are subtracted from the counters in
// one statement, so that no call is subtracted that was not counted.
export const openCalls = (campaigns: RawBuilder<unknown>, operatorId?: number): RawBuilder<unknown> => {
  const own = (column: RawBuilder<unknown>) => (operatorId === undefined ? sql`` : sql`and ${column} = ${operatorId}`);
  return sql`
    select counted.campaign_id, counted.operator_id, counted.total,
      greatest(0, counted.never_called - coalesce(barred.never_called, 0))::int as never_called,
      greatest(0, counted.open - coalesce(barred.open, 0) - coalesce(spent.open, 0))::int as to_call
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
        where ${inJoinedCampaign} and call.blocked ${own(sql`call.operator_id`)}
      ) blocked join state on state.id = blocked.state_id and ${isOpenState}
      where campaign.id = any(${campaigns}) group by 1, 2
    ) barred using (campaign_id, operator_id)
    left join (
      select campaign.id as campaign_id, coalesce(tried.operator_id, 0) as operator_id, count(*) as open
      from campaign join state on ${isOpenState} cross join lateral (
        select call.operator_id from call
        where ${inJoinedCampaign} and call.state_id = state.id and not call.blocked and call.call_count >= ${ATTEMPTS}
          ${own(sql`call.operator_id`)}
      ) tried
      where campaign.id = any(${campaigns}) and ${ATTEMPTS} is not null group by 1, 2
    ) spent using (campaign_id, operator_id)`;
};
