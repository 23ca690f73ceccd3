import { setTimeout as pause } from 'node:timers/promises';
import type { AuditCheck } from '@campanero/contract/audit-log/schemas';
import { productDay } from '@campanero/contract/shared/dates';
import type { Db } from '../../db/client.ts';
import { defineCronJob } from '../../jobs/define-job.ts';
import { listAdministrators } from '../../work/administrators.ts';
import { describeFinding } from '../../work/audit-findings.ts';
import { readRecordedHeads } from '../../work/audit-heads.ts';
import type { Ctx, SignedCtx } from '../../work/context.ts';
import { notify } from '../../work/notify.ts';
import { transact } from '../../work/transact.ts';
import { verifyAudit } from '../../work/verify-audit.ts';

const REMEMBERED_AS = 'audit.check';
/** More of them say nothing new: whoever looks into it runs `npm run audit:verify`. */
const TOLD_MAX = 20;

type LastCheck = NonNullable<AuditCheck['last']>;

/**
 * Verifies the whole audit chain and keeps the result for the audit page. What is wrong rings the bell of every active
 * administrator, at most once a day. Safe to repeat: it only reads, and the newest result stands.
 */
async function checkChain(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const { db, read, config, log } = ctx;
  const recordedHeads = await readRecordedHeads(config.dataDir);
  const { rows, findings } = await verifyAudit(db, { recordedHeads, read, betweenBatches: restBetween(signal) });
  await transact(ctx, async ({ trx, now, afterCommit }) => {
    const told = findings.slice(0, TOLD_MAX).map(describeFinding);
    const result: LastCheck = { at: now.toISOString(), rows, findingCount: findings.length, findings: told };
    const value = JSON.stringify(result);
    await trx
      .insertInto('installation')
      .values({ key: REMEMBERED_AS, value, at: now })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, at: now }))
      .execute();
    if (findings.length === 0) return;
    log.error({ findings: told, findingCount: findings.length }, 'the audit was tampered with');
    const subject = `chain:${productDay(now)}`;
    const bells = (await listAdministrators(trx)).map(({ id: userId }) => ({
      userId,
      action: 'AUDIT CHAIN' as const,
      subject,
      status: 'ERROR' as const,
    }));
    await notify({ trx, now, afterCommit }, bells);
  });
}

/** After each piece it rests as long as it worked: half a processor at most, and requests are answered in between. */
function restBetween(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal.throwIfAborted();
    await pause(performance.now() - since);
    since = performance.now();
  };
}

/** Daily, once for all nodes, and when an administrator asks for it. */
export const checkChainJob = defineCronJob({
  name: 'audit.check-chain',
  retry: { limit: 3, delaySeconds: 300 },
  expireSeconds: 6 * 3600,
  cron: '31 5 * * *',
  handler: (ctx) => checkChain(ctx, ctx.job.signal),
});

/** The result of the last check, and whether one is queued or running. */
export async function viewChainCheck({ db, jobs }: Pick<SignedCtx, 'db' | 'jobs'>): Promise<AuditCheck> {
  const [last, isRunning] = await Promise.all([findLastCheck(db), jobs.isPending(checkChainJob, {})]);
  return { last, isRunning };
}

async function findLastCheck(db: Db): Promise<LastCheck | null> {
  const row = await db.selectFrom('installation').select('value').where('key', '=', REMEMBERED_AS).executeTakeFirst();
  return (row?.value as LastCheck | undefined) ?? null;
}

/** Queues a check, unless one waits or runs already. It changes nothing, so it leaves no audit record. */
export const askForCheck = (ctx: SignedCtx): Promise<void> =>
  transact(ctx, ({ enqueue }) => enqueue(checkChainJob, {}));
