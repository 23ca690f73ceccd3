import { z } from 'zod';
import { freezeFigures } from '../../../call-store/write/index.ts';
import { defineSweptWork } from '../../../jobs/swept-work.ts';
import { campaignAudit, type Ctx, transact, type SignedCtx } from '../../../work/index.ts';
import { removeFilesJob } from '../edit/replace-scripts.ts';
import { lockStage, moveStatus, lockForEdit } from './change-status.ts';
import { listClosingCampaigns, listDueCampaigns } from './stage.queries.ts';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { markLoadCancelled } from '../../loads/loads.queries.ts';

/** Idempotent: does nothing unless FINALIZANDO. */
const closeCampaign = (ctx: Ctx, id: number) =>
  transact(ctx, async (work) => {
    const stage = await lockStage(work.trx, id);
    if (stage.status !== 'FINALIZANDO') return;
    await freezeFigures(work.trx, stage.lock, work.now);
    await moveStatus(work, stage, ['close']);
  });

/** Reads compute the status already. Idempotent; the audit record has no user. */
const storeStatusByDates = (ctx: Ctx, id: number) =>
  transact(ctx, async (work) => {
    const stage = await lockStage(work.trx, id);
    const { to } = await moveStatus(work, stage);
    if (to === stage.status) return;
    const change = { before: { Estado: stage.status }, after: { Estado: to }, userId: null };
    await work.audit(campaignAudit(id, 'ACCIÓN'), change);
  });

export const closingWork = defineSweptWork({
  job: {
    name: 'campaign.close',
    payload: z.object({ campaignId: z.number().int().positive() }),
    retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 300 },
    expireSeconds: 300,
    handler: (ctx, { campaignId }) => closeCampaign(ctx, campaignId),
  },
  payloadOf: ({ id }: { id: number }) => ({ campaignId: id }),
  sweepName: 'campaign.sweep',
  async prepare(ctx) {
    for (const id of await listDueCampaigns(ctx.db, ctx.clock())) {
      ctx.job.signal.throwIfAborted();
      await storeStatusByDates(ctx, id);
    }
  },
  listOpen: listClosingCampaigns,
});

export const campaignJobs = [...closingWork.definitions, removeFilesJob];

/** Irreversible. Cancels a running load; the closing job freezes the figures and sets FINALIZADA. */
export const finishCampaign = (ctx: SignedCtx, id: number): Promise<{ status: CampaignStatus }> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const { stage, campaign } = await lockForEdit(trx, actor, id);
    const { from, to } = await moveStatus(work, stage, ['finish']);
    await markLoadCancelled(trx, id, now);
    await closingWork.enqueue(work, campaign);
    await audit(campaignAudit(id, 'ACCIÓN'), {
      before: { Estado: from },
      after: { Campaña: campaign.name, Estado: to },
    });
    return { status: to };
  });
