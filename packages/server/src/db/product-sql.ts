import type { CallingRules } from '@campanero/contract/calling-rules/schemas';
import { CLOSED_STATUSES } from '@campanero/contract/campaigns/rules';
import { KEEP_MONTHS_DEFAULT } from '@campanero/contract/retention/schemas';
import { PRODUCT_OFFSET_MINUTES } from '@campanero/contract/shared/dates';
import { sql, type RawBuilder } from 'kysely';

// What the product says about users, campaigns and time, in SQL: written here once, whichever statement needs it. `user` and
// `campaign` are the table's name in that statement.

const column = (table: string, name: string) => sql.ref(`${table}.${name}`);

export const fullName = (user = 'app_user'): RawBuilder<string> =>
  sql<string>`trim(${column(user, 'first_name')} || ' ' || ${column(user, 'last_name')})`;

/** A user's roles, highest rank first. */
export const roleIds = (user = 'app_user'): RawBuilder<number[]> =>
  sql<number[]>`array(select role_id::int from user_role where user_id = ${column(user, 'id')} order by role_id desc)`;

/** The highest rank a user holds, as the contract's primaryRole(); null is a guest. */
export const primaryRole = (user = 'app_user'): RawBuilder<number | null> =>
  sql<number | null>`(select max(role_id) from user_role where user_role.user_id = ${column(user, 'id')})`;

/** As the contract's isClosed(). */
export const isClosed = (campaign = 'campaign'): RawBuilder<boolean> =>
  sql<boolean>`(${column(campaign, 'status')} in (${sql.join(CLOSED_STATUSES.map((status) => sql.lit(status)))}))`;

/** How many months the installation keeps persons, unless a campaign says otherwise. */
export const systemKeepMonths = sql<number>`coalesce(
  (select (value->>'months')::int from installation where key = 'retention'), ${sql.lit(KEEP_MONTHS_DEFAULT)})`;

/** Until when the persons of a closed campaign are kept (rule retention/period-after-the-end); null: without limit. */
export const keptUntil = (months: number | RawBuilder<number>, campaign = 'campaign') =>
  sql<Date | null>`(case when ${column(campaign, 'keep_reason')} is null then
    coalesce(${column(campaign, 'finished_at')}, ${column(campaign, 'end_date')})
      + make_interval(months => coalesce(${column(campaign, 'keep_months')}, ${months})) end)`;

/** Its persons are not to be anonymised yet: it is not closed, or its period is not over. */
export const isKeptLonger = (now: Date, months: number, campaign = 'campaign'): RawBuilder<boolean> =>
  sql<boolean>`(not ${isClosed(campaign)} or coalesce(${keptUntil(months, campaign)} > ${now}, true))`;

type Moment = string | RawBuilder<unknown>;
const ZONE = sql`interval ${sql.lit(`${PRODUCT_OFFSET_MINUTES} minutes`)}`;

/** What the clock of the product's zone shows at that moment: a column, or any expression. */
export const productTime = (at: Moment) => sql`(${typeof at === 'string' ? sql.ref(at) : at} at time zone ${ZONE})`;

/** The product's day of that moment. */
export const productDate = (at: Moment) => sql`${productTime(at)}::date`;

/** Of a row of `campaign`: its own rules of calling, or the system's. They were checked when they were written. */
export const rulesOfCampaign = sql<CallingRules>`coalesce(campaign.calling_rules, (select rules from calling_default))`;
/** Whether attempts and pause count the calls of every campaign to the same number. */
export const countsAcross = sql<boolean>`(select across_campaigns from calling_default)`;
