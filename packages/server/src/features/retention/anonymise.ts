import { setTimeout as pause } from 'node:timers/promises';
import { listOpenLoads, selectDuePeople } from '../../call-store/read/index.ts';
import { erasePeople } from '../../call-store/write/index.ts';
import { defineCronJob } from '../../jobs/define-job.ts';
import { auditAbout, campaignAudit, type Ctx, transact } from '../../work/index.ts';
import { removeWords } from '../../work/audit-removal.ts';
import { selectRecordsAbout } from '../erasure/audit-records.queries.ts';
import { clearRequests } from '../personal-data/requests.queries.ts';
import {
  beginRun,
  countPersons,
  endRun,
  expireExports,
  findRetention,
  isAnswerOld,
  markAnonymised,
  removeMailsTo,
  selectDueCampaigns,
  type DueCampaign,
} from './retention.queries.ts';

/** Calls per transaction. p99 of other requests: 28 ms (22 without the job); with 200 it was 205 ms (bench/retention). */
const BATCH = 50;
/** Pause as a multiple of the batch's duration. */
const PAUSE_FACTOR = 2;
/** Delay until the next check for running loads. */
const LOADING_MS = 1_000;
const WHY = 'el plazo de conservación';

/** Campaign by campaign, in short low-priority transactions. Stops between batches when paused; resumable. */
async function anonymise(ctx: Ctx, signal: AbortSignal): Promise<void> {
  await clearOldRequests(ctx);
  for (;;) {
    const setting = await findRetention(ctx.db);
    const [campaign] = setting.isPaused ? [] : await selectDueCampaigns(ctx.db, setting, ctx.clock());
    if (!campaign) return;
    if (!(await anonymiseCampaign(ctx, campaign, signal))) return;
  }
}

/** Clears the requester's data of answered requests after the retention period. Leaves one audit record. */
const clearOldRequests = (ctx: Ctx): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const { months, isPaused } = await findRetention(trx);
    const cleared = isPaused ? 0 : await clearRequests(trx, isAnswerOld(now, months));
    if (cleared === 0) return;
    const after = { Acción: 'Datos de quienes hicieron pedidos quitados por plazo', Pedidos: cleared };
    await audit(auditAbout('CONTACTO', 'retention')(null, 'ACCIÓN'), { after });
  });

/** False if it was paused. */
async function anonymiseCampaign(ctx: Ctx, campaign: DueCampaign, signal: AbortSignal): Promise<boolean> {
  const slow = { ...ctx, db: ctx.heavyDb };
  const runId = await transact(ctx, ({ trx, now }) => beginRun(trx, campaign.id, now));
  for (let after: number | null = 0; after !== null;) {
    signal.throwIfAborted();
    const { months, isPaused } = await findRetention(ctx.db);
    if (isPaused) {
      await end(ctx, campaign, runId, 'STOPPED');
      return false;
    }
    const since = performance.now();
    const batch = await selectDuePeople(slow.db, campaign, { after, size: BATCH, now: ctx.clock(), months });
    if (batch.ids.length > 0 && !(await eraseBatch(slow, runId, batch.ids))) {
      await pause(LOADING_MS);
      continue;
    }
    after = batch.scannedTo;
    await pause(PAUSE_FACTOR * (performance.now() - since));
  }
  await end(ctx, campaign, runId, 'DONE');
  return true;
}

class LoadRunning extends Error {}

/** False, with nothing done, while a load runs: it may have read one of the persons and would add them again. */
const eraseBatch = (ctx: Ctx, runId: number, ids: readonly number[]): Promise<boolean> =>
  transact(ctx, async (work) => {
    // Checked first, to avoid repeated rollbacks during a long load, and again after erasing, for loads that started
    // meanwhile.
    if ((await listOpenLoads(work.trx)).length > 0) return false;
    const { words, activeLoads } = await erasePeople(work, ids, { keepBlock: false });
    if (activeLoads.length > 0) throw new LoadRunning();
    if (words.emails.length > 0) await removeMailsTo(work.trx, words.emails);
    const records = await selectRecordsAbout(work.trx, words);
    if (records.length > 0) await work.audit(await removeWords(work.trx, records, { why: WHY, at: work.now }));
    await countPersons(work.trx, runId, ids.length);
    return true;
  }).catch((error: unknown) => {
    if (error instanceof LoadRunning) return false;
    throw error;
  });

const end = (ctx: Ctx, campaign: DueCampaign, runId: number, outcome: 'DONE' | 'STOPPED'): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const persons = await endRun(trx, runId, outcome, now);
    await expireExports(trx, campaign.id, now);
    if (outcome === 'DONE') await markAnonymised(trx, campaign.id, now);
    const action = outcome === 'DONE' ? 'Personas anonimizadas por plazo' : 'Anonimización detenida';
    await audit(campaignAudit(campaign.id, 'ACCIÓN'), { after: { Acción: action, Personas: persons } });
  });

export const anonymiseJob = defineCronJob({
  name: 'retention.anonymise',
  retry: { limit: 50, delaySeconds: 5, maxDelaySeconds: 300 },
  expireSeconds: 20 * 3600,
  cron: '17 4 * * *',
  handler: (ctx) => anonymise(ctx, ctx.job.signal),
});
