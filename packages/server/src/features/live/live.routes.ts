import { routesOf } from '../../http/mount.ts';
import type { Calendar } from '@campanero/contract/calling-rules/calendar';
import { findClosing } from '@campanero/contract/calling-rules/attempts';
import { isOpenForCalls } from '@campanero/contract/campaigns/status';
import type { Live, LiveCampaign, LiveOperator } from '@campanero/contract/live/endpoints';
import { dayBounds, productDay } from '@campanero/contract/shared/dates';
import { sumOf } from '@campanero/contract/shared/numbers';
import { callingSince, hoursOfDay, shiftDay } from '@campanero/contract/calls/calling-hours';
import { countOpenQuestions, type LiveFacts, readForecastFacts, readLive } from '../../call-store/read/index.ts';
import { visibleTo } from '../../call-store/reach.ts';
import { sql } from '../../db/index.ts';
import type { SignedCtx } from '../../work/index.ts';
import { calendarsOf } from '../calling-rules/calling-rules.queries.ts';
import { type CallingCampaign, listCallingCampaigns } from '../calls/calling-campaign.queries.ts';
import { forecastEnd, LOOKBACK_DAYS } from './forecast.ts';
import { type AlertContext, isInactive, operatorState } from './live.policy.ts';
import { type LiveOperatorRow, selectLiveOperators } from './live.queries.ts';

export const liveRoutes = routesOf('live', {
  view: ({ query }, ctx) => viewLive(ctx, query.external),
  forecasts: ({ query }, ctx) => viewForecasts(ctx, query.ids),
});

/** Of the given campaigns that the user may see and that are open for calls. */
async function viewForecasts({ db, actor, clock }: SignedCtx, asked: readonly number[]) {
  const now = clock();
  const among = sql`${visibleTo(actor)} and campaign.id = any(${[...asked]}::int[])`;
  const campaigns = (await listCallingCampaigns(db, among)).filter((campaign) => isOpenForCalls(campaign, now));
  const campaignIds = campaigns.map(({ id }) => id);
  const calendars = await calendarsOf(db, campaigns);
  const today = productDay(now);
  const facts = await readForecastFacts(db, { campaignIds, since: shiftDay(today, -LOOKBACK_DAYS), now });
  const audiences = Map.groupBy(facts.audiences, campaignId);
  const days = Map.groupBy(facts.days, campaignId);
  return campaigns.map((campaign, n) => {
    const own = { audiences: audiences.get(campaign.id) ?? [], days: days.get(campaign.id) ?? [] };
    return forecastOf(campaign, own, { hours: facts.callingHours, calendar: calendars[n]!, today });
  });
}

/** Reads a few index ranges and counters, so the cost does not depend on audience size. */
async function viewLive({ db, clock, config }: SignedCtx, external: boolean): Promise<Live> {
  const now = clock();
  const campaigns = (await listCallingCampaigns(db)).filter(
    (campaign) => campaign.external === external && isOpenForCalls(campaign, now),
  );
  const ids = campaigns.map(({ id }) => id);
  const ruled = await calendarsOf(db, campaigns);
  const today = productDay(now);
  const operators = await selectLiveOperators(db, ids, external, now);
  const facts = await readLive(db, {
    campaignIds: ids,
    rulesOf: new Map(campaigns.map((campaign) => [campaign.id, campaign.rules])),
    userIds: operators.map(({ id }) => id),
    since: shiftDay(today, -LOOKBACK_DAYS),
    until: dayBounds(today).to,
    now,
  });
  const questions = await countOpenQuestions(db, external);
  const { hours, recent, audiences, callbacks, callingHours } = facts;
  const context: AlertContext = {
    now,
    hours: callingHours,
    calendars: new Map(ids.map((id, n) => [id, ruled[n]!])),
    alertMinutes: config.inactivityAlertMinutes,
  };
  const data = groupFacts(facts, { context, today, campaigns });
  const ofToday = recent.days.filter(({ day }) => day === today);
  const overdue = callbacks.filter((each) => each.overdue > 0);
  return {
    at: now.toISOString(),
    alertMinutes: config.inactivityAlertMinutes,
    callingHours: {
      isLearned: callingHours.isLearned,
      isOpen: callingSince(callingHours, now) !== null,
      today: hoursOfDay(callingHours, today),
    },
    lastHour: { calls: sumOf(hours, 'calls'), contacted: sumOf(hours, 'contacted') },
    hourBefore: { calls: sumOf(hours, 'callsBefore'), contacted: sumOf(hours, 'contactedBefore') },
    today: { calls: sumOf(ofToday, 'calls'), contacted: sumOf(ofToday, 'contacted') },
    pending: sumOf(audiences, 'toCall'),
    overdueCallbacks: sumOf(overdue, 'overdue'),
    oldestCallbackAt: isoOf(earliest(overdue.map(({ oldestAt }) => oldestAt))),
    questions: { open: questions.open, oldestAt: isoOf(questions.oldestAt) },
    operators: operators.map((operator) => presentOperator(data, operator)).toSorted(byAttention),
    campaigns: campaigns.map((campaign) => presentCampaign(data, campaign)).toSorted(byUrgency),
  };
}

const operatorId = <I>(row: { operatorId: I }): I => row.operatorId;
const campaignId = (row: { campaignId: number }) => row.campaignId;

type LiveData = ReturnType<typeof groupFacts>;

