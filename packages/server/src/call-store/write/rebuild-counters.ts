import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { moveCounters } from '../counters.ts';
import { inCampaign } from '../range.ts';
import {
  recountCounters,
  recountWorkHours,
  type CounterDifferences,
  type OutcomeDifference,
  type WorkHoursDifference,
} from '../read/recount.ts';
import type { CampaignDifferences, LockedCampaign } from '../read/recount-campaign.ts';
import { recountAgain, recountCalls, type AgainDifference, type CallDifference } from '../read/recount-calls.ts';
import { confirm, type RepairReport } from './confirm.ts';
import { productDate } from '../../db/product-sql.ts';

/**
 * Puts the counters of one campaign right while people work in it. The differences are added to the counters, never written over
 * them: what others change at the same time changes calls and counters alike and leaves the difference as it is. So nobody who
 * registers waits longer than for the counters of one statement; only a change of the campaign itself waits for the recount.
 * Answers what it put right.
 */
export async function rebuildCounters(
  trx: Trx,
  campaign: LockedCampaign,
  report: RepairReport,
): Promise<Pick<CampaignDifferences, 'calls' | 'again' | 'counters'>> {
  const calls = await rebuildCalls(trx, campaign, report);
  const again = await rebuildAgain(trx, campaign, report);
  const counters = await confirmCounters(trx, campaign, report);
  const { totals, figures, outcomes } = counters;
  const missing = <D extends { kept: number; counted: number }>(rows: readonly D[]) =>
    rows.map(({ kept, counted, ...key }) => ({ ...key, campaignId: campaign.id, delta: counted - kept }));
  await moveCounters(trx, { totals: missing(totals), figures: missing(figures) });
  await addOutcomes(trx, campaign.id, outcomes);
  return { calls, again, counters };
}

/** A difference is the same number whatever others change meanwhile: two counts that disagree have found none. */
async function confirmCounters(trx: Trx, campaign: LockedCampaign, report: RepairReport): Promise<CounterDifferences> {
  const first = await recountCounters(trx, campaign);
  if (Object.values(first).every((list) => list.length === 0)) return first;
  await report.found({ counters: first });
  const second = await recountCounters(trx, campaign);
  const delta = <D extends { kept: number; counted: number }>({ kept, counted, ...key }: D) => [key, counted - kept];
  const totals = confirm(first.totals, second.totals, delta);
  const figures = confirm(first.figures, second.figures, delta);
  const outcomes = confirm(first.outcomes, second.outcomes, ({ operatorId, day, stateId, affinity, kept, counted }) => [
    [operatorId, day, stateId, affinity],
    [counted.n - kept.n, counted.again - kept.again, counted.interested - kept.interested],
  ]);
  await report.unconfirmed({ counters: { totals: totals.rest, figures: figures.rest, outcomes: outcomes.rest } });
  return { totals: totals.confirmed, figures: figures.confirmed, outcomes: outcomes.confirmed };
}

/**
 * Locked first and counted by a later statement, so that a registration in between is not lost. Only the calls are written: the
 * counters follow from the recount after it.
 */
async function rebuildCalls(trx: Trx, campaign: LockedCampaign, report: RepairReport): Promise<CallDifference[]> {
  const suspects = await recountCalls(trx, campaign);
  if (suspects.length === 0) return [];
  await report.found({ calls: suspects });
  await sql`
    select from call where id = any(${suspects.map(({ id }) => id)}::bigint[]) and ${inCampaign(campaign)}
    order by id for update`.execute(trx);
  const { confirmed: wrong, rest } = confirm(suspects, await recountCalls(trx, campaign), (call) => call);
  await report.unconfirmed({ calls: rest });
  const of = <T>(fact: (call: CallDifference) => T) => wrong.map(fact);
  await sql`
    update call set call_count = given.n, substate_id = given.substate_id, affinity = nullif(given.affinity, 0),
      state_id = case when call.invalid then call.state_id else given.state_id end,
      state_before_invalid = case when call.invalid then given.state_id end, version = call.version + 1
    from unnest(${of(({ id }) => id)}::bigint[], ${of(({ counted }) => counted.calls)}::int[],
      ${of(({ counted }) => counted.stateId)}::smallint[], ${of(({ counted }) => counted.substateId)}::smallint[],
      ${of(({ counted }) => counted.affinity)}::smallint[]) as given (id, n, state_id, substate_id, affinity)
    where call.id = given.id and ${inCampaign(campaign)}`.execute(trx);
  return wrong;
}

