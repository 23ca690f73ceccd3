import { sql } from 'kysely';
import pg from 'pg';
import type { Logger } from 'pino';
import { createDb, createPool, type Db, type Trx } from '../../db/client.ts';
import { lowerPriorityOfBackend } from '../../db/low-priority.ts';
import { AppError } from '../../work/app-error.ts';

/** A statement that reads more calls than this is heavy. */
export const HEAVY_CALLS = 200_000;
/** Of heavy statements so many run at once on a node: on two cores, two full scans. */
const TURNS = 2;
/** Ten coordinators who filter at once wait some ten seconds for their turn. */
const WAIT_MS = 60_000;
const TIMEOUT_MS = 15_000;

/**
 * Connections for heavy statements alone. They are as many as may run at once, so the pool's queue is the queue for a turn;
 * and they stand back: where PostgreSQL runs on this machine, its processes behind them have a lower priority than those that
 * answer whoever registers a call.
 */
export function createHeavyDb(url: string, log: Pick<Logger, 'warn'>): Db {
  const pool = createPool(url, { max: TURNS, connectTimeout: WAIT_MS, applicationName: 'campanero lists', log });
  pool.on('connect', (client) => void lowerPriorityOfBackend(client));
  return createDb(pool);
}

/** Somebody who asks for calls, and whether they are still waiting for the answer. */
export interface Reader {
  db: Db;
  heavyDb: Db;
  signal?: AbortSignal | undefined;
}

/** How many calls a statement reads at most, and whether it looks up the person of each, which only few calls allow. */
interface Extent {
  calls: number;
  findsPersons?: boolean;
}

/**
 * Runs a statement that reads up to `calls` calls. Heavy ones wait for a turn; one that takes too long is ended with a sentence
 * of its own. Plain index scans are off: reaching millions of rows one by one through an index costs three times as much as
 * reading the table, and the planner thinks it cheap. Index-only and bitmap scans stay, so every plan that is left reads each
 * call at most once, whatever the statistics say.
 */
export async function readMany<T>(
  { db, heavyDb, signal }: Reader,
  { calls, findsPersons = false }: Extent,
  read: (trx: Trx) => Promise<T>,
): Promise<T> {
  const isHeavy = calls > HEAVY_CALLS;
  try {
    return await (isHeavy ? heavyDb : db).transaction().execute(async (trx) => {
      // Whoever has left while waiting needs no answer any more.
      if (signal?.aborted) throw new AppError('UNAVAILABLE');
      await sql`select set_config('jit', 'off', true), set_config('work_mem', '48MB', true),
        set_config('enable_indexscan', ${findsPersons ? 'on' : 'off'}, true),
        set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(trx);
      // A turn is one process: its workers would not stand back.
      if (isHeavy) await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
      return read(trx);
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === STATEMENT_ENDED) throw new AppError('LOOK_TOO_LONG');
    throw error;
  }
}

const STATEMENT_ENDED = '57014';
