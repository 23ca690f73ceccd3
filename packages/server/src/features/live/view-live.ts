import { isOpenForCalls } from '@campanero/contract/calls/open-for-calls';
import type { Live, LiveCampaign, LiveOperator } from '@campanero/contract/live/schemas';
import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import {
  selectAudiences,
  selectCallbackLoad,
  selectDesks,
  selectLastHours,
  selectRecentDays,
} from '../../call-store/read/live.ts';
import type { SignedCtx } from '../../work/context.ts';
import { listCallingCampaigns, type Workplace } from '../calls/workplace.queries.ts';
import { forecastEnd, LOOKBACK_DAYS, shiftDay } from './forecast.ts';
import { isInactive, operatorState } from './live.policy.ts';
import { selectOperators, type WatchedOperator } from './live.queries.ts';

/**
 * The live board of one side (design 13): what its operators do now and how its campaigns that are open for calls come along.
 * For the `monitor` permission. Nothing is kept for it: a few index ranges and counters, whatever the size of the audiences.
 */
export async function viewLive({ db, clock, config }: SignedCtx, external: boolean): Promise<Live> {
  const now = clock();
  const campaigns = (await listCallingCampaigns(db)).filter(
    (campaign) => campaign.external === external && isOpenForCalls(campaign, now),
  );
  const ids = campaigns.map(({ id }) => id);
  const today = productDay(now);
  const operators = await selectOperators(db, ids, external, now);
  const userIds = operators.map(({ id }) => id);
  const hours = await selectLastHours(db, ids, now);
  const recent = await selectRecentDays(db, ids, shiftDay(today, -LOOKBACK_DAYS));
  const audiences = await selectAudiences(db, ids);
  const callbacks = await selectCallbackLoad(db, ids, now, dayBounds(today).to);
  const desks = await selectDesks(db, ids, userIds, now);
  const board: Board = {
    now,
    today,
    alertMinutes: config.inactivityAlertMinutes,
    ofOperator: {
      hours: Map.groupBy(hours, operatorId),
      last: Map.groupBy(recent.last, operatorId),
      audiences: Map.groupBy(audiences, operatorId),
      callbacks: Map.groupBy(callbacks, operatorId),
      desks: Map.groupBy(desks, ({ userId }) => userId),
    },
    ofCampaign: {
      days: Map.groupBy(recent.days, campaignId),
      last: Map.groupBy(recent.last, campaignId),
      audiences: Map.groupBy(audiences, campaignId),
      names: new Map(campaigns.map(({ id, name }) => [id, name])),
    },
  };
  const ofToday = recent.days.filter(({ day }) => day === today);
  const overdue = callbacks.filter((each) => each.overdue > 0);
  return {
    at: now.toISOString(),
    alertMinutes: board.alertMinutes,
    lastHour: { calls: sumOf(hours, 'calls'), contacted: sumOf(hours, 'contacted') },
    hourBefore: { calls: sumOf(hours, 'callsBefore'), contacted: sumOf(hours, 'contactedBefore') },
    today: { calls: sumOf(ofToday, 'calls'), contacted: sumOf(ofToday, 'contacted') },
    pending: sumOf(audiences, 'total') - sumOf(audiences, 'called'),
    overdueCallbacks: sumOf(overdue, 'overdue'),
    oldestCallbackAt: isoOf(earliest(overdue.map(({ oldestAt }) => oldestAt))),
    operators: operators.map((operator) => operatorOn(board, operator)).toSorted(byAttention),
    campaigns: campaigns.map((campaign) => campaignOn(board, campaign)).toSorted(byForecast),
  };
}

const operatorId = <I>(row: { operatorId: I }): I => row.operatorId;
const campaignId = (row: { campaignId: number }) => row.campaignId;
type RowsOf<F extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<F>>;
type Recent = RowsOf<typeof selectRecentDays>;
type Audiences = Map<number, RowsOf<typeof selectAudiences>>;

/** What was read, by whom and by what it is about. */
interface Board {
  now: Date;
  today: string;
  alertMinutes: number;
  ofOperator: {
    hours: Map<number, RowsOf<typeof selectLastHours>>;
    last: Map<number, Recent['last']>;
    audiences: Audiences;
    callbacks: Map<number | null, RowsOf<typeof selectCallbackLoad>>;
    desks: Map<number, RowsOf<typeof selectDesks>>;
  };
  ofCampaign: {
    days: Map<number, Recent['days']>;
    last: Map<number, Recent['last']>;
    audiences: Audiences;
    names: Map<number, string>;
  };
}

