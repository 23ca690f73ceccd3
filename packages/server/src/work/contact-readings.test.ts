import { api } from '@campanero/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../test/actors.ts';
import { createTestApp, type TestApp } from '../../test/app.ts';
import { aCallingCampaign, addCalls, type Calling, type TestCall } from '../../test/calling.ts';
import { anAdministrator, anOperator, type TestUser } from '../../test/factories.ts';
import { purgeExpired } from '../jobs/purge-expired.ts';

const LIMIT = 3;
const MANAGERS_LIMIT = 30;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: TestApp;
let otherNode: TestApp;
let admin: TestUser;
let retired: TestUser;
let here: Calling;
let ana: TestUser;
beforeAll(async () => {
  const config = { contactReadsAlert: LIMIT, contactReadsAlertManagers: MANAGERS_LIMIT };
  world = await createTestApp({ config });
  otherNode = await createTestApp({ config, beside: world });
  retired = await anAdministrator(world, { disabled: true });
});
afterAll(async () => {
  await otherNode.close();
  await world.close();
});
beforeEach(async () => {
  here = await aCallingCampaign(world, { each: LIMIT + 3 });
  ana = here.operators[0]!;
  world.clock.advance(2 * HOUR);
  // Sessions end after some hours of this clock.
  admin = await anAdministrator(world);
  world.published.length = 0;
});

const open = (user: TestUser, call: TestCall, node = world) =>
  as(node, user).call(api.contacts.detail, { params: { phone: call.number, callId: call.id } });
const ownCalls = () => here.calls.filter(({ operatorId }) => operatorId === ana.id);
const bellsAbout = async (user: TestUser, reader = ana) =>
  (await as(world, user).call(api.notifications.list)).body.notifications.filter(
    ({ about }) => about?.userId === reader.id,
  );
const recordsOf = async (user: TestUser) =>
  (await auditOf(world)).filter(
    ({ objectType, action, userId }) => objectType === 'user' && action === 'CONTACTO' && userId === user.id,
  );

test('exceeding the limit writes one audit record and notifies each active administrator once', async () => {
  const calls = ownCalls();
  for (const call of calls.slice(0, LIMIT)) expect((await open(ana, call)).status).toBe(200);
  // Repeated reads, an unknown contact and another user's reads do not count.
  for (const call of calls.slice(0, LIMIT)) await open(ana, call);
  expect((await open(ana, { ...calls[LIMIT]!, number: '1199999999' })).status).toBe(404);
  await open(admin, calls[LIMIT]!);
  expect(await recordsOf(ana)).toEqual([]);

  expect((await open(ana, calls[LIMIT]!)).status).toBe(200);
  expect(await recordsOf(ana)).toMatchObject([
    {
      subaction: 'ACCIÓN',
      objectId: String(ana.id),
      info: {
        modifications: expect.arrayContaining([
          { label: 'Acción', value: 'Lectura masiva de contactos' },
          { label: 'Contactos distintos en una hora', value: LIMIT + 1 },
          { label: 'Vistos en listas', value: 0 },
          { label: 'Páginas de contacto', value: LIMIT + 1 },
          { label: 'Campañas', value: `${here.campaign.name} (${LIMIT + 1})` },
        ]),
      },
    },
  ]);
  const [bell, ...others] = await bellsAbout(admin);
  expect(bell).toMatchObject({ action: 'BULK READING', amount: LIMIT + 1, about: { userId: ana.id, name: ana.name } });
  expect(bell?.reason).toBe(`0 en listas, ${LIMIT + 1} en su página. Campañas: ${here.campaign.name} (${LIMIT + 1}).`);
  expect(others).toEqual([]);
  expect(world.published).toContainEqual(expect.objectContaining({ event: 'notification', payload: { id: bell?.id } }));
  const rowsOf = (userId: number) =>
    world.db.selectFrom('notification').select('id').where('userId', '=', userId).execute();
  expect(await rowsOf(retired.id)).toEqual([]);

  // No second alert from later or concurrent requests.
  await Promise.all([open(ana, calls[LIMIT + 1]!), open(ana, calls[LIMIT + 2]!)]);
  expect(await recordsOf(ana)).toHaveLength(1);
  expect(await bellsAbout(admin)).toHaveLength(1);

  // An hour later it counts and alerts again.
  world.clock.advance(61 * MINUTE);
  for (const call of calls.slice(0, LIMIT)) await open(ana, call);
  expect(await recordsOf(ana)).toHaveLength(1);
  await open(ana, calls[LIMIT]!);
  expect(await recordsOf(ana)).toHaveLength(2);
  expect(await bellsAbout(admin)).toHaveLength(2);
});

