import { sql } from 'kysely';
import { z } from 'zod';
import { defineJob } from './define-job.ts';

/**
 * Daily: the months ahead of call_history exist before anybody registers in them, and the shared leaves of call before the
 * next small campaigns need them. Safe to repeat: existing ones stay.
 */
export const prepareHistoryJob = defineJob({
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
