import {
  AUDIT_ACTIONS,
  AUDIT_SUBACTIONS,
  SIGNED_IN,
  SIGNED_OUT,
  type AuditFilters,
  type AuditOrder,
  type AuditQuery,
} from '@campanero/contract/audit-log/schemas';
import { sql, type RawBuilder } from 'kysely';
import { hasPermission } from '@campanero/contract/roles';
import { dayBounds } from '@campanero/contract/shared/dates';
import { fold } from '@campanero/contract/shared/text';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';
import type { Db } from '../../db/client.ts';
import { containsText, inSpanishOrder } from '../../db/text.ts';
import { fullName } from '../../db/product-sql.ts';

export interface AuditSearch extends AuditFilters {
  /** Only this person's records, whatever else was asked (rule roles/own-audit). */
  ownerId: number | undefined;
  /** The most restricted records that are shown (rule security/restricted-records). */
  restriction: Restriction;
  text: TextMatch | undefined;
  /** Only records about one of these. */
  subjects?: readonly AuditSubject[];
}

/** As audit_restriction() answers: none, users' mails and addresses, citizens' personal data. */
type Restriction = 0 | 1 | 2;

/** Whose records somebody sees, and how restricted ones. The one place that decides it, for list, count and export. */
export function auditReachOf({ id, primary }: Viewer): Pick<AuditSearch, 'ownerId' | 'restriction'> {
  if (hasPermission('audit.restricted', primary)) return { ownerId: undefined, restriction: 2 };
  if (hasPermission('audit.all', primary)) return { ownerId: undefined, restriction: 0 };
  // One's own sign-ins and mail are no secret from oneself.
  return { ownerId: id, restriction: 1 };
}

/** Each type has an index. */
export interface AuditSubject {
  type: 'person' | 'call' | 'data_request';
  ids: readonly number[];
}

export interface AuditRecordRow {
  id: number;
  at: Date;
  action: string;
  subaction: string;
  info: unknown;
  objectType: string;
  objectId: string | null;
  userName: string;
}

const DAY_MS = 86_400_000;