test('the window is any hour, not a clock hour', async () => {
  const calls = ownCalls();
  await open(ana, calls[0]!);
  world.clock.advance(40 * MINUTE);
  await open(ana, calls[1]!);
  world.clock.advance(30 * MINUTE);
  // The first is 70 minutes old.
  await open(ana, calls[2]!);
  await open(ana, calls[3]!);
  expect(await recordsOf(ana)).toEqual([]);
  await open(ana, calls[4]!);
  expect(await recordsOf(ana)).toHaveLength(1);
});

test('reads on two nodes are counted together', async () => {
  const calls = ownCalls();
  for (const [n, call] of calls.slice(0, LIMIT + 1).entries()) await open(ana, call, n % 2 ? otherNode : world);
  expect(await recordsOf(ana)).toHaveLength(1);
});

test('reads older than an hour are deleted', async () => {
  await open(ana, ownCalls()[0]!);
  const kept = () => world.db.selectFrom('contactReading').select('number').where('userId', '=', ana.id).execute();
  await purgeExpired(world.db, world.clock.now());
  expect(await kept()).toHaveLength(1);
  await purgeExpired(world.db, new Date(world.clock.now().getTime() + HOUR + 1));
  expect(await kept()).toEqual([]);
});

describe('lists', () => {
  const listOf = (user: TestUser, query: { pageSize: number; pageNumber?: number }, node = world) =>
    as(node, user).call(api.audience.operatorList, { params: { id: here.campaign.id }, query });

  test('a page counts its rows once', async () => {
    for (let times = 0; times < 5; times += 1) expect((await listOf(ana, { pageSize: LIMIT })).status).toBe(200);
    // Opening a contact of the list does not count again.
    await open(ana, ownCalls()[0]!);
    expect(await recordsOf(ana)).toEqual([]);
    expect((await listOf(ana, { pageSize: LIMIT, pageNumber: 1 })).body.calls).toHaveLength(LIMIT);
    const [record, ...others] = await recordsOf(ana);
    expect(others).toEqual([]);
    expect(record?.info).toMatchObject({
      modifications: expect.arrayContaining([
        { label: 'Contactos distintos en una hora', value: 2 * LIMIT },
        { label: 'Vistos en listas', value: 2 * LIMIT - 1 },
        { label: 'Páginas de contacto', value: 1 },
      ]),
    });
    expect(await bellsAbout(admin)).toMatchObject([{ amount: 2 * LIMIT }]);
  });

  test('names the campaigns, most contacts first', async () => {
    const there = await aCallingCampaign(world, { operators: [ana], each: 1 });
    await open(ana, there.calls[0]!);
    await listOf(ana, { pageSize: 10 });
    const [bell] = await bellsAbout(admin);
    const named = `${here.campaign.name} (${LIMIT + 3}), ${there.campaign.name} (1)`;
    expect(bell?.reason).toBe(`${LIMIT + 3} en listas, 1 en su página. Campañas: ${named}.`);
  });

  test('concurrent lists alert although each is within the limit', async () => {
    const many = await anOperator(world);
    await world.db.insertInto('campaignOperator').values({ campaignId: here.campaign.id, userId: many.id }).execute();
    await addCalls(
      world,
      here.campaign.id,
      Array.from({ length: 40 }, () => null),
    );
    const pages = Array.from({ length: LIMIT + 1 }, (_, pageNumber) => pageNumber);
    const answers = await Promise.all(
      pages.map((pageNumber) => listOf(many, { pageSize: 1, pageNumber }, pageNumber % 2 ? otherNode : world)),
    );
    expect(answers.map(({ status }) => status)).toEqual(pages.map(() => 200));
    expect(await recordsOf(many)).toHaveLength(1);
    expect(await bellsAbout(admin, many)).toHaveLength(1);
  });

  test('limits the page size of operators', async () => {
    expect((await listOf(ana, { pageSize: 50 })).status).toBe(200);
    expect(await listOf(ana, { pageSize: 51 })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'pageSize', message: 'Ingrese una cantidad de filas entre 1 y 50.' }] },
    });
    const managers = { params: { id: here.campaign.id }, query: { pageSize: 100 } };
    expect((await as(world, here.manager).call(api.audience.list, managers)).status).toBe(200);
  });

  test('managers have their own limit', async () => {
    await addCalls(
      world,
      here.campaign.id,
      Array.from({ length: 40 }, () => null),
    );
    const managers = (pageNumber: number) =>
      as(world, here.manager).call(api.audience.list, {
        params: { id: here.campaign.id },
        query: { pageSize: 10, pageNumber },
      });
    for (const page of [0, 1, 2]) await managers(page);
    expect(await recordsOf(here.manager)).toEqual([]);
    await listOf(here.manager, { pageSize: 10, pageNumber: 3 });
    expect(await recordsOf(here.manager)).toHaveLength(1);
  });
});

