import { IMPORT_FAILED } from '@campanero/contract/loads/schemas';
import { notify } from '../../work/notify.ts';
import type { Actor, Ctx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import { lockStage, moveStatus, type LockedStage } from '../campaigns/status/change-status.ts';
import { type LoadReport, NO_SPACE_FOR_LOAD } from '../../call-store/load/index.ts';

interface FailedLoad {
  id: number;
  attempt: number;
  campaignId: number;
  createdBy: number;
  source: string;
}

/** The end of a load that succeeded, in the transaction that makes its calls visible: status, report, bell and event. */
export async function completeLoad(
  work: Work<Actor | null>,
  { id, campaignId, createdBy }: { id: number; campaignId: number; createdBy: number },
  stage: LockedStage,
  report: LoadReport,
): Promise<void> {
  await moveStatus(work, stage, ['loaded']);
  work.publishActivity(stage);
  await work.trx
    .updateTable('audienceLoad')
    .set({ ...report, status: 'COMPLETED', progress: 1, finishedAt: work.now })
    .where('id', '=', id)
    .execute();
  await notify(work, [
    { userId: createdBy, action: 'BULK AUDIENCE', subject: `load:${id}`, campaignId, status: 'COMPLETED' },
  ]);
  const payload = { userId: createdBy, campaignId, status: { status: 'COMPLETED' } };
  work.afterCommit({ to: [createdBy], event: 'audience', payload });
}

/** The bell has one fixed sentence for every import that fails, whatever reason its report gives; only a full disk is named. */
const bellReason = ({ source }: FailedLoad, words: string) =>
  source === 'csv' || words === NO_SPACE_FOR_LOAD ? words : IMPORT_FAILED;

/**
 * Ends a load that cannot be done: ERROR with the reason in words, the campaign back to the status before; the report and the
 * rejected rows stay, nothing else does. Leaves the bell and the event of whoever loaded. Does nothing to a load that is over.
 */
export const failLoad = (ctx: Ctx, load: FailedLoad, words: string, counts: { read: number; rejected: number }) =>
  transact(ctx, async (work) => {
    const { trx, now, afterCommit } = work;
    const stage = await lockStage(trx, load.campaignId);
    const { numUpdatedRows } = await trx
      .updateTable('audienceLoad')
      .set({ ...counts, status: 'ERROR', failure: words, finishedAt: now })
      .where('id', '=', load.id)
      .where('attempt', '=', load.attempt)
      .where('status', '=', 'RUNNING')
      .executeTakeFirst();
    if (Number(numUpdatedRows) === 0) return;
    await moveStatus(work, stage, ['dropLoad']);
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
