import { setTimeout as pause } from 'node:timers/promises';
import { listOpenLoads, selectDuePeople } from '../../call-store/read/index.ts';
import { erasePeople } from '../../call-store/write/index.ts';
import { defineCronJob } from '../../jobs/define-job.ts';
import type { Ctx } from '../../work/context.ts';
import { removeWords } from '../../work/audit-removal.ts';
import { transact } from '../../work/transact.ts';
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
  selectDueCampaigns,
  type DueCampaign,
} from './retention.queries.ts';

/** Calls of one piece. With 200, and as much rest as work, others' p99 was 205 ms; so it is 28 ms, 22 without any of it (bench/retention). */
const PIECE = 50;
/** Times what a piece took. */
const REST = 2;
/** Until it looks again whether an audience is still being loaded. */
const LOADING_MS = 1_000;
const WHY = 'el plazo de conservación';

/**
 * Anonymises the persons whose time of keeping is over, campaign by campaign, in short transactions on connections of low
 * priority, resting after each twice as long as it took. Stops between two pieces when an administrator says so. Where it stands
 * follows from the persons: a run that was killed passes over those who are erased.
 */
async function anonymise(ctx: Ctx, signal: AbortSignal): Promise<void> {
  await emptyRegister(ctx);
  for (;;) {
    const setting = await findRetention(ctx.db);
    const [campaign] = setting.isPaused ? [] : await selectDueCampaigns(ctx.db, setting, ctx.clock());
    if (!campaign) return;
    if (!(await goThrough(ctx, campaign, signal))) return;
  }
}

/** What answered requests of the register say of whoever made them, once the system's period after the answer is over. */
const emptyRegister = (ctx: Ctx): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const { months, isPaused } = await findRetention(trx);
    const emptied = isPaused ? 0 : await clearRequests(trx, isAnswerOld(now, months));
    if (emptied === 0) return;
    await audit({
      action: 'CONTACTO',
      subaction: 'ACCIÓN',
      object: { type: 'retention', id: null },
      after: { Acción: 'Datos de quienes hicieron pedidos quitados por plazo', Pedidos: emptied },
    });
  });

/** False: it was stopped. */
async function goThrough(ctx: Ctx, campaign: DueCampaign, signal: AbortSignal): Promise<boolean> {
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
    const piece = await selectDuePeople(slow.db, campaign, { after, size: PIECE, now: ctx.clock(), months });
    if (piece.ids.length > 0 && !(await erasePiece(slow, runId, piece.ids))) {
      await pause(LOADING_MS);
      continue;
    }
    after = piece.scannedTo;
    await pause(REST * (performance.now() - since));
  }
  await end(ctx, campaign, runId, 'DONE');
  return true;
}

class Loading extends Error {}

/**
 * The persons, their calls and what the audit says of them go together: a kill leaves no half of a person. False: nothing was done,
 * since an audience is being loaded that may have read one of them and would bring them back.
 */
const erasePiece = (ctx: Ctx, runId: number, ids: readonly number[]): Promise<boolean> =>
  transact(ctx, async (work) => {
    // Before the work, which a load of an hour would otherwise undo once a second; and after it, for one that began meanwhile.
    if ((await listOpenLoads(work.trx)).length > 0) return false;
    const { words, activeLoads } = await erasePeople(work, { ids }, { keepBlock: false });
    if (activeLoads.length > 0) throw new Loading();
    const records = await selectRecordsAbout(work.trx, words);
    if (records.length > 0) await work.audit(await removeWords(work.trx, records, { why: WHY, at: work.now }));
    await countPersons(work.trx, runId, ids.length);
    return true;
  }).catch((error: unknown) => {
    if (error instanceof Loading) return false;
    throw error;
  });

const end = (ctx: Ctx, campaign: DueCampaign, runId: number, outcome: 'DONE' | 'STOPPED'): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const persons = await endRun(trx, runId, outcome, now);
    await expireExports(trx, campaign.id, now);
    if (outcome === 'DONE') await markAnonymised(trx, campaign.id, now);
    await audit({
      action: 'CAMPAÑA',
      subaction: 'ACCIÓN',
      object: { type: 'campaign', id: campaign.id },
      after: {
        Acción: outcome === 'DONE' ? 'Personas anonimizadas por plazo' : 'Anonimización detenida',
        Personas: persons,
      },
    });
  });

/** Nightly, once for all nodes, and when an administrator lets it go on. */
export const anonymiseJob = defineCronJob({
  name: 'retention.anonymise',
  retry: { limit: 50, delaySeconds: 5, maxDelaySeconds: 300 },
  expireSeconds: 20 * 3600,
  cron: '17 4 * * *',
  handler: (ctx) => anonymise(ctx, ctx.job.signal),
});