describe('endpoints that count', () => {
  const seenBy = (user: TestUser) =>
    world.db
      .selectFrom('contactReading')
      .select(['number', 'campaignId', 'opened'])
      .where('userId', '=', user.id)
      .orderBy('number')
      .execute();
  const row = ({ number }: TestCall, opened: boolean) => ({
    number: Number(number),
    campaignId: here.campaign.id,
    opened,
  });
  const promised = async () => {
    const [call] = ownCalls() as [TestCall];
    await as(world, ana).call(api.calls.register, {
      params: { id: here.campaign.id, callId: call.id },
      body: { stateId: here.states.again.id, callbackAt: new Date(world.clock.now().getTime() + MINUTE).toISOString() },
    });
    return call;
  };

  test('callbacks', async () => {
    const call = await promised();
    await as(world, ana).call(api.calls.callbacks);
    expect(await seenBy(ana)).toEqual([row(call, false)]);
  });

  test('the quick panel', async () => {
    const call = await promised();
    await as(world, ana).call(api.quickPanel.data);
    expect(await seenBy(ana)).toEqual([row(call, false)]);
  });

  test('a search by number counts a number once', async () => {
    const [call] = ownCalls() as [TestCall];
    const there = await aCallingCampaign(world, { operators: [ana], each: 0 });
    await addCalls(world, there.campaign.id, [ana.id], { numbers: [call.number] });
    const { body } = await as(world, ana).call(api.calls.search, { query: { number: call.number } });
    expect(body).toHaveLength(2);
    expect(await seenBy(ana)).toMatchObject([{ number: Number(call.number), opened: false }]);
  });

  test('the next contact, and the history of a call', async () => {
    const { body } = await as(world, ana).call(api.calls.next, { params: { id: here.campaign.id, current: 0 } });
    const taken = ownCalls().find(({ id }) => id === body.callId)!;
    expect(await seenBy(ana)).toEqual([row(taken, true)]);
    const call = await promised();
    await as(world, here.manager).call(api.calls.history, { params: { id: here.campaign.id, callId: call.id } });
    expect(await seenBy(here.manager)).toEqual([row(call, true)]);
    // An empty history shows no contact.
    const [, , third] = ownCalls() as [TestCall, TestCall, TestCall];
    await as(world, here.manager).call(api.calls.history, { params: { id: here.campaign.id, callId: third.id } });
    expect(await seenBy(here.manager)).toHaveLength(1);
  });
});
