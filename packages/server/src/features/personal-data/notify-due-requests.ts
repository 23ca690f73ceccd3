import { daysLeft } from '@campanero/contract/personal-data/due';
import { kindsInWords } from '@campanero/contract/personal-data/request-schemas';
import { formatDay, productDay } from '@campanero/contract/shared/dates';
import { defineCronJob } from '../../jobs/define-job.ts';
import { type Ctx, notifyAdministrators, transact } from '../../work/index.ts';
import { selectDueSoon } from './requests.queries.ts';

/** Idempotent: one notification per administrator and request. Without the requester, since others may see the screen. */
async function notifyDueRequests(ctx: Ctx): Promise<void> {
  const today = productDay(ctx.clock());
  const due = await selectDueSoon(ctx.db, today);
  if (due.length === 0) return;
  await transact(ctx, async (work) => {
    await notifyAdministrators(
      work,
      ...due.map(({ id, kinds, dueOn }) => ({
        action: 'DATA REQUEST' as const,
        status: 'DUE' as const,
        subject: `data-request:${id}`,
        reason: `El pedido ${id} (${kindsInWords(kinds).toLowerCase()}) ${
          daysLeft(dueOn, today) < 0 ? 'venció' : 'vence'
        } el ${formatDay(dueOn)}.`,
      })),
    );
  });
}

/** At 8:00 (UTC-3). */
const notifyDueRequestsJob = defineCronJob({
  name: 'personal-data.ring-requests',
  retry: { limit: 3, delaySeconds: 60 },
  expireSeconds: 120,
  cron: '0 11 * * *',
  handler: (ctx) => notifyDueRequests(ctx),
});

export const personalDataJobs = [notifyDueRequestsJob];
