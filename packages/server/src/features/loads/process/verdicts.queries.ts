import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { withoutNestedLoops } from '../../../db/nested-loops.ts';
import type { Workbench } from './workbench.ts';

export interface LoadTarget {
  campaignId: number;
  /** Null before the campaign's first load. */
  idLo: number | null;
  idHi: number | null;
  excludeCalledDays: number | null;
  excludeActive: boolean;
}

/** Why a number makes no new call; the smallest counts (decisions 7: duplicate, then skipped). */
const EXISTING = 1;
const BLOCKED = 2;
const CALLED = 3;
const ACTIVE = 4;

const JUDGED = sql`row.place, row.number, case when not row.again then row.who end as who`;

/** Writes down every number of the file that makes no new call, and why. */
export async function judgeNumbers(trx: Trx, bench: Workbench, target: LoadTarget, now: Date): Promise<void> {
  const { campaignId, idLo, idHi, excludeCalledDays, excludeActive } = target;
  const parts = [
    sql`
      select ${JUDGED}, ${sql.lit(BLOCKED)} as why from ${bench.rows} row
      join blocked_number on blocked_number.number = row.number where row.place is not null`,
  ];
  if (idLo !== null)
    parts.push(sql`
      select ${JUDGED}, ${sql.lit(EXISTING)} from ${bench.rows} row
      join call on call.number = row.number and call.campaign_id = ${campaignId} and call.id >= ${idLo} and call.id < ${idHi}
      where row.place is not null`);
  if (excludeCalledDays !== null)
    parts.push(sql`
      select ${JUDGED}, ${sql.lit(CALLED)} from ${bench.rows} row
      where row.place is not null and row.number in (
        select call.number from call where call.last_at >= ${new Date(now.getTime() - excludeCalledDays * 86_400_000)})`);
  if (excludeActive)
    parts.push(sql`
      select ${JUDGED}, ${sql.lit(ACTIVE)} from ${bench.rows} row
      where row.place is not null and row.number in (
        select call.number from call join campaign on campaign.id = call.campaign_id
        where campaign.id <> ${campaignId} and campaign.status not in ('FINALIZANDO', 'FINALIZADA'))`);
  await withoutNestedLoops(trx, () =>
    sql`
    insert into ${bench.verdicts} (place, number, who, why)
    select place, number, who, min(why) from (${sql.join(parts, sql` union all `)}) judged group by place, number, who`.execute(
      trx,
    ),
  );
}

/** Rows, not numbers: a row whose number came before shares the fate of the first. */
export interface Fates {
  existing: number;
  blocked: number;
  called: number;
  active: number;
  /** Numbers with a verdict: what is missing to all of them becomes calls. */
  numbers: number;
}

export async function countFates(trx: Trx, bench: Workbench): Promise<Fates> {
  const { rows } = await sql<{ why: number; numbers: number; n: number }>`
    select why, sum(numbers)::int as numbers, sum(n)::int as n from (
      select why, count(*) as numbers, count(*) as n from ${bench.verdicts} group by why
      union all
      select verdict.why, 0, count(*) from ${bench.odd} row join ${bench.verdicts} verdict on verdict.number = row.number
      where row.place is null group by verdict.why) counted
    group by why`.execute(trx);
  const of = (why: number) => rows.find((row) => row.why === why)?.n ?? 0;
  return {
    existing: of(EXISTING),
    blocked: of(BLOCKED),
    called: of(CALLED),
    active: of(ACTIVE),
    numbers: rows.reduce((sum, row) => sum + row.numbers, 0),
  };
}

export const hasSkipped = ({ blocked, called, active }: Fates) => blocked + called + active > 0;

/** For a join with the verdicts: only those that keep the number out of the campaign. */
export const isSkipped = sql.raw(`why >= ${BLOCKED}`);

/** The number of `row` was not left out. Those that were are hashed once; looked for by a join, all verdicts were read for each row. */
export const isNumberKept = (bench: Workbench) =>
  sql`row.number not in (select verdict.number from ${bench.verdicts} verdict where verdict.${isSkipped})`;
