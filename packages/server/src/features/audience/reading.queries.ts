import { sql } from 'kysely';
import type { Db, Trx } from '../../db/client.ts';
import type { Audience } from './audience.queries.ts';
import { matches, type Narrowing } from './narrowing.queries.ts';

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

/** As EXPLAIN tells it. */
interface Node {
  'Node Type': string;
  'Plan Rows': number;
  Plans?: Node[];
}

export interface Foreseen {
  /** How many calls PostgreSQL would look at by its indexes; infinitely many where it would read them all. */
  looks: number;
  /** How many of them it expects to match, filters being independent of each other. */
  matches: number;
}

/** What the planner's statistics say, which takes a millisecond or two and reads no call. */
export const foresee = (db: Db, audience: Audience, narrowing: Narrowing): Promise<Foreseen> =>
  readingMany(db, narrowing, async (trx) => {
    const { rows } = await sql<Record<string, [{ Plan: Node }]>>`
      explain (format json) select call.id from call where ${matches(audience, narrowing)}
      order by call.id + 0`.execute(trx);
    const [plan] = Object.values(rows[0]!);
    const root = plan![0].Plan;
    return { looks: looksOf(root), matches: root['Plan Rows'] };
  });

function looksOf(node: Node): number {
  const { 'Node Type': type, 'Plan Rows': rows, Plans: parts = [] } = node;
  switch (type) {
    case 'Seq Scan':
    case 'Index Scan':
      return Number.POSITIVE_INFINITY;
    case 'Bitmap Index Scan':
    case 'Index Only Scan':
      return rows;
    case 'BitmapAnd':
      return Math.min(...parts.map(looksOf));
    default:
      return parts.reduce((sum, part) => sum + looksOf(part), 0);
  }
}
