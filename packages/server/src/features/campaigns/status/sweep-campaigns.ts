import { defineMinuteJob } from '../../../jobs/define-job.ts';
import { campaignAudit, type Ctx, transact } from '../../../work/index.ts';
import { lockStage, moveStatus } from './change-status.ts';
import { closeCampaignJob } from './finish-campaign.ts';
import { listClosingCampaigns, listDueCampaigns } from './stage.queries.ts';
import { removeFilesJob } from '../edit/replace-scripts.ts';

// Stores statuses reached by dates (reads compute them already) and enqueues lost closing jobs. Idempotent; one transaction per campaign.
async function sweepCampaigns(ctx: Ctx, signal: AbortSignal): Promise<void> {
  for (const id of await listDueCampaigns(ctx.db, ctx.clock())) {
    signal.throwIfAborted();
    await storeStatusByDates(ctx, id);
  }
  for (const campaignId of await listClosingCampaigns(ctx.db)) {
    signal.throwIfAborted();
    if (await ctx.jobs.isPending(closeCampaignJob, { campaignId })) continue;
    await transact(ctx, ({ enqueue }) => enqueue(closeCampaignJob, { campaignId }, { key: String(campaignId) }));
  }
}

/** The audit record has no user. */
const storeStatusByDates = (ctx: Ctx, id: number) =>
  transact(ctx, async (work) => {
    const stage = await lockStage(work.trx, id);
    const { to } = await moveStatus(work, stage);
    if (to === stage.status) return;
    await work.audit(
      campaignAudit(id, 'ACCIÓN', { before: { Estado: stage.status }, after: { Estado: to }, userId: null }),
    );
  });

const sweepCampaignsJob = defineMinuteJob('campaign.sweep', (ctx) => sweepCampaigns(ctx, ctx.job.signal));

export const campaignJobs = [closeCampaignJob, sweepCampaignsJob, removeFilesJob];
