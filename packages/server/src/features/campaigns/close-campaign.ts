import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { transact } from '../../work/transact.ts';
import { lockStage, moveStatus } from './change-status.ts';
import { freezeStatistics } from './close-campaign.queries.ts';

/**
 * The second half of Finalizar: freezes the figures and ends in FINALIZADA, in one fenced transaction under the
 * campaign's lock. Run again, or for a campaign that is no longer FINALIZANDO, it changes nothing. Should the job get
 * lost, the sweep enqueues it anew. No audit record: finishing has left its own.
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
      await freezeStatistics(work.trx, campaignId, work.now);
      await moveStatus(work, stage, ['close']);
    });
  },
});
