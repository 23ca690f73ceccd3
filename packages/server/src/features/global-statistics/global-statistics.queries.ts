import { CAMPAIGN_STATUSES, type CampaignStatus } from '@campanero/contract/campaigns/status';
import { primaryRole, productTime, run, selectFirst, selectRow, selectRows, sql } from '../../db/index.ts';
import type { Db, Trx } from '../../db/client.ts';
import { STATISTICS_MONTHS } from '@campanero/contract/limits';
import { OPERADOR, OPERADOR_EXTERNO } from '@campanero/contract/roles';
import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import {
  type CampaignTotals,
  globalFigures,
  monthlyMetrics,
  monthlySeries,
  type OutcomeRates,
} from '@campanero/contract/statistics/global-endpoints';
import { z } from 'zod';
import { type MonthOutcomes, selectCallsBySide, selectMonthlyOutcomes } from '../../call-store/read/index.ts';

interface CountedBySide<N extends string = string> {
  name: N;
  external: boolean;
  count: number;
}

const selectStatusCounts = (trx: Trx) =>
  selectRows<CountedBySide<CampaignStatus>>(trx)`
    select status as name, external, count(*)::int as count from campaign group by 1, 2`;

const selectObjectiveCounts = (trx: Trx) =>
  selectRows<CountedBySide>(trx)`
    select objective.name, external, count(*)::int as count
    from campaign join objective on objective.id = campaign.objective_id group by objective.id, external`;

const selectUsersByRole = (trx: Trx) =>
  selectRows<{ primary: number | null; count: number }>(trx)`
    select ${primaryRole()} as primary, count(*)::int as count from app_user where not disabled and kind = 'person' group by 1`;

/** YYYY-MM in UTC-3. */
const monthOf = (column: string) => sql`to_char(${productTime(column)}, 'YYYY-MM')`;

type MonthCount = { month: string; external: boolean; count: number };

/** Campaigns by the month of their start date. */
const selectStartedCampaigns = (trx: Trx, from: Date) =>
  selectRows<MonthCount>(trx)`
    select ${monthOf('start_date')} as month, external, count(*)::int as count
    from campaign where start_date >= ${from} group by 1, 2`;

/** Calls created by completed loads, by month of completion. */
const selectLoadedCalls = (trx: Trx, from: Date) =>
  selectRows<MonthCount>(trx)`
    select ${monthOf('audience_load.finished_at')} as month, campaign.external, sum(loaded)::float8 as count
    from audience_load join campaign on campaign.id = audience_load.campaign_id
    where audience_load.status = 'COMPLETED' and audience_load.finished_at >= ${from} group by 1, 2`;

type StoredStatistics = { content: unknown; computedAt: Date; expiresAt: Date };

export const findStatistics = (db: Db) =>
  selectFirst<StoredStatistics>(db)`select content, computed_at, expires_at from global_statistics`;

/** Serialises concurrent requests: the second reads what the first wrote. */
export const lockStatistics = (trx: Trx) =>
  selectRow<StoredStatistics>(trx)`select content, computed_at, expires_at from global_statistics for update`;

export const updateExpiry = (trx: Trx, expiresAt: Date, requestedBy: number) =>
  run(trx)`update global_statistics set expires_at = ${expiresAt}, requested_by = ${requestedBy}`;

/** Does not change expires_at on update. */
export const saveStatistics = (trx: Trx, content: object, computedAt: Date) =>
  run(trx)`
    insert into global_statistics (content, computed_at, expires_at)
    values (${JSON.stringify(content)}, ${computedAt}, ${computedAt})
    on conflict ((true)) do update set content = excluded.content, computed_at = excluded.computed_at`;

/** Stored content: everything the page shows, computed at one time. */
export const storedContent = z.object({
  totals: globalFigures.pick({ campaigns: true, operators: true }),
  series: monthlySeries,
  metrics: monthlyMetrics,
});
export type StatisticsContent = z.infer<typeof storedContent>;

