import type { OperatorState } from '@campanero/contract/live/schemas';

const MINUTE_MS = 60_000;
/** An open page marks its session at least every two minutes; half a minute more for a busy server. */
const SEEN_WITHIN_MS = 2.5 * MINUTE_MS;

interface OperatorFacts {
  seenAt: Date | null;
  hasOpenCall: boolean;
  lastActivityAt: Date | null;
  /** Never-called calls, or callbacks whose moment has passed. */
  hasWork: boolean;
}

/** For as long or longer than the alert's minutes. */
const isLongAgo = (at: Date | null, now: Date, alertMinutes: number) =>
  at === null || now.getTime() - at.getTime() >= alertMinutes * MINUTE_MS;

export function operatorState(facts: OperatorFacts, now: Date, alertMinutes: number): OperatorState {
  const { seenAt, hasOpenCall, lastActivityAt, hasWork } = facts;
  if (seenAt === null || now.getTime() - seenAt.getTime() > SEEN_WITHIN_MS) return 'offline';
  if (hasOpenCall) return 'calling';
  if (!isLongAgo(lastActivityAt, now, alertMinutes)) return 'active';
  return hasWork ? 'inactive' : 'finished';
}

interface CampaignFacts {
  startDate: Date;
  lastActivityAt: Date | null;
  hasWork: boolean;
}

/** Calls are pending and nobody registered one for that long; a campaign that has just begun gets as long. */
export const isInactive = ({ startDate, lastActivityAt, hasWork }: CampaignFacts, now: Date, alertMinutes: number) =>
  hasWork && isLongAgo(lastActivityAt, now, alertMinutes) && isLongAgo(startDate, now, alertMinutes);
