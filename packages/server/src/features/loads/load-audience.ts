import { z } from 'zod';
import { completeAfterLoad, type LoadTuning, TUNING } from '../../call-store/load/index.ts';
import { LOADS_AT_ONCE } from '../../db/pool-sizes.ts';
import { defineJob, type JobCtx } from '../../jobs/define-job.ts';
import { inChildProcess, type RunAttempt } from '../../jobs/child-task.ts';
import { inLanes, type Lane } from '../../jobs/lanes.ts';
import { transact } from '../../work/transact.ts';
import { cleanUpLoads } from './after-load.ts';
import { beginLoadAttempt, listUncleared, sweepTables } from './loads.queries.ts';

export const ATTEMPTS_MAX = 9;

/** Input of the child process. */
export interface LoadTask {
  loadId: number;
  attempt: number;
  tuning: LoadTuning;
}
export const runLoadInChildProcess = inChildProcess<LoadTask>({
  module: new URL('./load-program.ts', import.meta.url),
  // Only for text buffers; the hash tables of numbers and persons are outside the heap.
  memory: 256,
});

/**
 * One run of the job: a new attempt in a child process, fenced to this claim, then clean-up. Idempotent: after a crash
 * it starts over with the same result; for an ended load it only completes the rest and cleans up.
 */
export async function loadAudience(
  ctx: JobCtx,
  loadId: number,
  {
    runAttempt = runLoadInChildProcess(),
    tuning = TUNING,
  }: { runAttempt?: RunAttempt<LoadTask>; tuning?: LoadTuning } = {},
): Promise<void> {
  const attempt = await transact(ctx, ({ trx }) => beginLoadAttempt(trx, loadId));
  await sweepTables(ctx.db);
  if (attempt !== null) await runAttempt(ctx, { loadId, attempt, tuning });
  await completeAfterLoad(ctx, loadId);
  await cleanUpLoads(ctx, await listUncleared(ctx.db, loadId));
}

/** Such a file has some 20,000 rows; dashboard audiences and forms report their size. */
const SMALL_BYTES = 2_000_000;
const SMALL_PEOPLE = 20_000;
/** Workbooks are compressed: about twice as many rows per byte. */
const WEIGHTS = { csv: 1, xlsx: 2 } as const;
export const laneOfFiles = (files: readonly { bytes: number; kind: 'csv' | 'xlsx' }[]): Lane =>
  files.reduce((sum, { bytes, kind }) => sum + bytes * WEIGHTS[kind], 0) <= SMALL_BYTES ? 'small' : 'large';
export const laneOfPeople = (people: number): Lane => (people <= SMALL_PEOPLE ? 'small' : 'large');

const loadAudienceJob = defineJob({
  name: 'audience.load',
  payload: z.object({ loadId: z.number().int().positive(), campaignId: z.number().int().positive() }),
  retry: { limit: ATTEMPTS_MAX - 1, delaySeconds: 1, maxDelaySeconds: 20 },
  expireSeconds: 4 * 3_600,
  concurrency: LOADS_AT_ONCE,
  unique: true,
  handler: (ctx, { loadId }) => loadAudience(ctx, loadId),
});
export const loadAudienceJobs = inLanes(loadAudienceJob);
