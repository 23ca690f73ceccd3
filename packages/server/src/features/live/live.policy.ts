import { type Calendar, openSince } from '@campanero/contract/calling-rules/calendar';
import { type CallingHours, callingSince } from '@campanero/contract/calls/calling-hours';
import type { OperatorState } from '@campanero/contract/live/endpoints';

const MINUTE_MS = 60_000;
/** An open page updates its session at least every two minutes, plus 30 s for a busy server. */
const SEEN_WITHIN_MS = 2.5 * MINUTE_MS;

export interface AlertContext {
  now: Date;
  hours: CallingHours;
  calendars: ReadonlyMap<number, Calendar>;
  alertMinutes: number;
}

/** Null outside of calling time. Both the campaign's rules and the installation's usual hours must allow it. */
function campaignCallsSince(campaignId: number, { now, hours, calendars }: AlertContext): Date | null {
  const calendar = calendars.get(campaignId);
  const since = [callingSince(hours, now), ...(calendar ? [openSince(calendar, now)] : [])];
  return since.reduce((latest, at) => (latest && at ? (at > latest ? at : latest) : null));
}

const isLongAgo = (at: Date | null, { now, alertMinutes }: AlertContext) =>
  at === null || now.getTime() - at.getTime() >= alertMinutes * MINUTE_MS;

interface OperatorFacts {
  seenAt: Date | null;
  hasOpenCall: boolean;
  lastActivityAt: Date | null;
  /** Campaigns in which the operator has callable work, apart from calling hours. */
  campaignsWithWork: readonly number[];
}

export function operatorState(facts: OperatorFacts, context: AlertContext): OperatorState {
  const { seenAt, hasOpenCall, lastActivityAt, campaignsWithWork } = facts;
  if (seenAt === null || context.now.getTime() - seenAt.getTime() > SEEN_WITHIN_MS) return 'offline';
  if (hasOpenCall) return 'calling';
  if (!isLongAgo(lastActivityAt, context)) return 'active';
  if (campaignsWithWork.length === 0) return 'finished';
  const since = campaignsWithWork.flatMap((id) => campaignCallsSince(id, context) ?? []);
  if (since.length === 0) return 'offHours';
  // The alert time starts when the calling hours start.
  return since.some((at) => isLongAgo(at, context)) ? 'inactive' : 'active';
}

interface CampaignFacts {
  id: number;
  startDate: Date;
  lastActivityAt: Date | null;
  /** Has callable work, apart from calling hours. */
  hasWork: boolean;
}

/** There is callable work, but no registration for that long; also counted from the campaign's and the hours' start. */
export function isInactive({ id, startDate, lastActivityAt, hasWork }: CampaignFacts, context: AlertContext): boolean {
  const since = campaignCallsSince(id, context);
  return (
    hasWork && since !== null && [lastActivityAt, startDate, since].every((at: Date | null) => isLongAgo(at, context))
  );
}
