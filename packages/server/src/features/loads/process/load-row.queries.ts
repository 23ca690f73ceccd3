import { sql } from 'kysely';
import type { Db, Trx } from '../../../db/client.ts';
import type { AudienceSource } from './sources/source.ts';

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

export async function listLoadFiles(db: Db, loadId: number) {
  const rows = await db
    .selectFrom('audienceLoadFile')
    .select(['fileNo', 'fileKey', 'bytes'])
    .where('loadId', '=', loadId)
    .orderBy('fileNo')
    .execute();
  return rows.flatMap(({ fileKey, ...file }) => (fileKey === null ? [] : [{ ...file, fileKey }]));
}

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

/** What the files turned out to be, for the report and the CSV of rejected rows. */
export async function saveShapes(db: Db, loadId: number, shapes: ReturnType<AudienceSource['shapes']>): Promise<void> {
  const clean = (text: string) => text.replaceAll('\0', '\uFFFD');
  for (const { fileNo, shape } of shapes)
    await db
      .updateTable('audienceLoadFile')
      .set({ header: shape.header.map(clean), delimiter: shape.delimiter })
      .where('loadId', '=', loadId)
      .where('fileNo', '=', fileNo)
      .execute();
  const ignored = [...new Set(shapes.flatMap(({ shape }) => shape.ignoredColumns.map(clean)))];
  await db.updateTable('audienceLoad').set({ ignoredColumns: ignored }).where('id', '=', loadId).execute();
}

export const notePersonIds = (
  db: Db,
  { id, attempt }: { id: number; attempt: number },
  firstPersonId: number,
  personCount: number,
) =>
  db
    .updateTable('audienceLoad')
    .set({ firstPersonId, personCount })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute();

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
