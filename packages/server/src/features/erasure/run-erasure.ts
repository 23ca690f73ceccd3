import { REQUEST_STATES } from '@campanero/contract/personal-data/request-schemas';
import { formatCount } from '@campanero/contract/shared/numbers';
import { z } from 'zod';
import { listCallReaders, selectSamePersons } from '../../call-store/read/index.ts';
import { erasePeople, eraseRecreated, type ErasureTerms } from '../../call-store/write/index.ts';
import { defineSweptWork } from '../../jobs/swept-work.ts';
import { type Ctx, type EventWork, listAdministrators, notify, transact } from '../../work/index.ts';
import { auditAbout } from '../../work/audit.ts';
import { selectFormerValues } from '../personal-data/copies.queries.ts';
import { closeIfDone, markErased, recordRequestEvent } from '../personal-data/request-work.queries.ts';
import {
  type CandidateList,
  type CopyCounts,
  countUndecided,
  createCandidateList,
  findLastChoice,
  insertCandidates,
  listCandidateKeys,
  listChosenPersons,
  PERSON_PLACE,
} from './candidates.queries.ts';
import { eraseRows } from './erase-copies.ts';
import { eraseExports } from './erase-exports.ts';
import { eraseRecordsAbout, eraseRecordsNaming } from './erase-audit-records.ts';
import {
  addCounts,
  clearAnsweredRequests,
  type Erasure,
  findErasure,
  hasPendingFiles,
  hasRunningLoads,
  listRequestsOf,
  listUnfinished,
  lockErasure,
  mergeTerms,
  updateErasure,
} from './erasures.queries.ts';
import { appendToErasureLog } from './erasure-journal.ts';

export const erasureAudit = auditAbout('CONTACTO', 'erasure');

/** Reason in the audit, shown in place of removed values. */
export const erasureReason = ({ requestId }: Pick<Erasure, 'requestId'>): string =>
  requestId === null ? 'orden de un administrador' : `el pedido ${requestId}`;

/** Short transactions; the step is stored, so an interrupted run resumes. False if it must wait for other work or for a decision. */
export async function runErasure(ctx: Ctx, id: number, signal?: AbortSignal): Promise<boolean> {
  for (;;) {
    signal?.throwIfAborted();
    const erasure = await findErasure(ctx.db, id);
    if (!erasure || erasure.step === 'DONE') return true;
    switch (erasure.step) {
      case 'PERSON':
        await erasePersonData(ctx, erasure);
        break;
      case 'COPIES':
        await eraseCopies(ctx, erasure, 'AUDIT', signal);
        break;
      case 'AUDIT':
        await eraseAudit(ctx, erasure, signal);
        break;
      case 'LOADS':
        if (!(await waitForPendingWork(ctx, erasure, signal))) return false;
        break;
      case 'REVIEW':
        if (!(await finish(ctx, erasure))) return false;
    }
  }
}

async function erasePersonData(ctx: Ctx, { id }: Erasure): Promise<void> {
  await transact(ctx, { statementTimeoutMs: 150_000 }, async (work) => {
    const erasure = await lockErasure(work.trx, id);
    if (erasure?.step !== 'PERSON') return;
    const done = erasure.terms!.personIds;
    const ids = [erasure.personId, ...(await listChosenPersons(work.trx, id))].filter((each) => !done.includes(each));
    const isRepeat = ids.length === 0;
    const { words, activeLoads, rewritten, ...counts } = isRepeat
      ? await eraseRecreated(work, erasure.terms!, erasure.createdAt)
      : await erasePeople(work, ids, erasure);
    const isBlockKept = erasure.keepBlock || counts.keptBlocked > 0;
    // Before the commit: an entry without commit is retried, a commit without entry would be undone by a restored
    // backup.
    for (const row of counts.rows)
      await appendToErasureLog(ctx, row, { ...erasure, at: work.now, keepBlock: isBlockKept && !isRepeat });
    const found = addCounts(erasure.found, {
      Llamados: counts.calls,
      'Llamados cerrados': counts.closed,
      'Llamados que pasan a otra persona': counts.passedOn,
      'Volver a llamar': counts.callbacks,
      'Resultados sin observaciones': counts.entries,
    });
    const terms = mergeTerms(erasure.terms!, words, await selectFormerValues(work.trx, words.personIds));
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
      loads: isRepeat ? [] : activeLoads,
    });
    await publishErased(work, words, rewritten);
    if (isRepeat) return;
    await work.audit(erasureAudit(id, 'ACCIÓN'), {
      after: {
        Acción: 'Datos personales borrados',
        Motivo: erasureReason(erasure),
        Llamados: counts.calls,
        'Llamados cerrados': counts.closed,
        'El número queda como no llamar': isBlockKept ? 'Sí' : 'No',
      },
      userId: erasure.requestedBy,
    });
  });
}

/** Notifies the browsers of users who may see the calls. */
async function publishErased(
  { trx, now, afterCommit }: EventWork,
  { callIds, personIds }: Pick<ErasureTerms, 'callIds' | 'personIds'>,
  rewritten: readonly number[],
): Promise<void> {
  for (const reader of await listCallReaders(trx, [...callIds, ...rewritten], now))
    afterCommit({
      to: reader.userIds,
      event: 'erased',
      payload: {
        callIds: reader.callIds.filter((call) => callIds.includes(call)),
        personIds: [...personIds],
        rewrittenCallIds: reader.callIds.filter((call) => rewritten.includes(call)),
      },
    });
}

const createList = async (ctx: Ctx, { id }: Erasure): Promise<CandidateList> =>
  createCandidateList(await listCandidateKeys(ctx.db, id));

