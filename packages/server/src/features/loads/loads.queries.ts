import type { UnknownPlace } from '@campanero/contract/loads/csv/places';
import { PAST_LOADS_MAX, type UnknownPlaceReport } from '@campanero/contract/loads/schemas';
import { rolesWith } from '@campanero/contract/roles';
import {
  asBigint,
  type Db,
  fullName,
  hasRows,
  run,
  selectColumn,
  selectFirst,
  selectRows,
  selectValue,
  sql,
  type Trx,
} from '../../db/index.ts';
import { isVisibleToUser, type Viewer, visibleTo } from '../../call-store/reach.ts';
import { attemptsOf } from '../../work/attempts.ts';
import { campaignStream, recordEvent } from '../../work/outgoing-events.ts';

export type StoredUnknownPlace = Omit<UnknownPlaceReport, 'remembered'> & Pick<UnknownPlace, 'districtId'>;

export interface NewLoadFile {
  key: string;
  originalName: string;
  bytes: number;
  sha256: string;
  kind: 'csv' | 'xlsx';
  /** Of a workbook; null for the first. */
  sheet: string | null;
}

export const insertLoadFiles = (trx: Trx, loadId: number, files: readonly NewLoadFile[]) => {
  const rows = files.map(({ key: fileKey, originalName, bytes, sha256, kind, sheet }, index) => {
    const file = { originalName, fileKey, bytes, sha256: Buffer.from(sha256, 'hex'), kind, sheet };
    return { loadId, fileNo: index + 1, ...file };
  });
  return trx.insertInto('audienceLoadFile').values(rows).execute();
};

// A campaign from which people came has its name in the load; those who may not see that campaign do not see the name.
const seesSource = (viewer: Viewer) => sql<boolean>`exists (
  select from campaign
  where campaign.id = case when audience_load.source = 'campaign' then audience_load.source_id::int end and ${visibleTo(viewer)})`;
/** For queries over `audience_load`. */
export const loadName = (viewer: Viewer) => sql<string>`case
  when audience_load.source <> 'campaign' or ${seesSource(viewer)} then audience_load.name else 'Otra campaña' end`;

const loadsOf = (db: Db | Trx, viewer: Viewer, campaignId: number) =>
  db
    .selectFrom('audienceLoad')
    .innerJoin('campaign', 'campaign.id', 'audienceLoad.campaignId')
    .innerJoin('appUser', 'appUser.id', 'audienceLoad.createdBy')
    .selectAll('audienceLoad')
    .select([fullName().as('userName'), loadName(viewer).as('name'), seesSource(viewer).as('seesSource')])
    .where('audienceLoad.campaignId', '=', asBigint(campaignId))
    .where(visibleTo(viewer))
    .orderBy('audienceLoad.id', 'desc');
export const findLastLoad = (db: Db | Trx, viewer: Viewer, campaignId: number) =>
  loadsOf(db, viewer, campaignId).limit(1).executeTakeFirst();
export type LoadRecord = NonNullable<Awaited<ReturnType<typeof findLastLoad>>>;

export const listPastLoads = (db: Db, viewer: Viewer, campaignId: number) =>
  loadsOf(db, viewer, campaignId).where('audienceLoad.status', '=', 'COMPLETED').limit(PAST_LOADS_MAX).execute();

/** Who gets the mail about the end of a load; undefined if they are disabled or may no longer load there. */
export const findLoader = (trx: Trx, campaignId: number, userId: number) =>
  selectFirst<Record<'name' | 'firstName' | 'email', string>>(trx)`
    select campaign.name, app_user.first_name, app_user.email from campaign join app_user on not app_user.disabled
    where campaign.id = ${campaignId} and app_user.id = ${userId} and ${isVisibleToUser(rolesWith('audience.load'))}`;

/** Loads of the lane that are writing, or have waited longer. */
export const countLoadsBefore = (db: Db, { id, lane }: Pick<LoadRecord, 'id' | 'lane'>) =>
  selectValue<number>(db)`
    select count(*) from audience_load where status = 'RUNNING' and lane = ${lane} and id <> ${id}
      and (phase = 'WRITING' or phase = 'WAITING' and id < ${id})`;

export const isCampaignVisible = (db: Db, viewer: Viewer, campaignId: number) =>
  hasRows(db)`select from campaign where id = ${asBigint(campaignId)} and ${visibleTo(viewer)}`;

/** The worker notices at its next step and keeps nothing. */
export async function markLoadCancelled(trx: Trx, campaignId: number, now: Date): Promise<void> {
  const ids = await selectColumn<number>(trx)`
    update audience_load set status = 'CANCELLED', finished_at = ${now}
    where campaign_id = ${campaignId} and status = 'RUNNING' returning id`;
  for (const id of ids) await recordLoadEvent({ trx, now }, { id, campaignId }, { status: 'CANCELLED' });
}

export const recordLoadEvent = (
  work: Parameters<typeof recordEvent>[0],
  { id: loadId, campaignId }: { id: number; campaignId: number },
  result: { status: 'COMPLETED' | 'ERROR' | 'CANCELLED'; read?: number; loaded?: number; rejected?: number },
) =>
  recordEvent(work, {
    kinds: ['load.finished'],
    campaignIds: [campaignId],
    stream: campaignStream(campaignId),
    data: { campaignId, loadId, ...result },
  });

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
  run(db)`delete from rejected_row where load_id = ${loadId}`;

/** Drops staging tables and detached leaves of ended attempts; those in use are left for the next sweep. */
export const sweepTables = (db: Db) => run(db)`select sweep_load_tables()`;

export const listLeavesWithoutKeys = (db: Db) => selectColumn<number>(db)`select bare_call_leaves()`;
export const constrainLeaf = (db: Db, block: number) => run(db)`select constrain_call_leaf(${block}::int)`;
export const validateLeaf = (db: Db, block: number) => run(db)`select validate_call_leaf(${block}::int)`;

export const listUncleared = (db: Db, loadId: number | null = null) =>
  selectRows<EndedLoad>(db)`
    select id, status, campaign_id, lane from audience_load
    where status <> 'RUNNING' and (${loadId}::int is null or id = ${loadId}) and (working
      or exists (select from audience_load_file where load_id = audience_load.id and file_key is not null))
    order by id`;
export type EndedLoad = Pick<LoadRecord, 'id' | 'status' | 'campaignId' | 'lane'>;

export const listFileKeys = (db: Db, loadId: number) =>
  selectColumn<string>(db)`
    select file_key from audience_load_file where load_id = ${loadId} and file_key is not null`;

export async function markCleared(db: Db, { id, status }: Pick<EndedLoad, 'id' | 'status'>): Promise<void> {
  await run(db)`update audience_load_file set file_key = null where load_id = ${id}`;
  // A cancelled load keeps no rejected rows either.
  if (status === 'CANCELLED') await deleteRejectedRows(db, id);
  await run(db)`update audience_load set working = false where id = ${id}`;
}
