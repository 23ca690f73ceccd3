import { isDeepStrictEqual } from 'node:util';
import { AFFINITIES, type CorrectionBody, type RegisterBody } from '@campanero/contract/calls/schemas';
import { type CorrectedEntry, type HistoryRecord, type Outcome, selectHistory } from '../../call-store/read/index.ts';
import {
  lockCall,
  type LockedCall,
  type OutcomeChoices,
  recordCorrection,
  recordOutcome,
  type SavedInterview,
  saveInterview,
} from '../../call-store/write/index.ts';
import { type Actor, assertCurrent, notify, type SignedCtx, StaleRead, transact, type Work } from '../../work/index.ts';
import type { AuditSubaction } from '@campanero/contract/audit-log/endpoints';
import { auditAbout, type AuditValues } from '../../work/audit.ts';
import { AppError, fieldError, found } from '../../work/app-error.ts';
import { isHeldByOther, mayCorrect, mayRegister, mayRegisterBlocked, isTakeover } from './calls.policy.ts';
import { checkCallbackHour } from './calling-hours.ts';
import type { CallKey } from './take-call.ts';
import { areStored, checkAnswers } from './save-answers.ts';
import { askCoordinator } from './ask-coordinator.ts';
import { assertOpenForCalls, type CallingCampaign, lockCallingCampaign } from './calling-campaign.queries.ts';
import { formatDateTime } from '@campanero/contract/shared/dates';
import { formatPhone } from '@campanero/contract/shared/numbers';
import type { Viewer } from '../../call-store/reach.ts';
import type { Trx } from '../../db/client.ts';

/** Without an Idempotency-Key, a repeated outcome within this time counts as a double click. */
const REPEAT_MS = 10_000;

// Calling hours and attempts do not matter; only a callback outside hours must be confirmed. Lock order: campaign (shared),
// call, counters.
export const registerCall = (ctx: SignedCtx, { id, callId }: CallKey, body: RegisterBody): Promise<HistoryRecord> =>
  transact(ctx, { remember: rememberEntry(ctx.actor, callId) }, async (work) => {
    const { trx, actor, now, audit, publishActivity } = work;
    const outcome = readOutcome(body);
    const question = body.question || null;
    const callingCampaign = await lockCallingCampaign(trx, actor, id);
    const call = await lockCall(trx, callingCampaign, callId, { named: { viewer: actor, outcome } });
    const since = new Date(now.getTime() - REPEAT_MS);
    if (!ctx.idempotency && call.lastAt && call.lastAt >= since) {
      const last = (await selectHistory(trx, actor, callId)).find(({ correctsId }) => correctsId === null);
      const isSame = last && last.createdAt >= since && last.userId === actor.id && hasOutcome(last, outcome);
      if (isSame && (await areStored(trx, callId, body.interview))) return last;
    }
    assertMayRegister(actor, callingCampaign, call, now);
    assertOutcomeAllowed(outcome, call, now);
    const hour = { callbackAt: outcome.callbackAt, isConfirmed: body.callbackConfirmed === true, now };
    const isOutsideHours = await checkCallbackHour(trx, callingCampaign, hour);
    const answers = await checkAnswers(trx, callingCampaign, body.interview);

    const operatorId = isTakeover(actor, call, now) ? actor.id : call.operatorId;
    const evenIfBlocked = mayRegisterBlocked(actor, call, now);
    const dialledAt = dialMoment(body, now);
    const registration = { outcome, userId: actor.id, operatorId, evenIfBlocked, dialledAt, now };
    const entryId = await recordOutcome(trx, callingCampaign, call, registration);
    if (entryId === undefined) throw new StaleRead();
    const by = { channel: 'phone' as const, userId: actor.id };
    const interview = answers
      ? await saveInterview(trx, call, { ...answers, by, savedBy: actor.id, entryId, now })
      : null;
    if (question) await askCoordinator(work, { entryId, callId, campaignId: id, userId: actor.id, question });
    publishActivity(callingCampaign, actor.id);
    await audit(callAudit(callingCampaign, call, 'ACTUALIZAR'), {
      before: { Estado: call.presentState },
      after: {
        ...outcomeAuditValues(outcome, call, isOutsideHours),
        Operador: operatorId === call.operatorId ? undefined : actor.name,
        'Necesita coordinador': question ? 'Sí' : undefined,
        Relevamiento: interviewInWords(interview),
      },
    });
    return entryOf(entryId, actor, { ...outcome, dialledAt, interview, question: askedNow(question) }, call, now);
  });

