import { api } from '@campanero/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aCallingCampaign, type Calling, type TestCall } from '../../../test/calling.ts';
import { anAdministrator, type TestUser } from '../../../test/factories.ts';
import { purgeExpired } from '../../jobs/purge-expired.ts';

const LIMIT = 3;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let world: TestApp;
let otherNode: TestApp;
let admin: TestUser;
let retired: TestUser;
let here: Calling;
let ana: TestUser;
beforeAll(async () => {
  const config = { contactReadsAlert: LIMIT };
  world = await createTestApp({ config });
  otherNode = await createTestApp({ config, beside: world });
  admin = await anAdministrator(world);
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

test('one contact more than allowed in an hour leaves one audit record and rings for each active administrator once', async () => {
  const calls = ownCalls();
  for (const call of calls.slice(0, LIMIT)) expect((await open(ana, call)).status).toBe(200);
  // The same ones again, an unknown one and a colleague's reading make no difference.
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
          { label: 'Contactos distintos en una hora', value: `más de ${LIMIT}` },
        ]),
      },
    },
  ]);
  const [bell, ...others] = await bellsAbout(admin);
  expect(bell).toMatchObject({ action: 'BULK READING', amount: LIMIT, about: { userId: ana.id, name: ana.name } });
  expect(others).toEqual([]);
  expect(world.published).toContainEqual(expect.objectContaining({ event: 'notification', payload: { id: bell?.id } }));
  const rowsOf = (userId: number) =>
    world.db.selectFrom('notification').select('id').where('userId', '=', userId).execute();
  expect(await rowsOf(retired.id)).toEqual([]);

  // Not at every request from there on, also not at once by two.
  await Promise.all([open(ana, calls[LIMIT + 1]!), open(ana, calls[LIMIT + 2]!)]);
  expect(await recordsOf(ana)).toHaveLength(1);
  expect(await bellsAbout(admin)).toHaveLength(1);

  // An hour later it counts anew, and tells anew.
  world.clock.advance(61 * MINUTE);
  for (const call of calls.slice(0, LIMIT)) await open(ana, call);
  expect(await recordsOf(ana)).toHaveLength(1);
  await open(ana, calls[LIMIT]!);
  expect(await recordsOf(ana)).toHaveLength(2);
  expect(await bellsAbout(admin)).toHaveLength(2);
});

test('any hour counts, not only the full ones of the clock, and what is older does not', async () => {
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

test('readings on two nodes are counted together', async () => {
  const calls = ownCalls();
  for (const [n, call] of calls.slice(0, LIMIT + 1).entries()) await open(ana, call, n % 2 ? otherNode : world);
  expect(await recordsOf(ana)).toHaveLength(1);
});

test('what was read more than an hour ago is forgotten', async () => {
  await open(ana, ownCalls()[0]!);
  const kept = () => world.db.selectFrom('contactReading').select('number').where('userId', '=', ana.id).execute();
  await purgeExpired(world.db, world.clock.now());
  expect(await kept()).toHaveLength(1);
  await purgeExpired(world.db, new Date(world.clock.now().getTime() + HOUR + 1));
  expect(await kept()).toEqual([]);
});
