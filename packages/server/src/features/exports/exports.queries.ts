import type { ExportFormat, ExportKind, ExportStatus } from '@campanero/contract/exports/schemas';
import { sql } from 'kysely';
import { visibleTo, type Viewer } from '../../call-store/reach.ts';
import type { Db, Trx } from '../../db/client.ts';

/** What makes two exports the same one (decisions 8). */
export interface ExportKey {
  kind: ExportKind;
  format: ExportFormat;
  campaignId: number | null;
  operatorId: number | null;
  /** As asked for, in the words of the query. */
  filters: object;
  requestedBy: number;
}

const isSame = ({ kind, format, campaignId, operatorId, filters, requestedBy }: ExportKey) => sql<boolean>`
  requested_by = ${requestedBy} and kind = ${kind} and format = ${format} and coalesce(campaign_id, 0) = ${campaignId ?? 0}
  and coalesce(operator_id, 0) = ${operatorId ?? 0} and filters = ${JSON.stringify(filters)}::jsonb`;
const IN_THE_MAKING = ['PENDING', 'RUNNING'] as const;

export async function findSameOpen(trx: Trx, key: ExportKey): Promise<string | undefined> {
  const row = await trx
    .selectFrom('exportJob')
    .select('id')
    .where(isSame(key))
    .where('status', 'in', IN_THE_MAKING)
    .executeTakeFirst();
  return row?.id;
}

export async function countOpen(trx: Trx, userId: number): Promise<number> {
  const { n } = await trx
    .selectFrom('exportJob')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('requestedBy', '=', userId)
    .where('status', 'in', IN_THE_MAKING)
    .executeTakeFirstOrThrow();
  return n;
}

/** False: the same one was asked for at the same moment and has just been stored. */
export async function insertExport(
  trx: Trx,
  { id, filters, ...job }: ExportKey & { id: string; externalReach: boolean; createdAt: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('exportJob')
    .values({ id, ...job, filters: JSON.stringify(filters) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** An export with the names that its page shows; the campaign only where the viewer reaches it. */
export async function findExport(db: Db | Trx, viewer: Viewer, id: string) {
  const row = await db
    .selectFrom('exportJob')
    .innerJoin('appUser as u', 'u.id', 'exportJob.requestedBy')
    .leftJoin('appUser as operator', 'operator.id', 'exportJob.operatorId')
    .leftJoin('campaign', (join) => join.onRef('campaign.id', '=', 'exportJob.campaignId').on(visibleTo(viewer)))
    .selectAll('exportJob')
    .select(['campaign.name as campaignName', sql<boolean>`campaign.id is not null`.as('isCampaignVisible')])
    .select(sql<string>`trim(u.first_name || ' ' || u.last_name)`.as('userName'))
    .select(sql<string | null>`trim(operator.first_name || ' ' || operator.last_name)`.as('operatorName'))
    .where('exportJob.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, ...(row as Checked) };
}
/** Checks of the table keep these columns to the values of the contract. */
interface Checked {
  kind: ExportKind;
  format: ExportFormat;
  status: Exclude<ExportStatus, 'EXPIRED'>;
}
export type FoundExport = NonNullable<Awaited<ReturnType<typeof findExport>>>;

/** The number of the new attempt; null when the export is over. What an older attempt still writes is refused from now on. */
export async function beginAttempt(trx: Trx, id: string): Promise<number | null> {
  const row = await trx
    .updateTable('exportJob')
    .set({ status: 'RUNNING', attempt: sql`attempt + 1`, progress: 0, rowCount: 0 })
    .where('id', '=', id)
    .where('status', 'in', IN_THE_MAKING)
    .returning('attempt')
    .executeTakeFirst();
  return row?.attempt ?? null;
}

export interface Attempt {
  id: string;
  attempt: number;
}

/** Who asked for it; undefined when the export is no longer this attempt's. */
export async function findRunningFor(db: Db, { id, attempt }: Attempt): Promise<number | undefined> {
  const row = await db
    .selectFrom('exportJob')
    .select('requestedBy')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();
  return row?.requestedBy;
}

/** False: the export is no longer this attempt's. */
export async function saveProgress(
  db: Db,
  { id, attempt }: Attempt,
  state: { progress: number; rowCount: number; total: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('exportJob')
    .set(state)
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

/** The person an export is made for, as they are now. */
export const findRequester = (db: Db | Trx, userId: number) =>
  db
    .selectFrom('appUser')
    .select(['id', 'firstName', 'email', 'disabled'])
    .select(
      sql<number | null>`(select max(role_id) from user_role where user_role.user_id = app_user.id)`.as('primary'),
    )
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

interface Ending {
  status: 'COMPLETED' | 'ERROR' | 'CANCELLED';
  finishedAt: Date;
  failure?: string | null;
  progress?: number;
  rowCount?: number;
  total?: number;
  bytes?: number;
  fileKey?: string;
  fileName?: string;
  expiresAt?: Date;
}

/** False: it is over already, or another attempt's. */
export async function endExport(trx: Trx, { id, attempt }: { id: string; attempt?: number }, ending: Ending) {
  const { numUpdatedRows } = await trx
    .updateTable('exportJob')
    .set(ending)
    .where('id', '=', id)
    .where('status', 'in', IN_THE_MAKING)
    .$if(attempt !== undefined, (query) => query.where('attempt', '=', attempt!))
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
}

export const listInTheMaking = (db: Db) =>
  db
    .selectFrom('exportJob')
    .select(['id', 'attempt'])
    .where('status', 'in', IN_THE_MAKING)
    .orderBy('createdAt')
    .execute();

export const listExpiredFiles = async (db: Db, now: Date, limit: number) =>
  (
    await db
      .selectFrom('exportJob')
      .select(['id', 'fileKey'])
      .where('fileKey', 'is not', null)
      .where('expiresAt', '<=', now)
      .limit(limit)
      .execute()
  ).map(({ id, fileKey }) => ({ id, fileKey: fileKey as string }));

export const forgetFile = (db: Db, id: string) =>
  db.updateTable('exportJob').set({ fileKey: null }).where('id', '=', id).execute();
