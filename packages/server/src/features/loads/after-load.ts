import { setTimeout as pause } from 'node:timers/promises';
import { fillBlanks, listFillBounds, listFilledNumbers } from '../../call-store/load/fill-blanks.ts';
import { takeStaleNumbers } from '../../call-store/load/load-row.ts';
import { stagingOf } from '../../call-store/load/staging.ts';
import { lockBlockingShared } from '../../call-store/locks.ts';
import type { JobCtx } from '../../jobs/define-job.ts';
import type { Ctx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { refreshCallsJob } from '../../call-store/write/refresh-calls.ts';
import {
  constrainLeaf,
  findFills,
  listBareLeaves,
  listFileKeys,
  markCleared,
  sweepTables,
  validateLeaf,
  type OverLoad,
} from './loads.queries.ts';

/** Persons whose blanks are filled in one transaction. */
const PIECE = 5_000;

/** After a load: calls on numbers that it judged again, but which somebody had locked, are left to the job that waits for them. */
export const refreshStaleNumbers = (ctx: JobCtx, loadId: number): Promise<void> =>
  transact(ctx, async ({ trx, enqueue }) => {
    const numbers = await takeStaleNumbers(trx, loadId);
    if (numbers.length > 0) await enqueue(refreshCallsJob, { numbers });
  });

/**
 * After a load: fills the blanks of persons that were too many for its last transaction, and has the job that keeps the copies on
 * calls bring those of all filled persons up to date. Piece by piece; begun again after a crash, it finds nothing left to do
 * where it has been.
 */
export async function completeFills(ctx: JobCtx, loadId: number): Promise<void> {
  const load = await findFills(ctx.db, loadId);
  if (!load) return;
  const staging = stagingOf(load);
  const bounds = await listFillBounds(ctx.db, staging, PIECE);
  for (const [index, from] of bounds.entries())
    await transact(ctx, async ({ trx, now, enqueue }) => {
      await lockBlockingShared(trx);
      const range = { from, to: bounds[index + 1] ?? Number.MAX_SAFE_INTEGER };
      await fillBlanks(trx, staging, range, { external: load.external, now });
      await enqueue(refreshCallsJob, { numbers: await listFilledNumbers(trx, staging, range) });
    });
}

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