/** The where of every query over `audit`. Each part has an index; ids are compared wide, so that a huge one matches nothing. */
export function matchesSearch(search: AuditSearch): RawBuilder<boolean> {
  const all: RawBuilder<boolean>[] = [];
  if (search.ownerId !== undefined) all.push(sql`audit.user_id = ${search.ownerId}`);
  if (search.restriction < 2) all.push(sql`${RESTRICTION} ${search.restriction === 0 ? sql`= 0` : sql`<= 1`}`);
  if (search.userId !== undefined) all.push(sql`audit.user_id = ${search.userId}::bigint`);
  if (search.action) all.push(sql`audit.action = ${search.action}`);
  if (search.subaction) all.push(sql`audit.subaction = ${search.subaction}`);
  if (search.createdAt) {
    const from = new Date(`${search.createdAt}T00:00:00.000Z`);
    all.push(sql`audit.at >= ${from} and audit.at < ${new Date(from.getTime() + DAY_MS)}`);
  }
  if (search.onDay) {
    const { from, to } = dayBounds(search.onDay);
    all.push(sql`audit.at >= ${from} and audit.at < ${to}`);
  }
  if (search.signIns === '0') all.push(sql`not ${isSignInOrOut}`);
  if (search.text) all.push(matchesText(search.text));
  if (search.subjects) all.push(isAbout(search.subjects));
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

/** Written as in the partial indexes of the unrestricted records. */
const RESTRICTION = sql`audit_restriction(audit.action, audit.subaction, audit.object_type, audit.info)`;

/** The types stand in the statement itself: only then does PostgreSQL see that a partial index holds them all. */
const isAbout = (subjects: readonly AuditSubject[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    subjects.map(
      ({ type, ids }) =>
        sql`(audit.object_type = ${sql.lit(type)} and audit.object_id = any(${ids.map(String)}::text[]))`,
    ),
    sql` or `,
  )})`;

/** Written by signIn and signOut: the action is the first thing they tell. */
const isSignInOrOut = sql<boolean>`(audit.action = 'USUARIO' and audit.subaction = 'ACCIÓN'
  and audit.info->'modifications'->0->>'value' in (${sql.lit(SIGNED_IN)}, ${sql.lit(SIGNED_OUT)}))`;

/** Lists that found nothing are left out: the fewer alternatives, the better the plan. */
function matchesText({ id, actions, subactions, userIds, isSystem, labelSets }: TextMatch): RawBuilder<boolean> {
  const matching: RawBuilder<boolean>[] = [];
  if (id !== undefined) matching.push(sql`audit.id = ${id}`);
  if (actions.length > 0) matching.push(sql`audit.action = any(${actions}::text[])`);
  if (subactions.length > 0) matching.push(sql`audit.subaction = any(${subactions}::text[])`);
  if (userIds.length > 0) matching.push(sql`audit.user_id = any(${userIds}::int[])`);
  if (isSystem) matching.push(sql`audit.user_id is null`);
  if (labelSets.length > 0) matching.push(sql`audit.label_set = any(${labelSets}::bigint[])`);
  return matching.length === 0 ? sql`false` : sql`(${sql.join(matching, sql` or `)})`;
}

/** The name shown for changes without a signed-in user. */
const SYSTEM_NAME = 'Sistema';
export const userName = sql<string>`coalesce(${fullName()}, ${sql.lit(SYSTEM_NAME)})`;

/** Ties follow the index where there is one (action) and else go newest first; the direction is ours, never the caller's text. */
export function orderOf(order: AuditOrder, direction: 'asc' | 'desc'): RawBuilder<unknown> {
  const way = direction === 'asc' ? sql`asc` : sql`desc`;
  const opposite = direction === 'asc' ? sql`desc` : sql`asc`;
  switch (order) {
    case 'id':
      return sql`audit.id ${way}`;
    case 'createdAt':
      return sql`audit.at ${way}, audit.id ${way}`;
    case 'action':
      return sql`audit.action ${way}, audit.subaction ${way}, audit.id ${opposite}`;
    case 'subaction':
      return sql`audit.subaction ${way}, audit.id desc`;
    case 'userName':
      return sql`${inSpanishOrder(userName)} ${way}, audit.id desc`;
  }
}

interface AuditPageRequest {
  order: AuditOrder;
  direction: 'asc' | 'desc';
  limit: number;
  offset: number;
}

/** The page's ids first, from an index alone where the order has one; only those rows are then read whole. */
export async function selectAuditPage(db: Db, search: AuditSearch, page: AuditPageRequest): Promise<AuditRecordRow[]> {
  const order = orderOf(page.order, page.direction);
  const people = page.order === 'userName' ? sql`left join app_user on app_user.id = audit.user_id` : sql``;
  const { rows } = await sql<AuditRecordRow>`
    with page as materialized (
      select audit.id from audit ${people} where ${matchesSearch(search)}
      order by ${order} limit ${page.limit} offset ${page.offset})
    select audit.id, audit.at, audit.action, audit.subaction, audit.info, audit.object_type, audit.object_id,
      ${userName} as user_name
    from page join audit on audit.id = page.id left join app_user on app_user.id = audit.user_id
    order by ${order}`.execute(db);
  return rows;
}

interface NamedRow {
  id: number;
  name: string | null;
}

/** Of the campaigns within the viewer's reach. */
export const selectAuditedCampaigns = (db: Db, viewer: Viewer, ids: readonly number[]): Promise<NamedRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('campaign')
        .select(['campaign.id', 'campaign.name'])
        // Ids come from records of any age: compared as bigint, one too large matches nothing instead of failing.
        .where(sql<boolean>`campaign.id = any(${[...ids]}::bigint[])`)
        .where(visibleTo(viewer))
        .execute();

const NAMED = {
  user: sql`select id, ${fullName()} as name from app_user`,
  objective: sql`select id, name from objective`,
  state: sql`select id, name from state`,
  substate: sql`select id, name from substate`,
};

/** Of what everybody with a role may see. */
export async function selectNames(db: Db, type: keyof typeof NAMED, ids: readonly number[]): Promise<NamedRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<NamedRow>`${NAMED[type]} where id = any(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** A count that can be continued: `settled` are records of transactions below `horizon`, to which nothing can be added any more. */
export interface AuditCount {
  total: number;
  settled: number;
  horizon: string;
}

/**
 * Counts from a known horizon on, or everything. One statement, so that total, the part still open and the horizon belong to
 * the same snapshot; the open part is a look at the end of the index by transaction.
 */
export async function countAudit(db: Db, search: AuditSearch, since: string | undefined): Promise<AuditCount> {
  const from = since === undefined ? sql`true` : sql`audit.xid >= ${since}::xid8`;
  const { rows } = await sql<{ total: number; open: number; horizon: string }>`
    select
      (select count(*) from audit where ${from} and ${matchesSearch(search)}) as total,
      (select count(*) from audit where audit.xid >= pg_snapshot_xmin(pg_current_snapshot()) and ${matchesSearch(search)}) as open,
      pg_snapshot_xmin(pg_current_snapshot())::text as horizon`.execute(db);
  const { total, open, horizon } = rows[0]!;
  return { total, settled: total - open, horizon };
}

/** What a typed text means: the values it could stand for, each of them an index lookup. */
interface TextMatch {
  id: number | undefined;
  actions: string[];
  subactions: string[];
  userIds: number[];
  isSystem: boolean;
  labelSets: number[];
}

/**
 * Free text goes over action, subaction, person and labels, and a whole number also over the record's own id. All of these
 * have few distinct values: they are searched here, and the records are then found by value instead of read one by one.
 */
async function findTextMatch(db: Db, typed: string): Promise<TextMatch> {
  const holds = (text: string) => fold(text).includes(fold(typed));
  const [people, sets] = await Promise.all([
    db.selectFrom('appUser').select('id').where(containsText(fullName(), typed)).orderBy('id').execute(),
    db
      .selectFrom('auditLabelSet')
      .select('id')
      .distinct()
      .where(
        sql<boolean>`exists (select from jsonb_array_elements_text(labels) as label where ${containsText(sql.ref('label'), typed)})`,
      )
      .orderBy('id')
      .execute(),
  ]);
  return {
    id: /^\d{1,15}$/.test(typed) ? Number(typed) : undefined,
    actions: AUDIT_ACTIONS.filter(holds),
    subactions: AUDIT_SUBACTIONS.filter(holds),
    userIds: people.map(({ id }) => id),
    isSystem: holds(SYSTEM_NAME),
    labelSets: sets.map(({ id }) => id),
  };
}

/** The list's query without its page: the filters, what the viewer may see, and what its free text means. */
export async function toAuditSearch(
  db: Db,
  { general, ...query }: Omit<AuditQuery, 'pageNumber' | 'pageSize'>,
  viewer: Viewer,
): Promise<AuditSearch> {
  const { action, subaction, userId, createdAt, onDay, signIns } = query;
  return {
    action,
    subaction,
    userId,
    createdAt,
    onDay,
    signIns,
    ...auditReachOf(viewer),
    text: general ? await findTextMatch(db, general) : undefined,
  };
}

/** Newest first unless asked otherwise. */
export const auditOrder = ({ orderbytitle, orderbytype }: Pick<AuditQuery, 'orderbytitle' | 'orderbytype'>) => ({
  order: orderbytitle ?? ('id' as const),
  direction: orderbytype ?? (orderbytitle ? ('asc' as const) : ('desc' as const)),
});
