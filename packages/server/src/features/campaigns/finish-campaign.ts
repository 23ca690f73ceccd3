import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { findForEdit } from './campaign-write.queries.ts';
import { lockStage, moveStatus } from './change-status.ts';
import { cancelRunningLoad } from './close-campaign.queries.ts';
import { closeCampaignJob } from './close-campaign.ts';

/**
 * Finalizar: irreversible, from any status but the last two (decisions 4). Manager roles, campaigns they see. A load under
 * way is cancelled; the closing job, which exists exactly if this commits, freezes the figures and ends in FINALIZADA.
 * Leaves one audit record CAMPAÑA ACCIÓN and the event `campaign`.
 */
export const finishCampaign = (ctx: SignedCtx, id: number): Promise<{ status: CampaignStatus }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit, enqueue } = work;
    const stage = await lockStage(trx, id);
    const campaign = await findForEdit(trx, actor, id);
    if (!campaign) throw new AppError('NOT_FOUND');
    const { from, to } = await moveStatus(work, stage, ['finish']);
    await cancelRunningLoad(trx, id, now);
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
