import {
  AUDIT_ACTIONS,
  AUDIT_SUBACTIONS,
  type AuditFilters,
  type AuditOrder,
  type AuditQuery,
  SIGNED_IN,
  SIGNED_OUT,
} from '@campanero/contract/audit-log/endpoints';
import { type RawBuilder, sql } from 'kysely';
import { may } from '@campanero/contract/roles';
import { dayBounds } from '@campanero/contract/shared/dates';
import { fold } from '@campanero/contract/shared/text';
import { type Viewer, visibleTo } from '../../call-store/reach.ts';
import type { Db } from '../../db/client.ts';
import { selectColumn, selectRow, selectRows } from '../../db/select.ts';
import { containsText, inSpanishOrder } from '../../db/text.ts';
import { fullName } from '../../db/product-sql.ts';
import { NEWEST_FIRST, orderOfQuery, type Paging } from '../../work/paging.ts';
import { createHash } from 'node:crypto';

export interface AuditSearch extends AuditFilters {
  /** Only this user's records (rule roles/own-audit). */
  ownerId: number | undefined;
  /** The highest restriction that the viewer may read (rule security/restricted-records). */
  restriction: Restriction;
  text: TextMatch | undefined;
  subjects?: readonly AuditSubject[];
}

/** As audit_restriction() returns it: 0 none, 1 users' mail and IP addresses, 2 citizens' personal data. */
type Restriction = 0 | 1 | 2;

/** Which records the viewer may read, in list, count and export. */
function auditReachOf(viewer: Viewer): Pick<AuditSearch, 'ownerId' | 'restriction'> {
  if (may(viewer, 'audit.restricted')) return { ownerId: undefined, restriction: 2 };
  if (may(viewer, 'audit.all')) return { ownerId: undefined, restriction: 0 };
  // Users may see their own sign-ins and mail addresses.
  return { ownerId: viewer.id, restriction: 1 };
}

/** Each type has an index. */
export type AuditSubject = { type: 'person' | 'call' | 'data_request'; ids: readonly number[] };

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

/** The condition of every query over `audit`. Each part has an index; ids are compared as bigint, so that a huge one matches no row. */
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

/** Must be the expression of the partial indexes. */
const RESTRICTION = sql`audit_restriction(audit.action, audit.subaction, audit.object_type, audit.info)`;

