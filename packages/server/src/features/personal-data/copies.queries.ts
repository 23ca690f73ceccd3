import type { HeldCopies, HeldLoad, NamedBy } from '@campanero/contract/personal-data/schemas';
import { fold } from '@campanero/contract/shared/text';
import { sql, type RawBuilder } from 'kysely';
import type { HeldRecord } from '../../call-store/read/index.ts';
import type { Db, Trx } from '../../db/client.ts';
import { fullName } from '../../db/product-sql.ts';

/** By what a text is recognised as naming somebody. */
interface PersonMarks {
  document: string | null;
  email: string | null;
  numbers: readonly number[];
  /** Folded; a single word names nobody. */
  words: readonly string[];
}

const marksOf = ({ person, numbers }: Pick<HeldRecord, 'person' | 'numbers'>): PersonMarks => {
  const words = fold(`${person.firstName} ${person.lastName} ${person.businessName}`).split(' ').filter(Boolean);
  return {
    document: person.document?.replace(/\W/g, '') || null,
    email: person.email?.toLowerCase() ?? null,
    numbers: numbers.map(({ number }) => number),
    words: words.length > 1 ? words : [],
  };
};

const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` and `)})`;

interface Texts {
  /** In lower case, without accents. */
  folded: RawBuilder<unknown>;
  /** Without the marks that people write between digits. */
  bare: RawBuilder<unknown>;
}

/**
 * By what the texts name the person, null if by nothing. The surest first: a name alone may be somebody else's. Of a number its
 * last eight digits are enough: rows are often rejected because the area code is missing.
 */
const namedBy = (
  { document, email, numbers, words }: PersonMarks,
  { folded, bare }: Texts,
): RawBuilder<NamedBy | null> => {
  // Looking for the letters first is far cheaper than the pattern.
  const hasWord = (word: string) =>
    sql<boolean>`(strpos(${folded}, ${word}) > 0 and ${folded} ~ ${`\\m${word.replace(/\W/g, '\\$&')}\\M`})`;
  return sql`case
    when ${document === null ? sql`false` : sql`strpos(${bare}, ${document}) > 0 and ${bare} ~ ${`(^|\\D)${document}(\\D|$)`}`} then 'document'
    when ${anyOf(numbers.map((number) => sql`strpos(${bare} || '|', ${`${String(number).slice(-8)}|`}) > 0 or strpos(${bare}, ${String(number)}) > 0`))} then 'number'
    when ${email === null ? sql`false` : sql`strpos(${folded}, ${fold(email)}) > 0`} then 'email'
    when ${allOf(words.map(hasWord))} then 'name' end`;
};

const READ_MS = 15_000;
/** So many of each kind are shown; more are said to be there. */
const SHOWN_MAX = 100;

/**
 * Where a person occurs besides their own data and calls. Reads whole tables of texts (rejected rows, mails, notes), so it takes
 * one of the turns of the heavy reads.
 */
export async function selectCopies(heavyDb: Db, held: HeldRecord, limit = SHOWN_MAX): Promise<HeldCopies> {
  const marks = marksOf(held);
  return heavyDb.transaction().execute(async (trx) => {
    await sql`select set_config('statement_timeout', ${String(READ_MS)}, true)`.execute(trx);
    const lists = {
      exports: await selectExports(trx, held, limit + 1),
      rejectedRows: await selectRejectedRows(trx, marks, limit + 1),
      notifications: await selectNotifications(trx, held, limit + 1),
      mails: await selectMails(trx, marks, limit + 1),
      notes: await selectNotes(trx, marks, limit + 1),
    };
    return {
      ...(Object.fromEntries(
        Object.entries(lists).map(([name, rows]) => [name, rows.slice(0, limit)]),
      ) as typeof lists),
      isCut: Object.values(lists).some((rows) => rows.length > limit),
    };
  });
}

/** The loads in which calls came: of one campaign one load runs at a time, so the moment of a call tells which. */
export async function selectLoads(db: Db, held: HeldRecord): Promise<HeldLoad[]> {
  const own = held.calls.filter(({ isOwn }) => isOwn);
  const { rows } = await sql<Omit<HeldLoad, 'at'> & { at: Date }>`
    select distinct on (l.id) l.id, l.source, l.name, jsonb_build_object('id', campaign.id, 'name', campaign.name) as campaign,
      ${fullName()} as user_name, l.created_at as at
    from unnest(${own.map(({ campaignId }) => campaignId)}::int[], ${own.map(({ createdAt }) => createdAt)}::timestamptz[])
      as came (campaign_id, at)
    join audience_load l on l.campaign_id = came.campaign_id and l.created_at <= came.at
      and came.at <= coalesce(l.finished_at, 'infinity') and l.status in ('RUNNING', 'COMPLETED')
    join campaign on campaign.id = l.campaign_id
    join app_user on app_user.id = l.created_by
    order by l.id`.execute(db);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

const iso = <R extends { at: Date }>(rows: readonly R[]) => rows.map((row) => ({ ...row, at: row.at.toISOString() }));

/**
 * Exports that may have contained the person: files of persons of their campaigns, made after the call was there; audit files made
 * after something was recorded about them; files of the register made after they asked for something; and their own reports.
 */
async function selectExports(trx: Trx, { person, calls }: HeldRecord, limit: number): Promise<HeldCopies['exports']> {
  const { rows } = await sql<{
    id: string;
    kind: HeldCopies['exports'][number]['kind'];
    campaign: HeldCopies['exports'][number]['campaign'];
    userName: string;
    at: Date;
    expiresAt: Date | null;
  }>`
    with came as (
      select campaign_id, min(at) as at from unnest(${calls.map(({ campaignId }) => campaignId)}::int[],
        ${calls.map(({ createdAt }) => createdAt)}::timestamptz[]) as c (campaign_id, at) group by 1
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
      job.kind in ('audience', 'calls') and came.at <= job.finished_at
      or job.kind = 'audit' and job.finished_at >= (select at from recorded)
      or job.kind = 'data_requests' and job.finished_at >= (select min(created_at) from data_request where person_id = ${person.id})
      or job.kind = 'personal_data' and job.filters->>'personId' = ${String(person.id)})
    order by job.created_at desc, job.id limit ${limit}`.execute(trx);
  return iso(rows).map((row) => ({ ...row, expiresAt: row.expiresAt?.toISOString() ?? null }));
}

async function selectRejectedRows(trx: Trx, marks: PersonMarks, limit: number): Promise<HeldCopies['rejectedRows']> {
  const texts = { folded: sql.ref('words.folded'), bare: sql.ref('words.bare') };
  const { rows } = await sql<Omit<HeldCopies['rejectedRows'][number], 'at'> & { at: Date }>`
    select row.load_id, l.name as load_name, jsonb_build_object('id', campaign.id, 'name', campaign.name) as campaign,
      row.file_no, row.line, row.reason, row.cells, found.named_by, coalesce(l.finished_at, l.created_at) as at
    from rejected_row row
    cross join lateral (select fold_letters(array_to_string(row.cells, ' ')) as folded,
      translate(array_to_string(row.cells, '|'), ' .-()/+', '') as bare) words
    cross join lateral (select ${namedBy(marks, texts)} as named_by) found
    join audience_load l on l.id = row.load_id
    join campaign on campaign.id = l.campaign_id
    where found.named_by is not null
    order by row.load_id desc, row.file_no, row.line limit ${limit}`.execute(trx);
  return iso(rows);
}

/** They name the call, and the bell shows its number. */
async function selectNotifications(
  trx: Trx,
  { calls }: HeldRecord,
  limit: number,
): Promise<HeldCopies['notifications']> {
  const { rows } = await sql<Omit<HeldCopies['notifications'][number], 'at'> & { at: Date }>`
    select notification.id, notification.action, ${fullName()} as user_name, notification.created_at as at
    from notification join app_user on app_user.id = notification.user_id
    where notification.call_id = any(${calls.filter(({ isOwn }) => isOwn).map(({ id }) => id)}::bigint[])
    order by notification.id desc limit ${limit}`.execute(trx);
  return iso(rows);
}

/** Of a text that people read: folded, and with the digits as they would be without marks between them. */
const wordsOf = (text: RawBuilder<unknown>) =>
  sql`(select fold_letters(${text}) as folded, translate(${text}, ' .-()/+', '') as bare) words`;
const TEXTS: Texts = { folded: sql.ref('words.folded'), bare: sql.ref('words.bare') };

async function selectMails(trx: Trx, marks: PersonMarks, limit: number): Promise<HeldCopies['mails']> {
  const text = sql`mail.subject || ' ' || mail.body || ' ' || coalesce(mail.inbox_body, '')`;
  const { rows } = await sql<Omit<HeldCopies['mails'][number], 'at'> & { at: Date }>`
    select mail.id, mail.subject, coalesce(${fullName()}, mail.recipient) as user_name, mail.created_at as at, found.named_by
    from mail
    cross join lateral ${wordsOf(text)}
    cross join lateral (select ${namedBy(marks, TEXTS)} as named_by) found
    left join app_user on app_user.id = mail.user_id
    where found.named_by is not null order by mail.id desc limit ${limit}`.execute(trx);
  return iso(rows);
}

async function selectNotes(trx: Trx, marks: PersonMarks, limit: number): Promise<HeldCopies['notes']> {
  const { rows } = await sql<Omit<HeldCopies['notes'][number], 'at'> & { at: Date }>`
    select note.id, ${fullName()} as user_name, note.updated_at as at
    from note
    cross join lateral ${wordsOf(sql`note.text`)}
    cross join lateral (select ${namedBy(marks, TEXTS)} as named_by) found
    join app_user on app_user.id = note.user_id
    where found.named_by is not null order by note.id desc limit ${limit}`.execute(trx);
  return iso(rows);
}
