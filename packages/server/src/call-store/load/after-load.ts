import { type Db, selectColumn, selectRows, selectValue } from '../../db/index.ts';
import type { JobCtx } from '../../jobs/define-job.ts';
import type { Attempt } from '../../work/attempts.ts';
import { transact } from '../../work/transact.ts';
import { lockBlockingShared } from '../locks.ts';
import { refreshListedJob } from '../write/listed-numbers.ts';
import { listActiveLoads, refreshAfterLoads, refreshCallsJob } from '../write/refresh-calls.ts';
import { fillBlanks, listFillBounds, listFilledNumbers } from './fill-blanks.ts';
import { popStaleNumbers } from './load-row.ts';
import { stagingOf, tableName } from './staging.ts';

/** What the load's last transaction left for later. */
export async function completeAfterLoad(ctx: JobCtx, loadId: number): Promise<void> {
  await enqueueRefreshes(ctx, loadId);
  await completeFills(ctx, loadId);
}

const FILL_BATCH = 5_000;

const enqueueRefreshes = (ctx: JobCtx, loadId: number): Promise<void> =>
  transact(ctx, async ({ trx, enqueue }) => {
    // Calls on recomputed numbers that were locked at the load's end: a job waits for them.
    const numbers = await popStaleNumbers(trx, loadId);
    if (numbers.length > 0) await enqueue(refreshCallsJob, { numbers });
    // The block lists, or the campaign's setting, may have changed during the load.
    const [campaignId] = await selectColumn<number>(trx)`
      select campaign.id from audience_load join campaign on campaign.id = audience_load.campaign_id
      where audience_load.id = ${loadId} and audience_load.status = 'COMPLETED' and campaign.obeys_lists`;
    if (campaignId !== undefined) await enqueue(refreshListedJob, { campaignId });
  });

/** Fills persons that were too many for the last transaction, in batches. Idempotent after a crash. */
async function completeFills(ctx: JobCtx, loadId: number): Promise<void> {
  const load = await findFills(ctx.db, loadId);
  if (!load) return;
  const staging = stagingOf(load);
  const bounds = await listFillBounds(ctx.db, staging, FILL_BATCH);
  for (const [index, from] of bounds.entries())
    await transact(ctx, async ({ trx, now, enqueue }) => {
      const lock = await lockBlockingShared(trx);
      const activeLoads = await listActiveLoads(trx);
      const range = { from, to: bounds[index + 1] ?? Number.MAX_SAFE_INTEGER };
      await fillBlanks(trx, lock, staging, range, { external: load.external, now });
      const numbers = await listFilledNumbers(trx, staging, range);
      await enqueue(refreshCallsJob, { numbers });
      await refreshAfterLoads({ now, enqueue }, numbers, activeLoads);
    });
}

/** The completed load, if its staging tables still exist. */
async function findFills(db: Db, loadId: number) {
  const [load] = await selectRows<Attempt & { external: boolean }>(db)`
    select audience_load.id, attempt, external from audience_load join campaign on campaign.id = audience_load.campaign_id
    where audience_load.id = ${loadId} and audience_load.status = 'COMPLETED' and working`;
  if (!load) return undefined;
  const hasTable = await selectValue<boolean>(db)`select to_regclass(${tableName('fill', load)}) is not null`;
  return hasTable ? load : undefined;
}
