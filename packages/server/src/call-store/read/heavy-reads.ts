import { type Db, sql, type Trx } from '../../db/index.ts';
import pg from 'pg';
import { readOnPrimary, type ReplicaRead } from '../../db/replicas.ts';
import { AppError } from '../../work/app-error.ts';

/** Statements that read more calls than this are heavy. */
export const HEAVY_CALLS = 200_000;
const TIMEOUT_MS = 15_000;

/** `signal` is aborted when the client disconnects. */
export interface Reader {
  db: Db;
  heavyDb: Db;
  /** Default: the primary. */
  read?: ReplicaRead;
  signal?: AbortSignal | undefined;
}

/** Upper limit of calls read, and whether the statement looks up each call's person or follows an index until it has enough. */
type ReadSize = { calls: number; findsPersons?: boolean; followsIndex?: boolean };

// Heavy statements go to a replica or wait for a slot; a timeout becomes LOOK_TOO_LONG. Plain index scans are off: for millions
// of rows they cost three table scans, and the planner underestimates them.
export async function readMany<T>(
  { db, heavyDb, read: readOnReplica = readOnPrimary, signal }: Reader,
  { calls, findsPersons = false, followsIndex = false }: ReadSize,
  read: (trx: Trx) => Promise<T>,
): Promise<T> {
  const isHeavy = calls > HEAVY_CALLS;
  const readAt = (server: Db) =>
    server.transaction().execute(async (trx) => {
      // The client disconnected while its request waited for a slot.
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
    return await (isHeavy ? readOnReplica(heavyDb, (server) => readAt(server)) : readAt(db));
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED) throw new AppError('LOOK_TOO_LONG');
    throw error;
  }
}

const QUERY_CANCELED = '57014';
