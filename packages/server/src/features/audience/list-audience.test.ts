import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { anAudience } from '../../../test/audience.ts';
import { aState, aSubstate, theSystemStates } from '../../../test/catalogue.ts';
import {
  aCampaign,
  aCoordinator,
  anExternalCoordinator,
  anExternalOperator,
  anOperator,
  type TestUser,
} from '../../../test/factories.ts';
import { upload } from '../../../test/loads.ts';

const world = useWorld();
let coordinator: TestUser;
let ana: TestUser;
let luis: TestUser;
let answered: { id: number; name: string };
beforeAll(async () => {
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
  answered = await aState(world, { name: 'Contestó', color: '#123456' });
});
beforeEach(async () => {
  ana = await anOperator(world, { firstName: 'Ana', lastName: 'Díaz' });
  luis = await anOperator(world, { firstName: 'Luis', lastName: 'Paz' });
});

const aProcessed = (operators: TestUser[] = [ana, luis]) =>
  aCampaign(world, { status: 'AUDIENCIA PROCESADA', operators: operators.map(({ id }) => id) });
type Query = Record<string, string | number>;
const list = (id: number, query: Query = {}, user = coordinator) =>
  as(world, user).send(api.audience.list, { params: { id }, query });
const count = (id: number, query: Query = {}, user = coordinator) =>
  as(world, user).send(api.audience.count, { params: { id }, query });
const idsOf = (reply: Awaited<ReturnType<typeof list>>) => reply.body.calls.map(({ id }) => id);

test('a row has the call, its person, its callback and its block reason', async () => {
  const campaign = await aProcessed();
  const substate = await aSubstate(world, { name: 'Por la tarde' });
  const [call] = await anAudience(world, campaign.id, [
    {
      number: 1_145_678_901,
      firstName: 'Íñigo',
      lastName: 'Núñez',
      operatorId: ana.id,
      stateId: answered.id,
      substateId: substate.id,
      callCount: 2,
      blocked: true,
    },
  ]);
  const now = world.clock.now().toISOString();
  const callbackAt = new Date('2026-11-20T18:30:00Z');
  await world.db.updateTable('call').set({ callbackAt }).where('id', '=', call!.id).execute();
  expect(await list(campaign.id)).toMatchObject({
    status: 200,
    body: {
      totalElementsCount: 1,
      page: 0,
      calls: [
        {
          id: call!.id,
          number: '1145678901',
          name: 'Íñigo Núñez',
          stateId: answered.id,
          stateName: 'Contestó',
          stateColor: '#123456',
          substateName: 'Por la tarde',
          userName: 'Ana Díaz',
          callbackAt: callbackAt.toISOString(),
          callCounter: 2,
          blocked: true,
          blockReason: 'No se debe llamar a este número.',
          createdAt: now,
          updatedAt: now,
        },
      ],
    },
  });
});

test('an empty audience is an empty page', async () => {
  const { id } = await aCampaign(world);
  expect((await list(id)).body).toEqual({ calls: [], totalElementsCount: 0, page: 0 });
  expect((await list(id, { general: 'ana', birthYearFrom: 1950 })).body).toEqual({
    calls: [],
    totalElementsCount: 0,
    page: 0,
  });
});