/** How many, not which: the answers stand in their own trail. */
const interviewInWords = (saved: SavedInterview | null) =>
  saved
    ? `${saved.answered} ${saved.answered === 1 ? 'respuesta' : 'respuestas'}${saved.complete ? ', completo' : ''}`
    : undefined;

const askedNow = (text: string | null): HistoryRecord['question'] =>
  text === null ? null : { text, answer: null, closedAt: null, closedBy: null };

function assertMayRegister(actor: Actor, callingCampaign: CallingCampaign, call: LockedCall, now: Date): void {
  if (!mayRegister(actor, call, now)) throw new AppError('INVALID_OPERATOR');
  assertOpenForCalls(callingCampaign, now);
  if (isHeldByOther(actor, call, now)) throw new AppError('CALL_HELD');
  if (call.invalid) throw new AppError('NUMBER_INVALID');
  if (call.isNumberBlocked && !mayRegisterBlocked(actor, call, now)) throw new AppError('NUMBER_BLOCKED');
}

/** A queue may hold a registration for days; a PC's clock may be ahead of ours. */
const DIAL_KEPT_MS = 7 * 24 * 3_600_000;

/** What cannot be is left out or cut, never refused: the outcome matters more than the moment of dialling. */
function dialMoment({ dialledAt }: RegisterBody, now: Date): Date | null {
  const at = dialledAt ? new Date(dialledAt) : null;
  if (at === null || now.getTime() - at.getTime() > DIAL_KEPT_MS) return null;
  return at > now ? now : at;
}

const hasOutcome = (entry: HistoryRecord, outcome: Outcome) => isDeepStrictEqual({ ...entry, ...outcome }, entry);

/** The new entry as getEntry() would read it, without a query. */
const entryOf = (
  id: number,
  actor: Actor,
  outcome: Outcome & Pick<HistoryRecord, 'dialledAt' | 'interview' | 'question'>,
  call: LockedCall & Pick<HistoryRecord, 'stateName' | 'stateColor' | 'substateName' | 'personName'>,
  now: Date,
): HistoryRecord => ({
  ...call,
  ...outcome,
  id,
  correctsId: null,
  reason: null,
  isCorrected: false,
  again: call.callCount > 0,
  createdAt: now,
  userId: actor.id,
  userName: actor.name,
  version: call.version + 1,
});

type EntryKey = CallKey & { entryId: number };

// A new entry that refers to the old one. Counters move on the original's day and operator; the call's state changes only if
// that was the latest registration.
export const correctOutcome = (ctx: SignedCtx, key: EntryKey, body: CorrectionBody): Promise<HistoryRecord> =>
  transact(ctx, { remember: rememberEntry(ctx.actor, key.callId) }, async (work) => {
    const { trx, actor, now, audit } = work;
    const callingCampaign = await lockCallingCampaign(trx, actor, key.id);
    const asked = readOutcome(body);
    const call = await lockCall(trx, callingCampaign, key.callId, { named: { viewer: actor, outcome: asked } });
    if (!mayCorrect(actor, callingCampaign)) throw new AppError('CAMPAIGN_FINISHED');
    assertCurrent(call, body.version);
    const corrected = found(findCorrected(await selectHistory(trx, actor, key.callId), key.entryId));
    if (corrected.isCorrected) throw new AppError('ALREADY_CORRECTED');
    assertOutcomeAllowed(asked, call, now);
    const isSameDate = asked.callbackAt?.getTime() === call.callbackAt?.getTime();
    const hour = { callbackAt: asked.callbackAt, isConfirmed: isSameDate || body.callbackConfirmed === true, now };
    const isOutsideHours = await checkCallbackHour(trx, callingCampaign, hour);
    // Clients omit a past callback date, which would be refused: it is kept while the state allows callbacks.
    const answers = await checkAnswers(trx, callingCampaign, body.interview);
    const keepsDate = body.callbackAt === undefined && call.hasCallback && corrected.isLatest;
    const outcome = keepsDate ? { ...asked, callbackAt: call.callbackAt } : asked;

    const { reason } = body;
    const correction = { corrected, outcome, reason, userId: actor.id, now };
    const entryId = await recordCorrection(trx, callingCampaign, call, correction);
    if (entryId === undefined) throw new StaleRead();
    const by = 'corrector' as const;
    const interview = answers
      ? await saveInterview(trx, call, { ...answers, by, savedBy: actor.id, entryId, now })
      : null;
    work.publishActivity(callingCampaign, corrected.originalUserId);
    await audit(callAudit(callingCampaign, call, 'ACTUALIZAR'), {
      before: { Estado: corrected.stateName },
      after: {
        Corrección: reason,
        ...outcomeAuditValues(outcome, call, isOutsideHours),
        Relevamiento: interviewInWords(interview),
      },
    });
    await notifyAuthor(work, key, corrected, entryId);
    return getEntry(trx, actor, key.callId, entryId);
  });

