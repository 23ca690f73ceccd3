import { z } from 'zod';
import { lockBlockingShared, lockNumbers } from '../locks.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { transact, type Work } from '../../work/transact.ts';
import { completeRefresh, listLoadsAtWork, refreshNumbers, selectNumbersBeside } from './blocking.ts';

/**
 * After a person or their marks changed: their numbers and the calls' copies follow in the change's own transaction. Calls
 * that somebody has locked at this moment (a segmentation does for half a minute) are left to a job, so that a flag never
 * waits: next-contact asks about the number itself and is right from the commit on (AUD-05). The caller holds
 * lockBlockingShared and has locked the numbers before it read what it decided upon.
 */
export async function refreshCallsOf(
  { trx, now, enqueue }: Pick<Work, 'trx' | 'now' | 'enqueue'>,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  const { isComplete, loadsAtWork } = await refreshNumbers(trx, numbers, now);
  if (!isComplete) await enqueue(refreshCallsJob, { numbers: [...numbers] });
  if (loadsAtWork.length > 0)
    await enqueue(refreshCallsJob, { numbers: [...numbers], loads: loadsAtWork }, { startAfter: later(now) });
}

const AFTER_LOAD_MS = 60_000;
const later = (now: Date) => new Date(now.getTime() + AFTER_LOAD_MS);

/**
 * Waits for the rows and does what is still to do; run again, it finds nothing. No audit record: the change left its own.
 * `loads` were under way when it happened, and may have copied what the person was before: they are waited for.
 */
export const refreshCallsJob = defineJob({
  name: 'contacts.refresh-calls',
  payload: z.object({
    numbers: z.array(z.number().int().positive()),
    loads: z.array(z.number().int().positive()).optional(),
  }),
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 120 },
  expireSeconds: 300,
  async handler(ctx, { numbers, loads = [] }) {
    await transact(
      ctx,
      async ({ trx, now, enqueue }) => {
        const running = loads.length > 0 ? await listLoadsAtWork(trx, loads) : [];
        if (running.length > 0)
          return enqueue(refreshCallsJob, { numbers, loads: running }, { startAfter: later(now) });
        await lockBlockingShared(trx);
        // A load may have brought those persons other numbers.
        const all = loads.length > 0 ? await selectNumbersBeside(trx, numbers) : numbers;
        await lockNumbers(trx, all);
        await completeRefresh(trx, all);
      },
      { statementTimeoutMs: 150_000 },
    );
  },
});
