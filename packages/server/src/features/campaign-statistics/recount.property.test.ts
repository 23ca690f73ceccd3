import { api } from '@campanero/contract';
import { AFFINITIES } from '@campanero/contract/calls/schemas';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { expectTrueCounters } from '../../../test/calling.ts';
import { aState, theSystemStates } from '../../../test/catalogue.ts';
import {
  aCampaign,
  aCoordinator,
  anExternalOperator,
  anOperator,
  aSession,
  type TestUser,
} from '../../../test/factories.ts';
import { callsOf, loadFiles } from '../../../test/loads.ts';
import { ownOf, recountCards, recountDays, recountMonths, recountSpan } from '../../../test/recount.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { closingWork } from '../campaigns/status/close-campaign.ts';
import { refreshStatisticsJob } from '../global-statistics/refresh-statistics.ts';

const world = useWorld();
const states: number[] = [];
beforeAll(async () => {
  await theSystemStates(world);
  await sql`select ensure_history_months('2026-03-01', '2026-04-30')`.execute(world.db);
  await sql`select ensure_shared_call_leaf()`.execute(world.db);
  const made = [
    await aState(world, { id: 14, contactability: true, effectiveness: true }),
    await aState(world, { id: 15, contactability: true, effectiveness: true }),
    await aState(world, { id: 20, contactability: true, callback: true }),
    await aState(world, { id: 21, callback: true }),
    await aState(world, { id: 22 }),
  ];
  states.push(...made.map(({ id }) => id));
});

