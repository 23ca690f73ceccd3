import { run } from '../db/index.ts';
import { createMailTask } from '../integrations/mailer/outbox.ts';
import { sealAudit } from '../work/seal-audit.ts';
import { type AnyJob, defineCronJob } from './define-job.ts';
import type { IntervalTask } from './interval.ts';
import { purgeExpiredJob } from './purge-expired.ts';

/** Daily: creates the partitions of call_history for the coming months and the shared partitions of call in advance. Idempotent. */
const prepareHistoryJob = defineCronJob({
  name: 'platform.prepare-history',
  retry: { limit: 10, delaySeconds: 60 },
  expireSeconds: 600,
  cron: '43 4 * * *',
  async handler({ db }) {
    await run(db)`select ensure_history_months()`;
    await run(db)`select ensure_shared_call_leaf()`;
  },
});

export const platformJobs: readonly AnyJob[] = [purgeExpiredJob, prepareHistoryJob];

export const createPlatformTasks = (): IntervalTask[] => [
  { name: 'seal-audit', everyMs: 1_000, run: async ({ db }) => void (await sealAudit(db)) },
  createMailTask(),
];
