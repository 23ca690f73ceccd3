import { z } from 'zod';
import { TUNING, type LoadTuning } from '../../call-store/load/run-load.ts';
import { defineJob, type JobCtx } from '../../jobs/define-job.ts';
import { runTask } from '../../jobs/child-task.ts';
import { transact } from '../../work/transact.ts';
import { clearUp, completeFills } from './after-load.ts';
import { beginAttempt, listUncleared, sweepTables } from './loads.queries.ts';

const PROGRAM = new URL('./load-program.ts', import.meta.url);
/** For the text on its way; the hash tables of numbers and persons are outside the heap. */
const HEAP_MB = 256;
export const ATTEMPTS_MAX = 9;

/** One attempt, as its child process receives it. */
export interface LoadTask {
  loadId: number;
  attempt: number;
  tuning: LoadTuning;
}
/** How an attempt is carried out: in a child process, except in tests that run it in their own. */
export type RunAttempt = (ctx: JobCtx, attempt: LoadTask) => Promise<void>;

/** `onStep` is for tests that kill the child process at a step. */
export const runInChildProcess =
  (onStep?: (step: string, pid: number) => void): RunAttempt =>
  (ctx, input) =>
    runTask(ctx, { jobName: loadAudienceJob.name, module: PROGRAM, input, memory: HEAP_MB, onStep });

/**
 * One run of the job: a new attempt in a child process, fenced to this claim, and clearing up after it. Run again after a crash at
 * any moment it begins anew and ends in the same state; for a load that is over it only fills the blanks that are left and
 * clears up (REL-02, REL-04).
 */
export async function loadAudience(
  ctx: JobCtx,
  loadId: number,
  { runAttempt = runInChildProcess(), tuning = TUNING }: { runAttempt?: RunAttempt; tuning?: LoadTuning } = {},
): Promise<void> {
  const attempt = await transact(ctx, ({ trx }) => beginAttempt(trx, loadId));
  await sweepTables(ctx.db);
  if (attempt !== null) await runAttempt(ctx, { loadId, attempt, tuning });
  await completeFills(ctx, loadId);
  await clearUp(ctx, await listUncleared(ctx.db, loadId));
}

export const loadAudienceJob = defineJob({
  name: 'audience.load',
  payload: z.object({ loadId: z.number().int().positive(), campaignId: z.number().int().positive() }),
  retry: { limit: ATTEMPTS_MAX - 1, delaySeconds: 1, maxDelaySeconds: 20 },
  expireSeconds: 4 * 3_600,
  concurrency: 2,
  unique: true,
  handler: (ctx, { loadId }) => loadAudience(ctx, loadId),
});