function groupFacts(
  { hours, recent, audiences, callbacks, currentCalls, onPhone, rested }: LiveFacts,
  { context, today, campaigns }: { context: AlertContext; today: string; campaigns: readonly CallingCampaign[] },
) {
  return {
    context,
    today,
    /** Operators with callable work by campaign; may repeat. */
    workNow: [
      ...audiences.filter(({ neverCalled }) => neverCalled > 0),
      ...callbacks.filter(({ overdue }) => overdue > 0),
      ...rested,
    ],
    ofOperator: {
      hours: Map.groupBy(hours, operatorId),
      last: Map.groupBy(recent.last, operatorId),
      audiences: Map.groupBy(audiences, operatorId),
      callbacks: Map.groupBy(callbacks, operatorId),
      currentCalls: Map.groupBy(currentCalls, ({ userId }) => userId),
      onPhone: new Map(onPhone.map(({ userId, isTalking }) => [userId, isTalking])),
    },
    ofCampaign: {
      days: Map.groupBy(recent.days, campaignId),
      last: Map.groupBy(recent.last, campaignId),
      audiences: Map.groupBy(audiences, campaignId),
      names: new Map(campaigns.map(({ id, name }) => [id, name])),
    },
  };
}

function presentOperator(data: LiveData, { id, name, campaignIds, seenAt, signedInAt }: LiveOperatorRow): LiveOperator {
  const { context, workNow, ofOperator } = data;
  const hours = ofOperator.hours.get(id) ?? [];
  const audiences = ofOperator.audiences.get(id) ?? [];
  const callbacks = ofOperator.callbacks.get(id) ?? [];
  const currentCalls = ofOperator.currentCalls.get(id) ?? [];
  const isTalking = ofOperator.onPhone.get(id);
  const openCall = currentCalls.find(({ isHeld }) => isHeld);
  const registered = (ofOperator.last.get(id) ?? []).toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime())[0];
  const lastActivityAt = latest([registered?.lastAt, signedInAt, ...currentCalls.map(({ heldAt }) => heldAt)]);
  const waiting = audiences.find(({ toCall }) => toCall > 0);
  const working = openCall?.campaignId ?? registered?.campaignId ?? waiting?.campaignId ?? campaignIds[0];
  const facts = {
    seenAt,
    hasOpenCall: openCall !== undefined,
    lastActivityAt,
    campaignsWithWork: workNow.filter((work) => work.operatorId === id).map(campaignId),
  };
  return {
    id,
    name,
    state: operatorState(facts, context),
    onPhone: isTalking === undefined ? null : isTalking ? 'talking' : 'ringing',
    campaignName: data.ofCampaign.names.get(working ?? 0) ?? '',
    lastActivityAt: isoOf(lastActivityAt),
    lastHour: { calls: sumOf(hours, 'calls'), contacted: sumOf(hours, 'contacted') },
    tenMinutes: [0, 1, 2, 3, 4, 5].map((n) => hours.reduce((sum, { tenMinutes }) => sum + tenMinutes[n]!, 0)),
    pending: sumOf(audiences, 'toCall'),
    overdueCallbacks: sumOf(callbacks, 'overdue'),
    callbacksToday: sumOf(callbacks, 'coming'),
  };
}

function presentCampaign(data: LiveData, campaign: CallingCampaign): LiveCampaign {
  const { id, name, startDate, endDate } = campaign;
  const { context, today, workNow, ofCampaign } = data;
  const audiences = ofCampaign.audiences.get(id) ?? [];
  const lastActivityAt = latest((ofCampaign.last.get(id) ?? []).map(({ lastAt }) => lastAt));
  const calendar = context.calendars.get(id)!;
  const hasWork = workNow.some((work) => work.campaignId === id);
  return {
    ...forecastOf(campaign, { audiences, days: ofCampaign.days.get(id) ?? [] }, { ...context, calendar, today }),
    name,
    pending: sumOf(audiences, 'toCall'),
    endDate: endDate.toISOString(),
    lastActivityAt: isoOf(lastActivityAt),
    isInactive: isInactive({ id, startDate, lastActivityAt, hasWork }, context),
    closed: findClosing(calendar, context.now),
  };
}

function forecastOf(
  { id, endDate }: CallingCampaign,
  { audiences, days }: Pick<Awaited<ReturnType<typeof readForecastFacts>>, 'audiences' | 'days'>,
  { hours, calendar, today }: Pick<AlertContext, 'hours'> & { calendar: Calendar; today: string },
) {
  const neverCalled = sumOf(audiences, 'neverCalled');
  const firstCallsByDay = new Map(days.map(({ day, firstCalls }) => [day, firstCalls]));
  const work = { neverCalled, firstCallsByDay, today, endDay: productDay(endDate) };
  const { pace, day: forecastDay, daysLate } = forecastEnd(work, hours, calendar);
  const total = sumOf(audiences, 'total');
  return { id, total, called: sumOf(audiences, 'called'), neverCalled, pace, forecastDay, daysLate };
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

/** Late ones first by days late, then inactive ones, then by forecast day; without forecast last. */
function byUrgency(a: LiveCampaign, b: LiveCampaign): number {
  const lateness = (campaign: LiveCampaign) => Math.max(0, campaign.daysLate ?? 0);
  const idleness = ({ isInactive: isIdle }: LiveCampaign) => Number(isIdle);
  const end = ({ forecastDay }: LiveCampaign) => (forecastDay === null ? LAST : Date.parse(forecastDay));
  return lateness(b) - lateness(a) || idleness(b) - idleness(a) || (end(a) === end(b) ? 0 : end(a) - end(b));
}

const latest = (moments: readonly (Date | null | undefined)[]): Date | null =>
  moments.reduce<Date | null>((last, at) => (at && (!last || at > last) ? at : last), null);
const earliest = (moments: readonly Date[]): Date | null =>
  moments.reduce<Date | null>((first, at) => (!first || at < first ? at : first), null);
const isoOf = (at: Date | null) => at?.toISOString() ?? null;
