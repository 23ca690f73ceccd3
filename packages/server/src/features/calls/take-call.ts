import { isOperatorRole } from '@campanero/contract/roles';
import { HOLD_MS } from '@campanero/contract/limits';
import { hasCall } from '../../call-store/read/contact.ts';
import { hasOwnCalls } from '../../call-store/read/totals.ts';
import { beginNextContact, takeNext, type NextRequest, type TakenCall } from '../../call-store/write/next-contact.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { updateHold } from '../../call-store/write/change-call.ts';
import { lockCall } from '../../call-store/write/lock-call.ts';
import { assertOpenForCalls, enterWorkplace, getWorkplace } from './workplace.queries.ts';
import { isHeldByOther, mayHold } from './calls.policy.ts';

/**
 * The caller's next open call in a campaign within reach, held for them (decisions 5, Next contact). Asked again for the same
 * `current` it is the same call, as long as the hold lasts; `current` is a call of that campaign, or 0. No audit record: taking a call is no mutation in that sense.
 */
export const nextContact = (ctx: SignedCtx, campaignId: number, current: number): Promise<TakenCall> =>
  transact(ctx, async ({ trx, actor, now }) => {
    await beginNextContact(trx, campaignId, actor.id);
    const workplace = await getWorkplace(trx, actor, campaignId);
    if (current !== 0 && !(await hasCall(trx, workplace, current))) throw new AppError('NOT_FOUND');
    assertOpenForCalls(workplace, now);
    const isOwn = isOperatorRole(actor.primary) || (await hasOwnCalls(trx, campaignId, actor.id));
    const request: NextRequest = { userId: actor.id, current, workplace, scope: isOwn ? 'own' : 'all', now };
    const taken = await takeNext(trx, request);
    if (!taken) throw new AppError('NO_MORE_CONTACTS');
    return taken;
  });

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
