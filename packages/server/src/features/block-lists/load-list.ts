import { z } from 'zod';
import { refreshListedJob } from '../../call-store/write/index.ts';
import { defineWork } from '../../jobs/attempted-work.ts';
import { type Ctx, transact, type Work } from '../../work/index.ts';
import { failList } from './attempt-list.ts';
import {
  deleteRejectedLines,
  findListLoad,
  listAttempts,
  markListFileRemoved,
  selectListedCampaigns,
  selectListFilesToRemove,
} from './block-lists.queries.ts';

const INTERRUPTED = 'La carga se interrumpió y no se pudo completar: la lista queda como estaba. Inténtelo de nuevo.';

export const listWork = defineWork({
  attempts: listAttempts,
  job: {
    name: 'block-lists.load',
    payload: z.object({ loadId: z.number().int().positive() }),
    expireSeconds: 2 * 3_600,
  },
  payloadOf: ({ id }: { id: number }) => ({ loadId: id }),
  idOf: ({ loadId }) => loadId,
  program: {
    module: new URL('./list-program.ts', import.meta.url),
    // For the text buffers; the numbers are outside the heap.
    memory: 192,
  },
  onBegin: deleteRejectedLines,
  async after(ctx, id) {
    const load = await findListLoad(ctx.db, id);
    if (load?.status === 'COMPLETED') await transact(ctx, refreshListedCampaigns);
    await removeListFiles(ctx, id);
  },
  sweepName: 'block-lists.sweep',
  fail: (ctx, load) => failList(ctx, load, INTERRUPTED),
  cleanUp: (ctx) => removeListFiles(ctx),
});

/** After a change of the lists: enqueues the update of the denormalised flags on the calls of each campaign. */
export async function refreshListedCampaigns({ trx, enqueue }: Pick<Work, 'trx' | 'enqueue'>): Promise<void> {
  for (const { id } of await selectListedCampaigns(trx)) await enqueue(refreshListedJob, { campaignId: id });
}

/** Removes the files of loads that ended. A failure is retried by the next sweep. */
async function removeListFiles({ db, files }: Pick<Ctx, 'db' | 'files'>, loadId: number | null = null): Promise<void> {
  for (const load of await selectListFilesToRemove(db, loadId)) {
    await files.remove(load.fileKey);
    await markListFileRemoved(db, load);
  }
}
