import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';

export interface StateCount {
  id: number;
  name: string;
  color: string;
  count: number;
}

/** How far an audience has come, from counters: the same few rows whatever its size. */
export async function selectProgress(db: Db, campaignId: number) {
  const { rows: states } = await sql<StateCount>`
    select state.id, state.name, state.color, sum(call_total.n)::int as count
    from call_total join state on state.id = call_total.state_id
    where call_total.campaign_id = ${campaignId}
    group by state.id having sum(call_total.n) > 0 order by count desc, state.id`.execute(db);
  const { rows } = await sql<{ called: number; unassigned: number }>`
    select coalesce((select sum(n) from call_figure where campaign_id = ${campaignId} and figure = 'called'), 0)::int as called,
      coalesce((select sum(n) from call_total where campaign_id = ${campaignId} and operator_id = 0), 0)::int as unassigned`.execute(
    db,
  );
  const { called, unassigned } = rows[0]!;
  const total = states.reduce((sum, { count }) => sum + count, 0);
  return { total, called, pending: total - called, unassigned, states };
}
