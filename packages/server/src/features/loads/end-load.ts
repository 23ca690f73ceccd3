import { IMPORT_FAILED } from '@campanero/contract/loads/schemas';
import { type Actor, type Ctx, notify, transact, type Work } from '../../work/index.ts';
import { loadAttempts } from './loads.queries.ts';
import { lockStage, moveStatus, type LockedStage } from '../campaigns/status/change-status.ts';
import { type LoadReport, NO_SPACE_FOR_LOAD } from '../../call-store/load/index.ts';

type FailedLoad = { id: number; attempt: number; campaignId: number; createdBy: number; source: string };

/** Completes a load in the transaction that makes its calls visible: status, report, notification and event. */
export async function completeLoad(
  work: Work<Actor | null>,
  { id, campaignId, createdBy }: { id: number; campaignId: number; createdBy: number },
  stage: LockedStage,
  report: LoadReport,
): Promise<void> {
  await moveStatus(work, stage, ['loaded']);
  work.publishActivity(stage);
  const done = { ...report, status: 'COMPLETED', progress: 1, finishedAt: work.now };
  await work.trx.updateTable('audienceLoad').set(done).where('id', '=', id).execute();
  await tellLoader(work, { id, campaignId, createdBy }, 'COMPLETED');
}

async function tellLoader(
  work: Work<Actor | null>,
  { id, campaignId, createdBy: userId }: Pick<FailedLoad, 'id' | 'campaignId' | 'createdBy'>,
  status: 'COMPLETED' | 'ERROR',
  reason?: string,
): Promise<void> {
  await notify(work, [{ userId, action: 'BULK AUDIENCE', subject: `load:${id}`, campaignId, status, reason }]);
  work.afterCommit({ to: [userId], event: 'audience', payload: { userId, campaignId, status: { status } } });
}

/** Notifications of failed imports have one fixed text; only a full disk is named. */
const notificationReason = ({ source }: FailedLoad, message: string) =>
  source === 'csv' || message === NO_SPACE_FOR_LOAD ? message : IMPORT_FAILED;

/** Only the report and the rejected rows stay. No effect on a load that has ended. */
export const failLoad = (ctx: Ctx, load: FailedLoad, message: string, counts: { read: number; rejected: number }) =>
  transact(ctx, async (work) => {
    const { trx, now } = work;
    const stage = await lockStage(trx, load.campaignId);
    const ending = { ...counts, status: 'ERROR', failure: message, finishedAt: now };
    if (!(await loadAttempts.update(trx, load, ending))) return;
    await moveStatus(work, stage, ['dropLoad']);
    await tellLoader(work, load, 'ERROR', notificationReason(load, message));
  });
