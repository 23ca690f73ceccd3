import type { StatusState } from '@campanero/contract/campaigns/status-moves';
import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';
import { hasAssignedCalls, visibleTo, type Viewer } from '../../call-store/reach.ts';
import { statusAt } from './campaigns.queries.ts';

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
  // A check constraint allows only statuses in both columns; the generated type is only text.
  return row as Stage | undefined;
}

/** Conditional on the status it leaves: if the status was ever written without the lock, this fails instead of overwriting (REL-16). */
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

/** Campaigns whose dates have passed their stored status. Thousands of rows at most, by the index on status. */
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

/** The status at that moment; undefined if the viewer may not see the campaign. */
export const findVisibleStatus = async (db: Db, viewer: Viewer, campaignId: number, now: Date) =>
  (
    await db
      .selectFrom('campaign')
      .select(statusAt(now).as('status'))
      .where('campaign.id', '=', sql<number>`${campaignId}::bigint`)
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
