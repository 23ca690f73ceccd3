import { IMPORT_FAILED } from '@campanero/contract/loads/schemas';
import { notify } from '../../../work/notify.ts';
import type { Ctx } from '../../../work/context.ts';
import { transact } from '../../../work/transact.ts';
import { lockStage, moveStatus } from '../../campaigns/change-status.ts';
import { NO_SPACE } from './load-failure.ts';
import { lockRunningLoad } from './load-row.queries.ts';

export interface FailedLoad {
  id: number;
  attempt: number;
  campaignId: number;
  createdBy: number;
  source: string;
}

/** An import fails in the specification's words (8), whatever the reason that its report gives; a full disk is one for all. */
const bellReason = ({ source }: FailedLoad, words: string) =>
  source === 'csv' || words === NO_SPACE ? words : IMPORT_FAILED;

/**
 * Ends a load that cannot be done: ERROR with the reason in words, the campaign back to the status before; the report and the
 * rejected rows stay, nothing else does. Leaves the bell and the event of whoever loaded. Does nothing to a load that is over.
 */
export const failLoad = (ctx: Ctx, load: FailedLoad, words: string, counts: { read: number; rejected: number }) =>
  transact(ctx, async (work) => {
    const { trx, now, afterCommit } = work;
    const stage = await lockStage(trx, load.campaignId);
    if (!(await lockRunningLoad(trx, load))) return;
    await moveStatus(work, stage, ['dropLoad']);
    await trx
      .updateTable('audienceLoad')
      .set({ ...counts, status: 'ERROR', failure: words, finishedAt: now })
      .where('id', '=', load.id)
      .execute();
    await notify(work, [
      {
        userId: load.createdBy,
        action: 'BULK AUDIENCE',
        subject: `load:${load.id}`,
        campaignId: load.campaignId,
        status: 'ERROR',
        reason: bellReason(load, words),
      },
    ]);
    const payload = { userId: load.createdBy, campaignId: load.campaignId, status: { status: 'ERROR' } };
    afterCommit({ to: [load.createdBy], event: 'audience', payload });
  });
