import { isDeepStrictEqual } from 'node:util';
import type { RegisterBody } from '@campanero/contract/calls/schemas';
import { type HistoryRecord, type Outcome, selectHistory } from '../../call-store/read/index.ts';
import { lockCall, type LockedCall, recordOutcome } from '../../call-store/write/index.ts';
import { type Actor, AppError, type SignedCtx, StaleRead, transact } from '../../work/index.ts';
import { isHeldByOther, mayRegister, mayRegisterBlocked, isTakeover } from './calls.policy.ts';
import { checkCallbackHour } from './calling-hours.ts';
import type { CallKey } from './take-call.ts';
import { assertOutcomeAllowed, callAudit, outcomeAuditValues, readOutcome, rememberEntry } from './outcome.ts';
import { assertOpenForCalls, lockCallingCampaign, type CallingCampaign } from './calling-campaign.queries.ts';

/** Without an Idempotency-Key, a repeated outcome within this time counts as a double click. */
const REPEAT_MS = 10_000;

// Calling hours and attempts do not matter; only a callback outside hours must be confirmed. Lock order: campaign (shared),
// call, counters.
export const registerCall = (ctx: SignedCtx, { id, callId }: CallKey, body: RegisterBody): Promise<HistoryRecord> =>
  transact(ctx, { remember: rememberEntry(ctx.actor, callId) }, async ({ trx, actor, now, audit, publishActivity }) => {
    const outcome = readOutcome(body);
    const callingCampaign = await lockCallingCampaign(trx, actor, id);
    const call = await lockCall(trx, callingCampaign, callId, { named: { viewer: actor, outcome } });
    const since = new Date(now.getTime() - REPEAT_MS);
    if (!ctx.idempotency && call.lastAt && call.lastAt >= since) {
      const last = (await selectHistory(trx, actor, callId)).find(({ correctsId }) => correctsId === null);
      if (last && last.createdAt >= since && last.userId === actor.id && hasOutcome(last, outcome)) return last;
    }
    assertMayRegister(actor, callingCampaign, call, now);
    assertOutcomeAllowed(outcome, call, now);
    const hour = { callbackAt: outcome.callbackAt, isConfirmed: body.callbackConfirmed === true, now };
    const isOutsideHours = await checkCallbackHour(trx, callingCampaign, hour);

    const operatorId = isTakeover(actor, call, now) ? actor.id : call.operatorId;
    const evenIfBlocked = mayRegisterBlocked(actor, call, now);
    const registration = { outcome, userId: actor.id, operatorId, evenIfBlocked, now };
    const entryId = await recordOutcome(trx, callingCampaign, call, registration);
    if (entryId === undefined) throw new StaleRead();
    publishActivity(callingCampaign, actor.id);
    await audit(
      callAudit(callingCampaign, call, 'ACTUALIZAR', {
        before: { Estado: call.presentState },
        after: {
          ...outcomeAuditValues(outcome, call, isOutsideHours),
          Operador: operatorId === call.operatorId ? undefined : actor.name,
        },
      }),
    );
    return entryOf(entryId, actor, outcome, call, now);
  });

function assertMayRegister(actor: Actor, callingCampaign: CallingCampaign, call: LockedCall, now: Date): void {
  if (!mayRegister(actor, call, now)) throw new AppError('INVALID_OPERATOR');
  assertOpenForCalls(callingCampaign, now);
  if (isHeldByOther(actor, call, now)) throw new AppError('CALL_HELD');
  if (call.invalid) throw new AppError('NUMBER_INVALID');
  if (call.isNumberBlocked && !mayRegisterBlocked(actor, call, now)) throw new AppError('NUMBER_BLOCKED');
}

const hasOutcome = (entry: HistoryRecord, outcome: Outcome) => isDeepStrictEqual({ ...entry, ...outcome }, entry);

/** The new entry as getEntry() would read it, without a query. */
const entryOf = (
  id: number,
  actor: Actor,
  outcome: Outcome,
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
