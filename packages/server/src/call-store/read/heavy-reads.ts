import { sql } from 'kysely';
import pg from 'pg';
import type { Db, Trx } from '../../db/client.ts';
import { AppError } from '../../work/app-error.ts';

/** A statement that reads more calls than this is heavy: it waits for one of the node's turns. */
export const HEAVY_CALLS = 200_000;
/** On two cores, two full scans still leave registering and next contact their share. */
const TURNS = 2;
const TIMEOUT_MS = 15_000;

/** Somebody who asks for calls: the database, and whether they are still waiting for the answer. */
export interface Reader {
  db: Db;
  signal?: AbortSignal | undefined;
}

/** How many calls a statement reads at most, and whether it looks up the person of each, which only few calls allow. */
interface Extent {
  calls: number;
  findsPersons?: boolean;
}

/**
 * Runs a statement that reads up to `calls` calls. Heavy ones take turns, so that whoever registers does not wait for them;
 * one that takes too long is ended with a sentence of its own. Plain index scans are off: reaching millions of rows one by one
 * through an index costs three times as much as reading the table, and the planner thinks it cheap. Index-only and bitmap
 * scans stay, so every plan that is left reads each call at most once, whatever the statistics say.
 */
export async function readMany<T>(
  { db, signal }: Reader,
  { calls, findsPersons = false }: Extent,
  read: (trx: Trx) => Promise<T>,
): Promise<T> {
  const isHeavy = calls > HEAVY_CALLS;
  const release = isHeavy ? await turnsOf(db).take(signal) : undefined;
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`select set_config('jit', 'off', true), set_config('work_mem', '48MB', true),
        set_config('enable_indexscan', ${findsPersons ? 'on' : 'off'}, true),
        set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`.execute(trx);
      // A turn is one process: with workers of its own, two turns take every core from whoever registers.
      if (isHeavy) await sql`set local max_parallel_workers_per_gather = 0`.execute(trx);
      return read(trx);
    });
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === STATEMENT_ENDED) throw new AppError('LOOK_TOO_LONG');
    throw error;
  } finally {
    release?.();
  }
}

const STATEMENT_ENDED = '57014';

interface Turns {
  /** Waits for a turn; the answer gives it back. Whoever has left meanwhile never gets one. */
  take(signal: AbortSignal | undefined): Promise<() => void>;
}

// One set of turns for each database of the process; tests have several.
const turns = new WeakMap<Db, Turns>();
function turnsOf(db: Db): Turns {
  const known = turns.get(db) ?? createTurns(TURNS);
  turns.set(db, known);
  return known;
}

export function createTurns(atOnce: number): Turns {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  const release = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  return {
    async take(signal) {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      if (!signal?.aborted) return release;
      release();
      throw new AppError('UNAVAILABLE');
    },
  };
}
