import { api } from '@campanero/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import { aState } from '../../../test/catalogue.ts';
import { aCoordinator, anExternalOperator, anOperator, aSession, type TestUser } from '../../../test/factories.ts';

const MINUTE = 60_000;
const world = useWorld();
let viewer: TestUser;
beforeAll(async () => {
  viewer = await aCoordinator(world);
});
/** Each test has its own day, since daily figures include all calls. */
let day = 10;
beforeEach(() => {
  day += 1;
  world.clock.set(`2026-03-${day}T10:00:00.000-03:00`);
});

/** Sessions last eight hours and these tests span days: each action gets a new session. */
const someone = async (user: TestUser) => as(world, await aSession(world, user.id));

async function register(here: Calling, user: TestUser, place: number, stateId: number): Promise<number> {
  const params = { id: here.campaign.id, callId: here.calls[place]!.id };
  const reply = await (await someone(user)).call(api.calls.register, { params, body: { stateId } });
  expect(reply.status).toBe(200);
  world.clock.advance(MINUTE);
  return reply.body.id;
}
async function correct(here: Calling, place: number, entryId: number, stateId: number): Promise<number> {
  const params = { id: here.campaign.id, callId: here.calls[place]!.id, entryId };
  const body = { stateId, reason: 'Se anotó mal' };
  return (await (await someone(here.manager)).call(api.calls.correct, { params, body })).body.id;
}
const today = async (external: '0' | '1') =>
  (await (await someone(viewer)).call(api.monitor.day, { query: { external } })).body;
const detail = async (id: number, query: { campaigns?: string; fromdate?: string; todate?: string } = {}) =>
  (await (await someone(viewer)).call(api.monitor.detail, { params: { id }, query })).body;

/** A state group that the test catalogue lacks: contacted, to be called again. */
async function withState(here: Calling, name: string, actions: Parameters<typeof aState>[1]) {
  const state = await aState(world, { name: `${name} ${day}`, ...actions });
  await world.db.insertInto('campaignState').values({ campaignId: here.campaign.id, stateId: state.id }).execute();
  return state.id;
}

test('permissions, and 404 for an unknown operator', async () => {
  for (const [spec, params] of [
    [api.monitor.day, {}],
    [api.monitor.detail, { id: viewer.id }],
  ] as const) {
    expect(await as(world, null).send(spec, { params })).toMatchObject({ status: 401 });
    expect(await as(world, await anOperator(world)).send(spec, { params })).toMatchObject({ status: 403 });
  }
  const manager = await someone(viewer);
  for (const id of [999_999, 2_147_483_647])
    expect(await manager.call(api.monitor.detail, { params: { id }, query: {} })).toMatchObject({ status: 404 });
  const backwards = { fromdate: '2026-03-10T00:00:00Z', todate: '2026-03-09T00:00:00Z' };
  for (const query of [{ fromdate: 'ayer' }, { campaigns: '1,x' }, backwards])
    expect(await manager.call(api.monitor.detail, { params: { id: 1 }, query })).toMatchObject({ status: 400 });
});

test('today by operator: state groups and total, most calls first', async () => {
  const [ana, luis] = [await anOperator(world, { firstName: 'Ana', lastName: 'Gil' }), await anOperator(world)];
  const here = await aCallingCampaign(world, { operators: [ana, luis], each: 5 });
  const { talked, again, refused } = here.states;
  const laterOn = await withState(here, 'Volver a llamar', { contactability: true, callback: true });
  const wrong = await withState(here, 'Número equivocado', {});
  expect(await today('0')).toEqual({
    categories: [],
    operatorIds: [],
    series: ['Efectivos', 'Contactados', 'Volver a llamar', 'Sin contacto', 'Inválidos', 'Total'].map((name) => ({
      name,
      data: [],
    })),
  });
  const place = (user: TestUser, n: number) => here.calls.indexOf(here.callsOf(user)[n]!);
  await register(here, ana, place(ana, 0), talked.id);
  for (const [n, stateId] of [again.id, refused.id, laterOn, wrong, again.id].entries())
    await register(here, luis, place(luis, n), stateId);
  await register(here, luis, place(luis, 0), talked.id);
  expect(await today('0')).toEqual({
    categories: [luis.name, 'Ana Gil'],
    operatorIds: [luis.id, ana.id],
    series: [
      { name: 'Efectivos', data: [1, 1] },
      { name: 'Contactados', data: [1, 0] },
      { name: 'Volver a llamar', data: [1, 0] },
      { name: 'Sin contacto', data: [2, 0] },
      { name: 'Inválidos', data: [1, 0] },
      { name: 'Total', data: [6, 1] },
    ],
  });
});

