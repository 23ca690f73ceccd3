import type { StateActions } from '@campanero/contract/configuration/state-groups';
import { productDay } from '@campanero/contract/shared/dates';
import type { Span } from '@campanero/contract/shared/span';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { splitSpan, standingRegistrations, type Cut, type WholeDays } from './span.ts';
import { fullName, primaryRole } from '../../db/product-sql.ts';

/** Registrations whose states have the same actions. */
interface CountedOutcomes extends StateActions {
  n: number;
}

interface OperatorOutcomes extends CountedOutcomes {
  operatorId: number;
  name: string;
  /** The operator's present primary role; null without any role. */
  primary: number | null;
}

/** What every user registered on one day. */
export async function selectOperatorsOfDay(db: Db, day: string): Promise<OperatorOutcomes[]> {
  const { rows } = await sql<OperatorOutcomes>`
    select worked.*, ${fullName()} as name,
      ${primaryRole()} as primary
    from (
      select operator_id, state.effectiveness, state.contactability, state.callback, sum(n)::int as n
      from outcome_count join state on state.id = outcome_count.state_id
      where outcome_count.day = ${day} and n > 0 group by 1, 2, 3, 4
    ) worked join app_user on app_user.id = worked.operator_id`.execute(db);
  return rows;
}

interface OperatorDay extends CountedOutcomes {
  day: string;
  firstAt: Date;
  lastAt: Date;
}

/**
 * What one user registered, day by day, in these campaigns or in all. A row may count 0 registrations, when all of them were
 * corrected to another state: its hours count nevertheless.
 */
export async function selectOperatorDays(
  db: Db,
  operatorId: number,
  { span, campaigns }: { span: Span; campaigns?: readonly number[] | undefined },
): Promise<OperatorDay[]> {
  const { days, cuts } = splitSpan(span);
  const parts = await Promise.all([
    ...(days ? [selectWholeDays(db, operatorId, days, campaigns)] : []),
    ...cuts.map((cut) => selectCutDay(db, operatorId, cut, campaigns)),
  ]);
  return parts.flat();
}

const inCampaigns = (campaigns: readonly number[] | undefined) =>
  campaigns ? sql`and campaign_id = any(${[...campaigns]}::bigint[])` : sql``;

async function selectWholeDays(
  db: Db,
  operatorId: number,
  { from, to }: WholeDays,
  campaigns: readonly number[] | undefined,
): Promise<OperatorDay[]> {
  const { rows } = await sql<OperatorDay>`
    select day::text, state.effectiveness, state.contactability, state.callback, sum(n)::int as n,
      min(first_at) as first_at, max(last_at) as last_at
    from outcome_count join state on state.id = outcome_count.state_id
    where operator_id = ${operatorId} ${from ? sql`and day >= ${from}` : sql``} ${to ? sql`and day < ${to}` : sql``}
      ${inCampaigns(campaigns)}
    group by 1, 2, 3, 4`.execute(db);
  return rows;
}

/**
 * History has no index by user: the counters of that day say in which campaigns to look. A corrected registration counts with
 * the outcome of its last correction, on its own moment.
 */
async function selectCutDay(
  db: Db,
  operatorId: number,
  { from, to }: Cut,
  campaigns: readonly number[] | undefined,
): Promise<OperatorDay[]> {
  const day = productDay(from);
  const { rows: worked } = await sql<{ campaigns: number[] }>`
    select array(select distinct campaign_id from outcome_count
      where operator_id = ${operatorId} and day = ${day} ${inCampaigns(campaigns)}) as campaigns`.execute(db);
  const there = sql`${worked[0]!.campaigns}::int[]`;
  const { rows } = await sql<OperatorDay>`
    select ${day} as day, state.effectiveness, state.contactability, state.callback, count(*)::int as n,
      min(outcome.created_at) as first_at, max(outcome.created_at) as last_at
    from (${standingRegistrations(there, { from, to }, sql`h.user_id = ${operatorId}`)}) outcome
    join state on state.id = outcome.state_id
    group by 2, 3, 4`.execute(db);
  return rows;
}
