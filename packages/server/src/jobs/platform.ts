import { sql } from 'kysely';
import { z } from 'zod';
import { createMailTask } from '../integrations/mailer/outbox.ts';
import { sealAudit } from '../work/seal-audit.ts';
import { defineJob, type AnyJob } from './define-job.ts';
import type { IntervalTask } from './interval.ts';
import { purgeExpiredJob } from './purge-expired.ts';

/**
 * Daily: the months ahead of call_history exist before anybody registers in them, and the shared leaves of call before the
 * next small campaigns need them. Safe to repeat: existing ones stay.
 */
const prepareHistoryJob = defineJob({
  name: 'platform.prepare-history',
  payload: z.object({}),
  retry: { limit: 10, delaySeconds: 60 },
  expireSeconds: 600,
  unique: true,
  cron: '43 4 * * *',
  async handler({ db }) {
    await sql`select ensure_history_months()`.execute(db);
    await sql`select ensure_shared_call_leaf()`.execute(db);
  },
});

/** The work that belongs to no feature. */
export const platformJobs: readonly AnyJob[] = [purgeExpiredJob, prepareHistoryJob];

export const createPlatformTasks = (): IntervalTask[] => [
  {
    name: 'seal-audit',
    everyMs: 1_000,
    run: async ({ db }) => {
      await sealAudit(db);
    },
  },
  createMailTask(),
];