/** The last months including the current one, oldest first, as YYYY-MM in UTC-3. */
export function recentMonths(now: Date, count: number): string[] {
  const [year, month] = productDay(now).split('-').map(Number) as [number, number];
  return Array.from({ length: count }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 7),
  ).toReversed();
}

const add = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);
type Side = { external: boolean };
const ofSide = <R extends Side>(rows: readonly R[], external: boolean | null) =>
  external === null ? rows : rows.filter((row) => row.external === external);
const bySide = <T>(make: (external: boolean | null) => T) => ({
  general: make(null),
  internal: make(false),
  external: make(true),
});

/** Sums counts by name, in order of first appearance. */
function countByName<N extends string>(rows: readonly { name: N; count: number }[]): { name: N; count: number }[] {
  const counts = new Map<N, number>();
  for (const { name, count } of rows) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].map(([name, count]) => ({ name, count }));
}

function ratesOf(rows: readonly MonthOutcomes[]): OutcomeRates {
  const total = add(rows.map((row) => row.total));
  const percent = (part: number) => (total > 0 ? Math.round((part * 1000) / total) / 10 : null);
  return {
    total,
    contactability: percent(add(rows.map((row) => row.contacted))),
    effectiveness: percent(add(rows.map((row) => row.effective))),
  };
}

const inNameOrder = new Intl.Collator('es').compare;

/** The transaction must read one snapshot. From counters, so the cost does not depend on audience size. */
export async function computeStatistics(trx: Trx, now: Date): Promise<StatisticsContent> {
  const months = recentMonths(now, STATISTICS_MONTHS);
  const firstDay = `${months[0]}-01`;
  const { from } = dayBounds(firstDay);
  const statuses = await selectStatusCounts(trx);
  const objectives = await selectObjectiveCounts(trx);
  const calls = await selectCallsBySide(trx);
  const outcomes = await selectMonthlyOutcomes(trx, firstDay);
  const started = await selectStartedCampaigns(trx, from);
  const loaded = await selectLoadedCalls(trx, from);
  const users = await selectUsersByRole(trx);

  const counted = (rows: readonly { count: number }[]) => add(rows.map(({ count }) => count));
  const campaignTotals = (external: boolean | null): CampaignTotals => {
    const status = countByName(ofSide(statuses, external));
    return {
      total: counted(status),
      calls: { total: add(ofSide(calls, external).map(({ total }) => total)) },
      operatorCalls: { total: add(ofSide(outcomes, external).map(({ total }) => total)) },
      status: CAMPAIGN_STATUSES.flatMap((name) => status.filter((row) => row.name === name)),
      objectives: countByName(ofSide(objectives, external)).toSorted(
        (a, b) => b.count - a.count || inNameOrder(a.name, b.name),
      ),
    };
  };
  const operators = (roles: readonly number[]) => ({
    total: counted(users.filter(({ primary }) => roles.includes(primary ?? 0))),
  });
  const of = <R extends Side & { month: string }>(rows: readonly R[], month: string, external: boolean | null) =>
    ofSide(rows, external).filter((row) => row.month === month);

  return {
    totals: {
      campaigns: bySide(campaignTotals),
      operators: {
        general: operators([OPERADOR, OPERADOR_EXTERNO]),
        internal: operators([OPERADOR]),
        external: operators([OPERADOR_EXTERNO]),
      },
    },
    series: months.map((month) => ({
      ...calendarMonth(month),
      internalCampaigns: counted(of(started, month, false)),
      externalCampaigns: counted(of(started, month, true)),
      internalCalls: counted(of(loaded, month, false)),
      externalCalls: counted(of(loaded, month, true)),
      internalOperatorCalls: ratesOf(of(outcomes, month, false)).total,
      externalOperatorCalls: ratesOf(of(outcomes, month, true)).total,
    })),
    metrics: months.map((month) => ({
      ...calendarMonth(month),
      ...ratesOf(of(outcomes, month, null)),
      internal: ratesOf(of(outcomes, month, false)),
      external: ratesOf(of(outcomes, month, true)),
    })),
  };
}

const calendarMonth = (month: string) => ({ month: Number(month.slice(5)), year: Number(month.slice(0, 4)) });
