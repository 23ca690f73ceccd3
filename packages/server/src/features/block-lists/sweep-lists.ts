import { defineMinuteJob } from '../../jobs/define-job.ts';
import type { Ctx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { failList } from './attempt-list.ts';
import { selectRunningLists } from './block-lists.queries.ts';
import { removeListFiles, LIST_ATTEMPTS_MAX, loadListJob } from './load-list.ts';

const INTERRUPTED = 'La carga se interrumpió y no se pudo completar: la lista queda como estaba. Inténtelo de nuevo.';

/**
 * Enqueues a new job for a running load without one, or ends it in ERROR when its attempts are used up. Removes the files of loads
 * that ended. Idempotent.
 */
async function sweepLists(ctx: Ctx): Promise<void> {
  for (const load of await selectRunningLists(ctx.db)) {
    const payload = { loadId: load.id };
    if (await ctx.jobs.isPending(loadListJob, payload)) continue;
    if (load.attempt >= LIST_ATTEMPTS_MAX) await failList(ctx, load, INTERRUPTED);
    else await transact(ctx, ({ enqueue }) => enqueue(loadListJob, payload, { key: String(load.id) }));
  }
  await removeListFiles(ctx);
}

const sweepListsJob = defineMinuteJob('block-lists.sweep', sweepLists);

export const blockListJobs = [loadListJob, sweepListsJob];
