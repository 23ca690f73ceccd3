import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { withoutNestedLoops } from '../../db/nested-loops.ts';
import { moveFigures, moveTotals } from '../calls/call-counters.queries.ts';
import { isUntouched } from './operator-load.queries.ts';

interface CallRange {
  id: number;
  /** Null before the first load: there are no calls. */
  idLo: number | null;
  idHi: number | null;
}
interface ReleasedGroup {
  operatorId: number;
  stateId: number;
  n: number;
  interested: number;
  free: number;
}

/**
 * Takes the untouched calls of these operators away from them, so that they can be handed out again; touched ones wait
 * for Rebalancear (decisions 3). Answers how many. The rows are locked and looked at again: a call that is registered at
 * this very moment stays with whoever registered it. Counters move with them.
 */
export async function releaseOperatorCalls(
  trx: Trx,
  { id: campaignId, idLo, idHi }: CallRange,
  operatorIds: readonly number[],
  now: Date,
): Promise<number> {
  if (idLo === null || idHi === null || operatorIds.length === 0) return 0;
  const { rows } = await withoutNestedLoops(trx, () =>
    sql<ReleasedGroup>`
    with picked as (
      select id, operator_id, state_id, interested, blocked from call
      where campaign_id = ${campaignId} and id >= ${idLo} and id < ${idHi}
        and operator_id = any(${[...operatorIds]}::int[]) and ${isUntouched(now)}
      order by id for update
    ), released as (
      update call set operator_id = null, hold_by = null, hold_until = null, hold_for = null, segmentation_id = null,
        version = call.version + 1, updated_at = ${now}
      from picked where call.id = picked.id and call.id >= ${idLo} and call.id < ${idHi}
    )
    select operator_id, state_id, count(*)::int as n, count(*) filter (where interested)::int as interested,
      count(*) filter (where not blocked)::int as free
    from picked group by 1, 2`.execute(trx),
  );
  await moveTotals(
    trx,
    rows.flatMap(({ operatorId, stateId, n }) => [
      { campaignId, operatorId, stateId, delta: -n },
      { campaignId, operatorId: 0, stateId, delta: n },
    ]),
  );
  await moveFigures(
    trx,
    rows.flatMap(({ operatorId, interested, free }) => [
      { campaignId, operatorId, figure: 'interested' as const, delta: -interested },
      { campaignId, operatorId: 0, figure: 'interested' as const, delta: interested },
      { campaignId, operatorId: 0, figure: 'free' as const, delta: free },
    ]),
  );
  return rows.reduce((total, { n }) => total + n, 0);
}
