import type { ExportKind } from '@campanero/contract/exports/kinds';
import type { ExportFormat, ExportStatus } from '@campanero/contract/exports/schemas';
import { type NotNull, sql } from 'kysely';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';
import { type Db, fullName, primaryRole, type Trx } from '../../db/index.ts';
import { attemptsOf } from '../../work/attempts.ts';

/** Identity of an export (rule exports/same-question-same-export). */
export interface ExportKey {
  kind: ExportKind;
  format: ExportFormat;
  campaignId: number | null;
  operatorId: number | null;
  /** As in the query. */
  filters: object;
  requestedBy: number;
}

const isSame = ({ kind, format, campaignId, operatorId, filters, requestedBy }: ExportKey) => sql<boolean>`
  requested_by = ${requestedBy} and kind = ${kind} and format = ${format} and coalesce(campaign_id, 0) = ${campaignId ?? 0}
  and coalesce(operator_id, 0) = ${operatorId ?? 0} and filters = ${JSON.stringify(filters)}::jsonb`;
const OPEN_STATUSES = ['PENDING', 'RUNNING'] as const;

export async function findSameOpen(trx: Trx, key: ExportKey): Promise<string | undefined> {
  const row = await trx
    .selectFrom('exportJob')
    .select('id')
    .where(isSame(key))
    .where('status', 'in', OPEN_STATUSES)
    .executeTakeFirst();
  return row?.id;
}

/** Serialises concurrent requests of one user, so that each sees what the previous one added. */
export async function lockRequester(trx: Trx, userId: number): Promise<void> {
  await trx.selectFrom('appUser').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Only under lockRequester(), or concurrent requests could exceed the limit. */
export async function countOpen(trx: Trx, userId: number): Promise<number> {
  const { n } = await trx
    .selectFrom('exportJob')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('requestedBy', '=', userId)
    .where('status', 'in', OPEN_STATUSES)
    .executeTakeFirstOrThrow();
  return n;
}

/** Upper bound of the export's rows. */
export async function findMaxRows(
  trx: Trx,
  { kind, campaignId }: Pick<ExportKey, 'kind' | 'campaignId'>,
): Promise<number> {
  if (kind === 'audience' || kind === 'calls') {
    const campaign = await trx
      .selectFrom('campaign')
      .select('nextPosition')
      .where('id', '=', campaignId ?? 0)
      .executeTakeFirst();
    return campaign?.nextPosition ?? 0;
  }
  if (kind !== 'audit') return 0;
  const { newest } = await trx
    .selectFrom('audit')
    .select((eb) => eb.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow();
  return newest ?? 0;
}

/** False if the same export was inserted concurrently. */
export async function insertExport(
  trx: Trx,
  { id, filters, ...job }: ExportKey & { id: string; lane: 'small' | 'large'; externalReach: boolean; createdAt: Date },
): Promise<boolean> {
  const row = await trx
    .insertInto('exportJob')
    .values({ id, ...job, filters: JSON.stringify(filters) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** With the names that its page shows; the campaign only if visible to the viewer. */
export async function findExport(db: Db | Trx, viewer: Viewer, id: string) {
  const row = await db
    .selectFrom('exportJob')
    .innerJoin('appUser as u', 'u.id', 'exportJob.requestedBy')
    .leftJoin('appUser as operator', 'operator.id', 'exportJob.operatorId')
    .leftJoin('campaign', (join) => join.onRef('campaign.id', '=', 'exportJob.campaignId').on(visibleTo(viewer)))
    .selectAll('exportJob')
    .select(['campaign.name as campaignName', sql<boolean>`campaign.id is not null`.as('isCampaignVisible')])
    .select(fullName('u').as('userName'))
    .select(fullName('operator').$castTo<string | null>().as('operatorName'))
    .where('exportJob.id', '=', id)
    .executeTakeFirst();
  return row && { ...row, ...(row as Checked) };
}
/** Enforced by check constraints. */
interface Checked {
  kind: ExportKind;
  format: ExportFormat;
  status: Exclude<ExportStatus, 'EXPIRED'>;
}
export type FoundExport = NonNullable<Awaited<ReturnType<typeof findExport>>>;

export const exportAttempts = attemptsOf('exportJob', { rowCount: 0 });

export const findRequester = (db: Db | Trx, userId: number) =>
  db
    .selectFrom('appUser')
    .select(['id', 'firstName', 'email', 'disabled'])
    .select(primaryRole().as('primary'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

export const listExpiredFiles = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('exportJob')
    .select(['id', 'fileKey'])
    .where('fileKey', 'is not', null)
    .where('expiresAt', '<=', now)
    .limit(limit)
    .$narrowType<{ fileKey: NotNull }>()
    .execute();

export const clearFileKey = (db: Db, id: string) =>
  db.updateTable('exportJob').set({ fileKey: null }).where('id', '=', id).execute();
