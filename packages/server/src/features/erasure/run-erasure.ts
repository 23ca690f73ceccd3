import { z } from 'zod';
import { erasePeople } from '../../call-store/write/index.ts';
import { defineJob, defineMinuteJob } from '../../jobs/define-job.ts';
import type { Ctx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { markErased } from '../personal-data/request-work.queries.ts';
import { eraseExports, eraseRows } from './erase-copies.ts';
import { eraseRecordsAbout, eraseRecordsNaming } from './erase-audit-words.ts';
import {
  addCounts,
  emptyAnsweredRequests,
  findErasure,
  isFileUnderWay,
  isLoadAtWork,
  listRequestsOf,
  listSignedIn,
  listUnfinished,
  lockErasure,
  unite,
  updateErasure,
  type Erasure,
} from './erasures.queries.ts';
import { noteErasure } from './erasure-journal.ts';

/** In the words of the audit: what stands in place of the values that were removed. */
const reasonOf = ({ requestId }: Pick<Erasure, 'requestId'>): string =>
  requestId === null ? 'orden de un administrador' : `el pedido ${requestId}`;

/**
 * Erases one person step by step, each in its own short transactions: the person and their calls, every copy elsewhere, the words
 * of the audit; then again whatever loads and exports brought that had read the person before. Where it stands is kept with the
 * erasure, so that a run that was cut off goes on from there. Answers false if it has to wait for others.
 */
export async function runErasure(ctx: Ctx, id: number, signal?: AbortSignal): Promise<boolean> {
  for (;;) {
    signal?.throwIfAborted();
    const erasure = await findErasure(ctx.db, id);
    if (!erasure || erasure.step === 'DONE') return true;
    switch (erasure.step) {
      case 'PERSON':
        await eraseStored(ctx, erasure);
        break;
      case 'COPIES':
        await eraseCopies(ctx, erasure, signal);
        break;
      case 'AUDIT':
        await eraseAudit(ctx, erasure, signal);
        break;
      case 'LOADS':
        if (!(await finish(ctx, erasure))) return false;
    }
  }
}

async function eraseStored(ctx: Ctx, { id }: Erasure): Promise<void> {
  await transact(
    ctx,
    async (work) => {
      const erasure = await lockErasure(work.trx, id);
      if (erasure?.step !== 'PERSON') return;
      const isAgain = erasure.terms!.personIds.length > 0;
      const whom = isAgain ? { broughtBack: erasure.terms!, since: erasure.createdAt } : { ids: [erasure.personId] };
      const { words, loadsAtWork, ...counts } = await erasePeople(work, whom, {
        keepBlock: erasure.keepBlock && !isAgain,
      });
      const isBlockKept = erasure.keepBlock || counts.keptBlocked > 0;
      // Before the commit: what is noted and does not commit is tried again, what commits unnoted would come back with a backup.
      for (const mark of counts.rows)
        await noteErasure(ctx, mark, { ...erasure, at: work.now, keepBlock: isBlockKept && !isAgain });
      const found = addCounts(erasure.found, {
        Llamados: counts.calls,
        'Llamados cerrados': counts.closed,
        'Llamados que pasan a otra persona': counts.passedOn,
        'Volver a llamar': counts.callbacks,
        'Resultados sin observaciones': counts.entries,
      });
      await updateErasure(work.trx, id, {
        step: 'COPIES',
        keepBlock: isBlockKept,
        terms: unite(erasure.terms!, words),
        found,
        loads: isAgain ? [] : loadsAtWork,
      });
      const { callIds, personIds } = words;
      work.afterCommit({
        to: await listSignedIn(work.trx, work.now),
        event: 'erased',
        payload: { callIds, personIds },
      });
      if (isAgain) return;
      await work.audit({
        action: 'CONTACTO',
        subaction: 'ACCIÓN',
        object: { type: 'erasure', id },
        after: {
          Acción: 'Datos personales borrados',
          Motivo: reasonOf(erasure),
          Llamados: counts.calls,
          'Llamados cerrados': counts.closed,
          'El número queda como no llamar': isBlockKept ? 'Sí' : 'No',
        },
        userId: erasure.requestedBy,
      });
    },
    { statementTimeoutMs: 150_000 },
  );
}

async function eraseCopies(ctx: Ctx, { id, terms, found }: Erasure, signal?: AbortSignal): Promise<void> {
  const rows = await eraseRows(ctx, terms!);
  const exports = await eraseExports(ctx, terms!, signal);
  await transact(ctx, ({ trx }) =>
    updateErasure(trx, id, {
      step: 'AUDIT',
      found: addCounts(found, { ...rows, ...(exports > 0 && { 'Archivos exportados': exports }) }),
    }),
  );
}

async function eraseAudit(ctx: Ctx, erasure: Erasure, signal?: AbortSignal): Promise<void> {
  const why = reasonOf(erasure);
  const requestIds = await listRequestsOf(ctx.db, erasure.terms!.personIds);
  let erased = await eraseRecordsAbout(ctx, erasure.terms!, { requestIds, why });
  for (let after: number | null = 0; after !== null;) {
    signal?.throwIfAborted();
    const piece: Awaited<ReturnType<typeof eraseRecordsNaming>> = await eraseRecordsNaming(ctx, erasure.terms!, {
      after,
      why,
    });
    erased += piece.erased;
    after = piece.reached;
  }
  await transact(ctx, ({ trx }) =>
    updateErasure(trx, erasure.id, {
      step: 'LOADS',
      found: erased === 0 ? erasure.found : addCounts(erasure.found, { 'Registros de auditoría': erased }),
    }),
  );
}

/** Loads, block lists and exports that began before may still bring the person back: once they are over, everything is looked for once more. */
async function finish(ctx: Ctx, { id, loads, createdAt }: Erasure): Promise<boolean> {
  if (await isLoadAtWork(ctx.db, loads)) return false;
  if (await isFileUnderWay(ctx.db, createdAt)) return false;
  if (loads.length > 0) {
    await transact(ctx, ({ trx }) => updateErasure(trx, id, { step: 'PERSON', loads: [] }));
    return true;
  }
  // What was under way while the copies were searched: cheap, and it finds what came late.
  const erasure = (await findErasure(ctx.db, id))!;
  const rows = await eraseRows(ctx, erasure.terms!, { again: true });
  const exports = await eraseExports(ctx, erasure.terms!);
  await transact(ctx, async ({ trx, now }) => {
    await updateErasure(trx, id, {
      step: 'DONE',
      terms: null,
      finishedAt: now,
      found: addCounts(erasure.found, { ...rows, ...(exports > 0 && { 'Archivos exportados': exports }) }),
    });
    await markErased(trx, { ...erasure, at: now, by: erasure.requestedBy });
  });
  return true;
}

export const eraseJob = defineJob({
  name: 'erasure.run',
  payload: z.object({ erasureId: z.number().int().positive() }),
  retry: { limit: 50, delaySeconds: 5, maxDelaySeconds: 300 },
  expireSeconds: 6 * 3600,
  unique: true,
  async handler(ctx, { erasureId }) {
    // If it has to wait for others, the sweep goes on with it.
    await runErasure(ctx, erasureId, ctx.job.signal);
  },
});

/** An erasure that waits, or whose job ran out of tries, goes on. */
const sweepErasuresJob = defineMinuteJob('erasure.sweep', async (ctx) => {
  await transact(ctx, ({ trx }) => emptyAnsweredRequests(trx));
  for (const erasureId of await listUnfinished(ctx.db))
    if (!(await ctx.jobs.isPending(eraseJob, { erasureId })))
      await transact(ctx, ({ enqueue }) => enqueue(eraseJob, { erasureId }, { key: String(erasureId) }));
});
export const eraseJobs = [eraseJob, sweepErasuresJob];
