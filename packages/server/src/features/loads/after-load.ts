import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '../../work/index.ts';
import {
  constrainLeaf,
  listLeavesWithoutKeys,
  listFileKeys,
  markCleared,
  sweepTables,
  validateLeaf,
  type EndedLoad,
} from './loads.queries.ts';

/** Idempotent; the next sweep retries failures. */
export async function cleanUpLoads({ db, files, log }: Pick<Ctx, 'db' | 'files' | 'log'>, loads: readonly EndedLoad[]) {
  for (const load of loads) {
    // Files before keys: removing a missing file is no error, so a retry is safe.
    for (const key of await listFileKeys(db, load.id)) await files.remove(key);
    await markCleared(db, load);
  }
  await sweepTables(db);
  for (const block of await listLeavesWithoutKeys(db)) {
    try {
      await retryWhenLocked(() => constrainLeaf(db, block));
      await retryWhenLocked(() => validateLeaf(db, block));
    } catch (error) {
      log.warn({ err: error, block }, 'the foreign keys of a leaf could not be added yet');
    }
  }
}

const ATTEMPTS = 5;
const PAUSE_MS = 300;
const LOCK_ERRORS = new Set(['55P03', '40P01']);

/** The steps have a lock timeout of 2 s, so that other queries do not queue behind them. */
async function retryWhenLocked(step: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await step();
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      // Already added by an earlier attempt.
      if (code === '42710') return;
      if (!LOCK_ERRORS.has(code) || tries === ATTEMPTS) throw error;
      await pause(PAUSE_MS);
    }
  }
}