function operatorOn(board: Board, { id, name, campaignIds, seenAt, signedInAt }: WatchedOperator): LiveOperator {
  const { now, alertMinutes, ofOperator } = board;
  const hours = ofOperator.hours.get(id) ?? [];
  const audiences = ofOperator.audiences.get(id) ?? [];
  const callbacks = ofOperator.callbacks.get(id)?.[0];
  const desks = ofOperator.desks.get(id) ?? [];
  const openCall = desks.find(({ isHeld }) => isHeld);
  const registered = (ofOperator.last.get(id) ?? []).toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime())[0];
  const lastActivityAt = latest([registered?.lastAt, signedInAt, ...desks.map(({ heldAt }) => heldAt)]);
  const pending = sumOf(audiences, 'neverCalled');
  const waiting = audiences.find(({ neverCalled }) => neverCalled > 0);
  const working = openCall?.campaignId ?? registered?.campaignId ?? waiting?.campaignId ?? campaignIds[0];
  const facts = {
    seenAt,
    hasOpenCall: openCall !== undefined,
    lastActivityAt,
    hasWork: pending > 0 || (callbacks?.overdue ?? 0) > 0,
  };
  return {
    id,
    name,
    state: operatorState(facts, now, alertMinutes),
    campaignName: board.ofCampaign.names.get(working ?? 0) ?? '',
    lastActivityAt: isoOf(lastActivityAt),
    lastHour: { calls: sumOf(hours, 'calls'), contacted: sumOf(hours, 'contacted') },
    tenMinutes: [0, 1, 2, 3, 4, 5].map((n) => hours.reduce((sum, { tenMinutes }) => sum + tenMinutes[n]!, 0)),
    pending,
    overdueCallbacks: callbacks?.overdue ?? 0,
    callbacksToday: callbacks?.coming ?? 0,
  };
}

function campaignOn(board: Board, { id, name, startDate, endDate }: Workplace): LiveCampaign {
  const { now, today, alertMinutes, ofCampaign } = board;
  const audiences = ofCampaign.audiences.get(id) ?? [];
  const total = sumOf(audiences, 'total');
  const called = sumOf(audiences, 'called');
  const pending = total - called;
  const lastActivityAt = latest((ofCampaign.last.get(id) ?? []).map(({ lastAt }) => lastAt));
  const firstCallsByDay = new Map((ofCampaign.days.get(id) ?? []).map(({ day, firstCalls }) => [day, firstCalls]));
  const forecast = forecastEnd({ pending, firstCallsByDay, today, endDay: productDay(endDate) });
  return {
    id,
    name,
    total,
    called,
    pending,
    endDate: endDate.toISOString(),
    pace: forecast.pace,
    forecastDay: forecast.day,
    daysLate: forecast.daysLate,
    lastActivityAt: isoOf(lastActivityAt),
    isInactive: isInactive({ startDate, lastActivityAt, hasWork: pending > 0 }, now, alertMinutes),
  };
}

const LAST = Number.POSITIVE_INFINITY;
const timeOf = (at: string | null) => (at === null ? 0 : Date.parse(at));

function byAttention(a: LiveOperator, b: LiveOperator): number {
  const rank = ({ state }: LiveOperator) => (state === 'inactive' ? 0 : state === 'offline' ? 2 : 1);
  if (rank(a) !== rank(b)) return rank(a) - rank(b);
  return a.state === 'inactive'
    ? timeOf(a.lastActivityAt) - timeOf(b.lastActivityAt)
    : b.lastHour.calls - a.lastHour.calls;
}

/** Late ones first, the latest ahead; then by forecast day, and those without one at last. */
function byForecast(a: LiveCampaign, b: LiveCampaign): number {
  const lateness = (campaign: LiveCampaign) => Math.max(0, campaign.daysLate ?? 0);
  const end = ({ forecastDay }: LiveCampaign) => (forecastDay === null ? LAST : Date.parse(forecastDay));
  return lateness(b) - lateness(a) || (end(a) === end(b) ? 0 : end(a) - end(b));
}

const sumOf = <K extends string>(rows: readonly Record<K, number>[], key: K): number =>
  rows.reduce((sum, row) => sum + row[key], 0);
const latest = (moments: readonly (Date | null | undefined)[]): Date | null =>
  moments.reduce<Date | null>((last, at) => (at && (!last || at > last) ? at : last), null);
const earliest = (moments: readonly Date[]): Date | null =>
  moments.reduce<Date | null>((first, at) => (!first || at < first ? at : first), null);
const isoOf = (at: Date | null) => at?.toISOString() ?? null;
