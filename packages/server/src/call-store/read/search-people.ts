import type { PersonSearch } from '@campanero/contract/personal-data/search';
import { type Db, letterPattern, type RawBuilder, selectColumn, selectRows, selectValue, sql } from '../../db/index.ts';
import { keysOfSearched } from '../name-keys.ts';
import { NATIONAL_DIGITS, numberEndsWith, wholeName } from './filter.ts';
import { HEAVY_CALLS, readMany, type Reader } from './heavy-reads.ts';
import { PERSON_COLUMNS, PERSON_PLACES, type PersonRecord } from './people.ts';

export type FoundPersonRecord = PersonRecord & { numbers: number[] };

export async function searchPeople(reader: Reader, search: PersonSearch, limit: number): Promise<FoundPersonRecord[]> {
  const found = new Set<number>();
  if (search.number !== null) {
    const ids = await findByNumber(reader.db, search.number, limit);
    for (const id of await keepNamed(reader.db, ids, search.words)) found.add(id);
  }
  // A complete phone number cannot be a document.
  const isWholeNumber = search.number?.length === NATIONAL_DIGITS;
  const query = isWholeNumber ? { ...search, document: null } : search;
  const condition = indexedCondition(query);
  if (condition && found.size < limit) {
    const ids = isIndexed(query)
      ? await findByIndex(reader, condition, limit)
      : await findByFewLetters(reader, query.words, limit);
    for (const id of ids) if (found.size < limit) found.add(id);
  }
  return selectFound(reader.db, [...found]);
}

async function findByNumber(db: Db, digits: string, limit: number): Promise<number[]> {
  const scale = 10 ** (NATIONAL_DIGITS - digits.length);
  const from = Number(digits) * scale;
  const isTail = digits.length < NATIONAL_DIGITS;
  return selectColumn<number>(db)`
    with begins as (
      select person_id from person_phone where number >= ${from}::bigint and number < ${from + scale}::bigint limit ${limit}
    ), ends as (
      select distinct call.number from call where ${isTail ? numberEndsWith(digits) : sql`false`} limit ${limit}
    )
    select person_id from begins
    union
    select person_phone.person_id from ends join person_phone using (number)
    order by person_id limit ${limit}`;
}

/** Pattern for a word of the name with this prefix; folding every name takes six times as long. */
const beginsWord = (word: string) => `(^|[ '-])${Array.from(word, letterPattern).join('')}`;
/** Longest word first: it is the most selective. */
const hasWords = (words: readonly string[]): RawBuilder<boolean> =>
  words.length === 0
    ? sql`true`
    : sql`(${sql.join(
        words.toSorted((a, b) => b.length - a.length).map((word) => sql`(${wholeName}) ~ ${beginsWord(word)}`),
        sql` and `,
      )})`;

async function keepNamed(db: Db, ids: readonly number[], words: readonly string[]): Promise<number[]> {
  if (words.length === 0 || ids.length === 0) return [...ids];
  return selectColumn<number>(db)`
    select id from person where id = any(${[...ids]}::bigint[]) and ${hasWords(words)} order by id`;
}

/** The expression of the index. */
const NAME_KEYS = sql`coalesce(person.name_keys, keys_of_name(person.first_name, person.last_name, person.business_name))`;

/** The keys select names whose words share the first letters; the pattern then decides. */
function hasIndexedWords(words: readonly string[], prefixMin?: number): RawBuilder<boolean> {
  const found = keysOf(words, prefixMin).map((keys) => sql`${NAME_KEYS} && ${keys}::int[]`);
  return sql`(${sql.join([...found, hasWords(words)], sql` and `)})`;
}

const keysOf = (words: readonly string[], prefixMin?: number) =>
  words.flatMap((word) => keysOfSearched(word, prefixMin));
/** False if all words have one or two letters. */
const isIndexed = ({ email, document, words }: PersonSearch) =>
  email !== null || document !== null || keysOf(words).length > 0;

/** Null if only the number was given. */
function indexedCondition({ email, document, number, words }: PersonSearch): RawBuilder<boolean> | null {
  const keys: RawBuilder<boolean>[] = [];
  if (email !== null) keys.push(sql`lower(person.email) collate "C" = ${email}`);
  if (document !== null) keys.push(sql`person.document collate "C" = any(${spellingsOf(document)}::text[])`);
  if (keys.length > 0) return sql`((${sql.join(keys, sql` or `)}) and ${hasWords(words)})`;
  return words.length > 0 && number === null ? hasIndexedWords(words) : null;
}

/** Loads remove the dots from documents, users may not: 20123456, 20.123.456, 20 123 456; 27-20123456-4. */
function spellingsOf(digits: string): string[] {
  const inThousands = (mark: string) => digits.replace(/\B(?=(\d{3})+$)/g, mark);
  const withDashes = digits.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3');
  return [...new Set([digits, inThousands('.'), inThousands(' '), withDashes])];
}

const SEARCH_TIMEOUT_MS = 15_000;

// Forces the index: the planner would scan persons until it has enough. work_mem for an exact bitmap: a lossy one recomputes
// keys per page.
const findByIndex = ({ db }: Reader, condition: RawBuilder<boolean>, limit: number) =>
  db.transaction().execute(async (trx) => {
    await sql`select set_config('enable_seqscan', 'off', true), set_config('work_mem', '128MB', true),
      set_config('statement_timeout', ${String(SEARCH_TIMEOUT_MS)}, true)`.execute(trx);
    return selectColumn<number>(trx)`select person.id from person where ${condition} limit ${limit}`;
  });

/** Persons scanned before the index is used. */
const SAMPLE = 100_000;

/** Of common two-letter prefixes a sample has enough matches; the index finds rare ones. Single letters need a full scan. */
async function findByFewLetters(reader: Reader, words: readonly string[], limit: number): Promise<number[]> {
  const ids = await selectColumn<number>(reader.db)`
    select person.id from (select * from person limit ${SAMPLE}) person where ${hasWords(words)} limit ${limit}`;
  if (ids.length === limit || !(await hasMorePersons(reader.db))) return ids;
  return keysOf(words, 2).length > 0
    ? findByIndex(reader, hasIndexedWords(words, 2), limit)
    : findByFullScan(reader, hasWords(words), limit);
}

const hasMorePersons = (db: Db) =>
  selectValue<boolean>(db)`
    select exists (select from person offset ${SAMPLE}) as is_more`;

/** Persons have no counter, so this always counts as heavy. */
const findByFullScan = (reader: Reader, condition: RawBuilder<boolean>, limit: number) =>
  readMany(
    reader,
    { calls: HEAVY_CALLS + 1, findsPersons: true },
    (trx) => selectColumn<number>(trx)`select person.id from person where ${condition} limit ${limit}`,
  );

async function selectFound(db: Db, ids: readonly number[]): Promise<FoundPersonRecord[]> {
  if (ids.length === 0) return [];
  return selectRows<FoundPersonRecord>(db)`
    select ${PERSON_COLUMNS}, array(
      select person_phone.number from person_phone where person_phone.person_id = person.id order by number) as numbers
    from person ${PERSON_PLACES} where person.id = any(${[...ids]}::bigint[])
    order by person.last_name collate "es-x-icu", person.first_name collate "es-x-icu", person.id`;
}
