import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { CLOSED_STATUSES } from '@campanero/contract/campaigns/status';
import { KEEP_MONTHS_DEFAULT } from '@campanero/contract/retention/endpoints';
import { PRODUCT_OFFSET_MINUTES } from '@campanero/contract/shared/dates';
import { sql, type RawBuilder } from 'kysely';

// Shared SQL expressions about users, campaigns and time. `user` and `campaign` are the table's alias in the statement.

const column = (table: string, name: string) => sql.ref(`${table}.${name}`);

export const fullName = (user = 'app_user'): RawBuilder<string> =>
  sql<string>`trim(${column(user, 'first_name')} || ' ' || ${column(user, 'last_name')})`;

/** Highest rank first. */
export const roleIds = (user = 'app_user'): RawBuilder<number[]> =>
  sql<number[]>`array(select role_id::int from user_role where user_id = ${column(user, 'id')} order by role_id desc)`;

/** primaryRole() of the contract; null: guest. */
export const primaryRole = (user = 'app_user'): RawBuilder<number | null> =>
  sql<number | null>`(select max(role_id) from user_role where user_role.user_id = ${column(user, 'id')})`;

export const isClosed = (campaign = 'campaign'): RawBuilder<boolean> =>
  sql<boolean>`(${column(campaign, 'status')} in (${sql.join(CLOSED_STATUSES.map((status) => sql.lit(status)))}))`;

/** Default retention in months; campaigns may override it. */
export const systemKeepMonths = sql<number>`coalesce(
  (select (value->>'months')::int from installation where key = 'retention'), ${sql.lit(KEEP_MONTHS_DEFAULT)})`;

/** End of retention of a closed campaign's persons (rule retention/period-after-the-end); null: unlimited. */
export const keptUntil = (months: number | RawBuilder<number>, campaign = 'campaign') =>
  sql<Date | null>`(case when ${column(campaign, 'keep_reason')} is null then
    coalesce(${column(campaign, 'finished_at')}, ${column(campaign, 'end_date')})
      + make_interval(months => coalesce(${column(campaign, 'keep_months')}, ${months})) end)`;

/** Not closed, or within its retention period: its persons must not be anonymised yet. */
export const isKeptLonger = (now: Date, months: number, campaign = 'campaign'): RawBuilder<boolean> =>
  sql<boolean>`(not ${isClosed(campaign)} or coalesce(${keptUntil(months, campaign)} > ${now}, true))`;

type Moment = string | RawBuilder<unknown>;
const ZONE = sql`interval ${sql.lit(`${PRODUCT_OFFSET_MINUTES} minutes`)}`;

export const productTime = (at: Moment) => sql`(${typeof at === 'string' ? sql.ref(at) : at} at time zone ${ZONE})`;

export const productDate = (at: Moment) => sql`${productTime(at)}::date`;

/** The campaign's calling rules, or the default ones; validated when they were written. */
export const rulesOfCampaign = sql<CallingRules>`coalesce(campaign.calling_rules, (select rules from calling_default))`;
/** Attempts and pause count over all campaigns per number. */
export const countsAcross = sql<boolean>`(select across_campaigns from calling_default)`;

/** For ids of requests, which may exceed int4: compared as bigint they match no row instead of raising an error. */
export const asBigint = (id: number): RawBuilder<number> => sql<number>`${id}::bigint`;
