import { sql } from 'kysely';
import type { TestApp } from './app.ts';
import { anAudience, type AudienceCall } from './audience.ts';

type CallParts = Omit<AudienceCall, 'holdBy' | 'holdUntil'> & { holdBy?: number };

/** Calls and counters as a load and some work would leave them; returns the ids in order. */
export async function someCalls(world: TestApp, campaignId: number, calls: readonly CallParts[]): Promise<number[]> {
  const holdUntil = new Date(world.clock.now().getTime() + 600_000);
  const held = calls.map((call) => (call.holdBy === undefined ? call : { ...call, holdUntil }));
  return (await anAudience(world, campaignId, held)).map(({ id }) => id);
}

/** Counters computed from the calls. */
export async function countedTotals(world: TestApp, campaignId: number) {
  const { rows } = await sql<{ operatorId: number; stateId: number; n: number }>`
    select coalesce(operator_id, 0) as "operatorId", state_id as "stateId", count(*)::int as n
    from call where campaign_id = ${campaignId} group by 1, 2 order by 1, 2`.execute(world.db);
  return rows;
}
export async function countedFigures(world: TestApp, campaignId: number) {
  const { rows } = await sql<{ operatorId: number; figure: string; n: number }>`
    select coalesce(operator_id, 0) as "operatorId", figure, count(*)::int as n
    from call, lateral (values ('called', call_count > 0), ('recalled', call_count > 1), ('interested', interested),
      ('free', operator_id is null and not blocked)) as f(figure, holds)
    where campaign_id = ${campaignId} and holds group by 1, 2 order by 1, 2`.execute(world.db);
  return rows;
}

/** Counters as stored, without zeros. */
export const storedTotals = (world: TestApp, campaignId: number) =>
  world.db
    .selectFrom('callTotal')
    .select(['operatorId', 'stateId', 'n'])
    .where('campaignId', '=', campaignId)
    .where('n', '>', 0)
    .orderBy('operatorId')
    .orderBy('stateId')
    .execute();
export const storedFigures = (world: TestApp, campaignId: number) =>
  world.db
    .selectFrom('callFigure')
    .select(['operatorId', 'figure', 'n'])
    .where('campaignId', '=', campaignId)
    .where('n', '>', 0)
    .orderBy('operatorId')
    .orderBy('figure')
    .execute();

export async function operatorsOf(world: TestApp, ids: readonly number[]): Promise<(number | null)[]> {
  const rows = await world.db.selectFrom('call').select(['id', 'operatorId']).where('id', 'in', ids).execute();
  const owner = new Map(rows.map(({ id, operatorId }) => [id, operatorId]));
  return ids.map((id) => owner.get(id) ?? null);
}
