import type { PersonSearch } from '@campanero/contract/personal-data/search';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../db/client.ts';
import { fullName } from '../../db/product-sql.ts';
import { listsOf, type ListedBy } from '../listed.ts';
import { personName } from '../reach.ts';
import type { BlockReason } from './contact.ts';
import { NATIONAL_DIGITS, numberEndsWith, wholeName } from './filter.ts';
import { keysOfSearched } from '../name-keys.ts';
import { HEAVY_CALLS, readMany, type Reader } from './heavy-reads.ts';
import { PERSON_COLUMNS, PERSON_PLACES, type PersonRecord } from './people.ts';

export interface FoundPersonRecord extends PersonRecord {
  numbers: number[];
  erasedAt: Date | null;
}

/** Persons whom a search of the personal data means, at most `limit`: by number, document, mail or the words of the name. */
export async function searchPeople(reader: Reader, search: PersonSearch, limit: number): Promise<FoundPersonRecord[]> {
  const found = new Set<number>();
  if (search.number !== null) {
    const ids = await findByNumber(reader.db, search.number, limit);
    for (const id of await keepNamed(reader.db, ids, search.words)) found.add(id);
  }
  // A whole number is nobody's document.
  const isWholeNumber = search.number?.length === NATIONAL_DIGITS;
  const asked = isWholeNumber ? { ...search, document: null } : search;
  const condition = indexedCondition(asked);
  if (condition && found.size < limit) {
    const ids = isIndexed(asked)
      ? await findByIndex(reader, condition, limit)
      : await findByFewLetters(reader, asked.words, limit);
    for (const id of ids) if (found.size < limit) found.add(id);
  }
  return selectFound(reader.db, [...found]);
}

async function findByNumber(db: Db, digits: string, limit: number): Promise<number[]> {
  const scale = 10 ** (NATIONAL_DIGITS - digits.length);
  const from = Number(digits) * scale;
  const isTail = digits.length < NATIONAL_DIGITS;
  const { rows } = await sql<{ personId: number }>`
    with begins as (
      select person_id from person_phone where number >= ${from}::bigint and number < ${from + scale}::bigint limit ${limit}
    ), ends as (
      select distinct call.number from call where ${isTail ? numberEndsWith(digits) : sql`false`} limit ${limit}
    )
    select person_id from begins
    union
    select person_phone.person_id from ends join person_phone using (number)
    order by person_id limit ${limit}`.execute(db);
  return rows.map(({ personId }) => personId);
}

/** The letters that folding makes one of (fold_letters in 0006_people.sql). */
const SAME_LETTERS: Record<string, string> = {
  a: 'aáàâäãå',
  e: 'eéèêë',
  i: 'iíìîï',
  o: 'oóòôöõ',
  u: 'uúùûü',
  n: 'nñ',
  c: 'cç',
};
/** A word of the name that begins with this one. A pattern: folding every name takes six times as long. */
function beginsWord(word: string): string {
  const letters = Array.from(word, (letter) => {
    const same = SAME_LETTERS[letter] ?? letter;
    return `[${same}${same.toUpperCase()}]`;
  });
  return `(^|[ '-])${letters.join('')}`;
}
/** The longest word first: it lets the fewest through to the others. */
const hasWords = (words: readonly string[]): RawBuilder<boolean> =>
  words.length === 0
    ? sql`true`
    : sql`(${sql.join(
        words.toSorted((a, b) => b.length - a.length).map((word) => sql`(${wholeName}) ~ ${beginsWord(word)}`),
        sql` and `,
      )})`;

async function keepNamed(db: Db, ids: readonly number[], words: readonly string[]): Promise<number[]> {
  if (words.length === 0 || ids.length === 0) return [...ids];
  const { rows } = await sql<{ id: number }>`
    select id from person where id = any(${[...ids]}::bigint[]) and ${hasWords(words)} order by id`.execute(db);
  return rows.map(({ id }) => id);
}

/** As the indexes of 0033_person_search.sql have it. */
const NAME_KEYS = sql`coalesce(person.name_keys, keys_of_name(person.first_name, person.last_name, person.business_name))`;

/** The keys of a name find those whose words begin with the same letters; the pattern then decides. */
function hasIndexedWords(words: readonly string[], prefixMin?: number): RawBuilder<boolean> {
  const found = keysOf(words, prefixMin).map((keys) => sql`${NAME_KEYS} && ${keys}::int[]`);
  return sql`(${sql.join([...found, hasWords(words)], sql` and `)})`;
}

const keysOf = (words: readonly string[], prefixMin?: number) =>
  words.flatMap((word) => keysOfSearched(word, prefixMin));
