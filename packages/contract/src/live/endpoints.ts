import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { callingWait } from '../calling-rules/schemas.ts';
import { flag, instant, named } from '../shared/paging.ts';
import { campaignForecast, liveForecasts } from './forecasts.ts';

// `calling`: has a call open. `active`: did something within the last minutes. Quiet for longer: `inactive` (an alert) with calls to make,
// `finished` without, `offHours` outside calling hours. `offline`: no open page.
const operatorState = z.enum(['calling', 'active', 'inactive', 'finished', 'offHours', 'offline']);
export type OperatorState = z.infer<typeof operatorState>;

const count = z.number();

const reached = z.object({ calls: count, contacted: count });

const liveOperator = named.extend({
  state: operatorState,
  /** As the exchange tells; null: it tells nothing of this moment. */
  onPhone: z.enum(['ringing', 'talking']).nullable(),
  /** Of the open call, else of the last registration, else one with calls for this operator. */
  campaignName: z.string(),
  /** The last registration, call taken or opened, or sign-in. */
  lastActivityAt: instant.nullable(),
  lastHour: reached,
  /** Registrations of the last hour by tens of minutes, oldest first. */
  tenMinutes: z.array(count).length(6),
  /** Never called or to be called again, and not blocked. */
  pending: count,
  /** Dated callbacks: those whose moment has passed, and those still to come today. */
  overdueCallbacks: count,
  callbacksToday: count,
});
export type LiveOperator = z.infer<typeof liveOperator>;

const liveCampaign = named.extend({
  ...campaignForecast.shape,
  /** Never called or to be called again, and not blocked. */
  pending: count,
  /** Of these, never called: the forecast is about them. */
  neverCalled: count,
  endDate: instant,
  /** First calls per day over the last seven worked days; null if there were none. */
  pace: count.nullable(),
  lastActivityAt: instant.nullable(),
  /** An alert: calls can be made now, and none was registered for a while. */
  isInactive: z.boolean(),
  /** Why its rules of calling close it at this moment, and until when; null while it is open. */
  closed: callingWait.nullable(),
});
export type LiveCampaign = z.infer<typeof liveCampaign>;

export const liveBoard = z.object({
  at: instant,
  alertMinutes: count,
  /** Outside of them there is no alert of inactivity. */
  callingHours: z.object({
    /** False: Monday to Friday from 9 to 20 is assumed. */
    isLearned: z.boolean(),
    isOpen: z.boolean(),
    today: z.object({ from: count, to: count }).nullable(),
  }),
  lastHour: reached,
  hourBefore: reached,
  today: reached,
  pending: count,
  overdueCallbacks: count,
  oldestCallbackAt: instant.nullable(),
  /** Operators' questions that wait for a coordinator, of all campaigns of the side that are not closed. */
  questions: z.object({ open: count, oldestAt: instant.nullable() }),
  /** Alerts first, longest inactive first; then by calls of the last hour; offline ones last. */
  operators: z.array(liveOperator),
  /** Late ones first, then those in alert, then by forecast day. */
  campaigns: z.array(liveCampaign),
});
export type Live = z.infer<typeof liveBoard>;

export const live = {
  ...liveForecasts,
  view: endpoint('GET', '/monitor/live', 'monitor', {
    summary: 'Quién trabaja ahora y en qué, y cómo avanzan las campañas en curso',
    /** One side at a time, as on the other screens of Monitor. */
    query: z.object({ external: flag.prefault('0') }),
    response: liveBoard,
  }),
};
