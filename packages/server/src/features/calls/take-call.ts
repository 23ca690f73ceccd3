import { isOperatorRole } from '@campanero/contract/roles';
import { HOLD_MS } from '@campanero/contract/limits';
import { lockCall, refreshListedJob, type TakenCall, takeNextCall, updateHold } from '../../call-store/write/index.ts';
import { AppError, found, type SignedCtx, trackContactReads, transact } from '../../work/index.ts';
import { assertWithinHours } from './calling-hours.ts';
import {
  assertOpenForCalls,
  getCallingCampaign,
  hasCall,
  lockCallingCampaign,
  type CallingCampaign,
} from './calling-campaign.queries.ts';
import { isHeld, isHeldByOther, mayHold } from './calls.policy.ts';

/** Rule calls/nothing-handed-out-when-closed. Idempotent for the same `current` (a call of the campaign, or 0) while the hold lasts. */
export async function nextContact(ctx: SignedCtx, campaignId: number, current: number): Promise<TakenCall> {
  const open = await takeNextContact(ctx, campaignId, current);
  const taken = found(open ?? (await takeReleased(ctx, campaignId, current)), 'NO_MORE_CONTACTS');
  await trackContactReads(ctx, [{ number: taken.number, campaignId }], 'page');
  return taken;
}

/** Calls released by a change of the block lists, whose flags a pending job still has to clear (rule block-lists/effective-on-commit). */
const takeReleased = async (ctx: SignedCtx, campaignId: number, current: number): Promise<TakenCall | undefined> =>
  (await ctx.jobs.isPending(refreshListedJob, { campaignId }))
    ? takeNextContact(ctx, campaignId, current, { isReleased: true })
    : undefined;

const takeNextContact = (ctx: SignedCtx, campaignId: number, current: number, { isReleased } = { isReleased: false }) =>
  transact(ctx, async ({ trx, actor, now, publishActivity }) => {
    let callingCampaign: CallingCampaign | undefined;
    const open = async () => {
      callingCampaign = await getCallingCampaign(trx, actor, campaignId);
      if (current !== 0 && !hasCall(callingCampaign, current)) throw new AppError('NOT_FOUND');
      assertOpenForCalls(callingCampaign, now);
      await assertWithinHours(trx, callingCampaign, now);
      return callingCampaign;
    };
    const mayBrowseAll = !isOperatorRole(actor.primary);
    const request = { campaignId, userId: actor.id, current, mayBrowseAll, isReleased, open, now };
    const taken = await takeNextCall(trx, request);
    if (taken && callingCampaign) publishActivity(callingCampaign);
    return taken;
  });

export type CallKey = { id: number; callId: number };

/** For ten minutes, or renews the user's own hold. No audit record and no new version. */
export const holdCall = (ctx: SignedCtx, { id, callId }: CallKey): Promise<{ callId: number; heldUntil: Date }> =>
  transact(ctx, async ({ trx, actor, now, publishActivity }) => {
    const callingCampaign = await lockCallingCampaign(trx, actor, id);
    const holder = callingCampaign.countsAcross && { userId: actor.id, now };
    const call = await lockCall(trx, callingCampaign, callId, { holder });
    if (!mayHold(actor, call, now)) throw new AppError('INVALID_OPERATOR');
    assertOpenForCalls(callingCampaign, now);
    if (isHeldByOther(actor, call, now)) throw new AppError('CALL_HELD');
    if (call.isNumberHeld && !isHeld(call, now)) throw new AppError('NUMBER_HELD');
    const heldUntil = new Date(now.getTime() + HOLD_MS);
    const holdFor = call.holdBy === actor.id ? call.holdFor : null;
    await updateHold(trx, callingCampaign, call, { holdBy: actor.id, holdUntil: heldUntil, holdFor });
    publishActivity(callingCampaign);
    return { callId, heldUntil };
  });

// A registration ends the hold itself, so a released call was skipped and goes to the end of its group, unless a manager only viewed it.
export const releaseCall = (ctx: SignedCtx, { id, callId }: CallKey): Promise<void> =>
  transact(ctx, async ({ trx, actor, now, publishActivity }) => {
    const callingCampaign = await lockCallingCampaign(trx, actor, id);
    const call = await lockCall(trx, callingCampaign, callId);
    if (call.holdBy !== actor.id) return;
    const isSkipped = call.operatorId === actor.id || call.holdFor !== null;
    const released = { holdBy: null, holdUntil: null, holdFor: null };
    await updateHold(trx, callingCampaign, call, released, isSkipped ? now : null);
    publishActivity(callingCampaign);
  });
