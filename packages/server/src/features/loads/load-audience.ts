import { z } from 'zod';
import { TUNING, type LoadTuning } from '../../call-store/load/run-load.ts';
import { defineJob, type JobCtx } from '../../jobs/define-job.ts';
import { runInOwnProcess } from '../../jobs/own-process.ts';
import { transact } from '../../work/transact.ts';
import { clearUp } from './clear-up.ts';
import { completeFills } from './complete-fills.ts';
import { beginAttempt, listUncleared, sweepTables } from './loads.queries.ts';
import type { LoadErrand, LoadNews } from './load-program.ts';

const PROGRAM = new URL('./load-program.ts', import.meta.url);
/** The tables of numbers and persons live outside the heap; this is for the text on its way. */
const HEAP_MB = 256;
export const ATTEMPTS_MAX = 9;

interface Attempt {
  loadId: number;
  attempt: number;
  tuning: LoadTuning;
}
/** How an attempt is carried out: in a process of its own, except where a test wants it here. */
export type Perform = (ctx: JobCtx, attempt: Attempt) => Promise<void>;

/** `onStep` is for tests that kill it there. */
export const createApart =
  (onStep?: (step: string, pid: number) => void): Perform =>
  (ctx, { loadId, attempt, tuning }) => {
    const job = { name: loadAudienceJob.name, id: ctx.job.id, retryCount: ctx.job.attempt };
    const errand: LoadErrand = { config: ctx.config, databaseUrl: ctx.databaseUrl, loadId, attempt, tuning, job };
    return runInOwnProcess({
      module: PROGRAM,
      input: errand,
      signal: ctx.job.signal,
      memory: HEAP_MB,
      onMessage: (message, pid) => {
        const news = message as LoadNews;
        if ('step' in news) onStep?.(news.step, pid);
        if ('publish' in news) ctx.publish.toUsers(news.publish.to, news.publish.event, news.publish.payload as never);
      },
    });
  };

/**
 * One run of the job: a new attempt, fenced to this claim, in a process of its own, and clearing up behind it. Run again after
 * a crash at any moment it begins anew and ends in the same state; for a load that is over it only completes
 * what it may and clears up (REL-02, REL-04).
 */
export async function loadAudience(
  ctx: JobCtx,
  loadId: number,
  { perform = createApart(), tuning = TUNING }: { perform?: Perform; tuning?: LoadTuning } = {},
): Promise<void> {
  const attempt = await transact(ctx, ({ trx }) => beginAttempt(trx, loadId));
  await sweepTables(ctx.db);
  if (attempt !== null) await perform(ctx, { loadId, attempt, tuning });
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
