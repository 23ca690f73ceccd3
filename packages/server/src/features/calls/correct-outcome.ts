import type { CorrectionBody } from '@campanero/contract/calls/schemas';
import { type CorrectedEntry, type HistoryRecord, selectHistory } from '../../call-store/read/index.ts';
import { lockCall, recordCorrection } from '../../call-store/write/index.ts';
import {
  AppError,
  assertCurrent,
  found,
  notify,
  type SignedCtx,
  StaleRead,
  transact,
  type Work,
} from '../../work/index.ts';
import { checkCallbackHour } from './calling-hours.ts';
import { mayCorrect } from './calls.policy.ts';
import {
  assertOutcomeAllowed,
  callAudit,
  getEntry,
  outcomeAuditValues,
  readOutcome,
  rememberEntry,
} from './outcome.ts';
import { lockCallingCampaign } from './calling-campaign.queries.ts';
import type { CallKey } from './take-call.ts';

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
    const keepsDate = body.callbackAt === undefined && call.hasCallback && corrected.isLatest;
    const outcome = keepsDate ? { ...asked, callbackAt: call.callbackAt } : asked;

    const { reason } = body;
    const correction = { corrected, outcome, reason, userId: actor.id, now };
    const entryId = await recordCorrection(trx, callingCampaign, call, correction);
    if (entryId === undefined) throw new StaleRead();
    work.publishActivity(callingCampaign, corrected.originalUserId);
    await audit(
      callAudit(callingCampaign, call, 'ACTUALIZAR', {
        before: { Estado: corrected.stateName },
        after: { Corrección: reason, ...outcomeAuditValues(outcome, call, isOutsideHours) },
      }),
    );
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
