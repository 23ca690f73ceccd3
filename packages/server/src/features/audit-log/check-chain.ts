import { type Db, run, selectColumn } from '../../db/index.ts';
import { setTimeout as pause } from 'node:timers/promises';
import type { AuditCheck } from '@campanero/contract/audit-log/endpoints';
import { productDay } from '@campanero/contract/shared/dates';
import { defineCronJob } from '../../jobs/define-job.ts';
import { describeFinding } from '../../work/audit-findings.ts';
import { readRecordedHeads } from '../../work/audit-heads.ts';
import { type Ctx, notifyAdministrators, type SignedCtx, transact } from '../../work/index.ts';
import { verifyAudit } from '../../work/verify-audit.ts';

const SETTING = 'audit.check';
/** `npm run audit:verify` prints all of them. */
const FINDINGS_MAX = 20;

type LastCheck = NonNullable<AuditCheck['last']>;

/** Findings notify the administrators at most once a day. Idempotent. */
async function checkChain(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const { db, read, config, log } = ctx;
  const recordedHeads = await readRecordedHeads(config.dataDir);
  const { rows, findings } = await verifyAudit(db, { recordedHeads, read, betweenBatches: throttle(signal) });
  await transact(ctx, async ({ trx, now, afterCommit }) => {
    const first = findings.slice(0, FINDINGS_MAX).map(describeFinding);
    const result: LastCheck = { at: now.toISOString(), rows, findingCount: findings.length, findings: first };
    await run(trx)`
      insert into installation (key, value, at) values (${SETTING}, ${JSON.stringify(result)}, ${now})
      on conflict (key) do update set value = excluded.value, at = excluded.at`;
    if (findings.length === 0) return;
    log.error({ findings: first, findingCount: findings.length }, 'the audit was tampered with');
    await notifyAdministrators(
      { trx, now, afterCommit },
      { action: 'AUDIT CHAIN', subject: `chain:${productDay(now)}`, status: 'ERROR' },
    );
  });
}

/** After each piece sleeps as long as the piece took, so that it uses at most half a processor. */
function throttle(signal: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    signal.throwIfAborted();
    await pause(performance.now() - since);
    since = performance.now();
  };
}

/** Runs daily and on request of an administrator. */
export const checkChainJob = defineCronJob({
  name: 'audit.check-chain',
  retry: { limit: 3, delaySeconds: 300 },
  expireSeconds: 6 * 3600,
  cron: '31 5 * * *',
  handler: (ctx) => checkChain(ctx, ctx.job.signal),
});

export async function viewChainCheck({ db, jobs }: Pick<SignedCtx, 'db' | 'jobs'>): Promise<AuditCheck> {
  const [last, isRunning] = await Promise.all([findLastCheck(db), jobs.isPending(checkChainJob, {})]);
  return { last, isRunning };
}

async function findLastCheck(db: Db): Promise<LastCheck | null> {
  const [last = null] = await selectColumn<LastCheck>(db)`select value from installation where key = ${SETTING}`;
  return last;
}

/** Queues a check unless one is pending. Leaves no audit record. */
export const requestChainCheck = (ctx: SignedCtx): Promise<void> =>
  transact(ctx, ({ enqueue }) => enqueue(checkChainJob, {}));
