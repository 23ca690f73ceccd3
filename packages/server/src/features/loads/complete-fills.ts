import { fillBlanks, listFillBounds, listFilledNumbers } from '../../call-store/load/fill-blanks.ts';
import { stagingOf } from '../../call-store/load/staging.ts';
import type { JobCtx } from '../../jobs/define-job.ts';
import { transact } from '../../work/transact.ts';
import { lockBlockingShared } from '../../call-store/locks.ts';
import { refreshCallsJob } from '../contacts/refresh-calls.ts';
import { findFills } from './loads.queries.ts';

const PIECE = 5_000;

/**
 * After a load: blanks of persons which it could fill and has not yet, because they were too many for its last transaction, and
 * for all of them the copies on their calls, by the job that keeps those. Piece by piece; begun again after a crash, it finds
 * nothing to do where it has been.
 */
export async function completeFills(ctx: JobCtx, loadId: number): Promise<void> {
  const load = await findFills(ctx.db, loadId);
  if (!load) return;
  const staging = stagingOf(load);
  const bounds = await listFillBounds(ctx.db, staging, PIECE);
  for (const [index, from] of bounds.entries())
    await transact(ctx, async ({ trx, now, enqueue }) => {
      await lockBlockingShared(trx);
      const range = { from, to: bounds[index + 1] ?? Number.MAX_SAFE_INTEGER };
      await fillBlanks(trx, staging, range, { external: load.external, now });
      await enqueue(refreshCallsJob, { numbers: await listFilledNumbers(trx, staging, range) });
    });
}
