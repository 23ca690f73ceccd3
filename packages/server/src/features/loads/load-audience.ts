import { z } from 'zod';
import { completeAfterLoad } from '../../call-store/load/index.ts';
import { LOADS_AT_ONCE } from '../../db/pool-sizes.ts';
import { defineWork } from '../../jobs/attempted-work.ts';
import type { Lane } from '../../jobs/swept-work.ts';
import { failLoad } from './end-load.ts';
import {
  constrainLeaf,
  deleteRejectedRows,
  type EndedLoad,
  listFileKeys,
  listLeavesWithoutKeys,
  listUncleared,
  loadAttempts,
  markCleared,
  sweepTables,
  validateLeaf,
} from './loads.queries.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { Ctx } from '../../work/index.ts';

/** Such a file has some 20,000 rows; dashboard audiences and forms report their size. */
const SMALL_BYTES = 2_000_000;
const SMALL_PEOPLE = 20_000;
/** Workbooks are compressed: about twice as many rows per byte. */
const WEIGHTS = { csv: 1, xlsx: 2 } as const;
export const laneOfFiles = (files: readonly { bytes: number; kind: 'csv' | 'xlsx' }[]): Lane =>
  files.reduce((sum, { bytes, kind }) => sum + bytes * WEIGHTS[kind], 0) <= SMALL_BYTES ? 'small' : 'large';
export const laneOfPeople = (people: number): Lane => (people <= SMALL_PEOPLE ? 'small' : 'large');

const INTERRUPTED = 'La carga se interrumpió y no se pudo completar. Inténtelo de nuevo o contacte con el soporte.';

/** For a completed load each run of its job completes the rest and cleans up. */
export const loadWork = defineWork({
  attempts: loadAttempts,
  job: {
    name: 'audience.load',
    payload: z.object({ loadId: z.number().int().positive(), campaignId: z.number().int().positive() }),
    expireSeconds: 4 * 3_600,
    concurrency: LOADS_AT_ONCE,
  },
  hasLanes: true,
  payloadOf: ({ id, campaignId }: { id: number; campaignId: number; lane: string }) => ({ loadId: id, campaignId }),
  idOf: ({ loadId }) => loadId,
  program: {
    module: new URL('./load-program.ts', import.meta.url),
    // Only for text buffers; the hash tables of numbers and persons are outside the heap.
    memory: 256,
  },
  onBegin: deleteRejectedRows,
  before: ({ db }) => sweepTables(db),
  async after(ctx, id) {
    await completeAfterLoad(ctx, id);
    await cleanUpLoads(ctx, await listUncleared(ctx.db, id));
  },
  sweepName: 'audience.sweep',
  fail: (ctx, load) => failLoad(ctx, load, INTERRUPTED, { read: load.read, rejected: load.rejected }),
  async cleanUp(ctx, { hasJob }) {
    const ended = await listUncleared(ctx.db);
    // Completed loads whose job still runs are cleaned up by it.
    const isAbandoned = await Promise.all(
      ended.map(async (load) => load.status !== 'COMPLETED' || !(await hasJob(load))),
    );
    const abandoned = ended.filter((_, index) => isAbandoned[index]);
    await cleanUpLoads(ctx, abandoned);
  },
});

/** Idempotent; the next sweep retries failures. */
async function cleanUpLoads({ db, files, log }: Pick<Ctx, 'db' | 'files' | 'log'>, loads: readonly EndedLoad[]) {
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
