import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { z } from 'zod';
import { AppError } from '../../../work/app-error.ts';
import type { SignedCtx } from '../../../work/context.ts';
import { transact } from '../../../work/transact.ts';
import { defineJob } from '../../../jobs/define-job.ts';
import { freezeFigures } from '../../../call-store/write/index.ts';
import { findForEdit } from '../edit/campaign-write.queries.ts';
import { lockStage, moveStatus } from './change-status.ts';
import { markLoadCancelled } from '../../loads/loads.queries.ts';

/**
 * Finalizar: irreversible, from any status but the last two. Manager roles, campaigns they see. A running load is cancelled;
 * the closing job, enqueued in the same transaction, freezes the figures and ends in FINALIZADA. Leaves one audit record
 * CAMPAÑA ACCIÓN and the event `campaign`.
 */
export const finishCampaign = (ctx: SignedCtx, id: number): Promise<{ status: CampaignStatus }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit, enqueue } = work;
    const stage = await lockStage(trx, id);
    const campaign = await findForEdit(trx, actor, id);
    if (!campaign) throw new AppError('NOT_FOUND');
    const { from, to } = await moveStatus(work, stage, ['finish']);
    await markLoadCancelled(trx, id, now);
    await enqueue(closeCampaignJob, { campaignId: id }, { key: String(id) });
    await audit({
      action: 'CAMPAÑA',
      subaction: 'ACCIÓN',
      object: { type: 'campaign', id },
      before: { Estado: from },
      after: { Campaña: campaign.name, Estado: to },
    });
    return { status: to };
  });

/**
 * The second half of Finalizar: freezes the figures and ends in FINALIZADA, in one fenced transaction under the
 * campaign's lock. Repeated, or for a campaign that is no longer FINALIZANDO, it changes nothing. If the job gets lost,
 * the sweep enqueues another one. No audit record: finishing has left its own.
 */
export const closeCampaignJob = defineJob({
  name: 'campaign.close',
  payload: z.object({ campaignId: z.number().int().positive() }),
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 300 },
  expireSeconds: 300,
  unique: true,
  async handler(ctx, { campaignId }) {
    await transact(ctx, async (work) => {
      const stage = await lockStage(work.trx, campaignId);
      if (stage.status !== 'FINALIZANDO') return;
      await freezeFigures(work.trx, stage.lock, work.now);
      await moveStatus(work, stage, ['close']);
    });
  },
});
