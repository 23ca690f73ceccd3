import { z } from 'zod';
import { callingWait } from '../calling-rules/schemas.ts';
import { day, flag, instant, named } from '../shared/paging.ts';

/** One side at a time, as on the other screens of Monitor: its campaigns and the operators who work on them. */
export const liveQuery = z.object({ external: flag.prefault('0') });

/**
 * `calling`: has a call open. `active`: registered, had a call open or signed in within the last minutes. `inactive`: has calls to make and did
 * nothing for longer, which is an alert. `finished`: as quiet, but has nothing to call now. `offHours`: as quiet, but these are
 * no hours in which calls are made. `offline`: no open page.
 */
const OPERATOR_STATES = ['calling', 'active', 'inactive', 'finished', 'offHours', 'offline'] as const;
const operatorState = z.enum(OPERATOR_STATES);
export type OperatorState = z.infer<typeof operatorState>;

const count = z.number();

/** Registrations, and those of them with contact. */
const reached = z.object({ calls: count, contacted: count });

const liveOperator = named.extend({
  state: operatorState,
  /** The campaign of the open call, else of the last registration, else one that waits for this operator. */
  campaignName: z.string(),
  /** The last registration, call taken or opened, or sign-in. */
  lastActivityAt: instant.nullable(),
  lastHour: reached,
  /** Registrations of the last hour by tens of minutes, oldest first. */
  tenMinutes: z.array(count).length(6),
  /** What is still to be done: never called or to be called again, and not blocked. */
  pending: count,
  /** Dated callbacks: those whose moment has passed, and those still to come today. */
  overdueCallbacks: count,
  callbacksToday: count,
});
export type LiveOperator = z.infer<typeof liveOperator>;

const liveCampaign = named.extend({
  total: count,
  called: count,
  /** What is still to be done: never called or to be called again, and not blocked. */
  pending: count,
  /** Those of them that were never called: the forecast is about these. */
  neverCalled: count,
  endDate: instant,
  /** How many calls a day are called for the first time, on the last seven days that were worked; null if there were none. */
  pace: count.nullable(),
  /** The day on which every call will have been called at that pace; null without a pace or with nothing left to call first. */
  forecastDay: day.nullable(),
  /** From the day of its end to the forecast day: above 0 it ends late, below 0 early. */
  daysLate: count.nullable(),
  lastActivityAt: instant.nullable(),
  /** An alert: calls can be made now, in hours in which calls are made, and none was registered for a while. */
  isInactive: z.boolean(),
  /** Why its rules of calling close it at this moment, and until when; null while it is open. */
  closed: callingWait.nullable(),
});
export type LiveCampaign = z.infer<typeof liveCampaign>;

/** What happens now in the campaigns of one side that are open for calls. */
export const liveBoard = z.object({
  /** The moment all of it is true at. */
  at: instant,
  /** INACTIVITY_ALERT_MINUTES: after how long without a registration there is an alert. */
  alertMinutes: count,
  /** The hours in which calls are made, without which there is no alert of inactivity. */
  callingHours: z.object({
    /** From the registrations of the last weeks; false: there are none, Monday to Friday from 9 to 20 is assumed. */
    isLearned: z.boolean(),
    isOpen: z.boolean(),
    /** Whole hours of today, end exclusive; null on a day of rest. */
    today: z.object({ from: count, to: count }).nullable(),
  }),
  lastHour: reached,
  hourBefore: reached,
  today: reached,
  /** What is still to be done in these campaigns. */
  pending: count,
  overdueCallbacks: count,
  oldestCallbackAt: instant.nullable(),
  /** Those in alert first, the longest inactive ahead; then by calls of the last hour; those without an open page last. */
  operators: z.array(liveOperator),
  /** Late ones first, then those in alert, then by forecast day. */
  campaigns: z.array(liveCampaign),
});
export type Live = z.infer<typeof liveBoard>;
