import { z } from 'zod';
import { refreshListedJob } from '../../call-store/write/index.ts';
import { inChildProcess, type RunAttempt } from '../../jobs/child-task.ts';
import { defineJob, type JobCtx } from '../../jobs/define-job.ts';
import type { Ctx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import {
  beginListAttempt,
  findListLoad,
  listUnclearedLists,
  markListCleared,
  selectObeying,
} from './block-lists.queries.ts';

/** One attempt, as its child process receives it. */
export interface ListTask {
  loadId: number;
  attempt: number;
}

export const runListInChildProcess = inChildProcess<ListTask>({
  module: new URL('./list-program.ts', import.meta.url),
  // For the text on its way; the numbers are outside the heap.
  memory: 192,
});

/** One run of the job. Run again after a crash at any moment it ends in the same state; of a load that is over it does what is left. */
export async function loadList(
  ctx: JobCtx,
  loadId: number,
  runAttempt: RunAttempt<ListTask> = runListInChildProcess(),
): Promise<void> {
  const attempt = await transact(ctx, ({ trx }) => beginListAttempt(trx, loadId));
  if (attempt !== null) await runAttempt(ctx, { loadId, attempt });
  const load = await findListLoad(ctx.db, loadId);
  if (load?.status === 'COMPLETED') await transact(ctx, refreshObeying);
  await clearUpLists(ctx, loadId);
}

/** After the lists changed: the copies on the calls of every campaign that obeys them follow in jobs. */
export async function refreshObeying({ trx, enqueue }: Pick<Work, 'trx' | 'enqueue'>): Promise<void> {
  for (const { id } of await selectObeying(trx)) await enqueue(refreshListedJob, { campaignId: id });
}

/** Removes the files of loads that are over; what does not succeed now is done by the next sweep. */
export async function clearUpLists({ db, files }: Pick<Ctx, 'db' | 'files'>, loadId?: number): Promise<void> {
  for (const load of await listUnclearedLists(db, loadId)) {
    await files.remove(load.fileKey!);
    await markListCleared(db, load);
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
