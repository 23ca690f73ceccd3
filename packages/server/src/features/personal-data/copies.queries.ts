import { type Db, fullName, letterPattern, type RawBuilder, selectRows, sql, type Trx } from '../../db/index.ts';
import type { StoredPersonalData } from '../../call-store/read/index.ts';
import type { CopiesReply, LoadReply } from './personal-data.words.ts';
import {
  CELL_SEPARATOR,
  createMatcher,
  type PersonIdentifiers,
  type PersonMatcher,
  type Shape,
} from './person-matcher.policy.ts';
import { PERSON_FIELDS } from '@campanero/contract/contacts/person-fields';

/** Letters of a part that the coarse pattern uses. */
const PATTERN_LETTERS = 8;

/** Pattern that matches every text with one of the lists' longest parts, and some others, without folding. */
function coarsePattern(lists: readonly (readonly string[])[]): string {
  const longest = lists.map((parts) => parts.reduce((a, b) => (b.length > a.length ? b : a), ''));
  const patternOf = (letter: string) => {
    if (/\d/.test(letter)) return letter;
    return /[a-z]/.test(letter) ? letterPattern(letter) : '.';
  };
  const patterns = longest.map((part) => Array.from(part).slice(0, PATTERN_LETTERS).map(patternOf).join(''));
  return [...new Set(patterns)].join('|');
}

// All parts of one list are in the folded text; the matcher decides afterwards. OFFSET keeps the planner from folding
// once per part, and the coarse pattern comes first because folding costs ten times as much.
export const containsAny = (text: RawBuilder<string>, lists: readonly (readonly string[])[]): RawBuilder<boolean> => {
  if (lists.length === 0) return sql`false`;
  const hasAll = (parts: readonly string[]) =>
    sql.join(
      parts.map((part) => sql`strpos(searched.folded, ${part}) > 0`),
      sql` and `,
    );
  return sql`(case when ${text} ~ ${coarsePattern(lists)} then (select ${sql.join(
    lists.map((parts) => sql`(${hasAll(parts)})`),
    sql` or `,
  )}
    from (select fold(${text}) as folded offset 0) searched) else false end)`;
};

const identifiersOf = ({ person, numbers }: StoredPersonalData): PersonIdentifiers => {
  const given = (...values: (string | null)[]) => values.filter((value) => value !== null && value !== '') as string[];
  const numbersOf = (isShared: boolean) =>
    numbers.filter(({ others }) => others.length > 0 === isShared).map(({ number }) => number);
  return {
    firstNames: given(person.firstName),
    lastNames: given(person.lastName),
    names: given(person.businessName),
    documents: given(person.document),
    emails: given(person.email),
    numbers: numbersOf(false),
    sharedNumbers: numbersOf(true),
    orionIds: given(person.orionId),
  };
};

async function createMatcherOf(db: Db | Trx, held: StoredPersonalData): Promise<PersonMatcher> {
  const known = identifiersOf(held);
  const former = await selectFormerValues(db, [held.person.id]);
  const kinds = Object.keys(former) as (keyof FormerValues)[];
  return createMatcher({
    ...known,
    ...Object.fromEntries(kinds.map((kind) => [kind, [...known[kind], ...former[kind]]])),
  });
}

const READ_MS = 15_000;
/** Entries shown per kind; beyond that the result says that it is cut. */
const SHOWN_MAX = 100;
/** Rows per kind that are read for the matcher. */
const READ_MAX = 20_000;