/** Deterministic random numbers below `limit` (mulberry32). */
function randomFrom(seed: number) {
  let state = seed;
  return (limit: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

interface Scene {
  id: number;
  /** The start: one scenario stays within a month, another crosses into the next. */
  start: number;
  random: (limit: number) => number;
  manager: TestUser;
  operators: TestUser[];
}

const fileOf = (first: number, rows: number) =>
  [
    'telefono;nombre;apellido',
    ...Array.from({ length: rows }, (_, row) => `11${40_000_000 + first + row};Ana;${row}`),
  ].join('\n');

async function begin(seed: number): Promise<Scene> {
  const random = randomFrom(seed);
  const start = Date.parse(seed === 1 ? '2026-03-10T12:00:00.000Z' : '2026-03-30T12:00:00.000Z');
  world.clock.set(new Date(start));
  const manager = await aCoordinator(world);
  const external = seed === 2;
  const anyOperator = external ? anExternalOperator : anOperator;
  const operators = [await anyOperator(world), await anyOperator(world)];
  const { id } = await aCampaign(world, {
    external,
    operators: operators.map((operator) => operator.id),
    coordinatedBy: manager.id,
  });
  await world.db
    .insertInto('campaignState')
    .values(states.map((stateId) => ({ campaignId: id, stateId })))
    .execute();
  await loadFiles(world, manager, id, [{ content: fileOf(seed * 1000, 9) }]);
  await as(world, manager).call(api.audience.segment, {
    params: { id },
    query: {},
    body: { operators: operators.map((operator) => operator.id), amount: 7 },
  });
  return { id, start, random, manager, operators };
}

/** One random operation over HTTP; refusals are fine, only the final state is checked. */
async function perform({ id, random, manager, operators }: Scene): Promise<number> {
  const calls = await callsOf(world, id);
  const call = calls[random(calls.length)]!;
  const key = { id, callId: call.id };
  const anyClient = as(world, [...operators, manager][random(3)]!);
  const managerClient = as(world, manager);
  const outcome = { stateId: states[random(states.length)]!, affinity: AFFINITIES[random(4)] ?? null };
  const choice = random(20);
  if (choice < 8) return (await managerClient.call(api.calls.register, { params: key, body: outcome })).status;
  if (choice < 10) return (await anyClient.call(api.calls.register, { params: key, body: outcome })).status;
  if (choice < 15) {
    const { body: entries } = await managerClient.call(api.calls.history, { params: key });
    // Mostly a recent one, so that corrections are corrected too.
    const entry = entries[random(Math.min(2, entries.length) || 1)];
    if (!entry) return 404;
    const params = { ...key, entryId: entry.id };
    return (await managerClient.call(api.calls.correct, { params, body: { ...outcome, reason: 'Otro' } })).status;
  }
  if (choice < 16)
    return (await managerClient.call(api.calls.reassign, { params: { ...key, operatorId: operators[random(2)]!.id } }))
      .status;
  if (choice < 17) {
    const params = { phone: call.number, callId: call.id };
    return (await managerClient.call(api.contacts.saveDetail, { params, body: { invalid: random(2) as 0 | 1 } }))
      .status;
  }
  const body = { interested: random(3) > 0 };
  return (
    await managerClient.call(api.contacts.savePerson, {
      params: { personId: call.personId },
      query: { lead: '1' },
      body,
    })
  ).status;
}

/** Days with work, nights without; sessions are always fresh. */
async function simulate(scene: Scene, steps: number): Promise<void> {
  for (let done = 0; done < steps; done += 1) {
    world.clock.advance(scene.random(90) * 60_000);
    if (done % 5 === 0)
      for (const user of [scene.manager, ...scene.operators]) Object.assign(user, await aSession(world, user.id));
    expect(await perform(scene)).toBeLessThan(500);
  }
}

/** Spans that cut days at both ends, at one or none, and within one day. */
function spans({ start, random }: Scene): { from?: Date; to?: Date }[] {
  const somewhen = () => new Date(start + random(4 * 24 * 60) * 60_000);
  /** Days after the start, at a time in UTC. */
  const on = (day: number, time: string) =>
    new Date(`${new Date(start + day * 86_400_000).toISOString().slice(0, 10)}T${time}:00.000Z`);
  const [a, b] = [somewhen(), somewhen()].toSorted((one, other) => one.getTime() - other.getTime());
  return [
    { from: a!, to: b! },
    { from: somewhen() },
    { to: somewhen() },
    { from: on(1, '03:00'), to: on(3, '03:00') },
    { from: on(2, '13:10'), to: on(2, '20:00') },
    { from: on(1, '21:00'), to: on(2, '15:00') },
    { from: b!, to: b! },
  ];
}
const queryOf = ({ from, to }: { from?: Date; to?: Date }) => ({
  ...(from && { fromdate: from.toISOString() }),
  ...(to && { todate: to.toISOString() }),
});

/** All statistics of a campaign, and the same recounted. */
async function shownAndCounted({ id, manager, operators }: Scene, asked: { from?: Date; to?: Date }[]) {
  const shown: unknown[] = [];
  const counted: unknown[] = [];
  const ask = { params: { campaignId: id } };
  const show = async (user: TestUser, endpoint: 'campaign' | 'days' | 'own', span = {}) =>
    shown.push((await as(world, user).call(api.campaignStatistics[endpoint], { ...ask, query: queryOf(span) })).body);
  await show(manager, 'campaign');
  counted.push(await recountCards(world, id));
  for (const user of operators) {
    await show(user, 'own');
    counted.push(ownOf(await recountCards(world, id, { operatorId: user.id })));
  }
  for (const span of asked) {
    await show(manager, 'campaign', span);
    counted.push(await recountSpan(world, id, span));
    await show(manager, 'days', span);
    counted.push(await recountDays(world, id, span));
    const user = operators[0]!;
    await show(user, 'own', span);
    counted.push(ownOf(await recountSpan(world, id, { ...span, operatorId: user.id })));
  }
  return { shown, counted };
}

/** The global series with registrations, and the same recounted. */
async function monthsShownAndCounted(manager: TestUser) {
  await refreshStatisticsJob.handler(jobCtx(world), {});
  const managerClient = as(world, await aSession(world, manager.id));
  const { body: metrics } = await managerClient.call(api.globalStatistics.metrics);
  const { body: series } = await managerClient.call(api.globalStatistics.grouped);
  const shown = metrics.flatMap((rates, place) => {
    const { internalOperatorCalls: internal, externalOperatorCalls: external } = series[place]!;
    expect([rates.internal.total, rates.external.total]).toEqual([internal, external]);
    const { month, year, total, contactability, effectiveness } = rates;
    return total === 0 ? [] : [{ month, year, total, contactability, effectiveness, internal, external }];
  });
  const counted = (await recountMonths(world)).map(({ contacted, effective, ...month }) => ({
    ...month,
    contactability: Math.round((1000 * contacted) / month.total) / 10,
    effectiveness: Math.round((1000 * effective) / month.total) / 10,
  }));
  return { shown, counted };
}

test.each([1, 2])(
  'every card, by operator and in any span, equals the recount; a finished campaign keeps it (%s)',
  async (seed) => {
    const scene = await begin(seed);
    await simulate(scene, 70);
    const report = await loadFiles(world, scene.manager, scene.id, [{ content: fileOf(seed * 1000 + 5, 8) }]);
    expect(report).toMatchObject({ status: 'COMPLETED', loaded: 4 });
    await simulate(scene, 35);
    const asked = spans(scene);
    const running = await shownAndCounted(scene, asked);
    expect(running.shown).toEqual(running.counted);
    expect(running.counted[0]).toMatchObject({ totalCalls: 13 });
    await expectTrueCounters(world, scene.id);
    const months = await monthsShownAndCounted(scene.manager);
    expect(months.shown).toEqual(months.counted);
    expect(months.counted).toHaveLength(seed);

    const managerClient = as(world, scene.manager);
    expect((await managerClient.call(api.campaigns.finish, { params: { id: scene.id } })).status).toBe(202);
    await closingWork.jobs.large.handler(jobCtx(world), { campaignId: scene.id });
    // Flags of states and persons do not change the figures of a finished campaign.
    await sql`update state set contactability = not contactability, effectiveness = not effectiveness`.execute(
      world.db,
    );
    const [call] = await callsOf(world, scene.id);
    for (const interested of [true, false])
      await managerClient.call(api.contacts.savePerson, {
        params: { personId: call!.personId },
        query: { lead: '1' },
        body: { interested },
      });
    const finished = await shownAndCounted(scene, asked);
    expect(finished.shown).toEqual(running.counted);
    expect(finished.counted).not.toEqual(running.counted);
    await sql`update state set contactability = not contactability, effectiveness = not effectiveness`.execute(
      world.db,
    );
  },
  60_000,
);
