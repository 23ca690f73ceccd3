import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { transact } from '../../work/transact.ts';
import { findAccount } from './auth.queries.ts';
import { sendPasswordLink } from './send-password-link.ts';

/**
 * Sends the recovery link of a request, if there is anybody to send it to: 0 stands for an address nobody has (SEC-11).
 * Link and mail commit together and the attempt is fenced; should it run again after its commit, the person gets a second
 * mail whose link voids the first: still one valid link, and it is in the newest mail.
 */
export const sendRecovery = defineJob({
  name: 'auth.send-recovery',
  payload: z.object({ userId: z.number().int().min(0) }),
  retry: { limit: 10, delaySeconds: 5, maxDelaySeconds: 300 },
  expireSeconds: 60,
  async handler(ctx, { userId }) {
    if (userId === 0) return;
    await transact(ctx, async ({ trx, now }) => {
      const account = await findAccount(trx, userId);
      if (!account || account.disabled) return;
      await sendPasswordLink({ trx, now }, ctx.config, account);
    });
  },
});

export const authJobs = [sendRecovery];