/** Where a person occurs besides their own data and calls. A heavy read: scans whole tables of texts. */
export async function selectCopies(heavyDb: Db, held: StoredPersonalData, limit = SHOWN_MAX): Promise<CopiesReply> {
  return heavyDb.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(READ_MS)}, true)`.execute(trx);
    const matcher = await createMatcherOf(trx, held);
    const lists = {
      exports: await selectExports(trx, held, limit + 1),
      rejectedRows: await selectRejectedRows(trx, matcher, limit + 1),
      notifications: await selectNotifications(trx, held, limit + 1),
      mails: await selectMails(trx, matcher, limit + 1),
      notes: await selectNotes(trx, matcher, limit + 1),
    };
    const isCut = Object.values(lists).some((rows) => rows.length > limit);
    for (const rows of Object.values(lists)) rows.splice(limit);
    return { ...lists, isCut };
  });
}

/** A campaign has one load at a time, so a call's creation time tells which load created it. */
export async function selectLoads(db: Db, held: StoredPersonalData): Promise<LoadReply[]> {
  const own = held.calls.filter(({ isOwn, personChangedAt }) => isOwn && personChangedAt === null);
  return selectRows<LoadReply>(db)`
    select distinct on (l.id) l.id, l.source, l.name, jsonb_build_object('id', campaign.id, 'name', campaign.name) as campaign,
      ${fullName()} as user_name, l.created_at as at
    from unnest(${own.map(({ campaignId }) => campaignId)}::int[], ${own.map(({ createdAt }) => createdAt)}::timestamptz[])
      as came (campaign_id, at)
    join audience_load l on l.campaign_id = came.campaign_id and l.created_at <= came.at
      and came.at <= coalesce(l.finished_at, 'infinity') and l.status in ('RUNNING', 'COMPLETED')
    join campaign on campaign.id = l.campaign_id
    join app_user on app_user.id = l.created_by
    order by l.id`;
}

type Copy<Kind extends Exclude<keyof CopiesReply, 'isCut'>> = CopiesReply[Kind][number];

/** Files made after the person's call, audit record or request existed, and their own reports. */
const selectExports = (trx: Trx, { person, calls }: StoredPersonalData, limit: number) =>
  selectRows<Copy<'exports'>>(trx)`
    with came as (
      select campaign_id, min(at) as at from unnest(${calls.map(({ campaignId }) => campaignId)}::int[],
        ${calls.map(({ createdAt, personChangedAt }) => personChangedAt ?? createdAt)}::timestamptz[]) as c (campaign_id, at) group by 1
    ), recorded as (
      select min(at) as at from audit where object_type = 'person' and object_id = ${String(person.id)}
        or object_type = 'call' and object_id = any(${calls.map(({ id }) => String(id))}::text[])
    )
    select job.id, job.kind, case when campaign.id is not null
        then jsonb_build_object('id', campaign.id, 'name', campaign.name) end as campaign,
      ${fullName()} as user_name, job.created_at as at, case when job.file_key is not null then job.expires_at end as expires_at
    from export_job job
    join app_user on app_user.id = job.requested_by
    left join campaign on campaign.id = job.campaign_id
    left join came on came.campaign_id = job.campaign_id
    where job.status = 'COMPLETED' and (
      job.kind in ('audience', 'calls', 'interviews', 'answers') and came.at <= job.finished_at
      or job.kind = 'audit' and job.finished_at >= (select at from recorded)
      or job.kind = 'data_requests' and job.finished_at >= (select min(created_at) from data_request where person_id = ${person.id})
      or job.kind = 'personal_data' and job.filters->>'personId' = ${String(person.id)})
    order by job.created_at desc, job.id limit ${limit}`;

/** Filters the rows that the database finds by the matcher. */
const accepted = <R extends { text: string }>(rows: readonly R[], { namedBy }: PersonMatcher, shape: Shape) =>
  rows.flatMap(({ text, ...row }) => {
    const by = namedBy(text, shape);
    return by === null ? [] : [{ ...row, namedBy: by }];
  });

/** Rejected rows per statement: a million exceeded the statement timeout on a busy machine. */
const SCAN_ROWS = 50_000;

/** In batches from the newest row on, until enough are found. */
async function selectRejectedRows(trx: Trx, matcher: PersonMatcher, limit: number) {
  const text = sql<string>`array_to_string(row.cells, ${CELL_SEPARATOR}) || ${CELL_SEPARATOR} || row.reason`;
  const inOrder = sql`order by row.load_id desc, row.file_no desc, row.line desc`;
  const found: Copy<'rejectedRows'>[] = [];
  for (let before: RejectedKey | undefined = LAST_REJECTED; before && found.length < limit;) {
    const isBefore: RawBuilder<boolean> = sql`(row.load_id, row.file_no, row.line) < (${before.loadId}, ${before.fileNo}, ${before.line})`;
    const [end]: RejectedKey[] = await selectRows<RejectedKey>(trx)`
      select row.load_id, row.file_no, row.line from rejected_row row where ${isBefore} ${inOrder} limit 1 offset ${SCAN_ROWS - 1}`;
    const rows = await selectRows<Omit<Copy<'rejectedRows'>, 'namedBy'> & { text: string }>(trx)`
      select row.load_id, l.name as load_name, jsonb_build_object('id', campaign.id, 'name', campaign.name) as campaign,
        row.file_no, row.line, row.reason, row.cells, coalesce(l.finished_at, l.created_at) as at, ${text} as text
      from rejected_row row
      join audience_load l on l.id = row.load_id
      join campaign on campaign.id = l.campaign_id
      where ${isBefore} and (row.load_id, row.file_no, row.line) >= (${end?.loadId ?? 0}, ${end?.fileNo ?? 0}, ${end?.line ?? 0})
        and ${containsAny(text, matcher.certainParts)}
      ${inOrder}`;
    found.push(...accepted(rows, matcher, 'row').slice(0, limit - found.length));
    before = end;
  }
  return found.sort((a, b) => b.loadId - a.loadId || a.fileNo - b.fileNo || a.line - b.line);
}

type RejectedKey = Pick<Copy<'rejectedRows'>, 'loadId' | 'fileNo' | 'line'>;
const LAST_REJECTED: RejectedKey = { loadId: 2 ** 31 - 1, fileNo: 2 ** 15 - 1, line: 2 ** 31 - 1 };

/** Notifications reference the call, and show its number. */
const selectNotifications = (trx: Trx, { calls }: StoredPersonalData, limit: number) =>
  selectRows<Copy<'notifications'>>(trx)`
    select notification.id, notification.action, ${fullName()} as user_name, notification.created_at as at
    from notification join app_user on app_user.id = notification.user_id
    where notification.call_id = any(${calls.filter(({ isOwn }) => isOwn).map(({ id }) => id)}::bigint[])
    order by notification.id desc limit ${limit}`;

async function selectMails(trx: Trx, matcher: PersonMatcher, limit: number) {
  const text = sql<string>`concat_ws(' ', mail.subject, mail.body, mail.inbox_body)`;
  const rows = await selectRows<Omit<Copy<'mails'>, 'namedBy'> & { text: string }>(trx)`
    select mail.id, mail.subject, coalesce(${fullName()}, mail.recipient) as user_name, mail.created_at as at, ${text} as text
    from mail left join app_user on app_user.id = mail.user_id
    where ${containsAny(text, matcher.certainParts)} order by mail.id desc limit ${READ_MAX}`;
  return accepted(rows, matcher, 'text').slice(0, limit);
}

async function selectNotes(trx: Trx, matcher: PersonMatcher, limit: number): Promise<Copy<'notes'>[]> {
  const rows = await selectRows<Copy<'notes'> & { text: string }>(trx)`
    select note.id, ${fullName()} as user_name, note.updated_at as at, note.text
    from note join app_user on app_user.id = note.user_id
    where ${containsAny(sql`note.text`, matcher.certainParts)} order by note.id desc limit ${READ_MAX}`;
  return accepted(rows, matcher, 'text').slice(0, limit);
}

type FormerValues = Pick<PersonIdentifiers, 'firstNames' | 'lastNames' | 'names' | 'documents' | 'emails'>;

const VALUES_MAX = 20;

/** Former values of these persons according to the audit: copies elsewhere may still have them. */
export async function selectFormerValues(db: Db | Trx, personIds: readonly number[]): Promise<FormerValues> {
  const rows = await selectRows<{ label: string; value: string }>(db)`
    select distinct said.label, said.value from audit
    cross join lateral (
      select e->>'label' as label, e->>'prevValue' as value from jsonb_array_elements(info->'entries') e
      union all
      select m->>'label', m->>'value' from jsonb_array_elements(info->'modifications') m) said
    where object_type in ('person', 'call') and object_type = 'person' and object_id = any(${personIds.map(String)}::text[])
      and removed_at is null and said.value <> ''`;
  const valuesOf = (field: string): string[] => {
    const label = PERSON_FIELDS.find(({ name }) => name === field)!.label;
    return rows
      .filter((row) => row.label === label)
      .map(({ value }) => value)
      .slice(0, VALUES_MAX);
  };
  return {
    firstNames: valuesOf('firstName'),
    lastNames: valuesOf('lastName'),
    names: valuesOf('businessName'),
    documents: valuesOf('document'),
    emails: valuesOf('email'),
  };
}
