import { ROLES } from '@campanero/contract/roles';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import type { StatusState } from '@campanero/contract/campaigns/status-moves';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../db/client.ts';
import { asBigint } from '../../../db/product-sql.ts';
import { AppError } from '../../../work/app-error.ts';
import { hasAssignedCalls, isVisibleToUser, type Viewer, visibleTo } from '../../../call-store/reach.ts';

/**
 * The contract's statusByDates in SQL, so that lists can filter and sort by it; a test compares the two. A passed date counts at
 * once, before the sweep has stored the new status.
 */
export const statusAt = (now: Date): RawBuilder<CampaignStatus> => sql<CampaignStatus>`case
  when campaign.status in ('EN CURSO', 'AUDIENCIA PROCESADA', 'PAUSADA') and campaign.end_date <= ${now} then 'REVISANDO'
  when campaign.status = 'AUDIENCIA PROCESADA' and campaign.start_date <= ${now} and ${hasAssignedCalls} then 'EN CURSO'
  else campaign.status end`;

/** The stored columns that decide a campaign's status. */
export interface Stage extends StatusState {
  id: number;
  external: boolean;
  startDate: Date;
  endDate: Date;
  hasAssignedCalls: boolean;
}

export async function findStage(db: Db | Trx, campaignId: number): Promise<Stage | undefined> {
  const row = await db
    .selectFrom('campaign')
    .select(['id', 'external', 'status', 'statusBeforePause', 'statusBeforeLoad', 'startDate', 'endDate'])
    .select(hasAssignedCalls.as('hasAssignedCalls'))
    .where('id', '=', campaignId)
    .executeTakeFirst();
  // A check constraint allows only statuses; the generated type is string.
  return row as Stage | undefined;
}

/** Conditional on the old status, so that a write without the lock would be detected. */
export async function updateStatus(trx: Trx, from: Stage, to: StatusState, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('campaign')
    .set({
      status: to.status,
      statusBeforePause: to.statusBeforePause,
      statusBeforeLoad: to.statusBeforeLoad,
      updatedAt: now,
      ...(to.status === 'FINALIZADA' && { finishedAt: now }),
    })
    .where('id', '=', from.id)
    .where('status', '=', from.status)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== 1) throw new AppError('CONFLICT');
}

/** Campaigns whose stored status is out of date. */
export async function listDueCampaigns(db: Db, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from campaign
    where (status in ('EN CURSO', 'AUDIENCIA PROCESADA', 'PAUSADA') and end_date <= ${now})
      or (status = 'AUDIENCIA PROCESADA' and start_date <= ${now} and ${hasAssignedCalls})
    order by id`.execute(db);
  return rows.map(({ id }) => id);
}

export const listClosingCampaigns = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('campaign').select('id').where('status', '=', 'FINALIZANDO').orderBy('id').execute()).map(
    ({ id }) => id,
  );

/** Undefined if the viewer may not see the campaign. */
export const findVisibleStatus = async (db: Db, viewer: Viewer, campaignId: number, now: Date) =>
  (
    await db
      .selectFrom('campaign')
      .select(statusAt(now).as('status'))
      .where('campaign.id', '=', asBigint(campaignId))
      .where(visibleTo(viewer))
      .executeTakeFirst()
  )?.status;

export const isStoredKey = async (db: Db, userId: number, key: string): Promise<boolean> =>
  (await db
    .selectFrom('idempotencyKey')
    .select('key')
    .where('userId', '=', userId)
    .where('key', '=', key)
    .executeTakeFirst()) !== undefined;

/** The enabled users who may see the campaign, of the given roles. */
export async function listWatchers(
  db: Db | Trx,
  campaignId: number,
  roles: readonly number[] = ROLES.map(({ id }) => id),
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select app_user.id from campaign join app_user on not app_user.disabled
    where campaign.id = ${campaignId} and ${isVisibleToUser(roles)} order by app_user.id`.execute(db);
  return rows.map(({ id }) => id);
}
