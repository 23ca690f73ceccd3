import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { selectColumn, selectValue } from '../../db/select.ts';

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

/** False if the load no longer belongs to this attempt. */
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

/** Before the partitions are created: sweep_load_tables() finds their load by it. */
export const saveBlock = (db: Db, { id, attempt }: { id: number; attempt: number }, block: number) =>
  db.updateTable('audienceLoad').set({ block }).where('id', '=', id).where('attempt', '=', attempt).execute();

/** False if it was cancelled or taken over. */
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

/** Numbers whose calls were locked at the load's end: a job refreshes them. */
export const saveStaleNumbers = (trx: Trx, { id }: { id: number }, numbers: readonly number[]) =>
  sql`update audience_load set stale_numbers = ${[...numbers]}::bigint[] where id = ${id}`.execute(trx);

/** Returns and clears the saved numbers. */
export async function popStaleNumbers(trx: Trx, loadId: number): Promise<number[]> {
  return selectColumn<number>(trx)`
    with saved as (
      select id, stale_numbers from audience_load where id = ${loadId} and stale_numbers <> '{}' for update
    ), cleared as (
      update audience_load set stale_numbers = '{}' from saved where audience_load.id = saved.id
    )
    select unnest(stale_numbers) as number from saved`;
}

/** The campaign keeps the block of its first load; positions only grow. */
export const raisePosition = (trx: Trx, campaignId: number, block: number, added: number) =>
  sql`
    update campaign set block = coalesce(block, ${block}::int), next_position = next_position + ${added}::int
    where id = ${campaignId}`.execute(trx);

export const takeBlock = (db: Db, kind: 'small' | 'large') =>
  selectValue<number>(db)`select nextval(${sql.lit(`${kind}_block`)}) as block`;

/** A block in a shared partition, for a campaign's first small load. */
export async function takeSharedBlock(db: Db): Promise<number> {
  const block = await takeBlock(db, 'small');
  await sql`select ensure_shared_call_leaf()`.execute(db);
  return block;
}

/** The planner needs row estimates of people before a load looks for its own. */
export const analyzePeople = (db: Db) => sql`select analyze_people()`.execute(db);
