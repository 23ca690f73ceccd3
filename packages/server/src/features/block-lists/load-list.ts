import { z } from 'zod';
import { refreshListedJob } from '../../call-store/write/index.ts';
import { inChildProcess, type RunAttempt } from '../../jobs/child-task.ts';
import { defineJob, type JobCtx } from '../../jobs/define-job.ts';
import type { Ctx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import {
  beginListAttempt,
  findListLoad,
  selectListFilesToRemove,
  markListFileRemoved,
  selectListedCampaigns,
} from './block-lists.queries.ts';

/** The input of the child process. */
export interface ListTask {
  loadId: number;
  attempt: number;
}

export const runListInChildProcess = inChildProcess<ListTask>({
  module: new URL('./list-program.ts', import.meta.url),
  // For the text buffers; the numbers are outside the heap.
  memory: 192,
});

/** Idempotent: a retry after a crash ends in the same state, and for a finished load only does the remaining cleanup. */
export async function loadList(
  ctx: JobCtx,
  loadId: number,
  runAttempt: RunAttempt<ListTask> = runListInChildProcess(),
): Promise<void> {
  const attempt = await transact(ctx, ({ trx }) => beginListAttempt(trx, loadId));
  if (attempt !== null) await runAttempt(ctx, { loadId, attempt });
  const load = await findListLoad(ctx.db, loadId);
  if (load?.status === 'COMPLETED') await transact(ctx, refreshListedCampaigns);
  await removeListFiles(ctx, loadId);
}

/** After a change of the lists: enqueues the update of the denormalised flags on the calls of each campaign. */
export async function refreshListedCampaigns({ trx, enqueue }: Pick<Work, 'trx' | 'enqueue'>): Promise<void> {
  for (const { id } of await selectListedCampaigns(trx)) await enqueue(refreshListedJob, { campaignId: id });
}

/** Removes the files of loads that ended. A failure is retried by the next sweep. */
export async function removeListFiles({ db, files }: Pick<Ctx, 'db' | 'files'>, loadId?: number): Promise<void> {
  for (const load of await selectListFilesToRemove(db, loadId)) {
    await files.remove(load.fileKey!);
    await markListFileRemoved(db, load);
  }
}

export const LIST_ATTEMPTS_MAX = 9;

export const loadListJob = defineJob({
  name: 'block-lists.load',
  payload: z.object({ loadId: z.number().int().positive() }),
  retry: { limit: LIST_ATTEMPTS_MAX - 1, delaySeconds: 1, maxDelaySeconds: 20 },
  expireSeconds: 2 * 3_600,
  unique: true,
  handler: (ctx, { loadId }) => loadList(ctx, loadId),
});
