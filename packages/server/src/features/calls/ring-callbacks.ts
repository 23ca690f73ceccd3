import { isOpenForCalls } from '@campanero/contract/calls/open-for-calls';
import { z } from 'zod';
import { selectCallbacksToRing } from '../../call-store/read/own-work.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { Ctx } from '../../work/context.ts';
import { notify } from '../../work/notify.ts';
import { transact } from '../../work/transact.ts';
import { listCallingCampaigns, type Workplace } from './workplace.queries.ts';

const RUNG_AT_ONCE = 1000;

/**
 * Rings the bell of whoever has a dated callback that has come (decisions 5), once for each call and date, in campaigns where
 * calling is open: what comes due during a pause rings when it ends. Safe to run at any time and any number of times: the
 * notification itself remembers that it rang.
 */
export async function ringCallbacks(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock();
  for (const campaign of await listCallingCampaigns(ctx.db)) {
    if (!isOpenForCalls(campaign, now)) continue;
    // What was rung is not found again, so a campaign is done when less than a whole batch comes.
    for (let rung = RUNG_AT_ONCE; rung === RUNG_AT_ONCE;) {
      signal?.throwIfAborted();
      rung = await ringBatch(ctx, campaign, now);
    }
  }
}

async function ringBatch(ctx: Ctx, campaign: Workplace, now: Date): Promise<number> {
  const due = await selectCallbacksToRing(ctx.db, campaign, now, RUNG_AT_ONCE);
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
