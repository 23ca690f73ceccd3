import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Trx } from '../../db/client.ts';
import { readOnPrimary, type ReadElsewhere } from '../../db/replicas.ts';
import { AppError } from '../../work/app-error.ts';

/** A statement that reads more calls than this is heavy. */
export const HEAVY_CALLS = 200_000;
const TIMEOUT_MS = 15_000;

/** The connections a request reads with; `signal` is aborted when its client no longer waits for the answer. */
export interface Reader {
  db: Db;
  heavyDb: Db;
  /** The primary alone where it is not given. */
  read?: ReadElsewhere;
  signal?: AbortSignal | undefined;
}

/**
 * How many calls a statement reads at most, and whether it looks up the person of each (too slow for many calls) or walks an index
 * in its order until it has enough.
 */
interface Extent {
  calls: number;
  findsPersons?: boolean;
  followsIndex?: boolean;
}

/**
 * Runs a statement that reads up to `calls` calls. Heavy ones go to a replica or wait for a turn; one that takes too long is cancelled with the
 * error LOOK_TOO_LONG. Plain index scans are off: fetching millions of rows one by one through an index costs three times as
 * much as reading the table, and the planner underestimates it. Index-only and bitmap scans stay on, so every remaining plan
 * reads each call at most once, whatever the statistics say.
 */
export async function readMany<T>(
  { db, heavyDb, read: readElsewhere = readOnPrimary, signal }: Reader,
  { calls, findsPersons = false, followsIndex = false }: Extent,
  read: (trx: Trx) => Promise<T>,
): Promise<T> {
  const isHeavy = calls > HEAVY_CALLS;
  const readAt = (server: Db) =>
    server.transaction().execute(async (trx) => {
      // The client has gone while its request waited for a turn.
      if (signal?.aborted) throw new AppError('UNAVAILABLE');
      await sql`select set_config('work_mem', '48MB', true),
        set_config('enable_indexscan', ${findsPersons || followsIndex ? 'on' : 'off'}, true),
        set_config('enable_sort', ${followsIndex ? 'off' : 'on'}, true),
        set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(trx);
      // Parallel workers would not inherit the lower priority.
      if (isHeavy) await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
      return read(trx);
    });
  try {
    return await (isHeavy ? readElsewhere(heavyDb, (server) => readAt(server)) : readAt(db));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === STATEMENT_ENDED) throw new AppError('LOOK_TOO_LONG');
    throw error;
  }
}

const STATEMENT_ENDED = '57014';
