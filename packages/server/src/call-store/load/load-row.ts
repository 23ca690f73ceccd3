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
export async function saveProgress(
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

/** The first load's block stays the campaign's for good; positions only grow. */
export const raisePosition = (trx: Trx, campaignId: number, block: number, added: number) =>
  sql`
    update campaign set block = coalesce(block, ${block}::int), next_position = next_position + ${added}::int
    where id = ${campaignId}`.execute(trx);

/** Ids of a block, of persons as of calls: docs/decisions/002-data-model.md. */
export const BLOCK_SIZE = 2 ** 24;

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

/** A run of person ids in the shared leaf. Only loads make persons while the product runs, one at a time. */
export async function takePersonIds(db: Db, count: number): Promise<number> {
  const { rows } = await sql<{ first: number }>`
    select setval('person_id_seq', nextval('person_id_seq') + ${count}) - ${count} as first`.execute(db);
  return rows[0]!.first;
}

/** The planner must know about how many people there are before a load looks for its own. */
export const analyzePeople = (db: Db) => sql`select analyze_people()`.execute(db);
