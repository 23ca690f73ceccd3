import { isOpenForCalls } from '@campanero/contract/calls/open-for-calls';
import { closedBefore, hasHours, isOpen } from '@campanero/contract/calling-rules/calendar';
import { selectCallbacksToNotify } from '../../call-store/read/index.ts';
import { defineMinuteJob } from '../../jobs/define-job.ts';
import type { Ctx } from '../../work/context.ts';
import { notify } from '../../work/notify.ts';
import { transact } from '../../work/transact.ts';
import { calendarsOf } from '../calling-rules/calling-rules.queries.ts';
import { listCallingCampaigns, type CallingCampaign } from './calling-campaign.queries.ts';

const BATCH = 1000;

/**
 * Notifies operators of dated callbacks that have come due, once for each call and date, in campaigns where calling is open:
 * for those that come due during a pause or in closed hours, when they end. Safe to repeat: a callback that has its notification is not found
 * again.
 */
async function notifyCallbacks(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const now = ctx.clock();
  const campaigns = await listCallingCampaigns(ctx.db);
  const calendars = await calendarsOf(
    ctx.db,
    campaigns.map(({ rules }) => rules),
  );
  for (const [n, campaign] of campaigns.entries()) {
    const calendar = calendars[n]!;
    if (!isOpenForCalls(campaign, now) || !isOpen(calendar, now)) continue;
    const since = hasHours(campaign.rules) ? closedBefore(calendar, now) : now;
    // Notified callbacks are not found again, so a campaign is done when a batch is not full.
    for (let rung = BATCH; rung === BATCH;) {
      signal.throwIfAborted();
      rung = await notifyBatch(ctx, campaign, { now, since });
    }
  }
}

/** `since`: when the hours before the present ones ended; what came due from then on has waited. */
async function notifyBatch(ctx: Ctx, campaign: CallingCampaign, times: { now: Date; since: Date }): Promise<number> {
  const due = await selectCallbacksToNotify(ctx.db, campaign, times, BATCH);
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

const notifyCallbacksJob = {
  ...defineMinuteJob('calls.ring-callbacks', (ctx) => notifyCallbacks(ctx, ctx.job.signal)),
  expireSeconds: 120,
};

export const callJobs = [notifyCallbacksJob];
