import { STATISTICS_LOCK_MS } from '@campanero/contract/limits';
import { sql } from 'kysely';
import { defineCronJob } from '../../jobs/define-job.ts';
import { AppError } from '../../work/app-error.ts';
import type { Ctx, SignedCtx } from '../../work/context.ts';
import { onReplica } from '../../work/on-replica.ts';
import { transact } from '../../work/transact.ts';
import { selectUsersAllowed } from '../users/users.queries.ts';
import { computeStatistics, storedContent, type StatisticsContent } from './compute-statistics.ts';
import { findStatistics, lockStatistics, saveStatistics, updateExpiry } from './global-statistics.queries.ts';

/** Longer than any counting that was measured, shorter than the job's own limit. */
const COUNT_MS = 120_000;

/** Counts everything of one moment. */
const countNow = (ctx: Ctx): Promise<{ content: StatisticsContent; computedAt: Date }> =>
  onReplica(ctx, ({ db, clock }) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${String(COUNT_MS)}, true)`.execute(trx);
        const computedAt = clock();
        return { content: await computeStatistics(trx, computedAt), computedAt };
      }),
  );

/**
 * Replaces the figures at once: a run that is cut off leaves the old ones, and its job begins anew. The counting has a transaction of
 * its own: it reads one snapshot, in which the row of its job, touched every few seconds, could no longer be locked at the end.
 * Those who may see the page learn of it afterwards. No audit record of its own: asking for it has one.
 */
async function recomputeStatistics(ctx: Ctx): Promise<void> {
  const { content, computedAt } = await countNow(ctx);
  await transact(
    ctx,
    async ({ trx, afterCommit }) => {
      await saveStatistics(trx, content, computedAt);
      const to = await selectUsersAllowed(trx, 'statistics');
      afterCommit({ to, event: 'statistics', payload: { updatedAt: computedAt.toISOString() } });
    },
    { remember: false },
  );
}

/** Nightly, just after midnight of UTC-3, so that a new month is there from its first morning; and when asked for. */
export const refreshStatisticsJob = defineCronJob({
  name: 'statistics.refresh',
  retry: { limit: 10, delaySeconds: 5 },
  expireSeconds: 600,
  cron: '5 3 * * *',
  atFirst: true,
  handler: (ctx) => recomputeStatistics(ctx),
});

interface GlobalStatistics {
  content: StatisticsContent;
  computedAt: Date;
  expiresAt: Date;
}

/** The figures as last computed. In its first seconds an installation has none: they are counted for the reader, who stores nothing. */
export async function viewGlobalStatistics(ctx: SignedCtx): Promise<GlobalStatistics> {
  const stored = await findStatistics(ctx.db);
  if (stored) return { ...stored, content: storedContent.parse(stored.content) };
  const counted = await countNow(ctx);
  return { ...counted, expiresAt: counted.computedAt };
}

/**
 * Asks for new figures: a job counts them, once for all nodes. For ten minutes from now nobody may ask again (429); of two
 * who ask at once the second is refused. Leaves ESTADÍSTICA GENERAR.
 */
export async function requestStatistics(ctx: SignedCtx): Promise<{ expiresAt: Date }> {
  // So that there is a row to lock.
  if (!(await findStatistics(ctx.db))) await recomputeStatistics(ctx);
  return transact(ctx, async ({ trx, actor, now, audit, enqueue }) => {
    const { computedAt, expiresAt: lockedUntil } = await lockStatistics(trx);
    const waitMs = lockedUntil.getTime() - now.getTime();
    if (waitMs > 0) throw new AppError('STATISTICS_LOCKED', { retryAfter: waitMs / 1000 });
    const expiresAt = new Date(now.getTime() + STATISTICS_LOCK_MS);
    await updateExpiry(trx, expiresAt, actor.id);
    await enqueue(refreshStatisticsJob, {});
    await audit({
      action: 'ESTADÍSTICA',
      subaction: 'GENERAR',
      object: { type: 'statistics', id: null },
      before: { 'Última actualización': computedAt },
      after: { 'Se podrá actualizar': expiresAt },
    });
    return { expiresAt };
  });
}
