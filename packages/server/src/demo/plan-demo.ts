import { OBJECTIVES } from '../db/seed/catalogue.ts';
import type { LocationTree } from '../db/seed/locations.ts';
import { createCalendar, type Calendar } from './calendar.ts';
import { campaignPlans, type CampaignPlan } from './campaign-plans.ts';
import { describeOutcome, drawOutcome, hasCallback, type DemoOutcome } from './outcomes.ts';
import { createPopulation, type DemoPhone, type Population } from './people.ts';
import { randomOf, type Random } from './random.ts';
import type { DemoUser, Staff } from './staff.ts';

/** Marked by the operator after the call. */
export type DemoMark = 'interested' | 'dead' | 'wrong' | 'doNotCall' | 'invalid';

export interface DemoEntry extends DemoOutcome {
  at: Date;
  callbackAt: Date | null;
  mark?: DemoMark;
  correction?: DemoOutcome & { at: Date; reason: string };
}

export type DemoCall = { phone: DemoPhone; operator: DemoUser; entries: DemoEntry[] };

export interface DemoCampaign {
  plan: CampaignPlan;
  objectiveId: number;
  states: readonly number[];
  coordinator: DemoUser;
  operators: DemoUser[];
  createdAt: Date;
  /** When the audience came in and when it was handed out. */
  loadedAt: Date;
  segmentedAt: Date;
  startsAt: Date;
  endsAt: Date;
  pausedAt: Date | null;
  finishedAt: Date | null;
  phones: DemoPhone[];
  /** Those handed out, in load order. */
  calls: DemoCall[];
}

export type DemoPlan = { calendar: Calendar; population: Population; campaigns: DemoCampaign[] };

/** Day of the pause. */
const PAUSED_ON = -3;
const EVENING = 20 * 60 + 30;
/** Numbers of campaigns that ended before this day are called again in later ones. */
const KNOWN_UNTIL = -80;
const KNOWN_SHARE = 0.2;

/** Eight months of a call centre. From a fixed seed: the same first start gives the same data everywhere. */
export async function planDemo(now: Date, places: LocationTree, staff: Staff): Promise<DemoPlan> {
  const calendar = createCalendar(now);
  const random = randomOf('campaigns');
  const year = now.getUTCFullYear();
  const population = await createPopulation(places, year);
  const campaigns = campaignPlans(year)
    .map((plan) => makeCampaign(plan, calendar, staff, random))
    .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  const known: DemoPhone[] = [];
  for (const campaign of campaigns) {
    const { plan } = campaign;
    // Audiences of a place contain its residents only; the others may repeat known people.
    const again = plan.start > KNOWN_UNTIL && !plan.place ? known.splice(0, Math.round(plan.size * KNOWN_SHARE)) : [];
    const fresh = population.makePhones(randomOf(`people of ${plan.name}`), plan.size - again.length, plan.place);
    campaign.phones = random.shuffle([...again, ...fresh]);
    workThrough(calendar, campaign);
    markPeople(campaign, plan.end < KNOWN_UNTIL);
    if (plan.end < KNOWN_UNTIL) known.push(...fresh);
  }
  correctSome(calendar, campaigns);
  return { calendar, population, campaigns };
}

function makeCampaign(plan: CampaignPlan, calendar: Calendar, staff: Staff, random: Random): DemoCampaign {
  const objective = OBJECTIVES.find(({ name }) => name === plan.objective)!;
  const created = Math.min(plan.start, 0) - (plan.size > 0 ? random.int(5, 12) : random.int(1, 6));
  const minute = random.int(540, 1080);
  const isFinished = plan.status === 'FINALIZADA' || plan.status === 'FINALIZANDO';
  return {
    plan,
    objectiveId: objective.id,
    states: objective.states,
    ...choosePeople(plan, staff, random),
    createdAt: calendar.at(created, minute),
    loadedAt: calendar.at(created + 2, minute + 35),
    segmentedAt: calendar.at(created + 3, random.int(560, 640)),
    startsAt: calendar.at(plan.start, 9 * 60),
    endsAt: calendar.at(plan.end, 20 * 60),
    pausedAt: plan.status === 'PAUSADA' ? calendar.at(PAUSED_ON, EVENING) : null,
    finishedAt: isFinished ? calendar.at(plan.end + 1, random.int(550, 700)) : null,
    phones: [],
    calls: [],
  };
}

function choosePeople(plan: CampaignPlan, staff: Staff, random: Random) {
  const side = plan.external ? staff.external : staff.internal;
  const [demoOperator, ...others] = side.operators;
  const operators = random.shuffle(others).slice(0, random.int(3, Math.min(6, others.length)));
  // The demo operators have pending work in most running campaigns.
  if (random.chance(plan.status === 'EN CURSO' ? 0.85 : 0.5)) operators.unshift(demoOperator!);
  if (!plan.external && plan.end < KNOWN_UNTIL) operators.push(staff.former);
  return { coordinator: random.pick(side.coordinators), operators };
}

