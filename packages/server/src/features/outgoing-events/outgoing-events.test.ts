import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCampaign, aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let admin: TestUser;
beforeEach(async () => {
  await sql`truncate event_subscription, outgoing_event, event_delivery, event_attempt`.execute(world.db);
  admin = await anAdministrator(world);
});

const BODY = {
  name: 'Mesa 147',
  url: 'https://mesa.ciudad.gob.ar/eventos?clave=secreta',
  kinds: ['call.registered' as const],
  campaignIds: null as number[] | null,
  withPerson: false,
};
const create = (change: object = {}, user = admin, headers = {}) =>
  as(world, user).send(api.outgoingEvents.create, { body: { ...BODY, ...change } }, headers);
const update = (id: number, change: object) =>
  as(world, admin).send(api.outgoingEvents.update, { params: { id }, body: { ...BODY, version: 0, ...change } });
const list = async () => (await as(world, admin).call(api.outgoingEvents.list)).body;
const lastAudit = async () => (await auditOf(world)).at(-1)!;

test("creating returns the secret once and leaves a record without the address's key", async () => {
  const campaign = await aCampaign(world);
  const reply = await create({ campaignIds: [campaign.id] });
  expect(reply.status).toBe(201);
  expect(reply.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(reply.body.subscription).toMatchObject({
    name: 'Mesa 147',
    campaigns: [campaign],
    withPerson: false,
    pausedAt: null,
    waiting: 0,
    createdBy: admin.name,
    version: 0,
  });
  expect(JSON.stringify(await list())).not.toContain(reply.body.secret.slice(6));
  const record = await lastAudit();
  expect(record).toMatchObject({
    userId: admin.id,
    action: 'ETIQUETA',
    subaction: 'CREAR',
    objectType: 'event subscription',
  });
  expect(record.info).toMatchObject({
    modifications: [
      { label: 'Suscripción', value: 'Mesa 147' },
      { label: 'Dirección', value: 'https://mesa.ciudad.gob.ar/eventos?…' },
      { label: 'Eventos', value: 'Resultado registrado' },
      { label: 'Campañas', value: campaign.name },
      { label: 'Datos personales', value: 'No' },
    ],
  });
});

test('a repeated request with the same key gets the same subscription and secret', async () => {
  const headers = { 'idempotency-key': 'crear-una-vez' };
  const [one, other] = [await create({}, admin, headers), await create({}, admin, headers)];
  expect(other.body).toEqual(one.body);
  expect(await list()).toHaveLength(1);
});

test.each([
  ['http', { url: 'http://mesa.ciudad.gob.ar/x' }, 'url'],
  ['an address inside', { url: 'https://10.0.0.5/x' }, 'url'],
  ['this machine', { url: 'https://localhost/x' }, 'url'],
  ['this machine as a number', { url: 'https://2130706433/' }, 'url'],
  ['no address', { url: 'mesa' }, 'url'],
  ['another protocol', { url: 'ftp://mesa.ciudad.gob.ar' }, 'url'],
  ['a password in the address', { url: 'https://a:b@mesa.ciudad.gob.ar' }, 'url'],
  ['an address of two lines', { url: 'https://mesa.ciudad.gob.ar/\nx' }, 'url'],
  ['an address that is too long', { url: `https://mesa.ciudad.gob.ar/${'x'.repeat(500)}` }, 'url'],
  ['no kind', { kinds: [] }, 'kinds'],
  ['an unknown kind', { kinds: ['test'] }, 'kinds'],
  ['no campaign', { campaignIds: [] }, 'campaignIds'],
  ['an unknown campaign', { campaignIds: [2_000_000_000] }, 'campaignIds'],
  ['no name', { name: ' ' }, 'name'],
])('%s is refused', async (_what, change, field) => {
  const reply = await create(change);
  expect(reply).toMatchObject({ status: 400, body: { error: 'VALIDATION' } });
  expect(reply.body.errors?.map((fault) => fault.field.split('.')[0])).toContain(field);
  expect(await list()).toEqual([]);
});

test('coordinators are refused, and what sends data out asks for the identity again', async () => {
  expect((await create({}, await aCoordinator(world))).status).toBe(403);
  const { body } = await create();
  const confirmedAt = new Date(world.clock.now().getTime() - 11 * 60_000);
  await world.db.updateTable('session').set({ confirmedAt }).where('id', '=', admin.sessionId).execute();
  const params = { id: body.subscription.id };
  expect(await create({ name: 'Otra' })).toMatchObject({ status: 403, body: { error: 'CONFIRMATION_REQUIRED' } });
  expect((await update(params.id, {})).status).toBe(403);
  expect((await as(world, admin).send(api.outgoingEvents.renewSecret, { params })).status).toBe(403);
  expect((await as(world, admin).send(api.outgoingEvents.sendTest, { params })).status).toBe(202);
});

test('of two people with the same page one saves; the record shows both values', async () => {
  const { id } = (await create()).body.subscription;
  expect(await update(id, { url: 'https://otra.ciudad.gob.ar/x', withPerson: true })).toMatchObject({
    status: 200,
    body: { version: 1, withPerson: true },
  });
  expect(await update(id, { name: 'Vieja' })).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
  const { info } = (await auditOf(world)).findLast(({ subaction }) => subaction === 'ACTUALIZAR')!;
  expect(info).toEqual({
    entries: [
      { label: 'Dirección', prevValue: 'https://mesa.ciudad.gob.ar/eventos?…' },
      { label: 'Datos personales', prevValue: 'No' },
    ],
    modifications: [
      { label: 'Dirección', value: 'https://otra.ciudad.gob.ar/x' },
      { label: 'Datos personales', value: 'Sí' },
    ],
  });
});

test('there are at most 50, also when many are created at once; removing makes room', async () => {
  await sql`insert into event_subscription (name, url, kinds, with_person, secret, wanted_since, created_by, created_at)
    select 'S' || n, 'https://a.gob.ar', '{export.ready}', false, '', now(), ${admin.id}, now() from generate_series(1, 47) n`.execute(
    world.db,
  );
  const replies = await Promise.all(Array.from({ length: 10 }, () => create()));
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    201,
    201,
    201,
    ...Array.from({ length: 7 }, () => 422),
  ]);
  expect(replies.find(({ status }) => status === 422)?.body.error).toBe('TOO_MANY_SUBSCRIPTIONS');
  const [first] = await list();
  expect((await as(world, admin).call(api.outgoingEvents.remove, { params: { id: first!.id } })).status).toBe(204);
  expect((await create()).status).toBe(201);
});

