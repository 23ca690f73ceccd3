import { STATISTICS_LOCK_MS } from '@campanero/contract/limits';
import { sql } from 'kysely';
import { defineCronJob } from '../../jobs/define-job.ts';
import { AppError, auditAbout, type Ctx, onReplica, type SignedCtx, transact } from '../../work/index.ts';
import { selectUsersAllowed } from '../users/users.queries.ts';
import {
  computeStatistics,
  findStatistics,
  lockStatistics,
  saveStatistics,
  type StatisticsContent,
  storedContent,
  updateExpiry,
} from './global-statistics.queries.ts';

/** Longer than any measured run, shorter than the job's limit. */
const COMPUTE_TIMEOUT_MS = 120_000;

const computeSnapshot = (ctx: Ctx): Promise<{ content: StatisticsContent; computedAt: Date }> =>
  onReplica(ctx, ({ db, clock }) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        await sql`select set_config('statement_timeout', ${String(COMPUTE_TIMEOUT_MS)}, true)`.execute(trx);
        const computedAt = clock();
        return { content: await computeStatistics(trx, computedAt), computedAt };
      }),
  );

// Computing has its own transaction: under repeatable read, the row of its job, updated every few seconds, could not be locked
// at the end. The request is audited, not this.
async function recomputeStatistics(ctx: Ctx): Promise<void> {
  const { content, computedAt } = await computeSnapshot(ctx);
  await transact(ctx, { remember: false }, async ({ trx, afterCommit }) => {
    await saveStatistics(trx, content, computedAt);
    const to = await selectUsersAllowed(trx, 'statistics');
    afterCommit({ to, event: 'statistics', payload: { updatedAt: computedAt.toISOString() } });
  });
}

/** Nightly just after midnight (UTC-3), so that a new month starts on time; and on request. */
export const refreshStatisticsJob = defineCronJob({
  name: 'statistics.refresh',
  retry: { limit: 10, delaySeconds: 5 },
  expireSeconds: 600,
  cron: '5 3 * * *',
  atFirst: true,
  handler: (ctx) => recomputeStatistics(ctx),
});

type GlobalStatistics = { content: StatisticsContent; computedAt: Date; expiresAt: Date };

/** The last computed figures. A new installation has none yet: they are computed but not stored. */
export async function viewGlobalStatistics(ctx: SignedCtx): Promise<GlobalStatistics> {
  const stored = await findStatistics(ctx.db);
  if (stored) return { ...stored, content: storedContent.parse(stored.content) };
  const computed = await computeSnapshot(ctx);
  return { ...computed, expiresAt: computed.computedAt };
}

/** 429 for ten minutes after the last request. */
export async function requestStatistics(ctx: SignedCtx): Promise<{ expiresAt: Date }> {
  // There must be a row to lock.
  if (!(await findStatistics(ctx.db))) await recomputeStatistics(ctx);
  return transact(ctx, async ({ trx, actor, now, audit, enqueue }) => {
    const { computedAt, expiresAt: lockedUntil } = await lockStatistics(trx);
    const waitMs = lockedUntil.getTime() - now.getTime();
    if (waitMs > 0) throw new AppError('STATISTICS_LOCKED', { retryAfter: waitMs / 1000 });
    const expiresAt = new Date(now.getTime() + STATISTICS_LOCK_MS);
    await updateExpiry(trx, expiresAt, actor.id);
    await enqueue(refreshStatisticsJob, {});
    const values = { before: { 'Última actualización': computedAt }, after: { 'Se podrá actualizar': expiresAt } };
    await audit(auditAbout('ESTADÍSTICA', 'statistics')(null, 'GENERAR'), values);
    return { expiresAt };
  });
}
