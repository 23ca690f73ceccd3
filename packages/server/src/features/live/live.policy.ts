import { type Calendar, openSince } from '@campanero/contract/calling-rules/calendar';
import { type CallingHours, callingSince } from '@campanero/contract/calls/calling-hours';
import type { OperatorState } from '@campanero/contract/live/schemas';

const MINUTE_MS = 60_000;
/** An open page marks its session at least every two minutes; half a minute more for a busy server. */
const SEEN_WITHIN_MS = 2.5 * MINUTE_MS;

/** The clock, the hours in which the installation calls, those of each campaign's rules, and after how long without a registration there is an alert. */
export interface Watch {
  now: Date;
  hours: CallingHours;
  calendars: ReadonlyMap<number, Calendar>;
  alertMinutes: number;
}

/**
 * Since when a campaign's hours have gone on; null outside of them. Its rules say when one may call, the installation's habit when one
 * does: there is an alert where both do.
 */
function campaignCallsSince(campaignId: number, { now, hours, calendars }: Watch): Date | null {
  const calendar = calendars.get(campaignId);
  const since = [callingSince(hours, now), ...(calendar ? [openSince(calendar, now)] : [])];
  return since.reduce((latest, at) => (latest && at ? (at > latest ? at : latest) : null));
}

/** For as long or longer than the alert's minutes. */
const isLongAgo = (at: Date | null, { now, alertMinutes }: Watch) =>
  at === null || now.getTime() - at.getTime() >= alertMinutes * MINUTE_MS;

interface OperatorFacts {
  seenAt: Date | null;
  hasOpenCall: boolean;
  lastActivityAt: Date | null;
  /** The campaigns in which the operator has a call that can be made now, were it not for the hour. */
  campaignsWithWork: readonly number[];
}

export function operatorState(facts: OperatorFacts, watch: Watch): OperatorState {
  const { seenAt, hasOpenCall, lastActivityAt, campaignsWithWork } = facts;
  if (seenAt === null || watch.now.getTime() - seenAt.getTime() > SEEN_WITHIN_MS) return 'offline';
  if (hasOpenCall) return 'calling';
  if (!isLongAgo(lastActivityAt, watch)) return 'active';
  if (campaignsWithWork.length === 0) return 'finished';
  const since = campaignsWithWork.flatMap((id) => campaignCallsSince(id, watch) ?? []);
  if (since.length === 0) return 'offHours';
  // Whoever is early has as long as everybody once the hours have begun.
  return since.some((at) => isLongAgo(at, watch)) ? 'inactive' : 'active';
}

interface CampaignFacts {
  id: number;
  startDate: Date;
  lastActivityAt: Date | null;
  /** A call can be made now, were it not for the hour. */
  hasWork: boolean;
}

/** There are calls to make in this hour and nobody registered one for that long; whatever has just begun gets as long. */
export function isInactive({ id, startDate, lastActivityAt, hasWork }: CampaignFacts, watch: Watch): boolean {
  const since = campaignCallsSince(id, watch);
  return (
    hasWork && since !== null && [lastActivityAt, startDate, since].every((at: Date | null) => isLongAgo(at, watch))
  );
}
