import { defineMinuteJob } from '../../jobs/define-job.ts';
import type { Lane } from '../../jobs/lanes.ts';
import type { Ctx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { cleanUpLoads } from './after-load.ts';
import { ATTEMPTS_MAX, loadAudienceJobs } from './load-audience.ts';
import { listRunningLoads, listUncleared, type EndedLoad } from './loads.queries.ts';
import { failLoad } from './end-load.ts';

const INTERRUPTED = 'La carga se interrumpió y no se pudo completar. Inténtelo de nuevo o contacte con el soporte.';

/**
 * A running load without a job gets a new one; one whose job ran out of retries ends in ERROR. A queued job counts as
 * alive. Cleans up ended loads. Idempotent.
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
  await cleanUpLoads(ctx, await listForCleanUp(ctx));
}

/** Checks both lanes: a load may have changed lanes. */
async function hasJob({ jobs }: Ctx, payload: { loadId: number; campaignId: number }): Promise<boolean> {
  return (
    (await jobs.isPending(loadAudienceJobs.small, payload)) || (await jobs.isPending(loadAudienceJobs.large, payload))
  );
}

/** Skips completed loads whose job is still running: it cleans up itself. */
async function listForCleanUp(ctx: Ctx): Promise<EndedLoad[]> {
  const left: EndedLoad[] = [];
  for (const load of await listUncleared(ctx.db)) {
    const payload = { loadId: load.id, campaignId: load.campaignId };
    if (load.status !== 'COMPLETED' || !(await hasJob(ctx, payload))) left.push(load);
  }
  return left;
}

const sweepLoadsJob = defineMinuteJob('audience.sweep', (ctx) => sweepLoads(ctx, ctx.job.signal));

export const loadJobs = [...Object.values(loadAudienceJobs), sweepLoadsJob];
