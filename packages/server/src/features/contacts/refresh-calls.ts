import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import { transact, type Work } from '../../work/transact.ts';
import { moveCounters, type FigureMove } from '../calls/call-counters.queries.ts';
import { counterMoves } from '../calls/counter-moves.policy.ts';
import { lockBlockingShared } from './blocking-lock.queries.ts';
import { lockNumbers, recomputeBlocked } from './blocking.queries.ts';
import { hasStaleCopies, refreshCopies, type RefreshedCall } from './call-copies.queries.ts';

/**
 * After a person or their marks changed: decides about their numbers and brings the calls' copies up to date, in the change's
 * own transaction. Calls that somebody has locked at this moment (a segmentation does for half a minute) are left to a job,
 * so that a flag never waits: next-contact asks about the number itself and is right from the commit on (AUD-05).
 * The caller holds lockBlockingShared and has locked the numbers before it read what it decided upon.
 */
export async function refreshNumbers(
  { trx, now, enqueue }: Pick<Work, 'trx' | 'now' | 'enqueue'>,
  numbers: readonly number[],
): Promise<void> {
  if (numbers.length === 0) return;
  await recomputeBlocked(trx, numbers, now);
  await countRefreshed(trx, await refreshCopies(trx, numbers, { patient: false }));
  if (await hasStaleCopies(trx, numbers)) await enqueue(refreshCallsJob, { numbers: [...numbers] });
}

async function countRefreshed(trx: Work['trx'], calls: readonly RefreshedCall[]): Promise<void> {
  const figures: FigureMove[] = calls.flatMap(
    (call) =>
      counterMoves(call.campaignId, call, { ...call, blocked: call.blockedNow, interested: call.interestedNow })
        .figures,
  );
  await moveCounters(trx, { totals: [], figures });
}

/** Waits for the rows and does what is still to do; run again, it finds nothing. No audit record: the change left its own. */
export const refreshCallsJob = defineJob({
  name: 'contacts.refresh-calls',
  payload: z.object({ numbers: z.array(z.number().int().positive()) }),
  retry: { limit: 20, delaySeconds: 5, maxDelaySeconds: 120 },
  expireSeconds: 300,
  async handler(ctx, { numbers }) {
    await transact(
      ctx,
      async ({ trx }) => {
        await lockBlockingShared(trx);
        await lockNumbers(trx, numbers);
        await countRefreshed(trx, await refreshCopies(trx, numbers, { patient: true }));
      },
      { statementTimeoutMs: 150_000 },
    );
  },
});
