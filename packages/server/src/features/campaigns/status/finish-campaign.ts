import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { campaignAudit, type SignedCtx, transact } from '../../../work/index.ts';
import { lockForEdit, moveStatus } from './change-status.ts';
import { closingWork } from './close-campaign.ts';
import { markLoadCancelled } from '../../loads/loads.queries.ts';

/** Irreversible. Cancels a running load; the closing job freezes the figures and sets FINALIZADA. */
export const finishCampaign = (ctx: SignedCtx, id: number): Promise<{ status: CampaignStatus }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const { stage, campaign } = await lockForEdit(trx, actor, id);
    const { from, to } = await moveStatus(work, stage, ['finish']);
    await markLoadCancelled(trx, id, now);
    await closingWork.enqueue(work, campaign);
    await audit(
      campaignAudit(id, 'ACCIÓN', { before: { Estado: from }, after: { Campaña: campaign.name, Estado: to } }),
    );
    return { status: to };
  });
