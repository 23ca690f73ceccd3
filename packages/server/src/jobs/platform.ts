import { createMailTask } from '../integrations/mailer/mail-task.ts';
import { sealAudit } from '../work/seal-audit.ts';
import type { AnyJob } from './define-job.ts';
import type { IntervalTask } from './interval.ts';
import { prepareHistoryJob } from './prepare-history.ts';
import { purgeExpiredJob } from './purge-expired.ts';

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
