import type { Calendar } from './calendar.ts';
import { describe, drawOutcome, hasCallback } from './outcomes.ts';
import { randomOf, type Random } from './random.ts';
import type { DemoCall, DemoCampaign, DemoEntry } from './world.ts';

const MOST_ATTEMPTS = 5;
const TRIES_AGAIN = 0.72;
const CALL_BACK = 6;
const FIVE_MINUTES = 300_000;
/** A pause was ordered this many days ago. */
const PAUSED_SINCE = 3;

/** Hands each audience out in equal shares, as Segmentar does, and lets the operators work through theirs day by day. */
export function workThrough(calendar: Calendar, campaigns: readonly DemoCampaign[]): void {
  for (const campaign of campaigns) {
    if (campaign.calls.length === 0) continue;
    const random = randomOf(`calls of ${campaign.plan.name}`);
    assignFreeCalls(campaign);
    const days = workingDays(calendar, campaign);
    if (days.length === 0) continue;
    for (const operator of campaign.operators) {
      const own = campaign.calls.filter((call) => call.operatorId === operator.id);
      const done = Math.round(own.length * Math.min(1, progressOf(campaign) * operator.pace));
      for (const [index, call] of own.slice(0, done).entries())
        callUntilDone(call, { calendar, random, days, first: Math.floor((index / done) * days.length) });
    }
  }
}

function assignFreeCalls({ plan, operators, calls }: DemoCampaign): void {
  const amount = Math.floor(calls.length * (plan.handedOut ?? 1));
  for (const [index, call] of calls.slice(0, amount).entries())
    call.operatorId = operators[index % operators.length]!.id;
}

const isOpen = ({ plan, calls }: DemoCampaign) =>
  plan.status === 'EN CURSO' || plan.status === 'PAUSADA' || (plan.status === 'CARGANDO AUDIENCIA' && calls.length > 0);

function workingDays(calendar: Calendar, campaign: DemoCampaign): number[] {
  const { plan } = campaign;
  if (plan.status === 'AUDIENCIA PROCESADA') return [];
  return calendar.workdays(plan.start, plan.status === 'PAUSADA' ? -PAUSED_SINCE : plan.end);
}

/** How far an average operator is, as a share of the audience. */
function progressOf(campaign: DemoCampaign): number {
  const { plan } = campaign;
  if (!isOpen(campaign)) return plan.status === 'FINALIZADA' ? 1.15 : 1;
  const upTo = plan.status === 'PAUSADA' ? -PAUSED_SINCE : 0;
  return (0.95 * (upTo - plan.start + 0.5)) / (plan.end - plan.start);
}

interface Turn {
  calendar: Calendar;
  random: Random;
  days: readonly number[];
  first: number;
}

/** One call, attempt after attempt on later days, until an outcome stands or the days are over. */
function callUntilDone(call: DemoCall, { calendar, random, days, first }: Turn): void {
  let day = Math.min(days.length - 1, Math.max(0, first + random.int(-1, 1)));
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) {
    if (days[day] === 0 && !random.chance(calendar.todayShare)) break;
    const at = calendar.momentOn(days[day]!, random);
    const outcome = drawOutcome(call.campaign.states, random);
    const entry: DemoEntry = { ...outcome, userId: call.operatorId!, callbackAt: null, at };
    const previous = call.entries.at(-1);
    if (previous?.stateId === CALL_BACK) previous.callbackAt = promisedBefore(at, previous.at);
    call.entries.push(entry);
    const next = day + random.int(1, 4);
    if (!hasCallback(outcome.stateId) || !random.chance(TRIES_AGAIN)) break;
    if (next >= days.length) break;
    day = next;
  }
  if (isOpen(call.campaign)) promiseCallback(call, calendar, random);
}

/** The hour agreed on lay a few minutes before it was kept. */
function promisedBefore(kept: Date, agreed: Date): Date | null {
  const promised = new Date(Math.floor(kept.getTime() / FIVE_MINUTES) * FIVE_MINUTES);
  return promised > agreed ? promised : null;
}

/** Open dated callbacks: most still to come, some due and waiting. */
function promiseCallback(call: DemoCall, calendar: Calendar, random: Random): void {
  const last = call.entries.at(-1);
  if (last?.stateId !== CALL_BACK || !random.chance(0.6)) return;
  if (random.chance(0.7)) {
    last.callbackAt = calendar.at(random.int(1, 6), random.int(20, 38) * 30);
  } else {
    const overdue = new Date(
      Math.floor((calendar.now.getTime() - random.int(1, 90) * 60_000) / FIVE_MINUTES) * FIVE_MINUTES,
    );
    if (overdue > last.at) last.callbackAt = overdue;
  }
}

export interface DemoCorrection {
  call: DemoCall;
  entry: DemoEntry;
  corrected: DemoEntry;
  reason: string;
}

const REASONS = [
  'El operador eligió el estado equivocado.',
  'Escuchada la grabación, la persona confirmó.',
  'Se registró dos veces el mismo resultado.',
];
const CORRECTIONS = 18;

/** A coordinator put some latest outcomes right a day or so later; only on calls that wait for nothing. */
export function correctSome(calendar: Calendar, campaigns: readonly DemoCampaign[]): DemoCorrection[] {
  const random = randomOf('corrections');
  const settled = campaigns
    .filter((campaign) => campaign.plan.status === 'EN CURSO')
    .flatMap((campaign) => campaign.calls)
    .filter((call) => call.entries.at(-1)?.stateId === 2 && call.entries.at(-1)!.at < calendar.at(-1));
  return random
    .shuffle(settled)
    .slice(0, CORRECTIONS)
    .map((call) => {
      const entry = call.entries.at(-1)!;
      const { campaign } = call;
      const stateId = campaign.states.includes(10) ? 10 : 16;
      const at = new Date(entry.at.getTime() + random.int(2, 20) * 3_600_000 + random.int(0, 3_599_999));
      return {
        call,
        entry,
        corrected: { ...describe(stateId, random), userId: campaign.coordinator.id, callbackAt: null, at },
        reason: random.pick(REASONS),
      };
    });
}