/** The entry with the day and author of the first registration in its chain of corrections. */
function findCorrected(history: readonly HistoryRecord[], entryId: number): CorrectedEntry | undefined {
  const find = (id: number | null) => history.find((entry) => entry.id === id);
  const entry = find(entryId);
  if (!entry) return undefined;
  let original = entry;
  for (let before = find(original.correctsId); before; before = find(original.correctsId)) original = before;
  const latest = history.find(({ correctsId }) => correctsId === null);
  return {
    ...entry,
    originalUserId: original.userId,
    originalAt: original.createdAt,
    again: original.again,
    isLatest: latest === original,
  };
}

const notifyAuthor = (work: Work, key: EntryKey, { originalUserId: userId }: CorrectedEntry, entryId: number) =>
  userId === work.actor.id
    ? Promise.resolve()
    : notify(work, [
        { userId, action: 'CORRECTION', subject: `correction:${entryId}`, campaignId: key.id, callId: key.callId },
      ]);

/** Empty fields become null. */
const readOutcome = (body: RegisterBody): Outcome => ({
  stateId: body.stateId,
  substateId: body.substateId ?? null,
  affinity: body.affinity ? AFFINITIES.indexOf(body.affinity) + 1 : null,
  observations: body.observations?.trim() || null,
  callbackAt: body.callbackAt ? new Date(body.callbackAt) : null,
  personId: body.personId ?? null,
});

function assertOutcomeAllowed<C extends OutcomeChoices>(
  outcome: Outcome,
  choices: C,
  now: Date,
): asserts choices is C & { stateName: string; stateColor: string } {
  if (choices.stateName === null || choices.stateColor === null || !choices.isStateAllowed)
    throw fieldError('STATE_NOT_ALLOWED', 'stateId', 'Ese estado no se puede elegir.');
  if (outcome.substateId !== null && choices.substateName === null)
    throw fieldError('SUBSTATE_NOT_ALLOWED', 'substateId', 'No corresponde al estado elegido.');
  if (outcome.callbackAt && !(choices.hasCallback && outcome.callbackAt > now))
    throw fieldError(
      'CALLBACK_NOT_ALLOWED',
      'callbackAt',
      'Necesita una fecha futura y un estado que vuelva a llamar.',
    );
  if (outcome.personId !== null && choices.personName === null)
    throw fieldError('PERSON_NOT_ON_NUMBER', 'personId', 'No está entre las personas de este número.');
}

export const callAudit = (campaign: CallingCampaign, call: LockedCall, subaction: AuditSubaction) =>
  auditAbout('CONTACTO', 'call')(call.id, subaction, {
    after: { Campaña: campaign.name, Número: formatPhone(call.number) },
  });

/** Without observations, which the history keeps unchanged. */
const outcomeAuditValues = (
  { affinity, callbackAt }: Pick<Outcome, 'affinity' | 'callbackAt'>,
  { stateName, substateName }: { stateName: string; substateName: string | null },
  /** The callback is outside calling hours and was confirmed. */
  isOutsideHours: boolean,
): AuditValues => ({
  Estado: stateName,
  Subestado: substateName ?? undefined,
  Afinidad: affinity === null ? undefined : AFFINITIES[affinity - 1],
  Rellamado: callbackAt
    ? `${formatDateTime(callbackAt)}${isOutsideHours ? ' (fuera de horario, confirmado)' : ''}`
    : undefined,
});

async function getEntry(trx: Trx, viewer: Viewer, callId: number, entryId: number): Promise<HistoryRecord> {
  const entry = (await selectHistory(trx, viewer, callId)).find(({ id }) => id === entryId);
  if (!entry) throw new Error(`history entry ${entryId} is not there`);
  return entry;
}

/** Under an Idempotency-Key only the entry's id is stored, without personal data. */
const rememberEntry = (viewer: Viewer, callId: number) => ({
  remember: ({ id: entryId }: HistoryRecord) => ({ entryId }),
  recall: (trx: Trx, { entryId }: { entryId: number }) => getEntry(trx, viewer, callId, entryId),
});
