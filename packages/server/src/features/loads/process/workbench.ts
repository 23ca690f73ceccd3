import { sql, type RawBuilder } from 'kysely';
import type pg from 'pg';
import type { Db, Trx } from '../../../db/client.ts';

type Table = RawBuilder<unknown>;

/** Ids of a block, of persons as of calls (model 1). */
export const BLOCK = 2 ** 24;

/** The tables of one attempt (migration 0155); their names are made of integers alone. */
export interface Workbench {
  rows: Table;
  /** Those of repeated persons, repeated numbers and blocked numbers are all here; so may others be. */
  odd: Table;
  verdicts: Table;
  matches: Table;
  fills: Table;
  oddName: string;
  verdictsName: string;
  /** By whoever sees the rows: a transaction's own are nobody else's yet. */
  analyze(by: Db | Trx, kind: 'row' | 'verdict' | 'match' | 'fill'): Promise<void>;
}

/**
 * In the transaction that copies the rows into it: only then does COPY append instead of filling gaps of earlier pages, and rows
 * lie exactly in the order of the file. What is made of them is sorted already then, which halves the indexes' time.
 */
export const createTables = (client: pg.ClientBase, { id, attempt }: Attempt) =>
  client.query('select create_load_tables($1, $2)', [id, attempt]);

interface Attempt {
  id: number;
  attempt: number;
}

/** `peopleBlock`: the rows stand in the leaf of persons that they are to become. */
export function workbenchOf({ id: loadId, attempt }: Attempt, peopleBlock?: number): Workbench {
  const name = (kind: string) => `load_${kind}_${loadId}_${attempt}`;
  return {
    rows: sql.raw(peopleBlock === undefined ? name('row') : `person_b${Math.trunc(peopleBlock)}`),
    odd: sql.raw(name('row')),
    verdicts: sql.raw(name('verdict')),
    matches: sql.raw(name('match')),
    fills: sql.raw(name('fill')),
    oddName: name('row'),
    verdictsName: name('verdict'),
    analyze: async (by, kind) => {
      if (kind === 'row' && peopleBlock !== undefined)
        await sql`select analyze_direct_rows(${peopleBlock}::int)`.execute(by);
      await sql`select analyze_load_table(${kind}, ${loadId}::int, ${attempt}::int)`.execute(by);
    },
  };
}

/**
 * Millions of rows are sorted and joined: for this transaction with the memory that takes, with no haste while it waits for the
 * other lane, and with an end within a second should the process that asked for it be gone. Tables are read from their first
 * page on, whoever else reads them: an order that is there is kept, and need not be made again by sorting.
 */
export const takeMemory = (trx: Trx) =>
  sql`select set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '512MB', true),
    set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('client_connection_check_interval', '1s', true), set_config('synchronize_seqscans', 'off', true)`.execute(
    trx,
  );

/** A transaction of a load, on a connection of its own. */
export const aside = <T>(db: Db, run: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await takeMemory(trx);
    return run(trx);
  });
