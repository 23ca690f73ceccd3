import { isOperatorRole } from '@campanero/contract/roles';
import { HOLD_MS } from '@campanero/contract/limits';
import { lockCall, refreshListedJob, type TakenCall, takeNextCall, updateHold } from '../../call-store/write/index.ts';
import { AppError } from '../../work/app-error.ts';
import { trackContactReads } from '../../work/contact-readings.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { assertWithinHours } from './calling-hours.ts';
import {
  assertOpenForCalls,
  getCallingCampaign,
  hasCall,
  lockCallingCampaign,
  type CallingCampaign,
} from './calling-campaign.queries.ts';
import { isHeld, isHeldByOther, mayHold } from './calls.policy.ts';

/**
 * The user's next open call in a campaign they may see, held for them and counted as shown to them. A repeated request for the
 * same `current` returns the same call, as long as the hold lasts; `current` is a call of that campaign, or 0. Nothing outside
 * the rules of calling (rule calls/nothing-handed-out-when-closed). No audit
 * record: a hold is not an audited change.
 */
export async function nextContact(ctx: SignedCtx, campaignId: number, current: number): Promise<TakenCall> {
  const taken = (await takeNextContact(ctx, campaignId, current)) ?? (await takeReleased(ctx, campaignId, current));
  if (!taken) throw new AppError('NO_MORE_CONTACTS');
  await trackContactReads(ctx, [{ number: taken.number, campaignId }], 'page');
  return taken;
}

/**
 * Numbers of a list that was removed, or that the campaign no longer obeys, may be called from that commit on, while a job still has
 * to take the mark off their calls (rule block-lists/obeyed-from-the-commit).
 */
const takeReleased = async (ctx: SignedCtx, campaignId: number, current: number): Promise<TakenCall | undefined> =>
  (await ctx.jobs.isPending(refreshListedJob, { campaignId }))
    ? takeNextContact(ctx, campaignId, current, { isReleased: true })
    : undefined;

const takeNextContact = (
  ctx: SignedCtx,
  campaignId: number,
  current: number,
  { isReleased } = { isReleased: false },
): Promise<TakenCall | undefined> =>
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
    const taken = await takeNextCall(trx, {
      campaignId,
      userId: actor.id,
      current,
      mayBrowseAll,
      isReleased,
      open,
      now,
    });
    if (taken && callingCampaign) publishActivity(callingCampaign);
    return taken;
  });

export interface CallKey {
  id: number;
  callId: number;
}

/**
 * Holds a call, or renews the user's own hold, for ten minutes. By any user who could register on it, while calling is open
 * and no other user holds it; where attempts are counted across campaigns, nor its number in another campaign. No audit record and no new version: a hold does not change what the call shows.
 */
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

/**
 * Releases the user's own hold; does nothing if another user holds the call, or no one. A registration ends the hold itself,
 * so a call released here was not registered and goes to the end of its group; except when a manager only looked at the call
 * of an operator.
 */
export const releaseCall = (ctx: SignedCtx, { id, callId }: CallKey): Promise<void> =>
  transact(ctx, async ({ trx, actor, now, publishActivity }) => {
    const callingCampaign = await lockCallingCampaign(trx, actor, id);
    const call = await lockCall(trx, callingCampaign, callId);
    if (call.holdBy !== actor.id) return;
    const isPassed = call.operatorId === actor.id || call.holdFor !== null;
    await updateHold(
      trx,
      callingCampaign,
      call,
      { holdBy: null, holdUntil: null, holdFor: null },
      isPassed ? now : null,
    );
    publishActivity(callingCampaign);
  });