/** Later entries do not move the place of those that are there, so nobody has to wait for this. */
async function rebuildAgain(trx: Trx, campaign: LockedCampaign, report: RepairReport): Promise<AgainDifference[]> {
  const first = await recountAgain(trx, campaign);
  if (first.length === 0) return [];
  await report.found({ again: first });
  const { confirmed: wrong, rest } = confirm(first, await recountAgain(trx, campaign), (entry) => entry);
  await report.unconfirmed({ again: rest });
  if (wrong.length > 0)
    await sql`
      select set_history_again(${wrong.map(({ id }) => id)}::bigint[], ${wrong.map(({ counted }) => counted)}::boolean[])`.execute(
      trx,
    );
  return wrong;
}

/** Existing rows first, in key order; only then those that are missing: their values are never negative. */
async function addOutcomes(trx: Trx, campaignId: number, rows: readonly OutcomeDifference[]): Promise<void> {
  if (rows.length === 0) return;
  const given = sql`unnest(${rows.map((row) => row.operatorId)}::int[], ${rows.map((row) => row.day)}::date[],
    ${rows.map((row) => row.stateId)}::int[], ${rows.map((row) => row.affinity)}::int[],
    ${rows.map(({ kept, counted }) => counted.n - kept.n)}::int[],
    ${rows.map(({ kept, counted }) => counted.again - kept.again)}::int[],
    ${rows.map(({ kept, counted }) => counted.interested - kept.interested)}::int[],
    ${rows.map((row) => row.firstAt)}::timestamptz[], ${rows.map((row) => row.lastAt)}::timestamptz[])
    as given (operator_id, day, state_id, affinity, n, again, interested, first_at, last_at)`;
  await sql`
    with locked as (
      select given.* from outcome_count join ${given} using (operator_id, day, state_id, affinity)
      where outcome_count.campaign_id = ${campaignId} order by 1, 2, 3, 4 for update of outcome_count
    )
    update outcome_count t set n = t.n + locked.n, again = t.again + locked.again, interested = t.interested + locked.interested
    from locked where t.campaign_id = ${campaignId}
      and (t.operator_id, t.day, t.state_id, t.affinity) = (locked.operator_id, locked.day, locked.state_id, locked.affinity)`.execute(
    trx,
  );
  await sql`
    insert into outcome_count as t (campaign_id, operator_id, day, state_id, affinity, n, again, interested, first_at, last_at)
    select ${campaignId}, given.* from ${given}
    where given.n > 0 and not exists (
      select from outcome_count o where o.campaign_id = ${campaignId}
        and (o.operator_id, o.day, o.state_id, o.affinity) = (given.operator_id, given.day, given.state_id, given.affinity))
    order by 2, 3, 4, 5
    on conflict (campaign_id, operator_id, day, state_id, affinity) do update
      set n = t.n + excluded.n, again = t.again + excluded.again, interested = t.interested + excluded.interested`.execute(
    trx,
  );
}

/**
 * Writes the first and last registration of each operator's day anew, for days on which they are wrong. Hours cannot be added to, so
 * this needs the campaign to itself, for as long as two counts take; it is called only when some are wrong. Answers which were.
 */
export async function rebuildWorkHours(
  trx: Trx,
  campaign: LockedCampaign,
  report: RepairReport,
): Promise<WorkHoursDifference[]> {
  const first = await recountWorkHours(trx, campaign);
  if (first.length === 0) return [];
  await report.found({ workHours: first });
  const { confirmed: workHours, rest } = confirm(first, await recountWorkHours(trx, campaign), (day) => day);
  await report.unconfirmed({ workHours: rest });
  if (workHours.length === 0) return [];
  const days = sql`unnest(${workHours.map((row) => row.operatorId)}::int[], ${workHours.map((row) => row.day)}::date[])
    as given (operator_id, day)`;
  await sql`
    delete from outcome_count t using ${days}
    where t.campaign_id = ${campaign.id} and t.n = 0 and t.operator_id = given.operator_id and t.day = given.day`.execute(
    trx,
  );
  await sql`
    with hours as (
      select user_id as operator_id, ${productDate('created_at')} as day,
        min(created_at) as first_at, max(created_at) as last_at
      from call_history where campaign_id = ${campaign.id} and corrects_id is null group by 1, 2
    )
    update outcome_count t set first_at = hours.first_at, last_at = hours.last_at
    from hours join ${days} using (operator_id, day)
    where t.campaign_id = ${campaign.id} and t.operator_id = hours.operator_id and t.day = hours.day`.execute(trx);
  return workHours;
}