/** Not where all words have one or two letters. */
const isIndexed = ({ email, document, words }: PersonSearch) =>
  email !== null || document !== null || keysOf(words).length > 0;

/** Null: only the number was given. */
function indexedCondition({ email, document, number, words }: PersonSearch): RawBuilder<boolean> | null {
  const keys: RawBuilder<boolean>[] = [];
  if (email !== null) keys.push(sql`lower(person.email) collate "C" = ${email}`);
  if (document !== null) keys.push(sql`person.document collate "C" = any(${spellingsOf(document)}::text[])`);
  if (keys.length > 0) return sql`((${sql.join(keys, sql` or `)}) and ${hasWords(words)})`;
  return words.length > 0 && number === null ? hasIndexedWords(words) : null;
}

/** Loads take the dots out of documents, people who type one may not: 20123456, 20.123.456, 20 123 456; 27-20123456-4. */
function spellingsOf(digits: string): string[] {
  const inThousands = (mark: string) => digits.replace(/\B(?=(\d{3})+$)/g, mark);
  const withDashes = digits.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3');
  return [...new Set([digits, inThousands('.'), inThousands(' '), withDashes])];
}

const SEARCH_MS = 15_000;

/**
 * Always by an index: who expects many matches would read all persons until there are enough, and there may be none. With memory for
 * the places of many millions: short of it PostgreSQL keeps whole pages, and would compute the keys of everybody on them.
 */
async function findByIndex({ db }: Reader, condition: RawBuilder<boolean>, limit: number): Promise<number[]> {
  const rows = await db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('work_mem', '128MB', true),
      set_config('statement_timeout', ${String(SEARCH_MS)}, true)`.execute(trx);
    return sql<{ id: number }>`select person.id from person where ${condition} limit ${limit}`.execute(trx);
  });
  return rows.rows.map(({ id }) => id);
}

/** Persons that are read before the index is asked. */
const SAMPLE = 100_000;

/**
 * Words of two letters: most are the beginning of so many names that some of the persons are enough. The rest few people have, and
 * the index finds them. Words of one letter are no key, so all persons are read.
 */
async function findByFewLetters(reader: Reader, words: readonly string[], limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select person.id from (select * from person limit ${SAMPLE}) person where ${hasWords(words)} limit ${limit}`.execute(
    reader.db,
  );
  if (rows.length === limit || !(await hasMorePersons(reader.db))) return rows.map(({ id }) => id);
  return keysOf(words, 2).length > 0
    ? findByIndex(reader, hasIndexedWords(words, 2), limit)
    : findByReadingAll(reader, hasWords(words), limit);
}

async function hasMorePersons(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isMore: boolean }>`
    select exists (select from person offset ${SAMPLE}) as is_more`.execute(db);
  return rows[0]!.isMore;
}

/** In a turn of the heavy reads. */
async function findByReadingAll(reader: Reader, condition: RawBuilder<boolean>, limit: number): Promise<number[]> {
  // Nothing counts persons: all of them are taken to be many.
  const { rows } = await readMany(reader, { calls: HEAVY_CALLS + 1, findsPersons: true }, (trx) =>
    sql<{ id: number }>`select person.id from person where ${condition} limit ${limit}`.execute(trx),
  );
  return rows.map(({ id }) => id);
}

async function selectFound(db: Db, ids: readonly number[]): Promise<FoundPersonRecord[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundPersonRecord>`
    select ${PERSON_COLUMNS}, person.erased_at, array(
      select person_phone.number from person_phone where person_phone.person_id = person.id order by number) as numbers
    from person ${PERSON_PLACES} where person.id = any(${[...ids]}::bigint[])
    order by person.last_name collate "es-x-icu", person.first_name collate "es-x-icu", person.id`.execute(db);
  return rows;
}

interface StoredNumber {
  number: number;
  mobile: boolean;
  wrong: boolean;
  createdAt: Date;
  blockReason: BlockReason | null;
  /** Those in force that have it, for campaigns that obey them. */
  blockLists: ListedBy[];
  /** Others on the same number. */
  others: { id: number; name: string }[];
}

export interface StoredCall {
  id: number;
  number: number;
  campaignId: number;
  campaignName: string;
  isOwn: boolean;
  stateName: string;
  stateColor: string;
  substateName: string | null;
  operatorName: string | null;
  callCount: number;
  observations: string | null;
  callbackAt: Date | null;
  createdAt: Date;
  /** Since when it is a call to its present person, if it was to an erased one before: then no load brought it for them. */
  personChangedAt: Date | null;
}

