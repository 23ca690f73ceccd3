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
  const board: Board = {
    now,
    today,
    alertMinutes: config.inactivityAlertMinutes,
    campaigns,
    hours: await selectLastHours(db, ids, now),
    recent: await selectRecentDays(db, ids, shiftDay(today, -LOOKBACK_DAYS)),
    audiences: await selectAudiences(db, ids),
    callbacks: await selectCallbackLoad(db, ids, now, dayBounds(today).to),
    desks: await selectDesks(db, ids, userIds, now),
  };
  const ofToday = board.recent.days.filter(({ day }) => day === today);
  const overdue = board.callbacks.filter((each) => each.overdue > 0);
  return {
    at: now.toISOString(),
    alertMinutes: board.alertMinutes,
    lastHour: { calls: sumOf(board.hours, 'calls'), contacted: sumOf(board.hours, 'contacted') },
    hourBefore: { calls: sumOf(board.hours, 'callsBefore'), contacted: sumOf(board.hours, 'contactedBefore') },
    today: { calls: sumOf(ofToday, 'calls'), contacted: sumOf(ofToday, 'contacted') },
    pending: sumOf(board.audiences, 'total') - sumOf(board.audiences, 'called'),
    overdueCallbacks: sumOf(overdue, 'overdue'),
    oldestCallbackAt: isoOf(earliest(overdue.map(({ oldestAt }) => oldestAt))),
    operators: operators.map((operator) => operatorOn(board, operator)).toSorted(byAttention),
    campaigns: campaigns.map((campaign) => campaignOn(board, campaign)).toSorted(byForecast),
  };
}

interface Board {
  now: Date;
  today: string;
  alertMinutes: number;
  campaigns: Workplace[];
  hours: Awaited<ReturnType<typeof selectLastHours>>;
  recent: Awaited<ReturnType<typeof selectRecentDays>>;
  audiences: Awaited<ReturnType<typeof selectAudiences>>;
  callbacks: Awaited<ReturnType<typeof selectCallbackLoad>>;
  desks: Awaited<ReturnType<typeof selectDesks>>;
}

function operatorOn(board: Board, { id, name, campaignIds, seenAt, signedInAt }: WatchedOperator): LiveOperator {
  const { now, alertMinutes } = board;
  const isOwn = (row: { operatorId: number | null }) => row.operatorId === id;
  const hours = board.hours.filter(isOwn);
  const audiences = board.audiences.filter(isOwn);
  const callbacks = board.callbacks.find(isOwn);
  const desks = board.desks.filter(({ userId }) => userId === id);
  const openCall = desks.find(({ isHeld }) => isHeld);
  const registered = board.recent.last.filter(isOwn).toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime())[0];
  const lastActivityAt = latest([registered?.lastAt, signedInAt, ...desks.map(({ heldAt }) => heldAt)]);
  const pending = sumOf(audiences, 'neverCalled');
  const waiting = audiences.find(({ neverCalled }) => neverCalled > 0);
  const campaignId = openCall?.campaignId ?? registered?.campaignId ?? waiting?.campaignId ?? campaignIds[0];
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
    campaignName: board.campaigns.find((campaign) => campaign.id === campaignId)?.name ?? '',
    lastActivityAt: isoOf(lastActivityAt),
    lastHour: { calls: sumOf(hours, 'calls'), contacted: sumOf(hours, 'contacted') },
    tenMinutes: [0, 1, 2, 3, 4, 5].map((n) => hours.reduce((sum, { tenMinutes }) => sum + tenMinutes[n]!, 0)),
    pending,
    overdueCallbacks: callbacks?.overdue ?? 0,
    callbacksToday: callbacks?.coming ?? 0,
  };
}

function campaignOn(board: Board, { id, name, startDate, endDate }: Workplace): LiveCampaign {
  const { now, today, alertMinutes, recent } = board;
  const isHere = (row: { campaignId: number }) => row.campaignId === id;
  const audiences = board.audiences.filter(isHere);
  const total = sumOf(audiences, 'total');
  const called = sumOf(audiences, 'called');
  const pending = total - called;
  const lastActivityAt = latest(recent.last.filter(isHere).map(({ lastAt }) => lastAt));
  const firstCallsByDay = new Map(recent.days.filter(isHere).map(({ day, firstCalls }) => [day, firstCalls]));
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