describe('permissions', () => {
  test('a campaign that is not visible is 404 for every read', async () => {
    const { id } = await aProcessed();
    const outsider = await anExternalCoordinator(world);
    const stranger = await anOperator(world);
    for (const spec of [
      api.audience.list,
      api.audience.count,
      api.audience.assigned,
      api.audience.segmentable,
      api.audience.lastSegmentation,
    ])
      expect((await as(world, outsider).send(spec, { params: { id } })).status).toBe(404);
    for (const spec of [api.audience.operatorList, api.audience.count])
      expect((await as(world, stranger).send(spec, { params: { id } })).status).toBe(404);
    expect((await list(2_000_000_000)).status).toBe(404);
  });

  test('an operator sees all calls of the campaign, or only the own ones', async () => {
    const { id } = await aProcessed();
    const calls = await anAudience(world, id, [{ operatorId: ana.id }, { operatorId: luis.id }, {}]);
    const asAna = (query: Query) => as(world, ana).send(api.audience.operatorList, { params: { id }, query });
    expect((await asAna({})).body.totalElementsCount).toBe(3);
    const mine = await asAna({ assigned: 1 });
    expect(mine.body.totalElementsCount).toBe(1);
    expect(mine.body.calls.map((call) => call.id)).toEqual([calls[0]!.id]);
    expect((await asAna({ assigned: 1, operatorId: luis.id })).body.calls).toEqual([]);
    expect((await count(id, { assigned: 1 }, ana)).body).toEqual({ totalElementsCount: 1 });
  });

  test('an external operator sees external campaigns only', async () => {
    const carla = await anExternalOperator(world);
    const { id } = await aCampaign(world, { external: true, operators: [carla.id] });
    expect((await as(world, carla).send(api.audience.operatorList, { params: { id } })).status).toBe(200);
  });

  test('external roles see and find by name only persons of external campaigns', async () => {
    const carla = await anExternalOperator(world);
    const { id } = await aCampaign(world, { external: true, operators: [carla.id] });
    const [outside] = await anAudience(world, id, [
      { firstName: 'Rita', lastName: 'Afuera' },
      { firstName: 'Rita', lastName: 'Adentro' },
    ]);
    await sql`update person set from_external = true
      where id = (select person_id from call where id = ${outside!.id})`.execute(world.db);
    const namesSeenBy = async (user: TestUser, query: Query = {}) =>
      (await as(world, user).send(api.audience.operatorList, { params: { id }, query })).body.calls.map(
        ({ name }) => name,
      );
    expect(await namesSeenBy(carla)).toEqual(['Rita Afuera', '']);
    expect(await namesSeenBy(carla, { general: 'rita' })).toEqual(['Rita Afuera']);
    expect(await namesSeenBy(await anExternalCoordinator(world), { general: 'adentro' })).toEqual([]);
    expect(await namesSeenBy(coordinator, { general: 'rita' })).toEqual(['Rita Afuera', 'Rita Adentro']);
  });
});

test('during the first load list, operator list, count and segmentable count are 409', async () => {
  const { id } = await aCampaign(world, { status: 'CARGANDO AUDIENCIA', operators: [ana.id] });
  for (const spec of [api.audience.list, api.audience.operatorList, api.audience.count, api.audience.segmentable])
    expect(await as(world, coordinator).send(spec, { params: { id } })).toMatchObject({
      status: 409,
      body: { error: 'CAMPAIGN_PROCESSING', message: 'Campaign is being processed' },
    });
  expect((await as(world, coordinator).send(api.audience.assigned, { params: { id } })).status).toBe(200);
});

test('during a further load the lists work; segmenting, rebalancing and a third load are refused', async () => {
  const { id } = await aCampaign(world, { status: 'EN CURSO', operators: [ana.id, luis.id] });
  await anAudience(world, id, [{ operatorId: ana.id }, {}]);
  expect((await upload(world, coordinator, id, [{ content: 'telefono\n1144445555' }])).status).toBe(202);
  expect((await as(world, coordinator).send(api.audience.list, { params: { id } })).body.totalElementsCount).toBe(2);
  const mine = await as(world, ana).send(api.audience.operatorList, { params: { id }, query: { assigned: 1 } });
  expect(mine).toMatchObject({ status: 200, body: { totalElementsCount: 1 } });
  for (const spec of [api.audience.count, api.audience.segmentable, api.audience.assigned])
    expect((await as(world, coordinator).send(spec, { params: { id } })).status).toBe(200);

  const waiting = { status: 409, body: { error: 'CAMPAIGN_PROCESSING', message: 'Campaign is being processed' } };
  const manager = as(world, coordinator);
  expect(
    await manager.send(api.audience.segment, { params: { id }, query: {}, body: { operators: [ana.id] } }),
  ).toMatchObject(waiting);
  const moved = { from: [ana.id], to: [luis.id] };
  expect(await manager.send(api.audience.rebalance, { params: { id }, body: moved })).toMatchObject(waiting);
  expect(await upload(world, coordinator, id, [{ content: 'telefono\n1144446666' }])).toMatchObject(waiting);
});

