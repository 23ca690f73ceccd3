import { isClosed, type CampaignStatus } from '@campanero/contract/campaigns/status';
import { CALLBACK_OVERDUE_MS } from '@campanero/contract/limits';
import { type Caller as AnyCaller, may } from '@campanero/contract/roles';

interface Caller extends AnyCaller {
  id: number;
}
type HeldCall = { holdBy: number | null; holdUntil: Date | null };
type OwnedCall = HeldCall & { operatorId: number | null; callbackAt: Date | null };

const isManager = (caller: Caller) => may(caller, 'campaign.manage');

export const isHeld = ({ holdUntil }: HeldCall, now: Date) => holdUntil !== null && holdUntil > now;
export const isHeldByOther = (caller: Caller, call: HeldCall, now: Date) =>
  isHeld(call, now) && call.holdBy !== caller.id;

const isOverdue = ({ callbackAt }: { callbackAt: Date | null }, now: Date) =>
  callbackAt !== null && callbackAt.getTime() <= now.getTime() - CALLBACK_OVERDUE_MS;

/** The caller was given an overdue callback of a colleague: registering reassigns the call. */
export const isTakeover = (caller: Caller, call: OwnedCall, now: Date) =>
  !isManager(caller) && call.operatorId !== caller.id && call.holdBy === caller.id && isOverdue(call, now);

/** The call's operator, any manager, or the user who was given an overdue callback. */
export const mayRegister = (caller: Caller, call: OwnedCall, now: Date) =>
  isManager(caller) || call.operatorId === caller.id || isTakeover(caller, call, now);

/** Only users who could register: a colleague who views the call must not lock out its operator. */
export const mayHold = (caller: Caller, call: Omit<OwnedCall, keyof HeldCall>, now: Date) =>
  isManager(caller) || call.operatorId === caller.id || isOverdue(call, now);

/** The outcome of the call in which a person asked to be blocked can still be registered, by its operator or holder. */
export const mayRegisterBlocked = (caller: Caller, call: OwnedCall, now: Date) =>
  call.operatorId === caller.id || (isHeld(call, now) && call.holdBy === caller.id);

type CallCampaign = { status: CampaignStatus };

/** Managers, until the campaign is closed. */
export const mayCorrect = (caller: Caller, campaign: CallCampaign) => isManager(caller) && !isClosed(campaign);

/** Managers may assign a call to any operator of the campaign, operators only to themselves; null once the campaign is closed. */
export function mayReassignTo(caller: Caller, campaign: CallCampaign): 'operators' | 'self' | null {
  if (isClosed(campaign)) return null;
  return isManager(caller) ? 'operators' : 'self';
}