test('uses the side of the user; includes disabled operators and coordinators', async () => {
  const [inner, outer] = [await anOperator(world), await anExternalOperator(world)];
  const here = await aCallingCampaign(world, { operators: [inner, outer], external: true, each: 2 });
  await register(here, inner, 0, here.states.talked.id);
  await register(here, outer, 1, here.states.talked.id);
  await register(here, here.manager, 2, here.states.talked.id);
  await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', outer.id).execute();
  expect(new Set((await today('0')).operatorIds)).toEqual(new Set([inner.id, here.manager.id]));
  expect((await today('1')).operatorIds).toEqual([outer.id]);
  expect((await detail(outer.id)).dataValues).toHaveLength(1);
});

test('days end at midnight UTC-3', async () => {
  const here = await aCallingCampaign(world, { each: 2 });
  const [ana] = here.operators as [TestUser];
  world.clock.set(`2026-03-${day}T23:59:00.000-03:00`);
  await register(here, ana, 0, here.states.talked.id);
  expect((await today('0')).operatorIds).not.toContain(ana.id);
  world.clock.set(`2026-03-${day}T23:59:59.999-03:00`);
  expect((await today('0')).operatorIds).toContain(ana.id);
  world.clock.set(`2026-03-${day + 1}T00:01:00.000-03:00`);
  expect((await today('0')).operatorIds).not.toContain(ana.id);
  await register(here, ana, 1, here.states.again.id);
  day += 1;
  const figures = await today('0');
  expect(figures.series.at(-1)?.data[figures.operatorIds.indexOf(ana.id)]).toBe(1);
  expect(await detail(ana.id)).toEqual({
    categories: [`2026-03-${day}`, `2026-03-${day - 1}`],
    series: [
      { name: 'Efectivos', data: [0, 1] },
      { name: 'Contactados', data: [0, 0] },
      { name: 'Volver a llamar', data: [0, 0] },
      { name: 'Sin contacto', data: [1, 0] },
      { name: 'Inválidos', data: [0, 0] },
    ],
    dataValues: [
      {
        date: `2026-03-${day}`,
        callsMade: 1,
        effectiveness: 0,
        contactability: 0,
        firstCall: '00:01',
        lastCall: '00:01',
      },
      {
        date: `2026-03-${day - 1}`,
        callsMade: 1,
        effectiveness: 100,
        contactability: 100,
        firstCall: '23:59',
        lastCall: '23:59',
      },
    ],
  });
});

test('a correction counts on the day and operator of the original without changing working hours', async () => {
  const here = await aCallingCampaign(world, { each: 3 });
  const [ana] = here.operators as [TestUser];
  const { talked, again, refused } = here.states;
  const first = await register(here, ana, 0, talked.id);
  await register(here, ana, 1, refused.id);
  await register(here, ana, 2, refused.id);
  world.clock.set(`2026-03-${day + 1}T16:00:00.000-03:00`);
  const corrected = await correct(here, 0, first, refused.id);
  await correct(here, 0, corrected, again.id);
  const row = { date: `2026-03-${day}`, callsMade: 3, effectiveness: 0, contactability: 66.7 };
  const hours = { firstCall: '10:00', lastCall: '10:02' };
  expect((await detail(ana.id)).dataValues).toEqual([{ ...row, ...hours }]);
  // The same from history: the span excludes the correction.
  const cut = { fromdate: `2026-03-${day}T09:00:00.000-03:00`, todate: `2026-03-${day}T10:02:00.001-03:00` };
  expect((await detail(ana.id, cut)).dataValues).toEqual([{ ...row, ...hours }]);
  const lessThat = { ...cut, todate: `2026-03-${day}T10:02:00.000-03:00` };
  expect((await detail(ana.id, lessThat)).dataValues).toEqual([
    { ...row, callsMade: 2, contactability: 50, firstCall: '10:00', lastCall: '10:01' },
  ]);
  expect((await detail(here.manager.id)).dataValues).toEqual([]);
  day += 1;
});

test('filters by campaign, also former ones', async () => {
  const ana = await anOperator(world);
  const [here, there] = [
    await aCallingCampaign(world, { operators: [ana] }),
    await aCallingCampaign(world, { operators: [ana] }),
  ];
  await register(here, ana, 0, here.states.talked.id);
  await register(there, ana, 0, there.states.talked.id);
  await register(there, ana, 1, there.states.talked.id);
  await world.db.deleteFrom('campaignOperator').where('campaignId', '=', there.campaign.id).execute();
  const made = async (campaigns: string, span = {}) =>
    (await detail(ana.id, { campaigns, ...span })).dataValues.map(({ callsMade }) => callsMade);
  const cut = { fromdate: `2026-03-${day}T10:00:00.000-03:00` };
  for (const span of [{}, cut]) {
    expect(await made(`${here.campaign.id}`, span)).toEqual([1]);
    expect(await made(`${there.campaign.id}`, span)).toEqual([2]);
    expect(await made(`${here.campaign.id},${there.campaign.id}`, span)).toEqual([3]);
    expect(await made('2147483647', span)).toEqual([]);
  }
  expect((await detail(ana.id, { ...cut, todate: cut.fromdate })).dataValues).toEqual([]);
});