test.each([
  { orderbytitle: 'color' },
  { number: '12a4' },
  { number: '12345678901' },
  { birthYearFrom: 1800 },
  { callsMin: -1 },
  { gender: 'Z' },
  { states: 'x' },
  { pageSize: 101 },
])('%o is 400', async (query) => {
  const { id } = await aProcessed();
  expect((await list(id, query as unknown as Query)).status).toBe(400);
});

test('unknown ids match nothing, also above the integer range', async () => {
  const { id } = await aProcessed();
  await anAudience(world, id, [{}, {}]);
  for (const name of ['stateId', 'states', 'substateId', 'operatorId'])
    expect((await list(id, { [name]: 2_147_483_647 })).body).toMatchObject({ calls: [], totalElementsCount: 0 });
});

describe('free text', () => {
  test('finds numbers by first or last digits, names of state, operator and person, without accents and case', async () => {
    const { id } = await aProcessed();
    const busy = await aState(world, { name: 'Ocupado total' });
    const calls = await anAudience(world, id, [
      { number: 1_155_551_234, firstName: 'José', lastName: 'Peña' },
      { number: 1_244_445_678, operatorId: ana.id },
      { number: 1_299_991_234, stateId: busy.id, callCount: 1 },
      { number: 3_511_112_222, firstName: 'Zoe', lastName: 'Ruiz', operatorId: luis.id },
    ]);
    const found = async (general: string) =>
      idsOf(await list(id, { general })).map((one) => calls.findIndex((call) => call.id === one));
    expect(await found('1234')).toEqual([0, 2]);
    expect(await found('12')).toEqual([1, 2]);
    expect(await found('91-234')).toEqual([2]);
    expect(await found('11 5555-1234')).toEqual([0]);
    expect(await found('OCUPADO')).toEqual([2]);
    expect(await found('diaz')).toEqual([1]);
    expect(await found('pena')).toEqual([0]);
    expect(await found('ruiz zoe')).toEqual([3]);
    expect(await found('PAZ')).toEqual([3]);
    expect(await found('%')).toEqual([]);
    expect((await list(id, { general: 'diaz', stateId: busy.id })).body.totalElementsCount).toBe(0);
  });
});

test('toCall=1 returns calls not yet made or to be repeated, alone and with other filters', async () => {
  const { id } = await aProcessed();
  const again = await aState(world, { name: 'No contesta', callback: true });
  const calls = await anAudience(world, id, [
    { stateId: answered.id, callCount: 1, operatorId: ana.id },
    { operatorId: ana.id },
    { stateId: again.id, callCount: 1, operatorId: ana.id },
    { stateId: again.id, callCount: 1, operatorId: luis.id },
  ]);
  const found = async (query: Query) =>
    idsOf(await list(id, { toCall: 1, ...query })).map((one) => calls.findIndex((call) => call.id === one));
  expect(await found({})).toEqual([1, 2, 3]);
  expect(await found({ operatorId: ana.id })).toEqual([1, 2]);
  expect(await found({ stateId: again.id })).toEqual([2, 3]);
  expect(await found({ stateId: answered.id })).toEqual([]);
  expect((await count(id, { toCall: 1, assigned: 1 }, ana)).body).toEqual({ totalElementsCount: 2 });
});

test('later=1 still counts a small audience at once', async () => {
  const { id } = await aProcessed();
  const calls = await anAudience(world, id, [{ birthYear: 1950 }, { birthYear: 1960 }, { birthYear: 1970 }]);
  const rows = async (query: Query) => (await list(id, { later: 1, ...query })).body.totalElementsCount;
  expect(await rows({})).toBe(3);
  expect(await rows({ stateId: 1 })).toBe(3);
  expect(await rows({ birthYearFrom: 1960 })).toBe(2);
  expect((await count(id, { birthYearFrom: 1960 })).body).toEqual({ totalElementsCount: 2 });
  await world.db.updateTable('call').set({ birthYear: 1990 }).where('id', '=', calls[0]!.id).execute();
  expect(await rows({ birthYearFrom: 1960 })).toBe(3);
  await anAudience(world, id, [{ birthYear: 1999 }]);
  expect((await count(id, { birthYearFrom: 1960 })).body).toEqual({ totalElementsCount: 4 });
});
