import { sql } from 'kysely';
import type { TestApp } from './app.ts';

interface CallParts {
  operatorId?: number | null;
  stateId?: number;
  /** Number of registrations. */
  callCount?: number;
  observations?: string;
  blocked?: boolean;
  interested?: boolean;
  holdBy?: number;
}

let lastNumber = 1_130_000_000;

/** Calls and counters as a load and some work would leave them; returns the ids in order. */
export async function someCalls(world: TestApp, campaignId: number, calls: readonly CallParts[]): Promise<number[]> {
  await sql`select ensure_shared_call_leaf()`.execute(world.db);
  const { rows } = await sql<{ idLo: number; first: number }>`
    update campaign set block = coalesce(block, nextval('small_block')), next_position = next_position + ${calls.length}
    where id = ${campaignId} returning id_lo as "idLo", next_position - ${calls.length}::int as first`.execute(
    world.db,
  );
  const [range] = rows;
  if (!range) throw new Error(`there is no campaign ${campaignId}`);
  const ids: number[] = [];
  for (const [place, parts] of calls.entries()) {
    const id = range.idLo + range.first + place;
    await insertCall(world, { ...parts, id, campaignId });
    ids.push(id);
  }
  await recount(world, campaignId);
  return ids;
}

async function insertCall(world: TestApp, parts: CallParts & { id: number; campaignId: number }): Promise<void> {
  const person = await world.db
    .insertInto('person')
    .values({ kind: 'lead', firstName: 'Persona', lastName: String(parts.id) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { stateId = 1, callCount = 0, holdBy, ...rest } = parts;
  const now = world.clock.now();
  await world.db
    .insertInto('call')
    .values({
      ...rest,
      operatorId: parts.operatorId ?? null,
      stateId,
      callCount,
      invalid: stateId === 17,
      number: (lastNumber += 1),
      personId: person.id,
      ...(callCount > 0 && { lastAt: now }),
      ...(holdBy !== undefined && { holdBy, holdUntil: new Date(now.getTime() + 600_000) }),
    })
    .execute();
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

async function recount(world: TestApp, campaignId: number): Promise<void> {
  await world.db.deleteFrom('callTotal').where('campaignId', '=', campaignId).execute();
  await world.db.deleteFrom('callFigure').where('campaignId', '=', campaignId).execute();
  const totals = await countedTotals(world, campaignId);
  const figures = await countedFigures(world, campaignId);
  if (totals.length > 0)
    await world.db
      .insertInto('callTotal')
      .values(totals.map((row) => ({ ...row, campaignId })))
      .execute();
  if (figures.length > 0)
    await world.db
      .insertInto('callFigure')
      .values(figures.map((row) => ({ ...row, campaignId })))
      .execute();
}

export async function operatorsOf(world: TestApp, ids: readonly number[]): Promise<(number | null)[]> {
  const rows = await world.db.selectFrom('call').select(['id', 'operatorId']).where('id', 'in', ids).execute();
  const owner = new Map(rows.map(({ id, operatorId }) => [id, operatorId]));
  return ids.map((id) => owner.get(id) ?? null);
}
