import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Db, Trx } from '../../../db/client.ts';

type Table = RawBuilder<unknown>;

/** Ids of a block, of persons as of calls (model 1). */
export const BLOCK = 2 ** 24;

/** The tables of one attempt; their names are made of integers alone. */
export interface Workbench {
  /** The first row of each person, as `row`: its table, what tells it there, and the expression of its `who`. */
  rows: Table;
  isFirst: RawBuilder<unknown>;
  who: RawBuilder<unknown>;
  /** Whether the row may bring a number that `person` was not known to have. */
  addsNumber: RawBuilder<unknown>;
  /** In a `from`: each such row with each number of somebody known that it came with, as `person_phone`. */
  meetings: RawBuilder<unknown>;
  /** Rows that repeat a person or a number. Where first rows are persons already: those on blocked numbers, and of known persons, too. */
  odd: Table;
  /** Where first rows of known persons stand whole. */
  firsts: Table;
  verdicts: Table;
  matches: Table;
  fills: Table;
  rowsName: string;
  oddName: string;
  verdictsName: string;
  analyzeRows(db: Db): Promise<void>;
  /** By whoever sees the rows: a transaction's own are nobody else's yet. */
  analyze(by: Db | Trx, kind: 'verdict' | 'match' | 'fill'): Promise<void>;
}

/** All but that of all rows. */
export const createTables = (client: pg.ClientBase, { id, attempt }: Attempt) =>
  client.query('select create_load_tables($1, $2)', [id, attempt]);

/**
 * In the transaction that copies the rows into it: only then does COPY append instead of filling gaps of earlier pages, and rows
 * lie exactly in the order of the file. What is made of them is sorted already then, which halves the indexes' time.
 */
export const createRows = (client: pg.ClientBase, { id, attempt }: Attempt) =>
  client.query('select create_load_rows($1, $2)', [id, attempt]);

interface Attempt {
  id: number;
  attempt: number;
}

/** `peopleBlock`: first rows stand in the leaf of persons that they are to become, and their numbers in that of numbers. */
export function workbenchOf({ id: loadId, attempt }: Attempt, peopleBlock?: number): Workbench {
  const name = (kind: string) => `load_${kind}_${loadId}_${attempt}`;
  const rows = sql.raw(name('row'));
  const odd = sql.raw(name('odd'));
  const analyze = (by: Db | Trx, kind: string) =>
    sql`select analyze_load_table(${kind}, ${loadId}::int, ${attempt}::int)`.execute(by);
  return {
    ...(peopleBlock === undefined ? rowsOnBench(rows) : rowsInLeaf(odd, peopleBlock)),
    odd,
    firsts: peopleBlock === undefined ? rows : odd,
    verdicts: sql.raw(name('verdict')),
    matches: sql.raw(name('match')),
    fills: sql.raw(name('fill')),
    rowsName: name('row'),
    oddName: name('odd'),
    verdictsName: name('verdict'),
    analyzeRows: async (db) => {
      if (peopleBlock === undefined) await analyze(db, 'row');
      else await sql`select analyze_direct_rows(${peopleBlock}::int)`.execute(db);
      await analyze(db, 'odd');
    },
    analyze: async (by, kind) => void (await analyze(by, kind)),
  };
}

type Rows = Pick<Workbench, 'rows' | 'isFirst' | 'who' | 'addsNumber' | 'meetings'>;

const rowsOnBench = (rows: Table): Rows => ({
  rows,
  isFirst: sql`not row.again`,
  who: sql`row.who`,
  addsNumber: sql`(person.came_number = row.number and (person.came_mobile or not row.mobile)) is not true`,
  meetings: sql`${rows} row join person_phone on person_phone.number = row.number`,
});

function rowsInLeaf(odd: Table, block: number): Rows {
  const rows = sql.raw(`person_b${Math.trunc(block)}`);
  const firstId = sql.lit(block * BLOCK);
  return {
    rows,
    isFirst: sql`true`,
    who: sql`(row.id - ${firstId})::int`,
    // They are few: it is looked for when their numbers are.
    addsNumber: sql`true`,
    // By index, from the side of those who are known: a number is joined to either table by itself.
    meetings: sql`(
      select number.person_id as row_id, known.person_id from ${numbersOfFirstRows(odd, block)} join person_phone known on known.number = number.number
      union all
      select ${firstId} + odd.who, known.person_id from ${odd} odd join person_phone known on known.number = odd.number
      where not odd.again) person_phone join ${rows} row on row.id = person_phone.row_id`,
  };
}

/**
 * In a `from`, as `number`: numbers in their leaf, of new persons, as far as the person's first row brought them. (What later rows
 * of a person brought is odd and has a place; first rows without a number here are odd too.)
 */
export const numbersOfFirstRows = (odd: Table, block: number) => sql`(
  select phone.number, phone.person_id, phone.mobile from ${sql.raw(`person_phone_b${Math.trunc(block)}`)} phone
  where not exists (select from ${odd} later
    where later.again and later.place is not null and later.number = phone.number)) number`;

/**
 * Millions of rows are sorted and joined: for this transaction with the memory that takes, with no haste while it waits for the
 * other lane, and with an end within a second should the process that asked for it be gone. Tables are read from their first
 * page on, whoever else reads them: an order that is there is kept, and need not be made again by sorting. What is written
 * goes to the disk as it comes (own-client.ts).
 */
export const MEMORY = `select set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '512MB', true),
  set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
  set_config('client_connection_check_interval', '1s', true), set_config('synchronize_seqscans', 'off', true), set_config('backend_flush_after', '1MB', true)`;
export const takeMemory = (trx: Trx) => sql.raw(MEMORY).execute(trx);

/** A transaction of a load, on a connection of its own. */
export const aside = <T>(db: Db, run: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await takeMemory(trx);
    return run(trx);
  });
