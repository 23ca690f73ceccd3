import { isClosed, selectRows, sql, type Trx } from '../../db/index.ts';
import { withoutNestedLoops } from '../../db/planner-settings.ts';
import { numbersInForce } from '../listed.ts';
import type { Staging } from './staging.ts';

interface Target {
  campaignId: number;
  source: string;
  sourceId: string | null;
  /** Ids of the campaign's calls; null before its first load. */
  idLo: number | null;
  idHi: number | null;
  excludeCalledDays: number | null;
  excludeActive: boolean;
  /** Numbers of block lists count as blocked. */
  obeysLists: boolean;
}

/** Why a number gets no new call; the smallest that applies is stored, so a duplicate is not skipped. */
export const IS_DUPLICATE = 1;
export const BLOCKED = 2;
const CALLED_LATELY = 3;
const IN_OTHER_CAMPAIGN = 4;
/** Blocked by a person that this load adds to it. */
export const WILL_BE_BLOCKED = 5;

/** Rows by outcome. A row whose number came before has the outcome of the first one. */
export interface RowOutcomes {
  blocked: number;
  called: number;
  active: number;
  /** Distinct numbers without a new call. */
  numbers: number;
}

/** Stores every number that gets no new call, and why, as of before this load. */
export async function excludeNumbers(trx: Trx, staging: Staging, target: Target, now: Date): Promise<void> {
  const { campaignId, idLo, idHi, excludeCalledDays, excludeActive, obeysLists } = target;
  // Being in the campaign from which they come excludes nobody.
  const sourceCampaign = target.source === 'campaign' ? [Number(target.sourceId)] : [];
  const number = sql`row.number_order, row.number`;
  const parts = [
    sql`
      select ${number}, ${sql.lit(BLOCKED)} as reason from ${staging.rows} row
      join blocked_number on blocked_number.number = row.number where row.number_order >= 0`,
  ];
  if (obeysLists)
    parts.push(sql`
      select ${number}, ${sql.lit(BLOCKED)} from ${staging.rows} row
      where row.number_order >= 0 and row.number in (${numbersInForce})`);
  if (idLo !== null)
    parts.push(sql`
      select ${number}, ${sql.lit(IS_DUPLICATE)} from ${staging.rows} row
      join call on call.number = row.number and call.campaign_id = ${campaignId} and call.id >= ${idLo} and call.id < ${idHi}
      where row.number_order >= 0`);
  if (excludeCalledDays !== null)
    parts.push(sql`
      select ${number}, ${sql.lit(CALLED_LATELY)} from ${staging.rows} row
      where row.number_order >= 0 and row.number in (
        select call.number from call where call.last_at >= ${new Date(now.getTime() - excludeCalledDays * 86_400_000)})`);
  if (excludeActive)
    parts.push(sql`
      select ${number}, ${sql.lit(IN_OTHER_CAMPAIGN)} from ${staging.rows} row
      where row.number_order >= 0 and row.number in (
        select call.number from call join campaign on campaign.id = call.campaign_id
        where campaign.id <> all(${[campaignId, ...sourceCampaign]}::int[]) and not ${isClosed()})`);
  await withoutNestedLoops(trx, () =>
    sql`
      insert into ${staging.noCall} (number_order, number, reason)
      select number_order, number, min(reason) from (${sql.join(parts, sql` union all `)}) excluded
      group by number_order, number`.execute(trx),
  );
  await staging.analyze(trx, 'no_call');
}

export async function countOutcomes(trx: Trx, staging: Staging): Promise<RowOutcomes> {
  const rows = await withoutNestedLoops(
    trx,
    () => selectRows<{ reason: number; numbers: number; rows: number }>(trx)`
      select reason, count(*) filter (where row.number_order >= 0)::int as numbers, count(*)::int as rows
      from ${staging.rows} row join ${staging.noCall} no_call on no_call.number = row.number group by reason`,
  );
  const rowsOf = (reason: number) => rows.find((each) => each.reason === reason)?.rows ?? 0;
  return {
    blocked: rowsOf(BLOCKED) + rowsOf(WILL_BE_BLOCKED),
    called: rowsOf(CALLED_LATELY),
    active: rowsOf(IN_OTHER_CAMPAIGN),
    numbers: rows.reduce((sum, each) => sum + each.numbers, 0),
  };
}

export const countSkipped = ({ blocked, called, active }: RowOutcomes) => blocked + called + active;

/** Nothing about these numbers is kept. Duplicates are, and numbers that this load blocks: they must stay blocked for the next load. */
export const isSkipped = sql.raw(`no_call.reason between ${BLOCKED} and ${IN_OTHER_CAMPAIGN}`);

export const isNumberKept = (staging: Staging) =>
  sql`row.number not in (select no_call.number from ${staging.noCall} no_call where ${isSkipped})`;
