import { found } from '../../work/app-error.ts';
import type { HandlerReply } from '@campanero/contract/endpoint';
import {
  type retention,
  KEEP_MONTHS_DEFAULT,
  type KEPT_STATES,
  type KeptQuery,
  type KeptBody,
} from '@campanero/contract/retention/endpoints';
import { type Selectable, sql } from 'kysely';
import type { Campaign } from '../../db/schema.gen.ts';
import type { CallRange } from '../../call-store/read/index.ts';
import type { Db, Trx } from '../../db/client.ts';
import { run, selectFirst, selectRows, selectValue } from '../../db/select.ts';
import { asBigint, isClosed, isKeptLonger, keptUntil } from '../../db/product-sql.ts';
import { findSetting as readSetting, lockSetting as lockRow, saveSetting as saveRow } from '../../db/setting.ts';
import { containsText, inSpanishOrder } from '../../db/text.ts';

const KEY = 'retention';

export interface RetentionSetting {
  months: number;
  isPaused: boolean;
  /** Version of the months; pausing needs none. */
  version: number;
}
const INITIAL = { months: KEEP_MONTHS_DEFAULT, isPaused: false };

export const findRetention = (db: Db | Trx): Promise<RetentionSetting> => readSetting(db, KEY, INITIAL);
export const lockRetention = (trx: Trx): Promise<RetentionSetting> => lockRow(trx, KEY, INITIAL);
export const saveRetention = (trx: Trx, setting: RetentionSetting, now: Date) => saveRow(trx, KEY, setting, now);

const ENDED = sql<Date>`coalesce(campaign.finished_at, campaign.end_date)`;
/** Closed, with calls, past its period and not anonymised yet. */
const isDue = (now: Date, months: number) => sql<boolean>`(campaign.anonymised_at is null and campaign.next_position > 0
  and not ${isKeptLonger(now, months)})`;

const stateOf = (now: Date, months: number) => sql<keyof typeof KEPT_STATES>`(case
  when campaign.anonymised_at is not null then 'DONE' when campaign.keep_reason is not null then 'NONE'
  when not ${isClosed()} then 'OPEN' when ${isDue(now, months)} then 'DUE' else 'KEPT' end)`;

type KeptSearch = Pick<KeptQuery, 'general' | 'state'>;
const matches = ({ general, state }: KeptSearch, now: Date, months: number) => sql<boolean>`campaign.next_position > 0
  and ${general ? sql`(${containsText(sql`campaign.name`, general)} or starts_with(campaign.id::text, ${general}))` : sql`true`}
  and ${state ? sql`${stateOf(now, months)} = ${state}` : sql`true`}`;

/** By default the next due first, then unfinished ones. */
const inOrder = ({ orderbytitle = 'dueAt', orderbytype = 'asc' }: KeptQuery, months: number) => {
  const direction = sql.raw(orderbytype);
  if (orderbytitle === 'name') return sql`${inSpanishOrder(sql`campaign.name`)} ${direction}, campaign.id`;
  if (orderbytitle === 'calls') return sql`campaign.next_position ${direction}, campaign.id`;
  return sql`campaign.anonymised_at is not null, not ${isClosed()}, ${keptUntil(months)} ${direction} nulls last, campaign.id`;
};

type KeptRow = HandlerReply<typeof retention.campaigns>['campaigns'][number];
export const selectKept = (db: Db, { months }: RetentionSetting, query: KeptQuery, now: Date) =>
  selectRows<KeptRow>(db)`
    select campaign.id, campaign.name, campaign.status, ${ENDED} as ended_at, campaign.keep_months as months,
      campaign.keep_reason as reason, case when ${isClosed()} then ${keptUntil(months)} end as due_at,
      ${isDue(now, months)} as is_due, campaign.next_position as calls, campaign.anonymised_at,
      campaign.keep_version as version
    from campaign where ${matches(query, now, months)}
    order by ${inOrder(query, months)}
    limit ${query.pageSize} offset ${query.pageNumber * query.pageSize}`;

export const countKept = (db: Db, { months }: RetentionSetting, search: KeptSearch, now: Date) =>
  selectValue<number>(db)`select count(*) from campaign where ${matches(search, now, months)}`;

/** A data request that was answered before the retention period. */
export const isAnswerOld = (now: Date, months: number) =>
  sql<boolean>`(answered_at + make_interval(months => ${months}::int) <= ${now})`;

export type DueCampaign = CallRange & { name: string };

export const selectDueCampaigns = (db: Db, { months }: RetentionSetting, now: Date) =>
  selectRows<DueCampaign>(db)`
    select id, name, id_lo, id_hi from campaign where ${isDue(now, months)} order by ${ENDED}, id`;

type RunRow = HandlerReply<typeof retention.view>['runs'][number];
export const selectRuns = (db: Db) =>
  selectRows<RunRow>(db)`
    select run.id, jsonb_build_object('id', campaign.id, 'name', campaign.name) as campaign, run.persons, run.started_at,
      run.finished_at, run.outcome
    from retention_run run join campaign on campaign.id = run.campaign_id order by run.id desc limit 20`;

/** Resumes the open run of a killed process, or starts a new one. */
export async function beginRun(trx: Trx, campaignId: number, now: Date): Promise<number> {
  const [open] = await selectRows<{ id: number }>(trx)`
    select id from retention_run where finished_at is null and campaign_id = ${campaignId}`;
  if (open) return open.id;
  // An open run of another campaign, whose period was changed meanwhile.
  await sql`update retention_run set finished_at = ${now}, outcome = 'STOPPED' where finished_at is null`.execute(trx);
  return selectValue<number>(trx)`
    insert into retention_run (campaign_id, started_at) values (${campaignId}, ${now}) returning id`;
}

export const countPersons = (trx: Trx, id: number, more: number) =>
  sql`update retention_run set persons = persons + ${more} where id = ${id}`.execute(trx);

export const endRun = (trx: Trx, id: number, outcome: 'DONE' | 'STOPPED', now: Date) =>
  selectValue<number>(trx)`
    update retention_run set outcome = ${outcome}, finished_at = ${now} where id = ${id} returning persons`;

/** Existing exports may contain anonymised persons. */
export const expireExports = (trx: Trx, campaignId: number, now: Date) =>
  sql`update export_job set expires_at = ${now}
    where campaign_id = ${campaignId} and file_key is not null and kind in ('audience', 'calls', 'interviews', 'answers')`.execute(
    trx,
  );

/** What was sent to the persons themselves: links of surveys. */
export const removeMailsTo = (trx: Trx, emails: readonly string[]) =>
  run(trx)`delete from mail where user_id is null and recipient = any(${emails.map((email) => email.trim())}::text[])`;

export const markAnonymised = (trx: Trx, id: number, now: Date) =>
  run(trx)`update campaign set anonymised_at = ${now} where id = ${id}`;

export const lockKept = async (trx: Trx, id: number) =>
  found(
    await selectFirst<Pick<Selectable<Campaign>, 'id' | 'name' | 'keepMonths' | 'keepReason' | 'keepVersion'>>(trx)`
      select id, name, keep_months, keep_reason, keep_version from campaign where id = ${asBigint(id)} for update`,
  );

export const saveKept = (trx: Trx, id: number, { months, reason }: Pick<KeptBody, 'months' | 'reason'>) =>
  run(trx)`
    update campaign set keep_months = ${months}, keep_reason = ${reason}, keep_version = keep_version + 1 where id = ${id}`;
