import { isDeepStrictEqual } from 'node:util';
import type { RegisterBody } from '@campanero/contract/calls/schemas';
import { type HistoryRecord, type Outcome, selectHistory } from '../../call-store/read/index.ts';
import { lockCall, type LockedCall, recordOutcome } from '../../call-store/write/index.ts';
import { AppError } from '../../work/app-error.ts';
import type { Actor, SignedCtx } from '../../work/context.ts';
import { StaleRead, transact } from '../../work/transact.ts';
import { isHeldByOther, mayRegister, mayRegisterBlocked, tookOver } from './calls.policy.ts';
import { checkCallbackHour } from './calling-hours.ts';
import type { CallKey } from './take-call.ts';
import { assertAllowed, getEntry, outcomeInWords, phoneInWords, readOutcome } from './outcome.ts';
import { assertOpenForCalls, lockCallingCampaign, type CallingCampaign } from './calling-campaign.queries.ts';

/** Without an Idempotency-Key, the same outcome again within this time is a double click. */
const REPEAT_MS = 10_000;

/**
 * Records the outcome of a call. By the call's operator, by managers for any call, or by the user who was given an overdue
 * callback; while calling is open and no other user holds the call, whatever the rules of calling say of the hour and the
 * attempts; only a callback into a closed hour has to be confirmed. History entry, the call's state, counters and one audit
 * record CONTACTO ACTUALIZAR commit together or not at all. Locks: campaign shared, call, counters.
 */
export const registerCall = (ctx: SignedCtx, { id, callId }: CallKey, body: RegisterBody): Promise<HistoryRecord> =>
  transact(
    ctx,
    async ({ trx, actor, now, audit, publishActivity }) => {
      const outcome = readOutcome(body);
      const callingCampaign = await lockCallingCampaign(trx, actor, id);
      const call = await lockCall(trx, callingCampaign, callId, { named: { viewer: actor, outcome } });
      const since = new Date(now.getTime() - REPEAT_MS);
      if (!ctx.idempotency && call.lastAt && call.lastAt >= since) {
        const last = (await selectHistory(trx, actor, callId)).find(({ correctsId }) => correctsId === null);
        if (last && last.createdAt >= since && last.userId === actor.id && hasOutcome(last, outcome)) return last;
      }
      assertMayRegister(actor, callingCampaign, call, now);
      assertAllowed(outcome, call, now);
      const hour = { callbackAt: outcome.callbackAt, isConfirmed: body.callbackConfirmed === true, now };
      const isOutsideHours = await checkCallbackHour(trx, callingCampaign, hour);

      const operatorId = tookOver(actor, call, now) ? actor.id : call.operatorId;
      const evenIfBlocked = mayRegisterBlocked(actor, call, now);
      const registration = { outcome, userId: actor.id, operatorId, evenIfBlocked, now };
      const entryId = await recordOutcome(trx, callingCampaign, call, registration);
      if (entryId === undefined) throw new StaleRead();
      publishActivity(callingCampaign, actor.id);
      await audit({
        action: 'CONTACTO',
        subaction: 'ACTUALIZAR',
        object: { type: 'call', id: callId },
        before: { Estado: call.presentState },
        after: {
          Campaña: callingCampaign.name,
          Número: phoneInWords(call.number),
          ...outcomeInWords(outcome, call, isOutsideHours),
          Operador: operatorId === call.operatorId ? undefined : actor.name,
        },
      });
      return entryOf(entryId, actor, outcome, call, now);
    },
    {
      remember: {
        remember: ({ id: entryId }) => ({ entryId }),
        recall: (trx, { entryId }: { entryId: number }) => getEntry(trx, ctx.actor, callId, entryId),
      },
    },
  );

function assertMayRegister(actor: Actor, callingCampaign: CallingCampaign, call: LockedCall, now: Date): void {
  if (!mayRegister(actor, call, now)) throw new AppError('INVALID_OPERATOR');
  assertOpenForCalls(callingCampaign, now);
  if (isHeldByOther(actor, call, now)) throw new AppError('CALL_HELD');
  if (call.invalid) throw new AppError('NUMBER_INVALID');
  if (call.isNumberBlocked && !mayRegisterBlocked(actor, call, now)) throw new AppError('NUMBER_BLOCKED');
}

const hasOutcome = (entry: HistoryRecord, outcome: Outcome) => isDeepStrictEqual({ ...entry, ...outcome }, entry);

/** The new entry as getEntry() would read it, without another query. */
const entryOf = (
  id: number,
  actor: Actor,
  outcome: Outcome,
  {
    callCount,
    ...choices
  }: LockedCall & Pick<HistoryRecord, 'stateName' | 'stateColor' | 'substateName' | 'personName'>,
  now: Date,
): HistoryRecord => ({
  ...outcome,
  id,
  stateName: choices.stateName,
  stateColor: choices.stateColor,
  substateName: choices.substateName,
  personName: choices.personName,
  correctsId: null,
  reason: null,
  isCorrected: false,
  again: callCount > 0,
  createdAt: now,
  userId: actor.id,
  userName: actor.name,
  version: choices.version + 1,
});