describe('a subscription that was removed, or of nothing', () => {
  test('is not found by any request', async () => {
    const { id } = (await create()).body.subscription;
    await as(world, admin).call(api.outgoingEvents.remove, { params: { id } });
    for (const params of [{ id }, { id: 2_000_000_000 }]) {
      const asAdmin = as(world, admin);
      const key = { ...params, eventId: 9_007_199_254_740_991 };
      const replies = [
        await asAdmin.send(api.outgoingEvents.detail, { params }),
        await update(params.id, {}),
        await asAdmin.send(api.outgoingEvents.remove, { params }),
        await asAdmin.send(api.outgoingEvents.renewSecret, { params }),
        await asAdmin.send(api.outgoingEvents.pause, { params, body: { isPaused: true } }),
        await asAdmin.send(api.outgoingEvents.sendTest, { params }),
        await asAdmin.send(api.outgoingEvents.deliveries, { params }),
        await asAdmin.send(api.outgoingEvents.attempts, { params: key }),
        await asAdmin.send(api.outgoingEvents.resend, { params: key }),
        await asAdmin.send(api.outgoingEvents.resendParked, { params }),
      ];
      expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
    }
    expect(await list()).toEqual([]);
  });
});

test('pausing, testing and resending leave a record each; a test waits in the list', async () => {
  const { id } = (await create()).body.subscription;
  const params = { id };
  const asAdmin = as(world, admin);
  expect((await asAdmin.call(api.outgoingEvents.pause, { params, body: { isPaused: true } })).body).toMatchObject({
    pauseReason: 'MANUAL',
  });
  const { eventId } = (await asAdmin.call(api.outgoingEvents.sendTest, { params })).body;
  expect((await asAdmin.call(api.outgoingEvents.resend, { params: { id, eventId } })).status).toBe(204);
  expect((await asAdmin.call(api.outgoingEvents.resendParked, { params })).body).toEqual({ count: 0 });
  const { body } = await asAdmin.call(api.outgoingEvents.deliveries, { params, query: {} });
  expect(body).toMatchObject({
    totalElementsCount: 1,
    deliveries: [{ eventId, kind: 'test', status: 'WAITING', last: null }],
  });
  expect(
    (await asAdmin.call(api.outgoingEvents.deliveries, { params, query: { kind: 'call.registered' } })).body.deliveries,
  ).toEqual([]);
  expect(
    (await asAdmin.call(api.outgoingEvents.deliveries, { params, query: { status: 'DELIVERED' } })).body.deliveries,
  ).toEqual([]);
  const actions = (await auditOf(world))
    .filter(({ objectId }) => objectId === String(id))
    .map(({ subaction }) => subaction);
  expect(actions).toEqual(['CREAR', 'ACCIÓN', 'ACCIÓN', 'ACCIÓN', 'ACCIÓN']);
});
