import type { StateActions } from '@campanero/contract/configuration/state-groups';
import { productDay } from '@campanero/contract/shared/dates';
import type { Span } from '@campanero/contract/shared/span';
import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import { isWithinDays, splitSpan, standingRegistrations, type Cut, type WholeDays } from './span.ts';

/** Registrations of a user on a day whose states have the same actions. */
interface OperatorDay extends StateActions {
  operatorId: number;
  day: string;
  n: number;
  firstAt: Date;
  lastAt: Date;
}

interface AskedDays {
  span: Span;
  /** Of everybody, or of one. */
  operatorId?: number;
  /** In all, or in these. */
  campaigns?: readonly number[] | undefined;
}

/**
 * What users registered, day by day. A row may count 0 registrations, when all of them were corrected to another state: its
 * hours count nevertheless.
 */
export async function selectOperatorDays(db: Db, asked: AskedDays): Promise<OperatorDay[]> {
  const { days, cuts } = splitSpan(asked.span);
  const parts = await Promise.all([
    ...(days ? [selectWholeDays(db, asked, days)] : []),
    ...cuts.map((cut) => selectCutDay(db, asked, cut)),
  ]);
  return parts.flat();
}

const isAsked = ({ operatorId, campaigns }: AskedDays) => sql<boolean>`true
  ${operatorId === undefined ? sql`` : sql`and operator_id = ${operatorId}`}
  ${campaigns ? sql`and campaign_id = any(${[...campaigns]}::bigint[])` : sql``}`;

async function selectWholeDays(db: Db, asked: AskedDays, days: WholeDays): Promise<OperatorDay[]> {
  const { rows } = await sql<OperatorDay>`
    select operator_id, day::text, state.effectiveness, state.contactability, state.callback, sum(n)::int as n,
      min(first_at) as first_at, max(last_at) as last_at
    from outcome_count join state on state.id = outcome_count.state_id
    where ${isWithinDays(days)} and ${isAsked(asked)}
    group by 1, 2, 3, 4, 5`.execute(db);
  return rows;
}

/**
 * History has no index by user: the counters of that day say in which campaigns to look. A corrected registration counts with
 * the outcome of its last correction, on its own moment.
 */
async function selectCutDay(db: Db, asked: AskedDays, { from, to }: Cut): Promise<OperatorDay[]> {
  const day = productDay(from);
  const { rows: worked } = await sql<{ campaigns: number[] }>`
    select array(select distinct campaign_id from outcome_count where day = ${day} and ${isAsked(asked)}) as campaigns`.execute(
    db,
  );
  const there = sql`${worked[0]!.campaigns}::int[]`;
  const only = asked.operatorId === undefined ? sql`true` : sql`h.user_id = ${asked.operatorId}`;
  const { rows } = await sql<OperatorDay>`
    select outcome.user_id as operator_id, ${day} as day, state.effectiveness, state.contactability, state.callback,
      count(*)::int as n, min(outcome.created_at) as first_at, max(outcome.created_at) as last_at
    from (${standingRegistrations(there, { from, to }, only)}) outcome
    join state on state.id = outcome.state_id
    group by 1, 3, 4, 5`.execute(db);
  return rows;
}
