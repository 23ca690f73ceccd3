import { defineMinuteJob } from '../../jobs/define-job.ts';
import type { Lane } from '../../jobs/lanes.ts';
import type { Ctx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { clearUp } from './after-load.ts';
import { ATTEMPTS_MAX, loadAudienceJobs } from './load-audience.ts';
import { listRunningLoads, listUncleared, type OverLoad } from './loads.queries.ts';
import { failLoad } from './end-load.ts';

const INTERRUPTED = 'La carga se interrumpió y no se pudo completar. Inténtelo de nuevo o contacte con el soporte.';

/**
 * No campaign stays in CARGANDO AUDIENCIA without somebody working on it: a running load without a job gets a new one, and
 * one whose job ran out of tries ends in ERROR. A job that waits, however far ahead, counts as alive. Clears up behind
 * everything that is over. Safe to run at any time, any number of times.
 */
async function sweepLoads(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (const load of await listRunningLoads(ctx.db)) {
    signal.throwIfAborted();
    const payload = { loadId: load.id, campaignId: load.campaignId };
    if (await hasJob(ctx, payload)) continue;
    if (load.attempt >= ATTEMPTS_MAX)
      await failLoad(ctx, load, INTERRUPTED, { read: load.read, rejected: load.rejected });
    else
      await transact(ctx, ({ enqueue }) =>
        enqueue(loadAudienceJobs[load.lane as Lane], payload, { key: String(load.id) }),
      );
  }
  await clearUp(ctx, await listLeft(ctx));
}

/** In either lane: a load may have changed lanes since it was accepted. */
async function hasJob({ jobs }: Ctx, payload: { loadId: number; campaignId: number }): Promise<boolean> {
  return (
    (await jobs.isPending(loadAudienceJobs.small, payload)) || (await jobs.isPending(loadAudienceJobs.large, payload))
  );
}

/** Not those that came to their end and whose job still completes what they left: it clears up itself. */
async function listLeft(ctx: Ctx): Promise<OverLoad[]> {
  const left: OverLoad[] = [];
  for (const load of await listUncleared(ctx.db)) {
    const payload = { loadId: load.id, campaignId: load.campaignId };
    if (load.status !== 'COMPLETED' || !(await hasJob(ctx, payload))) left.push(load);
  }
  return left;
}

const sweepLoadsJob = defineMinuteJob('audience.sweep', (ctx) => sweepLoads(ctx, ctx.job.signal));

export const loadJobs = [...Object.values(loadAudienceJobs), sweepLoadsJob];
