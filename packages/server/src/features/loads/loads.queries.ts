import type { UnknownPlace } from '@campanero/contract/loads/csv/places';
import type { UnknownPlaceReport } from '@campanero/contract/loads/schemas';
import { sql, type Insertable } from 'kysely';
import { asBigint, type Db, fullName, type Trx } from '../../db/index.ts';
import type { AudienceLoad } from '../../db/schema.gen.ts';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';
import { attemptsOf } from '../../work/attempts.ts';

export type StoredUnknownPlace = Omit<UnknownPlaceReport, 'remembered'> & Pick<UnknownPlace, 'districtId'>;

export async function insertLoad(trx: Trx, load: Insertable<AudienceLoad>): Promise<number> {
  const { id } = await trx.insertInto('audienceLoad').values(load).returning('id').executeTakeFirstOrThrow();
  return id;
}

export interface NewLoadFile {
  key: string;
  originalName: string;
  bytes: number;
  sha256: string;
  kind: 'csv' | 'xlsx';
  /** Of a workbook; null for the first. */
  sheet: string | null;
}

export async function insertLoadFiles(trx: Trx, loadId: number, files: readonly NewLoadFile[]): Promise<void> {
  await trx
    .insertInto('audienceLoadFile')
    .values(
      files.map(({ key, originalName, bytes, sha256, kind, sheet }, index) => ({
        loadId,
        fileNo: index + 1,
        originalName,
        fileKey: key,
        bytes,
        sha256: Buffer.from(sha256, 'hex'),
        kind,
        sheet,
      })),
    )
    .execute();
}

export const findLastLoad = (db: Db | Trx, viewer: Viewer, campaignId: number) =>
  db
    .selectFrom('audienceLoad')
    .innerJoin('campaign', 'campaign.id', 'audienceLoad.campaignId')
    .innerJoin('appUser', 'appUser.id', 'audienceLoad.createdBy')
    .selectAll('audienceLoad')
    .select(fullName().as('userName'))
    .where('audienceLoad.campaignId', '=', asBigint(campaignId))
    .where(visibleTo(viewer))
    .orderBy('audienceLoad.id', 'desc')
    .limit(1)
    .executeTakeFirst();
export type LoadRecord = NonNullable<Awaited<ReturnType<typeof findLastLoad>>>;

/** Loads of the lane that are writing, or have waited longer. */
export async function countLoadsBefore(db: Db, { id, lane }: Pick<LoadRecord, 'id' | 'lane'>): Promise<number> {
  const { n } = await db
    .selectFrom('audienceLoad')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('status', '=', 'RUNNING')
    .where('lane', '=', lane)
    .where('id', '<>', id)
    .where((eb) => eb.or([eb('phase', '=', 'WRITING'), eb.and([eb('phase', '=', 'WAITING'), eb('id', '<', id)])]))
    .executeTakeFirstOrThrow();
  return n;
}

export const isCampaignVisible = async (db: Db, viewer: Viewer, campaignId: number): Promise<boolean> =>
  (await db
    .selectFrom('campaign')
    .select('id')
    .where('id', '=', asBigint(campaignId))
    .where(visibleTo(viewer))
    .executeTakeFirst()) !== undefined;

/** The worker notices at its next step and keeps nothing. */
export const markLoadCancelled = (trx: Trx, campaignId: number, now: Date) =>
  trx
    .updateTable('audienceLoad')
    .set({ status: 'CANCELLED', finishedAt: now })
    .where('campaignId', '=', campaignId)
    .where('status', '=', 'RUNNING')
    .execute();

export const loadAttempts = attemptsOf('audienceLoad', {
  phase: 'READING',
  working: true,
  block: null,
  read: 0,
  rejected: 0,
  unknownPlaces: '[]',
  unknownPlacesCount: 0,
  rowsWithoutPlace: 0,
});

export const deleteRejectedRows = (db: Db | Trx, loadId: number) =>
  db.deleteFrom('rejectedRow').where('loadId', '=', loadId).execute();

/** Drops staging tables and detached leaves of ended attempts; those in use are left for the next sweep. */
export const sweepTables = (db: Db) => sql`select sweep_load_tables()`.execute(db);

export const listLeavesWithoutKeys = async (db: Db): Promise<number[]> =>
  (await sql<{ block: number }>`select bare_call_leaves() as block`.execute(db)).rows.map(({ block }) => block);
export const constrainLeaf = (db: Db, block: number) => sql`select constrain_call_leaf(${block}::int)`.execute(db);
export const validateLeaf = (db: Db, block: number) => sql`select validate_call_leaf(${block}::int)`.execute(db);

/** Ended loads with files or tables left to remove. */
export const listUncleared = (db: Db, loadId?: number) =>
  db
    .selectFrom('audienceLoad')
    .select(['id', 'status', 'campaignId', 'lane'])
    .where('status', '<>', 'RUNNING')
    .$if(loadId !== undefined, (query) => query.where('id', '=', loadId!))
    .where((eb) =>
      eb.or([
        eb('working', '=', true),
        eb.exists(
          eb
            .selectFrom('audienceLoadFile')
            .select('fileKey')
            .whereRef('audienceLoadFile.loadId', '=', 'audienceLoad.id')
            .where('fileKey', 'is not', null),
        ),
      ]),
    )
    .orderBy('id')
    .execute();

export type EndedLoad = Awaited<ReturnType<typeof listUncleared>>[number];

export const listFileKeys = async (db: Db, loadId: number): Promise<string[]> =>
  (
    await db
      .selectFrom('audienceLoadFile')
      .select('fileKey')
      .where('loadId', '=', loadId)
      .where('fileKey', 'is not', null)
      .execute()
  ).flatMap(({ fileKey }) => fileKey ?? []);

export async function markCleared(db: Db, { id, status }: Pick<EndedLoad, 'id' | 'status'>): Promise<void> {
  await db.updateTable('audienceLoadFile').set({ fileKey: null }).where('loadId', '=', id).execute();
  // A cancelled load keeps no rejected rows either.
  if (status === 'CANCELLED') await deleteRejectedRows(db, id);
  await db.updateTable('audienceLoad').set({ working: false }).where('id', '=', id).execute();
}
