import { sql } from 'kysely';
import type { Db } from '../../db/client.ts';
import type { JobCtx } from '../../jobs/define-job.ts';
import { transact } from '../../work/transact.ts';
import { lockBlockingShared } from '../locks.ts';
import { refreshListedJob } from '../write/listed-numbers.ts';
import { listLoadsAtWork } from '../write/blocking.ts';
import { refreshAfterLoads, refreshCallsJob } from '../write/refresh-calls.ts';
import { fillBlanks, listFillBounds, listFilledNumbers } from './fill-blanks.ts';
import { takeStaleNumbers } from './load-row.ts';
import { stagingOf, tableName } from './staging.ts';

/** Completes what the last transaction of a load left for later, and nothing of a load that has nothing left. */
export async function completeAfterLoad(ctx: JobCtx, loadId: number): Promise<void> {
  await refreshStaleNumbers(ctx, loadId);
  await refreshListed(ctx, loadId);
  await completeFills(ctx, loadId);
}

/** Persons whose blanks are filled in one transaction. */
const PIECE = 5_000;

/** After a load: calls on numbers that it judged again, but which somebody had locked, are left to the job that waits for them. */
const refreshStaleNumbers = (ctx: JobCtx, loadId: number): Promise<void> =>
  transact(ctx, async ({ trx, enqueue }) => {
    const numbers = await takeStaleNumbers(trx, loadId);
    if (numbers.length > 0) await enqueue(refreshCallsJob, { numbers });
  });

/** After a load into a campaign that obeys the block lists: one of them, or the campaign's obedience, may have changed meanwhile. */
const refreshListed = (ctx: JobCtx, loadId: number): Promise<void> =>
  transact(ctx, async ({ trx, enqueue }) => {
    const obeying = await trx
      .selectFrom('audienceLoad')
      .innerJoin('campaign', 'campaign.id', 'audienceLoad.campaignId')
      .select('campaign.id')
      .where('audienceLoad.id', '=', loadId)
      .where('audienceLoad.status', '=', 'COMPLETED')
      .where('campaign.obeysLists', '=', true)
      .executeTakeFirst();
    if (obeying) await enqueue(refreshListedJob, { campaignId: obeying.id });
  });

/**
 * After a load: fills the blanks of persons that were too many for its last transaction, and has the job that keeps the copies on
 * calls bring those of all filled persons up to date. Piece by piece; begun again after a crash, it finds nothing left to do
 * where it has been.
 */
async function completeFills(ctx: JobCtx, loadId: number): Promise<void> {
  const load = await findFills(ctx.db, loadId);
  if (!load) return;
  const staging = stagingOf(load);
  const bounds = await listFillBounds(ctx.db, staging, PIECE);
  for (const [index, from] of bounds.entries())
    await transact(ctx, async ({ trx, now, enqueue }) => {
      const lock = await lockBlockingShared(trx);
      const loadsAtWork = await listLoadsAtWork(trx);
      const range = { from, to: bounds[index + 1] ?? Number.MAX_SAFE_INTEGER };
      await fillBlanks(trx, lock, staging, range, { external: load.external, now });
      const numbers = await listFilledNumbers(trx, staging, range);
      await enqueue(refreshCallsJob, { numbers });
      await refreshAfterLoads({ now, enqueue }, numbers, loadsAtWork);
    });
}

/** The last attempt of a load that has come to its end and whose staging tables are still there. */
async function findFills(db: Db, loadId: number) {
  const load = await db
    .selectFrom('audienceLoad')
    .innerJoin('campaign', 'campaign.id', 'audienceLoad.campaignId')
    .select(['audienceLoad.id', 'audienceLoad.attempt', 'campaign.external'])
    .where('audienceLoad.id', '=', loadId)
    .where('audienceLoad.status', '=', 'COMPLETED')
    .where('audienceLoad.working', '=', true)
    .executeTakeFirst();
  if (!load) return undefined;
  const { rows } = await sql<{
    isThere: boolean;
  }>`select to_regclass(${tableName('fill', load)}) is not null as "isThere"`.execute(db);
  return rows[0]?.isThere ? load : undefined;
}
