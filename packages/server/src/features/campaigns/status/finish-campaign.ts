import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { z } from 'zod';
import { campaignAudit, type SignedCtx, transact } from '../../../work/index.ts';
import { defineJob } from '../../../jobs/define-job.ts';
import { freezeFigures } from '../../../call-store/write/index.ts';
import { lockForEdit, lockStage, moveStatus } from './change-status.ts';
import { markLoadCancelled } from '../../loads/loads.queries.ts';

/** Irreversible. Cancels a running load; the closing job freezes the figures and sets FINALIZADA. */
export const finishCampaign = (ctx: SignedCtx, id: number): Promise<{ status: CampaignStatus }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit, enqueue } = work;
    const { stage, campaign } = await lockForEdit(trx, actor, id);
    const { from, to } = await moveStatus(work, stage, ['finish']);
    await markLoadCancelled(trx, id, now);
    await enqueue(closeCampaignJob, { campaignId: id }, { key: String(id) });
    await audit(
      campaignAudit(id, 'ACCIÓN', { before: { Estado: from }, after: { Campaña: campaign.name, Estado: to } }),
    );
    return { status: to };
  });

/** Idempotent: does nothing unless FINALIZANDO. The sweep enqueues a lost job again. */
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