interface Recounted {
  date: string;
  callsMade: number;
  /** In series order. */
  groups: number[];
}

/** The operator's days counted in plain SQL from history. */
async function recount(userId: number, from: string, to: string): Promise<Recounted[]> {
  const { rows } = await sql<Recounted>`
    with recursive outcome as (
      select id as root, id, user_id, created_at as registered, state_id from call_history where corrects_id is null
      union all
      select outcome.root, h.id, outcome.user_id, outcome.registered, h.state_id
      from outcome join call_history h on h.corrects_id = outcome.id
    ), standing as (
      select distinct on (root) *, registered at time zone 'UTC' - interval '3 hours' as clock from outcome
      where user_id = ${userId} and registered >= ${from} and registered < ${to} order by root, id desc
    )
    select to_char(clock, 'YYYY-MM-DD') as date, count(*)::int as "callsMade",
      round(100.0 * count(*) filter (where effectiveness) / count(*), 1)::float as effectiveness,
      round(100.0 * count(*) filter (where contactability) / count(*), 1)::float as contactability,
      to_char(min(clock), 'HH24:MI') as "firstCall", to_char(max(clock), 'HH24:MI') as "lastCall",
      array[count(*) filter (where effectiveness), count(*) filter (where contactability and not effectiveness and not callback),
        count(*) filter (where contactability and callback and not effectiveness),
        count(*) filter (where callback and not contactability and not effectiveness),
        count(*) filter (where not (effectiveness or contactability or callback))]::int[] as groups
    from standing join state on state.id = standing.state_id group by 1 order by 1 desc`.execute(world.db);
  return rows;
}

const columnOf = (series: readonly { data: number[] }[], place: number) => series.map(({ data }) => data[place]);

async function expectRecounted(id: number, fromdate: string, todate: string): Promise<Recounted[]> {
  const { dataValues, series } = await detail(id, { fromdate, todate });
  const counted = await recount(id, fromdate, todate);
  expect(dataValues).toEqual(counted.map(({ groups: _groups, ...row }) => row));
  expect(dataValues.map((_, place) => columnOf(series, place))).toEqual(counted.map(({ groups }) => groups));
  return counted;
}

test('days and spans equal a recount of the history', async () => {
  const operators = [await anOperator(world), await anOperator(world)] as const;
  const here = await aCallingCampaign(world, { operators: [...operators], each: 2 });
  const there = await aCallingCampaign(world, { operators: [...operators], each: 2 });
  const start = world.clock.now().getTime();
  const { talked, again, refused } = here.states;
  const wrong = await withState(here, 'Número equivocado', {});
  await world.db.insertInto('campaignState').values({ campaignId: there.campaign.id, stateId: wrong }).execute();
  const states = [talked.id, again.id, refused.id, wrong];
  const deed = fc.record({ pick: fc.nat({ max: 59 }), minutes: fc.integer({ min: 1, max: 700 }), fixes: fc.boolean() });
  const deeds = fc.sample(deed, { numRuns: 60, seed: 15 });
  const entries: { where: Calling; place: number; id: number }[] = [];
  for (const { pick, minutes, fixes } of deeds) {
    world.clock.advance(minutes * MINUTE);
    const stateId = states[pick % 4]!;
    const old = fixes ? entries.splice(pick % (entries.length + 1), 1)[0] : undefined;
    if (old) entries.push({ ...old, id: await correct(old.where, old.place, old.id, stateId) });
    const [where, place] = [pick % 3 ? here : there, (pick % 5) % 4];
    entries.push({ where, place, id: await register(where, operators[place % 2]!, place, stateId) });
  }
  const span = Math.ceil((world.clock.now().getTime() - start) / MINUTE);
  const within = fc.integer({ min: -600, max: span + 600 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...operators), within, within, async ({ id }, one, other) => {
      const [fromdate, todate] = [Math.min(one, other), Math.max(one, other)].map((minutes) =>
        new Date(start + minutes * MINUTE).toISOString(),
      ) as [string, string];
      await expectRecounted(id, fromdate, todate);
    }),
    { numRuns: 60, seed: 15 },
  );
  const [{ id }] = operators;
  const all = await expectRecounted(id, '2026-01-01T00:00:00Z', '2026-05-01T00:00:00Z');
  expect((await detail(id)).categories).toEqual(all.map(({ date }) => date));
  for (const { date, groups, callsMade } of all) {
    world.clock.set(`${date}T23:59:59.999-03:00`);
    const { operatorIds, series } = await today('0');
    expect(columnOf(series, operatorIds.indexOf(id))).toEqual([...groups, callsMade]);
  }
});
