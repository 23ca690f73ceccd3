import { z } from 'zod';
import { runTask } from '../../jobs/child-task.ts';
import { defineJob, type JobCtx } from '../../jobs/define-job.ts';
import { inLanes, type Lane } from '../../jobs/lanes.ts';
import type { Ctx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { beginAttempt, forgetFile, listExpiredFiles, listInTheMaking, type Attempt } from './exports.queries.ts';
import { failExport } from './end-export.ts';

const PROGRAM = new URL('./export-program.ts', import.meta.url);
/** Two batches of rows and the text they become. */
const HEAP_MB = 96;
const ATTEMPTS_MAX = 9;

/** How an attempt is carried out: in a child process, except in tests that run it in their own. */
type RunAttempt = (ctx: JobCtx, attempt: Attempt) => Promise<void>;

/** `onStep` is for tests that kill the child process on its way. */
export const runInChildProcess =
  (onStep?: (step: string, pid: number) => void): RunAttempt =>
  (ctx, input) =>
    runTask(ctx, { module: PROGRAM, input, memory: HEAP_MB, onStep });

/**
 * One run of the job: a new attempt, which writes the file from its beginning. Run again after a crash at any moment it ends
 * in the same state: one complete file or none. For an export that is over it does nothing.
 */
export async function makeExport(
  ctx: JobCtx,
  exportId: string,
  { runAttempt = runInChildProcess() }: { runAttempt?: RunAttempt } = {},
): Promise<void> {
  const attempt = await transact(ctx, ({ trx }) => beginAttempt(trx, exportId));
  if (attempt !== null) await runAttempt(ctx, { id: exportId, attempt });
}

const makeExportJob = defineJob({
  name: 'export.make',
  payload: z.object({ exportId: z.uuid() }),
  retry: { limit: ATTEMPTS_MAX - 1, delaySeconds: 1, maxDelaySeconds: 20 },
  expireSeconds: 4 * 3_600,
  concurrency: 2,
  unique: true,
  handler: (ctx, { exportId }) => makeExport(ctx, exportId),
});
export const makeExportJobs = inLanes(makeExportJob);

const FILES_AT_ONCE = 100;

/**
 * No export stays in the making without somebody working on it: one without a job gets a new one, and one whose job ran out of tries
 * ends in ERROR. Files that have expired are removed; their rows stay. Safe to run at any time, any number of times.
 */
export async function sweepExports(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (const { id, attempt, lane } of await listInTheMaking(ctx.db)) {
    signal?.throwIfAborted();
    const job = makeExportJobs[lane as Lane];
    if (await ctx.jobs.isPending(job, { exportId: id })) continue;
    if (attempt >= ATTEMPTS_MAX) await failExport(ctx, { id, attempt }, null);
    else await transact(ctx, ({ enqueue }) => enqueue(job, { exportId: id }, { key: id }));
  }
  for (;;) {
    const expired = await listExpiredFiles(ctx.db, ctx.clock(), FILES_AT_ONCE);
    for (const { id, fileKey } of expired) {
      signal?.throwIfAborted();
      // The file before its key: removing what is not there is no error.
      await ctx.files.remove(fileKey);
      await forgetFile(ctx.db, id);
    }
    if (expired.length < FILES_AT_ONCE) return;
  }
}

/** Every minute, once for all nodes. */
const sweepExportsJob = defineJob({
  name: 'export.sweep',
  payload: z.object({}),
  retry: { limit: 1, delaySeconds: 10 },
  expireSeconds: 300,
  unique: true,
  cron: '* * * * *',
  handler: (ctx) => sweepExports(ctx, ctx.job.signal),
});

export const exportJobs = [...Object.values(makeExportJobs), sweepExportsJob];
