import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';

export interface TotalMove {
  campaignId: number;
  /** 0: nobody. */
  operatorId: number;
  stateId: number;
  delta: number;
}
export type Figure = 'called' | 'recalled' | 'interested' | 'affinity_1' | 'affinity_2' | 'affinity_3' | 'free';
export interface FigureMove {
  campaignId: number;
  operatorId: number;
  figure: Figure;
  delta: number;
}

/**
 * The one module that moves the counters of calls (migration 0007), in the transaction that changes the calls. Rows are
 * made, then locked in key order, then moved: two writers wait for each other and never in a circle. A counter that
 * would fall below zero breaks its check and with it the whole change: better no change than a false figure.
 */
export async function moveTotals(trx: Trx, moves: readonly TotalMove[]): Promise<void> {
  const wanted = moves.filter(({ delta }) => delta !== 0);
  if (wanted.length === 0) return;
  const given = sql`unnest(${wanted.map((move) => move.campaignId)}::int[], ${wanted.map((move) => move.operatorId)}::int[],
    ${wanted.map((move) => move.stateId)}::int[], ${wanted.map((move) => move.delta)}::int[])
    as given (campaign_id, operator_id, state_id, delta)`;
  const summed = sql`(select campaign_id, operator_id, state_id, sum(delta)::int as delta from ${given} group by 1, 2, 3) summed`;
  await sql`
    insert into call_total (campaign_id, operator_id, state_id, n)
    select campaign_id, operator_id, state_id, 0 from ${summed} order by 1, 2, 3 on conflict do nothing`.execute(trx);
  await sql`
    with locked as (
      select t.campaign_id, t.operator_id, t.state_id, summed.delta
      from call_total t join ${summed} using (campaign_id, operator_id, state_id)
      order by 1, 2, 3 for update of t)
    update call_total t set n = t.n + locked.delta from locked
    where t.campaign_id = locked.campaign_id and t.operator_id = locked.operator_id and t.state_id = locked.state_id`.execute(
    trx,
  );
}

export async function moveFigures(trx: Trx, moves: readonly FigureMove[]): Promise<void> {
  const wanted = moves.filter(({ delta }) => delta !== 0);
  if (wanted.length === 0) return;
  const given = sql`unnest(${wanted.map((move) => move.campaignId)}::int[], ${wanted.map((move) => move.operatorId)}::int[],
    ${wanted.map((move) => move.figure)}::text[], ${wanted.map((move) => move.delta)}::int[])
    as given (campaign_id, operator_id, figure, delta)`;
  const summed = sql`(select campaign_id, operator_id, figure, sum(delta)::int as delta from ${given} group by 1, 2, 3) summed`;
  await sql`
    insert into call_figure (campaign_id, operator_id, figure, n)
    select campaign_id, operator_id, figure, 0 from ${summed} order by 1, 2, 3 on conflict do nothing`.execute(trx);
  await sql`
    with locked as (
      select t.campaign_id, t.operator_id, t.figure, summed.delta
      from call_figure t join ${summed} using (campaign_id, operator_id, figure)
      order by 1, 2, 3 for update of t)
    update call_figure t set n = t.n + locked.delta from locked
    where t.campaign_id = locked.campaign_id and t.operator_id = locked.operator_id and t.figure = locked.figure`.execute(
    trx,
  );
}
