import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import {
  type Db,
  primaryRole,
  productTime,
  run,
  selectFirst,
  selectRow,
  selectRows,
  sql,
  type Trx,
} from '../../db/index.ts';

interface CountedBySide<N extends string = string> {
  name: N;
  external: boolean;
  count: number;
}

export const selectStatusCounts = (trx: Trx) =>
  selectRows<CountedBySide<CampaignStatus>>(trx)`
    select status as name, external, count(*)::int as count from campaign group by 1, 2`;

export const selectObjectiveCounts = (trx: Trx) =>
  selectRows<CountedBySide>(trx)`
    select objective.name, external, count(*)::int as count
    from campaign join objective on objective.id = campaign.objective_id group by objective.id, external`;

export const selectUsersByRole = (trx: Trx) =>
  selectRows<{ primary: number | null; count: number }>(trx)`
    select ${primaryRole()} as primary, count(*)::int as count from app_user where not disabled group by 1`;

/** YYYY-MM in UTC-3. */
const monthOf = (column: string) => sql`to_char(${productTime(column)}, 'YYYY-MM')`;

type MonthCount = { month: string; external: boolean; count: number };

/** Campaigns by the month of their start date. */
export const selectStartedCampaigns = (trx: Trx, from: Date) =>
  selectRows<MonthCount>(trx)`
    select ${monthOf('start_date')} as month, external, count(*)::int as count
    from campaign where start_date >= ${from} group by 1, 2`;

/** Calls created by completed loads, by month of completion. */
export const selectLoadedCalls = (trx: Trx, from: Date) =>
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
