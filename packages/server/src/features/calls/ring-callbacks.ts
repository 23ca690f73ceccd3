import { isOpenForCalls } from '@campanero/contract/calls/open-for-calls';
import { z } from 'zod';
import { selectCallbacksToRing } from '../../call-store/read/index.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { Ctx } from '../../work/context.ts';
import { notify } from '../../work/notify.ts';
import { transact } from '../../work/transact.ts';
import { listCallingCampaigns, type Workplace } from './workplace.queries.ts';

const BATCH = 1000;

/**
 * Notifies operators of dated callbacks that have come due, once for each call and date, in campaigns where calling is open:
 * for those that come due during a pause, when it ends. Safe to repeat: a callback that has its notification is not found
 * again.
 */
export async function ringCallbacks(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock();
  for (const campaign of await listCallingCampaigns(ctx.db)) {
    if (!isOpenForCalls(campaign, now)) continue;
    // Notified callbacks are not found again, so a campaign is done when a batch is not full.
    for (let rung = BATCH; rung === BATCH;) {
      signal?.throwIfAborted();
      rung = await ringBatch(ctx, campaign, now);
    }
  }
}

async function ringBatch(ctx: Ctx, campaign: Workplace, now: Date): Promise<number> {
  const due = await selectCallbacksToRing(ctx.db, campaign, now, BATCH);
  if (due.length === 0) return 0;
  await transact(ctx, (work) =>
    notify(
      work,
      due.map(({ id, operatorId, subject }) => ({
        userId: operatorId,
        action: 'CALLBACK' as const,
        status: 'DUE' as const,
        subject,
        campaignId: campaign.id,
        callId: id,
      })),
    ),
  );
  return due.length;
}

/** Every minute, once for all nodes. */
const ringCallbacksJob = defineJob({
  name: 'calls.ring-callbacks',
  payload: z.object({}),
  retry: { limit: 1, delaySeconds: 10 },
  expireSeconds: 120,
  unique: true,
  cron: '* * * * *',
  handler: (ctx) => ringCallbacks(ctx, ctx.job.signal),
});

export const callJobs = [ringCallbacksJob];
