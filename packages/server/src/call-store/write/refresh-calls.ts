import { z } from 'zod';
import { lockBlockingShared, lockNumbers, type NumbersLock } from '../locks.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { transact, type Work } from '../../work/transact.ts';
import {
  completeRefresh,
  recomputeBlocks,
  listActiveLoads,
  refreshNumbers,
  selectNumbersOfSamePersons,
} from './blocking.ts';

// In the transaction of the change. Calls locked by others (a segmentation: half a minute) are left to a job, so that setting a
// flag never waits; next-contact reads `blocked_number` itself.
export async function refreshCallsOf({ trx, now, enqueue }: Pick<Work, 'trx' | 'now' | 'enqueue'>, lock: NumbersLock) {
  const { numbers } = lock;
  if (numbers.length === 0) return;
  const { isComplete, activeLoads } = await refreshNumbers(trx, lock, now);
  if (!isComplete) await enqueue(refreshCallsJob, { numbers: [...numbers] });
  await refreshAfterLoads({ now, enqueue }, numbers, activeLoads);
}

/** Running loads may have read the person before the change: their calls are refreshed once they are visible. */
export async function refreshAfterLoads(
  { now, enqueue }: Pick<Work, 'now' | 'enqueue'>,
  numbers: readonly number[],
  loads: number[],
): Promise<void> {
  if (loads.length > 0) await enqueue(refreshCallsJob, { numbers: [...numbers], loads }, { startAfter: later(now) });
}

const AFTER_LOAD_MS = 60_000;
const later = (now: Date) => new Date(now.getTime() + AFTER_LOAD_MS);

// Waits for locked rows; idempotent. `loads` ran at the time of the change and may have copied old data: the job waits until they end.
export const refreshCallsJob = defineJob({
  name: 'contacts.refresh-calls',
  payload: z.object({
    numbers: z.array(z.number().int().positive()),
    loads: z.array(z.number().int().positive()).optional(),
  }),
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 120 },
  expireSeconds: 300,
  async handler(ctx, { numbers, loads = [] }) {
    await transact(ctx, { statementTimeoutMs: 150_000 }, async ({ trx, now, enqueue }) => {
      const running = loads.length > 0 ? await listActiveLoads(trx, loads) : [];
      if (running.length > 0) return enqueue(refreshCallsJob, { numbers, loads: running }, { startAfter: later(now) });
      const blocking = await lockBlockingShared(trx);
      // A load may have given those persons other numbers.
      const all = loads.length > 0 ? await selectNumbersOfSamePersons(trx, numbers) : numbers;
      const lock = await lockNumbers(trx, blocking, all);
      if (loads.length > 0) await recomputeBlocks(trx, lock, all, now);
      await completeRefresh(trx, lock);
    });
  },
});