/** Types as literals, not parameters: otherwise PostgreSQL cannot use the partial indexes. */
const isAbout = (subjects: readonly AuditSubject[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    subjects.map(
      ({ type, ids }) =>
        sql`(audit.object_type = ${sql.lit(type)} and audit.object_id = any(${ids.map(String)}::text[]))`,
    ),
    sql` or `,
  )})`;

/** signIn and signOut write the action as the first value. */
const isSignInOrOut = sql<boolean>`(audit.action = 'USUARIO' and audit.subaction = 'ACCIÓN'
  and audit.info->'modifications'->0->>'value' in (${sql.lit(SIGNED_IN)}, ${sql.lit(SIGNED_OUT)}))`;

/** Empty lists are left out: fewer alternatives give a better plan. */
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

/** Ties follow the index where there is one (action), else newest first. */
export function orderOf(order: AuditOrder, direction: 'asc' | 'desc'): RawBuilder<unknown> {
  const sorted = direction === 'asc' ? sql`asc` : sql`desc`;
  const opposite = direction === 'asc' ? sql`desc` : sql`asc`;
  switch (order) {
    case 'id':
      return sql`audit.id ${sorted}`;
    case 'createdAt':
      return sql`audit.at ${sorted}, audit.id ${sorted}`;
    case 'action':
      return sql`audit.action ${sorted}, audit.subaction ${sorted}, audit.id ${opposite}`;
    case 'subaction':
      return sql`audit.subaction ${sorted}, audit.id desc`;
    case 'userName':
      return sql`${inSpanishOrder(userName)} ${sorted}, audit.id desc`;
  }
}

/** Selects the page's ids first, with an index-only scan where the order allows it, then reads those rows. */
export function selectAuditPage(db: Db, search: AuditSearch, page: Paging<AuditOrder>) {
  const order = orderOf(page.order, page.direction);
  const people = page.order === 'userName' ? sql`left join app_user on app_user.id = audit.user_id` : sql``;
  return selectRows<AuditRecordRow>(db)`
    with page as materialized (
      select audit.id from audit ${people} where ${matchesSearch(search)}
      order by ${order} limit ${page.limit} offset ${page.offset})
    select audit.id, audit.at, audit.action, audit.subaction, audit.info, audit.object_type, audit.object_id,
      ${userName} as user_name
    from page join audit on audit.id = page.id left join app_user on app_user.id = audit.user_id
    order by ${order}`;
}

/** Types whose names every viewer may see, except those of campaigns. */
export const NAMED_TYPES = [
  'campaign',
  'user',
  'objective',
  'state',
  'substate',
  'survey',
  'event subscription',
] as const;

export async function selectNames(db: Db, viewer: Viewer, type: (typeof NAMED_TYPES)[number], ids: readonly number[]) {
  if (ids.length === 0) return [];
  const [table, name] = type === 'user' ? ['app_user', fullName()] : [type.replace(' ', '_'), sql`name`];
  const isVisible = type === 'campaign' ? visibleTo(viewer) : sql`true`;
  // Ids of old records may exceed int4.
  return selectRows<{ id: number; name: string | null }>(db)`
    select id, ${name} as name from ${sql.table(table)} where id = any(${ids}::bigint[]) and ${isVisible}`;
}

/** `settled` counts records of transactions below `horizon`, which are all finished: that part of the count is final. */
type AuditCount = { total: number; settled: number; horizon: string };

/** Counts all records, or those since a horizon. One statement, so that all figures and the horizon belong to one snapshot. */
export async function countAudit(db: Db, search: AuditSearch, since: string | undefined): Promise<AuditCount> {
  const from = since === undefined ? sql`true` : sql`audit.xid >= ${since}::xid8`;
  const { total, open, horizon } = await selectRow<{ total: number; open: number; horizon: string }>(db)`
    select
      (select count(*) from audit where ${from} and ${matchesSearch(search)}) as total,
      (select count(*) from audit where audit.xid >= pg_snapshot_xmin(pg_current_snapshot()) and ${matchesSearch(search)}) as open,
      pg_snapshot_xmin(pg_current_snapshot())::text as horizon`;
  return { total, settled: total - open, horizon };
}

interface TextMatch {
  id: number | undefined;
  actions: string[];
  subactions: string[];
  userIds: number[];
  isSystem: boolean;
  labelSets: number[];
}

/** The text's columns have few distinct values: these are searched here, and the records then found by index. */
async function findTextMatch(db: Db, typed: string): Promise<TextMatch> {
  const holds = (text: string) => fold(text).includes(fold(typed));
  const [userIds, labelSets] = await Promise.all([
    selectColumn<number>(db)`select id from app_user where ${containsText(fullName(), typed)} order by id`,
    selectColumn<number>(db)`
      select distinct id from audit_label_set
      where exists (select from jsonb_array_elements_text(labels) as label where ${containsText(sql.ref('label'), typed)})
      order by id`,
  ]);
  return {
    id: /^\d{1,15}$/.test(typed) ? Number(typed) : undefined,
    actions: AUDIT_ACTIONS.filter(holds),
    subactions: AUDIT_SUBACTIONS.filter(holds),
    userIds,
    isSystem: holds(SYSTEM_NAME),
    labelSets,
  };
}

export async function toAuditSearch(
  db: Db,
  { general, action, subaction, userId, createdAt, onDay, signIns }: Omit<AuditQuery, 'pageNumber' | 'pageSize'>,
  viewer: Viewer,
): Promise<AuditSearch> {
  const filters = { action, subaction, userId, createdAt, onDay, signIns };
  return { ...filters, ...auditReachOf(viewer), text: general ? await findTextMatch(db, general) : undefined };
}

/** Newest first by default. */
export const auditOrder = (query: Pick<AuditQuery, 'orderbytitle' | 'orderbytype'>) =>
  orderOfQuery<AuditOrder>(query, NEWEST_FIRST);

const CACHE_MAX = 500;
/** Smaller counts are as fast to repeat. */
const CACHED_FROM = 10_000;

type Settled = Pick<AuditCount, 'settled' | 'horizon'>;

const keyOf = (search: AuditSearch) => createHash('sha256').update(JSON.stringify(search)).digest('base64url');

// Records are append-only, so the count below a horizon of finished transactions is final: cached per search, only newer
// records are counted.
export function createAuditCounter(): (db: Db, search: AuditSearch) => Promise<number> {
  const caches = new WeakMap<Db, Map<string, Settled>>();
  return async (db, search) => {
    // One cache per server: a replica sees the end of a transaction later.
    const cache = caches.get(db) ?? new Map<string, Settled>();
    caches.set(db, cache);
    const key = keyOf(search);
    const known = cache.get(key);
    const since = await countAudit(db, search, known?.horizon);
    // A restored cluster at the same address starts its transaction ids again.
    if (known && BigInt(since.horizon) < BigInt(known.horizon)) {
      cache.clear();
      return (await countAudit(db, search, undefined)).total;
    }
    const settled = since.settled + (known?.settled ?? 0);
    cache.delete(key);
    if (settled >= CACHED_FROM) cache.set(key, { settled, horizon: since.horizon });
    if (cache.size > CACHE_MAX) cache.delete(cache.keys().next().value ?? '');
    return since.total + (known?.settled ?? 0);
  };
}
