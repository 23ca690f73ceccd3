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
  const notifications = due.map(({ id, kinds, dueOn }) => {
    const verb = daysLeft(dueOn, today) < 0 ? 'venció' : 'vence';
    const reason = `El pedido ${id} (${kindsInWords(kinds).toLowerCase()}) ${verb} el ${formatDay(dueOn)}.`;
    return { action: 'DATA REQUEST', status: 'DUE', subject: `data-request:${id}`, reason } as const;
  });
  await transact(ctx, (work) => notifyAdministrators(work, ...notifications));
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
