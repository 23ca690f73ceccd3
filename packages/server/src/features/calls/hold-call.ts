import { HOLD_MS } from '@campanero/contract/limits';
import { updateHold } from '../../call-store/write/change-call.ts';
import { lockCall } from '../../call-store/write/lock-call.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { isHeldByOther, mayHold } from './calls.policy.ts';
import { assertOpenForCalls, enterWorkplace } from './workplace.queries.ts';

export interface CallKey {
  id: number;
  callId: number;
}

/**
 * Takes a call, or renews one's own hold, for ten minutes (decisions 5): whoever could register on it, while calling is open
 * and nobody else has it. No audit record, no new version: holding changes nothing that anybody reads.
 */
export const holdCall = (ctx: SignedCtx, { id, callId }: CallKey): Promise<{ callId: number; heldUntil: Date }> =>
  transact(ctx, async ({ trx, actor, now }) => {
    const workplace = await enterWorkplace(trx, actor, id);
    const call = await lockCall(trx, workplace, callId);
    if (!mayHold(actor, call, now)) throw new AppError('INVALID_OPERATOR');
    assertOpenForCalls(workplace, now);
    if (isHeldByOther(actor, call, now)) throw new AppError('CALL_HELD');
    const heldUntil = new Date(now.getTime() + HOLD_MS);
    const holdFor = call.holdBy === actor.id ? call.holdFor : null;
    await updateHold(trx, workplace, callId, { holdBy: actor.id, holdUntil: heldUntil, holdFor });
    return { callId, heldUntil };
  });

/**
 * Lets one's own go; somebody else's, or none, is left as it is. A registration has let go already, so what is let go here
 * was not registered and goes behind its group; not so the call of an operator at which a manager only had a look.
 */
export const releaseCall = (ctx: SignedCtx, { id, callId }: CallKey): Promise<void> =>
  transact(ctx, async ({ trx, actor, now }) => {
    const workplace = await enterWorkplace(trx, actor, id);
    const call = await lockCall(trx, workplace, callId);
    if (call.holdBy !== actor.id) return;
    const isPassed = call.operatorId === actor.id || call.holdFor !== null;
    await updateHold(trx, workplace, callId, { holdBy: null, holdUntil: null, holdFor: null }, isPassed ? now : null);
  });
