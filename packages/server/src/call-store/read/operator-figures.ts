import type { StateActions } from '@campanero/contract/configuration/state-groups';
import { productDay } from '@campanero/contract/shared/dates';
import type { Span } from '@campanero/contract/shared/span';
import { type Db, selectRows, selectValue, sql } from '../../db/index.ts';
import { isWithinDays, splitSpan, uncorrectedRegistrations, type Cut, type WholeDays } from './span.ts';

/** Registrations of a user on a day, grouped by the flags of their states. */
type OperatorDay = StateActions & { operatorId: number; day: string; n: number; firstAt: Date; lastAt: Date };

type OperatorDaysQuery = { span: Span; operatorId?: number; campaigns?: readonly number[] | undefined };

/** A row may have n = 0 if all its registrations were corrected to another state: its first and last time still count. */
export async function selectOperatorDays(db: Db, query: OperatorDaysQuery): Promise<OperatorDay[]> {
  const { days, cuts } = splitSpan(query.span);
  const parts = await Promise.all([
    ...(days ? [selectWholeDays(db, query, days)] : []),
    ...cuts.map((cut) => selectCutDay(db, query, cut)),
  ]);
  return parts.flat();
}

const isWanted = ({ operatorId, campaigns }: OperatorDaysQuery) => sql<boolean>`true
  ${operatorId === undefined ? sql`` : sql`and operator_id = ${operatorId}`}
  ${campaigns ? sql`and campaign_id = any(${[...campaigns]}::bigint[])` : sql``}`;

const selectWholeDays = (db: Db, query: OperatorDaysQuery, days: WholeDays) =>
  selectRows<OperatorDay>(db)`
    select operator_id, day::text, state.effectiveness, state.contactability, state.callback, sum(n)::int as n,
      min(first_at) as first_at, max(last_at) as last_at
    from outcome_count join state on state.id = outcome_count.state_id
    where ${isWithinDays(days)} and ${isWanted(query)}
    group by 1, 2, 3, 4, 5`;

/** History has no index by user, so the counters of that day give the campaigns to read. */
async function selectCutDay(db: Db, query: OperatorDaysQuery, { from, to }: Cut): Promise<OperatorDay[]> {
  const day = productDay(from);
  const worked = await selectValue<number[]>(db)`
    select array(select distinct campaign_id from outcome_count where day = ${day} and ${isWanted(query)}) as campaigns`;
  const campaigns = sql`${worked}::int[]`;
  const only = query.operatorId === undefined ? sql`true` : sql`h.user_id = ${query.operatorId}`;
  return selectRows<OperatorDay>(db)`
    select outcome.user_id as operator_id, ${day} as day, state.effectiveness, state.contactability, state.callback,
      count(*)::int as n, min(outcome.created_at) as first_at, max(outcome.created_at) as last_at
    from (${uncorrectedRegistrations(campaigns, { from, to }, only)}) outcome
    join state on state.id = outcome.state_id
    group by 1, 3, 4, 5`;
}