export interface StoredOutcome {
  id: number;
  callId: number;
  at: Date;
  userName: string;
  stateName: string;
  stateColor: string;
  substateName: string | null;
  affinity: number | null;
  observations: string | null;
  callbackAt: Date | null;
  reason: string | null;
  isCorrected: boolean;
  /** Another person on the number was spoken to. */
  isOfOther: boolean;
}

/** Everything that the store holds of one person. Calls newest first, their outcomes oldest first. */
export interface StoredPersonalData {
  person: PersonRecord & {
    createdAt: Date;
    updatedAt: Date;
    erasedAt: Date | null;
    inReviewName: string | null;
  };
  numbers: StoredNumber[];
  calls: StoredCall[];
  outcomes: StoredOutcome[];
}

/** Undefined: no such person. For whoever may see everybody. */
export async function readPersonalData(db: Db, personId: number): Promise<StoredPersonalData | undefined> {
  const { rows } = await sql<StoredPersonalData['person']>`
    select ${PERSON_COLUMNS}, person.created_at, person.updated_at, person.erased_at,
      ${fullName('reviewer')} as in_review_name
    from person ${PERSON_PLACES} left join app_user reviewer on reviewer.id = person.in_review_by
    where person.id = ${personId}`.execute(db);
  const [person] = rows;
  if (!person) return undefined;
  const [numbers, calls] = await Promise.all([selectNumbers(db, personId), selectCalls(db, personId)]);
  const outcomes = await selectOutcomes(db, personId, calls);
  return { person, numbers, calls, outcomes };
}

async function selectNumbers(db: Db, personId: number): Promise<StoredNumber[]> {
  const { rows } = await sql<StoredNumber>`
    select own.number, own.mobile, own.wrong, own.created_at, blocked_number.reason as block_reason,
      ${listsOf(sql`own.number`)} as block_lists, coalesce((
      select jsonb_agg(jsonb_build_object('id', person.id, 'name', coalesce(${personName}, '')) order by person.id)
      from person_phone join person on person.id = person_phone.person_id
      where person_phone.number = own.number and person.id <> own.person_id and person.erased_at is null), '[]') as others
    from person_phone own left join blocked_number on blocked_number.number = own.number
    where own.person_id = ${personId} order by own.number`.execute(db);
  return rows;
}

/** Calls to the person, and calls to others on their numbers in which this person was spoken to. */
async function selectCalls(db: Db, personId: number): Promise<StoredCall[]> {
  const { rows } = await sql<StoredCall>`
    select call.id, call.number, call.campaign_id, campaign.name as campaign_name, call.person_id = ${personId} as is_own,
      state.name as state_name, state.color as state_color, substate.name as substate_name,
      nullif(${fullName()}, '') as operator_name, call.call_count,
      case when call.person_id = ${personId} then call.observations end as observations, call.callback_at, call.created_at,
      call_person_change.changed_at as person_changed_at
    from call
    join campaign on campaign.id = call.campaign_id
    join state on state.id = call.state_id
    left join substate on substate.id = call.substate_id and not call.invalid
    left join app_user on app_user.id = call.operator_id
    left join call_person_change on call_person_change.call_id = call.id
    where call.number = any(array(select number from person_phone where person_id = ${personId}))
      and (call.person_id = ${personId} or exists (
        select from call_history h where h.call_id = call.id and h.person_id = ${personId}))
    order by call.created_at desc, call.id desc`.execute(db);
  return rows;
}

/** What was said by another person on the number is theirs: of it only that it happened. */
async function selectOutcomes(db: Db, personId: number, calls: readonly StoredCall[]): Promise<StoredOutcome[]> {
  if (calls.length === 0) return [];
  const own = calls.filter(({ isOwn }) => isOwn).map(({ id }) => id);
  const { rows } = await sql<StoredOutcome>`
    with entry as (
      select h.*, coalesce(h.person_id <> ${personId}, false) as is_of_other from call_history h
      where h.call_id = any(${calls.map(({ id }) => id)}::bigint[])
        and (h.call_id = any(${own}::bigint[]) or h.person_id = ${personId})
    )
    select entry.id, entry.call_id, entry.created_at as at, ${fullName()} as user_name, state.name as state_name,
      state.color as state_color, substate.name as substate_name, entry.is_of_other,
      case when not entry.is_of_other then entry.affinity end as affinity,
      case when not entry.is_of_other then entry.observations end as observations, entry.callback_at,
      case when not entry.is_of_other then entry.reason end as reason,
      exists (select from call_history c where c.call_id = entry.call_id and c.corrects_id = entry.id) as is_corrected
    from entry
    join state on state.id = entry.state_id
    join app_user on app_user.id = entry.user_id
    left join substate on substate.id = entry.substate_id
    order by entry.created_at, entry.id`.execute(db);
  return rows;
}
