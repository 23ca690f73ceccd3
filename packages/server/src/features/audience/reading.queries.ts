import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { Narrowing } from './narrowing.queries.ts';

const READ_TIMEOUT_MS = 20_000;

/**
 * Statements that read many calls: never compiled (it takes longer than they do), never for ever, and never from an index to
 * its rows one by one. That is three times the work for each call of reading the same rows page by page, which the planner
 * thinks cheap for an audience in load order.
 */
export const readingMany = <T>(db: Db, { text }: Narrowing, read: (trx: Trx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (trx) => {
    // People's names, looked at for few calls only, are found one by one.
    const oneByOne = text?.words ? 'on' : 'off';
    await sql`select set_config('jit', 'off', true), set_config('enable_indexscan', ${oneByOne}, true),
      set_config('statement_timeout', ${String(READ_TIMEOUT_MS)}, true)`.execute(trx);
    return read(trx);
  });
