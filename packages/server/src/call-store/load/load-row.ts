import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';

/** Everything an attempt needs to know about its load. */
export async function findLoad(db: Db, loadId: number, attempt: number) {
  return db
    .selectFrom('audienceLoad')
    .innerJoin('campaign', 'campaign.id', 'audienceLoad.campaignId')
    .select([
      'audienceLoad.id',
      'audienceLoad.attempt',
      'audienceLoad.campaignId',
      'audienceLoad.source',
      'audienceLoad.sourceId',
      'audienceLoad.excludeCalledDays',
      'audienceLoad.excludeActive',
      'audienceLoad.dropPlaces',
      'audienceLoad.createdBy',
      'campaign.external',
      'campaign.obeysLists',
      'campaign.block',
      'campaign.idLo',
      'campaign.idHi',
      'campaign.nextPosition',
    ])
    .where('audienceLoad.id', '=', loadId)
    .where('audienceLoad.attempt', '=', attempt)
    .where('audienceLoad.status', '=', 'RUNNING')
    .executeTakeFirst();
}
export type RunningLoad = NonNullable<Awaited<ReturnType<typeof findLoad>>>;

/** False: the load is no longer this attempt's. */
export async function saveLoadProgress(
  db: Db,
  { id, attempt }: { id: number; attempt: number },
  state: { progress: number; read: number; rejected: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('audienceLoad')
    .set({ ...state, progress: Math.min(Math.max(state.progress, 0), 1) })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** So that sweep_load_tables() knows whose leaves they are; before they exist. */
export const noteBlock = (db: Db, { id, attempt }: { id: number; attempt: number }, block: number) =>
  db.updateTable('audienceLoad').set({ block }).where('id', '=', id).where('attempt', '=', attempt).execute();

/** Locks the load's row; false when it is cancelled or another attempt's. */
export async function lockRunningLoad(trx: Trx, { id, attempt }: { id: number; attempt: number }): Promise<boolean> {
  const row = await trx
    .selectFrom('audienceLoad')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'RUNNING')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Numbers whose calls were locked by somebody at the load's end: their copies are left to a job. */
export const noteStaleNumbers = (trx: Trx, { id }: { id: number }, numbers: readonly number[]) =>
  sql`update audience_load set stale_numbers = ${[...numbers]}::bigint[] where id = ${id}`.execute(trx);

/** Answers the noted numbers once: they are forgotten by this transaction. */
export async function takeStaleNumbers(trx: Trx, loadId: number): Promise<number[]> {
  const { rows } = await sql<{ number: number }>`
    with noted as (
      select id, stale_numbers from audience_load where id = ${loadId} and stale_numbers <> '{}' for update
    ), forgotten as (
      update audience_load set stale_numbers = '{}' from noted where audience_load.id = noted.id
    )
    select unnest(stale_numbers) as number from noted`.execute(trx);
  return rows.map(({ number }) => number);
}

/** The first load's block stays the campaign's for good; positions only grow. */
export const raisePosition = (trx: Trx, campaignId: number, block: number, added: number) =>
  sql`
    update campaign set block = coalesce(block, ${block}::int), next_position = next_position + ${added}::int
    where id = ${campaignId}`.execute(trx);

export async function takeBlock(db: Db, kind: 'small' | 'large'): Promise<number> {
  const { rows } = await sql<{ block: number }>`select nextval(${sql.lit(`${kind}_block`)}) as block`.execute(db);
  return rows[0]!.block;
}

/** A block among the shared leaves of calls, for a campaign's first small load. */
export async function takeSharedBlock(db: Db): Promise<number> {
  const block = await takeBlock(db, 'small');
  await sql`select ensure_shared_call_leaf()`.execute(db);
  return block;
}

/** The planner must know about how many people there are before a load looks for its own. */
export const analyzePeople = (db: Db) => sql`select analyze_people()`.execute(db);