/** Assigns the audience in equal shares, as Segmentar does, and creates the operators' calls day by day. */
function workThrough(calendar: Calendar, campaign: DemoCampaign): void {
  const { plan, operators, phones } = campaign;
  const amount = Math.floor(phones.length * (plan.handedOut ?? 1));
  campaign.calls = phones
    .slice(0, amount)
    .map((phone, place) => ({ phone, operator: operators[place % operators.length]!, entries: [] }));
  const isIdle = plan.status === 'AUDIENCIA PROCESADA';
  const days = isIdle ? [] : calendar.workdays(plan.start, campaign.pausedAt ? PAUSED_ON : plan.end);
  if (days.length === 0) return;
  const random = randomOf(`calls of ${plan.name}`);
  for (const operator of operators) {
    const own = campaign.calls.filter((call) => call.operator === operator);
    const done = Math.round(own.length * Math.min(1, progressOf(campaign) * operator.pace));
    for (const [index, call] of own.slice(0, done).entries())
      callUntilDone(campaign, call, { calendar, random, days, first: Math.floor((index / done) * days.length) });
  }
}

/** Running or paused. */
const isOpen = ({ plan }: DemoCampaign) => plan.status !== 'AUDIENCIA PROCESADA' && plan.end > 0;

/** How far an average operator is, as a share of the audience. */
function progressOf(campaign: DemoCampaign): number {
  const { plan } = campaign;
  if (!isOpen(campaign)) return plan.status === 'FINALIZADA' ? 1.15 : 1;
  const upTo = campaign.pausedAt ? PAUSED_ON : 0;
  return (OPEN_PACE * (upTo - plan.start + 0.5)) / (plan.end - plan.start);
}
const OPEN_PACE = 0.3;

const MOST_ATTEMPTS = 5;
const TRIES_AGAIN = 0.72;
const CALL_BACK = 6;
const FIVE_MINUTES = 300_000;

type CallOptions = { calendar: Calendar; random: Random; days: readonly number[]; first: number };

/** One call, attempt after attempt on later days, until an outcome stands or the days are over. */
function callUntilDone(campaign: DemoCampaign, { entries }: DemoCall, { calendar, random, days, first }: CallOptions) {
  let day = Math.min(days.length - 1, Math.max(0, first + random.int(-1, 1)));
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    if (days[day] === 0 && !random.chance(calendar.todayShare)) break;
    const at = calendar.momentOn(days[day]!, random);
    const outcome = drawOutcome(campaign.states, random);
    const previous = entries.at(-1);
    if (previous?.stateId === CALL_BACK) previous.callbackAt = promisedBefore(at, previous.at);
    entries.push({ ...outcome, at, callbackAt: null });
    day += random.int(1, 4);
    if (!hasCallback(outcome.stateId) || !random.chance(TRIES_AGAIN) || day >= days.length) break;
  }
  const last = entries.at(-1);
  if (last?.stateId === CALL_BACK && isOpen(campaign)) last.callbackAt = promiseCallback(last.at, calendar, random);
}

const wholeMinutes = (ms: number) => new Date(Math.floor(ms / FIVE_MINUTES) * FIVE_MINUTES);

/** The agreed time: shortly before the call that kept it. */
function promisedBefore(kept: Date, agreed: Date): Date | null {
  const promised = wholeMinutes(kept.getTime());
  return promised > agreed ? promised : null;
}

/** Open dated callbacks: most still to come, some due and waiting. */
function promiseCallback(agreed: Date, calendar: Calendar, random: Random): Date | null {
  if (!random.chance(0.6)) return null;
  if (random.chance(0.7)) return calendar.at(random.int(1, 6), random.int(20, 38) * 30);
  const overdue = wholeMinutes(calendar.now.getTime() - random.int(1, 90) * 60_000);
  return overdue > agreed ? overdue : null;
}

/** Mark and its probability, by state. */
const MARKS: Record<number, readonly [DemoMark, number]> = {
  7: ['wrong', 0.8],
  8: ['invalid', 0.4],
  9: ['doNotCall', 0.12],
  10: ['interested', 0.7],
  11: ['dead', 1],
  16: ['interested', 0.25],
};

/** `isCalledAgain`: later campaigns call some of these numbers, so none of them is blocked. */
function markPeople({ plan, calls }: DemoCampaign, isCalledAgain: boolean): void {
  const random = randomOf(`marks of ${plan.name}`);
  for (const { entries } of calls) {
    const last = entries.at(-1);
    const [mark, share] = (last && MARKS[last.stateId]) ?? [];
    if (!last || !mark || !random.chance(share!)) continue;
    if (mark === 'interested' || !isCalledAgain) last.mark = mark;
  }
}

const REASONS = [
  'El operador eligió el estado equivocado.',
  'Escuchada la grabación, la persona confirmó.',
  'Se registró dos veces el mismo resultado.',
];
const CONTACTED = 2;
const CORRECTIONS = 18;

/** Coordinators correct some latest outcomes; only on calls without pending callbacks. */
function correctSome(calendar: Calendar, campaigns: readonly DemoCampaign[]): void {
  const random = randomOf('corrections');
  const settled = campaigns
    .filter(({ plan }) => plan.status === 'EN CURSO')
    .flatMap(({ calls, states }) => calls.map((call) => ({ entry: call.entries.at(-1), states })))
    .filter(({ entry }) => entry?.stateId === CONTACTED && entry.at < calendar.at(-1));
  for (const { entry, states } of random.shuffle(settled).slice(0, CORRECTIONS))
    entry!.correction = {
      ...describeOutcome(states.includes(10) ? 10 : 16, random),
      at: new Date(entry!.at.getTime() + random.int(2, 20) * 3_600_000 + random.int(0, 3_599_999)),
      reason: random.pick(REASONS),
    };
}
