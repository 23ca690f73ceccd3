import { sql, type RawBuilder } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';

type Table = RawBuilder<unknown>;

/** The working tables of one attempt (0011_load_tables.sql explains their columns). Nobody else reads them. */
export interface Staging {
  /** Every valid row of the source, numbered. */
  rows: Table;
  /** Numbers of the source that get no new call, and why. */
  noCall: Table;
  /** Persons of the source who need no new row, because we have them or because they are only on excluded numbers. */
  known: Table;
  /** Rows that have data which their person lacks. */
  fills: Table;
  /** In the transaction that filled the table, or after it: its rows must be visible. */
  analyze(by: Db | Trx, kind: 'row' | 'no_call' | 'known' | 'fill'): Promise<void>;
}

interface Attempt {
  id: number;
  attempt: number;
}

export const tableName = (kind: string, { id, attempt }: Attempt) => `load_${kind}_${id}_${attempt}`;

export function stagingOf(load: Attempt): Staging {
  const { id, attempt } = load;
  const table = (kind: string): Table => sql.raw(tableName(kind, load));
  return {
    rows: table('row'),
    noCall: table('no_call'),
    known: table('known'),
    fills: table('fill'),
    analyze: async (by, kind) =>
      void (await sql`select analyze_load_table(${kind}, ${id}::int, ${attempt}::int)`.execute(by)),
  };
}

/** `prefix.a, prefix.b, …` */
export const columnList = (prefix: string, columns: readonly string[]) =>
  sql.raw(columns.map((column) => `${prefix}.${column}`).join(', '));

/** From so many rows on every join reads each side once, whatever the planner expects (db/nested-loops.ts). */
const LARGE_FROM = 20_000;
export const isLarge = (rows: number) => rows >= LARGE_FROM;

/**
 * What a transaction of a load needs: memory to sort and join millions of rows; no limit of time; an end within a second if the
 * process that asked for it is gone; tables read from their first page on, so that rows come in the order of the file and need
 * no sorting; and what it writes goes to the disk as it comes (db/own-client.ts).
 */
export const setUpTransaction = (trx: Trx) =>
  sql`select set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '512MB', true),
    set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('client_connection_check_interval', '1s', true), set_config('synchronize_seqscans', 'off', true),
    set_config('backend_flush_after', '1MB', true)`.execute(trx);

/** A transaction of a load before its last one: nothing that it writes is visible to others. */
export const loadTransaction = <T>(db: Db, rows: number, run: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await setUpTransaction(trx);
    if (isLarge(rows)) await sql`select set_config('enable_nestloop', 'off', true)`.execute(trx);
    return run(trx);
  });
