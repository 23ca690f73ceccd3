import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import type { ReportBody, ReportFrequency, ReportPage } from '@campanero/contract/reports/schemas';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';
import { asBigint, type Db, primaryRole, run, selectFirst, selectRows, sql, type Trx } from '../../db/index.ts';

export interface ReportRow {
  id: number;
  userId: number;
  page: ReportPage;
  campaignId: number | null;
  frequency: ReportFrequency;
  weekday: number | null;
  hour: number;
  isAlways: boolean;
  setAt: Date;
  stoppedAt: Date | null;
}
export type ReportOf = { userId: number; page: ReportPage; campaignId: number | null };

const COLUMNS = sql`id, user_id, page, campaign_id, frequency, weekday::int, hour::int, is_always, set_at, stopped_at`;

const isOf = ({ userId, page, campaignId }: ReportOf) =>
  sql`user_id = ${userId} and page = ${page} and campaign_id is not distinct from ${campaignId}`;

export const findReport = (db: Db | Trx, of: ReportOf) =>
  selectFirst<ReportRow>(db)`select ${COLUMNS} from report_subscription where ${isOf(of)} and stopped_at is null`;

export const lockReport = (trx: Trx, of: ReportOf) =>
  selectFirst<ReportRow>(trx)`select ${COLUMNS} from report_subscription where ${isOf(of)} for update`;

/** Locks it while its report is written; undefined if it was stopped or set anew meanwhile. */
export const lockUnchanged = (trx: Trx, { id, setAt }: ReportRow) =>
  selectFirst<ReportRow>(trx)`
    select ${COLUMNS} from report_subscription where id = ${id} and set_at = ${setAt} and stopped_at is null for update`;

/** One per user and page; setting it again starts it anew. */
export const saveReport = (trx: Trx, userId: number, body: ReportBody, now: Date) =>
  run(trx)`
    insert into report_subscription (user_id, page, campaign_id, frequency, weekday, hour, is_always, set_at)
    values (${userId}, ${body.page}, ${body.campaignId}, ${body.frequency}, ${body.weekday}, ${body.hour}, ${body.isAlways}, ${now})
    on conflict (user_id, page, campaign_id) do update set frequency = excluded.frequency, weekday = excluded.weekday,
      hour = excluded.hour, is_always = excluded.is_always, set_at = excluded.set_at, stopped_at = null`;

export const stopReport = (trx: Trx, id: number, now: Date) =>
  selectFirst<ReportRow>(trx)`
    update report_subscription set stopped_at = ${now} where id = ${id} and stopped_at is null returning ${COLUMNS}`;

/** False if the day has its report already. */
export async function insertPeriod(trx: Trx, id: number, day: string, outcome: string, now: Date): Promise<boolean> {
  const made = await selectRows(trx)`
    insert into report_period (subscription_id, day, outcome, created_at) values (${id}, ${day}, ${outcome}, ${now})
    on conflict do nothing returning day`;
  return made.length > 0;
}

export type RunningReport = ReportRow & { lastDay: string | null; closedAt: Date | null };

/** With the day of the last report, and when the campaign's figures were frozen. */
export const selectRunning = (db: Db) =>
  selectRows<RunningReport>(db)`
    select ${COLUMNS},
      (select max(day)::text from report_period where subscription_id = report_subscription.id) as last_day,
      (select frozen_at from frozen_statistics where campaign_id = report_subscription.campaign_id) as closed_at
    from report_subscription where stopped_at is null order by id`;

/** Who receives it, as of now. */
export const findReader = (db: Db, userId: number) =>
  selectFirst<{ id: number; firstName: string; email: string; isEnabled: boolean; primary: number | null }>(db)`
    select id, first_name, email, not disabled and kind = 'person' as is_enabled, ${primaryRole()} as primary
    from app_user where id = ${userId}`;

export interface ReportCampaign {
  id: number;
  name: string;
  status: CampaignStatus;
  idLo: number | null;
  idHi: number | null;
}

export const findReportCampaign = (db: Db | Trx, viewer: Viewer, id: number) =>
  selectFirst<ReportCampaign>(db)`
    select id, name, status, id_lo, id_hi from campaign where id = ${asBigint(id)} and ${visibleTo(viewer)}`;
