import { formatCount } from '@campanero/contract/shared/numbers';
import { z } from 'zod';
import { listCallReaders, selectSamePersons } from '../../call-store/read/index.ts';
import { erasePeople } from '../../call-store/write/index.ts';
import { defineJob, defineMinuteJob } from '../../jobs/define-job.ts';
import { listAdministrators } from '../../work/administrators.ts';
import type { Ctx } from '../../work/context.ts';
import { notify } from '../../work/notify.ts';
import { transact, type Work } from '../../work/transact.ts';
import { selectFormerWords } from '../personal-data/former-words.queries.ts';
import { markErased } from '../personal-data/request-work.queries.ts';
import { createCandidateList, type CandidateList } from './candidate-list.ts';
import {
  countUndecided,
  findLastChoice,
  insertCandidates,
  listCandidateKeys,
  listChosenPersons,
  PERSON_PLACE,
} from './candidates.queries.ts';
import { eraseRows } from './erase-copies.ts';
import { eraseExports } from './erase-exports.ts';
import { eraseRecordsAbout, eraseRecordsNaming } from './erase-audit-words.ts';
import {
  addCounts,
  emptyAnsweredRequests,
  findErasure,
  isFileUnderWay,
  isLoadAtWork,
  listRequestsOf,
  listUnfinished,
  lockErasure,
  unite,
  updateErasure,
  type CopyCounts,
  type Erasure,
} from './erasures.queries.ts';
import { appendToErasureLog } from './erasure-journal.ts';

/** In the words of the audit: what stands in place of the values that were removed. */
export const erasureReason = ({ requestId }: Pick<Erasure, 'requestId'>): string =>
  requestId === null ? 'orden de un administrador' : `el pedido ${requestId}`;

/**
 * Erases one person step by step, each in its own short transactions: the person and their calls, every copy elsewhere, the words
 * of the audit; then again whatever loads and exports brought that had read the person before. Where it stands is kept with the
 * erasure, so that a run that was cut off goes on from there. Answers false if it has to wait for others, or for a decision.
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
        if (!(await waitForOthers(ctx, erasure))) return false;
        break;
      case 'REVIEW':
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
      const done = erasure.terms!.personIds;
      const ids = [erasure.personId, ...(await listChosenPersons(work.trx, id))].filter((each) => !done.includes(each));
      const isAgain = ids.length === 0;
      const whom = isAgain ? { recreated: erasure.terms!, since: erasure.createdAt } : { ids };
      const { words, activeLoads, rewritten, ...counts } = await erasePeople(work, whom, {
        keepBlock: erasure.keepBlock && !isAgain,
      });
      const isBlockKept = erasure.keepBlock || counts.keptBlocked > 0;
      // Before the commit: what is noted and does not commit is tried again, what commits unnoted would come back with a backup.
      for (const mark of counts.rows)
        await appendToErasureLog(ctx, mark, { ...erasure, at: work.now, keepBlock: isBlockKept && !isAgain });
      const found = addCounts(erasure.found, {
        Llamados: counts.calls,
        'Llamados cerrados': counts.closed,
        'Llamados que pasan a otra persona': counts.passedOn,
        'Volver a llamar': counts.callbacks,
        'Resultados sin observaciones': counts.entries,
      });
      const terms = unite(erasure.terms!, words, await selectFormerWords(work.trx, words.personIds));
      const same = await selectSamePersons(work.trx, terms);
      await insertCandidates(
        work.trx,
        id,
        same.map((person) => ({ place: PERSON_PLACE.id, rowKey: String(person.id), namedBy: person.by })),
      );
      await updateErasure(work.trx, id, {
        step: 'COPIES',
        keepBlock: isBlockKept,
        terms,
        found,
        loads: isAgain ? [] : activeLoads,
      });
      const { callIds, personIds } = words;
      for (const reader of await listCallReaders(work.trx, [...callIds, ...rewritten], work.now)) {
        const [own, others] = [callIds, rewritten].map((ids) => reader.callIds.filter((call) => ids.includes(call)));
        work.afterCommit({
          to: reader.userIds,
          event: 'erased',
          payload: { callIds: own!, personIds, rewrittenCallIds: others! },
        });
      }
      if (isAgain) return;
      await work.audit({
        action: 'CONTACTO',
        subaction: 'ACCIÓN',
        object: { type: 'erasure', id },
        after: {
          Acción: 'Datos personales borrados',
          Motivo: erasureReason(erasure),
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

const startList = async (ctx: Ctx, { id }: Erasure): Promise<CandidateList> =>
  createCandidateList(await listCandidateKeys(ctx.db, id));

/** What a step erased and what it found to be decided on, together with the next step. */
const endStep = (ctx: Ctx, erasure: Erasure, step: Erasure['step'], counts: CopyCounts, list: CandidateList) =>
  transact(ctx, async (work) => {
    const { id } = erasure;
    const { candidates, hasMore, counts: left } = list.result();
    const now = (await lockErasure(work.trx, id))!;
    // Somebody chose another row of the person meanwhile: that goes first, and then all is searched again.
    const isNext = now.step === erasure.step;
    await insertCandidates(work.trx, id, candidates);
    await updateErasure(work.trx, id, {
      found: addCounts(now.found, { ...counts, ...left }),
      ...(isNext && { step }),
      ...(hasMore && { hasMoreCandidates: true }),
    });
    if (isNext && step === 'REVIEW') await notifyReview(work, erasure);
  });

