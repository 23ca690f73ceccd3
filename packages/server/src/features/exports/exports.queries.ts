import type { ExportKind } from '@campanero/contract/exports/kinds';
import type { ExportFormat, ExportStatus } from '@campanero/contract/exports/schemas';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';
import {
  type Db,
  fullName,
  insertNew,
  primaryRole,
  run,
  selectRows,
  selectValue,
  sql,
  type Trx,
} from '../../db/index.ts';
import type { NamedExport } from './exports.words.ts';
import { attemptsOf } from '../../work/attempts.ts';

/** Identity of an export (rule exports/repeated-request-same-export). */
export interface ExportKey extends Omit<NamedExport, 'createdAt'> {
  /** As in the query. */
  filters: object;
  requestedBy: number;
}

const isSame = ({ kind, format, campaignId, operatorId, filters, requestedBy }: ExportKey) => sql<boolean>`
  requested_by = ${requestedBy} and kind = ${kind} and format = ${format} and coalesce(campaign_id, 0) = ${campaignId ?? 0}
  and coalesce(operator_id, 0) = ${operatorId ?? 0} and filters = ${JSON.stringify(filters)}::jsonb`;
const isOpen = sql`status in ('PENDING', 'RUNNING')`;

export const findSameOpen = (trx: Trx, key: ExportKey) =>
  selectValue<string | undefined>(trx)`select id from export_job where ${isSame(key)} and ${isOpen}`;

/** Serialises concurrent requests of one user, so that each sees what the previous one added. */
export const lockRequester = (trx: Trx, userId: number) =>
  run(trx)`select from app_user where id = ${userId} for no key update`;

/** Only under lockRequester(), or concurrent requests could exceed the limit. */
export const countOpen = (trx: Trx, userId: number) =>
  selectValue<number>(trx)`select count(*) from export_job where requested_by = ${userId} and ${isOpen}`;

/** Upper bound of the export's rows. */
export async function findMaxRows(trx: Db | Trx, { kind, campaignId }: Pick<ExportKey, 'kind' | 'campaignId'>) {
  if (kind === 'audit') return selectValue<number>(trx)`select coalesce(max(id), 0) from audit`;
  if (kind === 'interviews' || kind === 'answers')
    return selectValue<number>(trx)`select count(*)::int from interview where campaign_id = ${campaignId}`;
  if (kind !== 'audience' && kind !== 'calls') return 0;
  return selectValue<number>(trx)`select next_position from campaign where id = ${campaignId}`;
}

/** False if the same export was inserted concurrently. */
export const insertExport = async (trx: Trx, { filters, ...job }: NewExport): Promise<boolean> =>
  (await insertNew(trx, 'exportJob', { ...job, filters: JSON.stringify(filters) })) !== undefined;
type NewExport = ExportKey & { id: string; lane: 'small' | 'large'; externalReach: boolean; createdAt: Date };

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
type Checked = { kind: ExportKind; format: ExportFormat; status: Exclude<ExportStatus, 'EXPIRED'> };
export type FoundExport = NonNullable<Awaited<ReturnType<typeof findExport>>>;

export const exportAttempts = attemptsOf('exportJob', { rowCount: 0 });

export const findRequester = (db: Db | Trx, userId: number) =>
  db
    .selectFrom('appUser')
    .select(['id', 'firstName', 'email', 'disabled', 'kind'])
    .select(primaryRole().as('primary'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();

export const listExpiredFiles = (db: Db, now: Date, limit: number) =>
  selectRows<{ id: string; fileKey: string }>(db)`
    select id, file_key from export_job where file_key is not null and expires_at <= ${now} limit ${limit}`;

export const clearFileKey = (db: Db, id: string) => run(db)`update export_job set file_key = null where id = ${id}`;