/** Saves the counts and candidates of a step together with the next step. */
const endStep = (ctx: Ctx, erasure: Erasure, step: Erasure['step'], counts: CopyCounts, list: CandidateList) =>
  transact(ctx, async (work) => {
    const { id } = erasure;
    const { candidates, hasMore, counts: left } = list.result();
    const now = (await lockErasure(work.trx, id))!;
    // If a user chose another person row meanwhile, the step was reset: erase that row first, then search again.
    const isNext = now.step === erasure.step;
    await insertCandidates(work.trx, id, candidates);
    await updateErasure(work.trx, id, {
      found: addCounts(now.found, { ...counts, ...left }),
      ...(isNext && { step }),
      ...(hasMore && { hasMoreCandidates: true }),
    });
    if (isNext && step === 'REVIEW') await notifyReview(work, erasure);
  });

/** All administrators if the user who requested the erasure can no longer decide. */
async function notifyReview(work: EventWork, erasure: Erasure): Promise<void> {
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
      // A new notification each time a search ends with candidates.
      subject: `erasure:${erasure.id}:${work.now.toISOString()}`,
      reason: `El borrado por ${erasureReason(erasure)} espera que se decida sobre ${texts} tratarse de la persona.`,
    })),
  );
}

/** The search after the loads, for rows that were added meanwhile, skips the calls. */
async function eraseCopies(ctx: Ctx, erasure: Erasure, next: 'AUDIT' | 'REVIEW', signal?: AbortSignal): Promise<void> {
  const candidates = await createList(ctx, erasure);
  const rows = await eraseRows(ctx, { terms: erasure.terms!, candidates, skipCalls: next === 'REVIEW', signal });
  const exports = await eraseExports(ctx, erasure.terms!, signal);
  await endStep(ctx, erasure, next, { ...rows, ...(exports > 0 && { 'Archivos exportados': exports }) }, candidates);
}

async function eraseAudit(ctx: Ctx, erasure: Erasure, signal?: AbortSignal): Promise<void> {
  const why = erasureReason(erasure);
  const candidates = await createList(ctx, erasure);
  const requestIds = await listRequestsOf(ctx.db, erasure.terms!.personIds);
  let erased = await eraseRecordsAbout(ctx, erasure.terms!, { requestIds, why });
  for (let after: number | null = 0; after !== null;) {
    signal?.throwIfAborted();
    const search = { after, why, candidates };
    const piece: Awaited<ReturnType<typeof eraseRecordsNaming>> = await eraseRecordsNaming(ctx, erasure.terms!, search);
    erased += piece.erased;
    after = piece.reached;
  }
  await endStep(ctx, erasure, 'LOADS', erased === 0 ? {} : { 'Registros de auditoría': erased }, candidates);
}

/** Loads, lists and exports that started earlier may add the person again: search once more after they have ended. */
async function waitForPendingWork(ctx: Ctx, erasure: Erasure, signal?: AbortSignal): Promise<boolean> {
  const { id, loads, createdAt } = erasure;
  if (await hasRunningLoads(ctx.db, loads)) return false;
  if (await hasPendingFiles(ctx.db, (await findLastChoice(ctx.db, id)) ?? createdAt)) return false;
  if (loads.length > 0) await transact(ctx, ({ trx }) => updateErasure(trx, id, { step: 'PERSON', loads: [] }));
  else await eraseCopies(ctx, erasure, 'REVIEW', signal);
  return true;
}

/** Finishes once every candidate is decided; searches again if there were too many at once. */
async function finish(ctx: Ctx, erasure: Erasure): Promise<boolean> {
  const { id, hasMoreCandidates } = erasure;
  if ((await countUndecided(ctx.db, id)) > 0) return false;
  if (hasMoreCandidates) {
    await transact(ctx, ({ trx }) => updateErasure(trx, id, { step: 'COPIES', hasMoreCandidates: false }));
    return true;
  }
  await transact(ctx, async ({ trx, now, audit }) => {
    if ((await lockErasure(trx, id))?.step !== 'REVIEW') return;
    await updateErasure(trx, id, { step: 'DONE', terms: null, finishedAt: now });
    const { requestId, closesRequest, requestedBy } = erasure;
    await markErased(trx, { ...erasure, at: now, by: requestedBy });
    if (!closesRequest || requestId === null) return;
    if (await closeIfDone(trx, { requestId, at: now, by: requestedBy })) {
      await recordRequestEvent({ trx, now }, requestId);
      await audit(auditAbout('CONTACTO', 'data_request')(requestId, 'ACCIÓN'), {
        after: { Acción: `Pedido de datos ${requestId} respondido`, Estado: REQUEST_STATES.CUMPLIDO },
        userId: requestedBy,
      });
    }
  });
  return true;
}

/** The sweep resumes erasures that wait, or whose job ran out of retries. */
export const erasureWork = defineSweptWork({
  job: {
    name: 'erasure.run',
    payload: z.object({ erasureId: z.number().int().positive() }),
    retry: { limit: 50, delaySeconds: 5, maxDelaySeconds: 300 },
    expireSeconds: 6 * 3600,
    handler: async (ctx, { erasureId }) => void (await runErasure(ctx, erasureId, ctx.job.signal)),
  },
  payloadOf: ({ id }: { id: number }) => ({ erasureId: id }),
  sweepName: 'erasure.sweep',
  prepare: (ctx) => transact(ctx, ({ trx }) => clearAnsweredRequests(trx)),
  listOpen: listUnfinished,
});
