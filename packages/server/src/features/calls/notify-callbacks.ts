import { isOpenForCalls } from '@campanero/contract/campaigns/status';
import { closedBefore, hasHours, isOpen } from '@campanero/contract/calling-rules/calendar';
import { selectCallbacksToNotify } from '../../call-store/read/index.ts';
import { defineMinuteJob } from '../../jobs/define-job.ts';
import { type Ctx, notify, transact } from '../../work/index.ts';
import { calendarsOf } from '../calling-rules/calling-rules.queries.ts';
import { listCallingCampaigns, type CallingCampaign } from './calling-campaign.queries.ts';

const BATCH = 1000;

/** Callbacks due during a pause or closed hours are notified at the next opening. Idempotent: notified ones are not selected again. */
async function notifyCallbacks(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const now = ctx.clock();
  const campaigns = await listCallingCampaigns(ctx.db);
  const calendars = await calendarsOf(ctx.db, campaigns);
  for (const [n, campaign] of campaigns.entries()) {
    const calendar = calendars[n]!;
    if (!isOpenForCalls(campaign, now) || !isOpen(calendar, now)) continue;
    const since = hasHours(campaign.rules) ? closedBefore(calendar, now) : now;
    for (let notified = BATCH; notified === BATCH;) {
      signal.throwIfAborted();
      notified = await notifyBatch(ctx, campaign, { now, since });
    }
  }
}

/** `since`: when the previous calling hours ended. */
async function notifyBatch(ctx: Ctx, campaign: CallingCampaign, times: { now: Date; since: Date }): Promise<number> {
  const due = await selectCallbacksToNotify(ctx.db, campaign, times, BATCH);
  if (due.length === 0) return 0;
  const about = { action: 'CALLBACK', status: 'DUE', campaignId: campaign.id } as const;
  const notifications = due.map((callback) => ({ ...about, ...callback }));
  await transact(ctx, (work) => notify(work, notifications));
  return due.length;
}

export const callJobs = [
  { ...defineMinuteJob('calls.ring-callbacks', (ctx) => notifyCallbacks(ctx, ctx.job.signal)), expireSeconds: 120 },
];
