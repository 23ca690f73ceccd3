import { type Db, type RawBuilder, sql, type Trx } from '../../db/index.ts';
import type { Attempt } from '../../work/attempts.ts';

type Table = RawBuilder<unknown>;

/** The working tables of one attempt (columns: 0011_load_tables.sql). */
export interface Staging {
  /** Every valid row, numbered. */
  rows: Table;
  /** Numbers without a new call, and why. */
  noCall: Table;
  /** Persons who need no new row: they exist, or have only excluded numbers. */
  known: Table;
  /** Rows with data that their person lacks. */
  fills: Table;
  /** The rows must be visible: in the transaction that filled the table, or later. */
  analyze(by: Db | Trx, kind: 'row' | 'no_call' | 'known' | 'fill'): Promise<void>;
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

export const columnList = (prefix: string, columns: readonly string[]) =>
  sql.raw(columns.map((column) => `${prefix}.${column}`).join(', '));

/** From here on nested loops are off (db/planner-settings.ts). */
const LARGE_FROM = 20_000;
export const isLarge = (rows: number) => rows >= LARGE_FROM;

/** Memory for millions of rows, no timeouts, cancelled if the client is gone; no synchronized scans, so that rows come in file order. */
export const setUpTransaction = (trx: Trx) =>
  sql`select set_config('work_mem', '256MB', true), set_config('maintenance_work_mem', '512MB', true),
    set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true),
    set_config('client_connection_check_interval', '1s', true), set_config('synchronize_seqscans', 'off', true),
    set_config('backend_flush_after', '1MB', true)`.execute(trx);

/** For transactions before the last one, whose writes are not visible to others. */
export const loadTransaction = <T>(db: Db, rows: number, run: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    await setUpTransaction(trx);
    if (isLarge(rows)) await sql`select set_config('enable_nestloop', 'off', true)`.execute(trx);
    return run(trx);
  });
