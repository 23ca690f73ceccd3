import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import type { Ctx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { lockStage, moveStatus } from './change-status.ts';
import { closeCampaignJob } from './finish-campaign.ts';
import { listClosingCampaigns, listDueCampaigns } from './stage.queries.ts';
import { removeFilesJob } from './replace-scripts.ts';

/**
 * Writes down the moves that time has made and tells everyone who sees those campaigns; reads have said so since the
 * very moment. Also finds campaigns left in FINALIZANDO without a job (a queue restored from an older backup, a job that
 * ran out of tries) and gives them one. Each campaign in a transaction of its own; safe to run at any time, any number
 * of times: whatever is settled already is left alone.
 */
export async function sweepCampaigns(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  for (const id of await listDueCampaigns(ctx.db, ctx.clock())) {
    signal?.throwIfAborted();
    await settleCampaign(ctx, id);
  }
  for (const campaignId of await listClosingCampaigns(ctx.db)) {
    signal?.throwIfAborted();
    if (await ctx.jobs.isPending(closeCampaignJob, { campaignId })) continue;
    await transact(ctx, ({ enqueue }) => enqueue(closeCampaignJob, { campaignId }, { key: String(campaignId) }));
  }
}

/** The system's own deed, so it has its own audit record; nobody is named in it. */
const settleCampaign = (ctx: Ctx, id: number) =>
  transact(ctx, async (work) => {
    const stage = await lockStage(work.trx, id);
    const { to } = await moveStatus(work, stage);
    if (to === stage.status) return;
    await work.audit({
      action: 'CAMPAÑA',
      subaction: 'ACCIÓN',
      object: { type: 'campaign', id },
      before: { Estado: stage.status },
      after: { Estado: to },
      userId: null,
    });
  });

/** Every minute, once for all nodes. */
const sweepCampaignsJob = defineJob({
  name: 'campaign.sweep',
  payload: z.object({}),
  retry: { limit: 1, delaySeconds: 10 },
  expireSeconds: 300,
  unique: true,
  cron: '* * * * *',
  handler: (ctx) => sweepCampaigns(ctx, ctx.job.signal),
});

export const campaignJobs = [closeCampaignJob, sweepCampaignsJob, removeFilesJob];
