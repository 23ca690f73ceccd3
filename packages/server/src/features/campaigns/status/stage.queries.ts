import { ROLES } from '@campanero/contract/roles';
import type { CampaignStatus, StatusState } from '@campanero/contract/campaigns/status';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../../db/client.ts';
import { hasWritten, selectColumn, selectFirst, selectRows, selectValue } from '../../../db/select.ts';
import { asBigint } from '../../../db/product-sql.ts';
import { AppError } from '../../../work/app-error.ts';
import { hasAssignedCalls, isVisibleToUser, type Viewer, visibleTo } from '../../../call-store/reach.ts';

/** The contract's statusByDates in SQL (a test compares them): a passed date counts before the sweep has stored the status. */
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

export const findStage = (db: Db | Trx, campaignId: number) =>
  selectFirst<Stage>(db)`
    select id, external, status, status_before_pause, status_before_load, start_date, end_date,
      ${hasAssignedCalls} as has_assigned_calls
    from campaign where id = ${campaignId}`;

/** Conditional on the old status, so that a write without the lock would be detected. */
export async function updateStatus(trx: Trx, from: Stage, to: StatusState, now: Date): Promise<void> {
  const isMoved = await hasWritten(trx)`
    update campaign set status = ${to.status}, status_before_pause = ${to.statusBeforePause},
      status_before_load = ${to.statusBeforeLoad}, updated_at = ${now},
      finished_at = case when ${to.status === 'FINALIZADA'} then ${now} else finished_at end
    where id = ${from.id} and status = ${from.status}`;
  if (!isMoved) throw new AppError('CONFLICT');
}

export const listDueCampaigns = (db: Db, now: Date) =>
  selectColumn<number>(db)`
    select id from campaign
    where (status in ('EN CURSO', 'AUDIENCIA PROCESADA', 'PAUSADA') and end_date <= ${now})
      or (status = 'AUDIENCIA PROCESADA' and start_date <= ${now} and ${hasAssignedCalls})
    order by id`;

export const listClosingCampaigns = (db: Db) =>
  selectRows<{ id: number }>(db)`select id from campaign where status = 'FINALIZANDO' order by id`;

/** Undefined if the viewer may not see the campaign. */
export const findVisibleStatus = (db: Db, viewer: Viewer, campaignId: number, now: Date) =>
  selectValue<CampaignStatus | undefined>(db)`
    select ${statusAt(now)} from campaign where campaign.id = ${asBigint(campaignId)} and ${visibleTo(viewer)}`;

export const isStoredKey = (db: Db, userId: number, key: string) =>
  selectValue<boolean>(db)`select exists (select from idempotency_key where user_id = ${userId} and key = ${key})`;

/** The enabled users who may see the campaign, of the given roles. */
export const listWatchers = (db: Db | Trx, campaignId: number, roles: readonly number[] = ROLES.map(({ id }) => id)) =>
  selectColumn<number>(db)`
    select app_user.id from campaign join app_user on not app_user.disabled
    where campaign.id = ${campaignId} and ${isVisibleToUser(roles)} order by app_user.id`;