/** Tells who asked for the erasure that it waits for decisions; if they no longer can decide, every administrator. */
async function notifyReview(work: Pick<Work, 'trx' | 'now' | 'afterCommit'>, erasure: Erasure): Promise<void> {
  const undecided = await countUndecided(work.trx, erasure.id);
  if (undecided === 0) return;
  const administrators = await listAdministrators(work.trx);
  const asked = administrators.filter(({ id }) => id === erasure.requestedBy);
  const texts = undecided === 1 ? 'un texto o ficha que puede' : `${formatCount(undecided)} textos o fichas que pueden`;
  await notify(
    work,
    (asked.length > 0 ? asked : administrators).map(({ id: userId }) => ({
      userId,
      action: 'DATA REQUEST',
      status: 'DUE',
      // Each time the search ends with something to decide.
      subject: `erasure:${erasure.id}:${work.now.toISOString()}`,
      reason: `El borrado por ${erasureReason(erasure)} espera que se decida sobre ${texts} tratarse de la persona.`,
    })),
  );
}

const exportsFound = (count: number): CopyCounts => (count === 0 ? {} : { 'Archivos exportados': count });

async function eraseCopies(ctx: Ctx, erasure: Erasure, signal?: AbortSignal): Promise<void> {
  const candidates = await startList(ctx, erasure);
  const rows = await eraseRows(ctx, { words: erasure.terms!, candidates, signal });
  const exports = await eraseExports(ctx, erasure.terms!, signal);
  await endStep(ctx, erasure, 'AUDIT', { ...rows, ...exportsFound(exports) }, candidates);
}

async function eraseAudit(ctx: Ctx, erasure: Erasure, signal?: AbortSignal): Promise<void> {
  const why = erasureReason(erasure);
  const candidates = await startList(ctx, erasure);
  const requestIds = await listRequestsOf(ctx.db, erasure.terms!.personIds);
  let erased = await eraseRecordsAbout(ctx, erasure.terms!, { requestIds, why });
  for (let after: number | null = 0; after !== null;) {
    signal?.throwIfAborted();
    const piece: Awaited<ReturnType<typeof eraseRecordsNaming>> = await eraseRecordsNaming(ctx, erasure.terms!, {
      after,
      why,
      candidates,
    });
    erased += piece.erased;
    after = piece.reached;
  }
  await endStep(ctx, erasure, 'LOADS', erased === 0 ? {} : { 'Registros de auditoría': erased }, candidates);
}

/** Loads, block lists and exports that began before may still bring the person back: once they are over, everything is looked for once more. */
async function waitForOthers(ctx: Ctx, erasure: Erasure): Promise<boolean> {
  const { id, loads, createdAt } = erasure;
  if (await isLoadAtWork(ctx.db, loads)) return false;
  if (await isFileUnderWay(ctx.db, (await findLastChoice(ctx.db, id)) ?? createdAt)) return false;
  if (loads.length > 0) await transact(ctx, ({ trx }) => updateErasure(trx, id, { step: 'PERSON', loads: [] }));
  else await searchAgain(ctx, erasure, 'REVIEW');
  return true;
}

/** What was under way while the copies were searched: cheap, and it finds what came late. */
async function searchAgain(ctx: Ctx, erasure: Erasure, step: Erasure['step']): Promise<void> {
  const candidates = await startList(ctx, erasure);
  const rows = await eraseRows(ctx, { words: erasure.terms!, candidates, again: true });
  const exports = await eraseExports(ctx, erasure.terms!);
  await endStep(ctx, erasure, step, { ...rows, ...exportsFound(exports) }, candidates);
}

/** Ends when a person has decided on every text that may be about the erased one; if there were too many at once, searches for more. */
async function finish(ctx: Ctx, erasure: Erasure): Promise<boolean> {
  const { id, hasMoreCandidates } = erasure;
  if ((await countUndecided(ctx.db, id)) > 0) return false;
  if (hasMoreCandidates) {
    await transact(ctx, ({ trx }) => updateErasure(trx, id, { step: 'COPIES', hasMoreCandidates: false }));
    return true;
  }
  await transact(ctx, async ({ trx, now }) => {
    if ((await lockErasure(trx, id))?.step !== 'REVIEW') return;
    await updateErasure(trx, id, { step: 'DONE', terms: null, finishedAt: now });
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
