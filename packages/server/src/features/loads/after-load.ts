import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '../../work/context.ts';
import {
  constrainLeaf,
  listBareLeaves,
  listFileKeys,
  markCleared,
  sweepTables,
  validateLeaf,
  type OverLoad,
} from './loads.queries.ts';

/**
 * Removes what loads that are over have left: their files, their staging tables, leaves that were never attached. Adds the foreign
 * keys of leaves that were. Every step may be repeated; what does not succeed now is done by the next sweep.
 */
export async function clearUp(
  { db, files, log }: Pick<Ctx, 'db' | 'files' | 'log'>,
  loads: readonly OverLoad[],
): Promise<void> {
  for (const load of loads) {
    // Before their keys are forgotten: removing what is not there is no error.
    for (const key of await listFileKeys(db, load.id)) await files.remove(key);
    await markCleared(db, load);
  }
  await sweepTables(db);
  for (const block of await listBareLeaves(db)) {
    try {
      await whenFree(() => constrainLeaf(db, block));
      await whenFree(() => validateLeaf(db, block));
    } catch (error) {
      log.warn({ err: error, block }, 'the foreign keys of a leaf have to wait');
    }
  }
}

const TRIES = 5;
const PAUSE_MS = 300;
const BUSY = new Set(['55P03', '40P01']);

/** These steps wait 2 s for a lock at most, so that nobody queues behind them for longer. */
async function whenFree(step: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await step();
      return;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      // An earlier try has added it.
      if (code === '42710') return;
      if (!BUSY.has(code) || tries === TRIES) throw error;
      await pause(PAUSE_MS);
    }
  }
}
