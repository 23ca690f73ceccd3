import { api } from '@campanero/contract';
import { SCOPE_OUT_OF_REACH } from '@campanero/contract/service-accounts/schemas';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCampaign, anAdministrator, confirmed, type TestUser } from '../../../test/factories.ts';
import { aServiceAccount } from '../../../test/service-accounts.ts';

const world = useWorld();
const { serviceAccounts, campaigns, users } = api;
const DAY = 86_400_000;
let admin: TestUser;
beforeEach(async () => {
  await world.forget();
  admin = await anAdministrator(world);
  await confirmed(world, admin);
});

const body = {
  name: 'Tablero de datos',
  scopes: ['campaign.detail' as const],
  external: false,
  campaignIds: null,
  addresses: [],
  expires: '2026-12-31',
};
const create = (parts: object = {}) => as(world, admin).call(serviceAccounts.create, { body: { ...body, ...parts } });
const read = (token: string, id: number) => as(world, { token }).call(campaigns.detail, { params: { id } });
const view = async (id: number) => (await as(world, admin).call(serviceAccounts.get, { params: { id } })).body;
const later = () => world.clock.advance(11 * 60_000);

describe('creating', () => {
  test('shows the key once, works with it, and leaves a record for administrators', async () => {
    const campaign = await aCampaign(world);
    const { status, body: created } = await create({ addresses: ['10.0.0.0/8', '127.0.0.1'] });
    expect(status).toBe(201);
    expect(created.key).toMatch(/^cpn_[\w-]{43}$/);
    expect((await read(created.key, campaign.id)).status).toBe(200);
    const account = await view(created.id);
    expect(account).toMatchObject({ ...body, addresses: ['10.0.0.0/8', '127.0.0.1'], disable: false, expired: false });
    expect(account.keys).toMatchObject([
      { prefix: created.key.slice(0, 10), validUntil: null, lastAddress: '127.0.0.1' },
    ]);
    expect(JSON.stringify(account)).not.toContain(created.key.slice(10));
    const stored = await world.db.selectFrom('serviceKey').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(created.key.slice(10));
    expect(await auditOf(world)).toMatchObject([
      { userId: admin.id, action: 'USUARIO', subaction: 'CREAR', objectType: 'user', objectId: String(created.id) },
    ]);
    // An address: only administrators read it (rule security/restricted-records).
    expect(JSON.stringify(await auditOf(world))).toContain('"Dirección"');
  });

  test('asks for a confirmed identity', async () => {
    later();
    expect((await create()).body.error).toBe('CONFIRMATION_REQUIRED');
  });

  test('ten at once with one name make one account', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => create()));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201,
      ...Array.from({ length: 9 }, () => 422),
    ]);
    expect(replies.find(({ status }) => status === 422)?.body).toMatchObject({
      error: 'NAME_TAKEN',
      errors: [{ field: 'name' }],
    });
  });

  test.each([
    [{ scopes: [] }, 'scopes'],
    [{ scopes: ['users'] }, 'scopes'],
    [{ scopes: ['personal-data'] }, 'scopes'],
    [{ scopes: ['audit.restricted'] }, 'scopes'],
    [{ external: true, scopes: ['audience.load'] }, 'scopes'],
    [{ external: true, scopes: ['statistics'] }, 'scopes'],
    [{ campaignIds: [1], scopes: ['audit.all'] }, 'scopes'],
    [{ campaignIds: [999_999] }, 'campaignIds'],
    [{ campaignIds: [] }, 'campaignIds'],
    [{ addresses: ['10.0.0.0/33'] }, 'addresses'],
    [{ addresses: ['ciudad.gob.ar'] }, 'addresses'],
    [{ expires: '2026-03-10' }, 'expires'],
    [{ expires: '2027-03-11' }, 'expires'],
    [{ name: 'ab' }, 'name'],
    [{ name: 'a'.repeat(1_000) }, 'name'],
  ])('refuses %j', async (parts, field) => {
    const reply = await create(parts);
    expect(reply.status).toBe(400);
    expect(reply.body.errors?.[0]?.field).toBe(field);
  });

  test('a year is the longest', async () => {
    expect((await create({ expires: '2027-03-10' })).status).toBe(201);
  });

  test('an account of the external side may have external campaigns only', async () => {
    const internal = await aCampaign(world);
    const external = await aCampaign(world, { external: true });
    const scopes = ['campaign.detail'];
    expect((await create({ external: true, campaignIds: [internal.id], scopes })).status).toBe(400);
    expect((await create({ external: true, campaignIds: [external.id], scopes })).status).toBe(201);
  });
});

describe('changing', () => {
  const change = (id: number, version: number, parts: object = {}) =>
    as(world, admin).call(serviceAccounts.update, { params: { id }, body: { ...body, ...parts, version } });

  test('narrowing needs no confirmation, widening does; each in the audit', async () => {
    const { id } = (await create({ scopes: ['campaign.detail', 'export'] })).body;
    later();
    expect((await change(id, 0, { name: 'Tablero' })).body).toMatchObject({ name: 'Tablero', version: 1 });
    const wider = { name: 'Tablero', scopes: ['campaign.detail', 'audit.all'] };
    expect((await change(id, 1, wider)).body.error).toBe('CONFIRMATION_REQUIRED');
    await confirmed(world, admin);
    expect((await change(id, 1, wider)).status).toBe(200);
    const [, , last] = await auditOf(world);
    expect(last).toMatchObject({ subaction: 'ACTUALIZAR', objectId: String(id) });
    expect(last!.info).toMatchObject({
      modifications: [{ label: 'Permisos', value: 'Ver campañas, audiencias y contactos, Leer la auditoría' }],
    });
  });

  test('of two administrators the one with the older page is refused', async () => {
    const { id } = (await create()).body;
    const replies = await Promise.all(Array.from({ length: 10 }, (_, at) => change(id, 0, { name: `Nombre ${at}` })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
  });

  test('an expired account can be corrected without prolonging it', async () => {
    const { id } = (await create({ expires: '2026-03-20' })).body;
    world.clock.advance(30 * DAY);
    const again = await anAdministrator(world);
    const reply = await as(world, again).call(serviceAccounts.update, {
      params: { id },
      body: { ...body, expires: '2026-03-20', name: 'Otro nombre', version: 0 },
    });
    expect(reply.body).toMatchObject({ name: 'Otro nombre', expires: '2026-03-20', expired: true });
  });

  test('the scope of a reply says why', async () => {
    const { id } = (await create()).body;
    const reply = await change(id, 0, { external: true, scopes: ['monitor'] });
    expect(reply.body.errors).toEqual([{ field: 'scopes', message: SCOPE_OUT_OF_REACH }]);
  });
});

describe('keys', () => {
  const rotate = (id: number, version: number) =>
    as(world, admin).call(serviceAccounts.rotate, { params: { id }, body: { version } });

  test('after a rotation both are valid for a day, then the new one', async () => {
    const campaign = await aCampaign(world);
    const { id, key } = (await create()).body;
    const { status, body: rotated } = await rotate(id, 0);
    expect(status).toBe(201);
    for (const token of [key, rotated.key]) expect((await read(token, campaign.id)).status).toBe(200);
    world.clock.advance(DAY - 1_000);
    expect((await read(key, campaign.id)).status).toBe(200);
    world.clock.advance(2_000);
    const [ended, unknown] = [await read(key, campaign.id), await read(`cpn_${'x'.repeat(43)}`, campaign.id)];
    expect(ended.body).toEqual({ ...unknown.body, requestId: ended.body.requestId });
    expect((await read(rotated.key, campaign.id)).status).toBe(200);
  });

  test('ten rotations at once make one key, three keys are the most', async () => {
    const { id } = (await create()).body;
    const replies = await Promise.all(Array.from({ length: 10 }, () => rotate(id, 0)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replies.filter(({ body: { error } }) => error === 'CONFLICT')).toHaveLength(9);
    expect((await rotate(id, 1)).status).toBe(201);
    expect((await rotate(id, 2)).body.error).toBe('TOO_MANY_KEYS');
    // A second rotation does not prolong the first key.
    const [, , first] = (await view(id)).keys;
    expect(first?.validUntil).toBe(new Date(world.clock.now().getTime() + DAY).toISOString());
  });

  test('a key ended by hand is refused at once; another account’s is not found', async () => {
    const campaign = await aCampaign(world);
    const { id, key } = (await create()).body;
    const other = (await create({ name: 'Central telefónica' })).body;
    const keyId = (await view(id)).keys[0]!.id;
    const end = (accountId: number) =>
      as(world, admin).call(serviceAccounts.endKey, { params: { id: accountId, keyId } });
    expect((await end(other.id)).status).toBe(404);
    expect((await end(id)).body.keys).toEqual([]);
    expect((await end(id)).status).toBe(404);
    expect((await read(key, campaign.id)).status).toBe(401);
  });

  test('disabling takes effect at once without a confirmation, enabling needs one', async () => {
    const campaign = await aCampaign(world);
    const { id, key } = (await create()).body;
    later();
    const set = (disable: boolean) =>
      as(world, admin).call(serviceAccounts.setState, { params: { id }, body: { disable } });
    expect((await set(true)).body).toMatchObject({ disable: true, version: 1 });
    expect((await read(key, campaign.id)).status).toBe(401);
    expect((await set(false)).body.error).toBe('CONFIRMATION_REQUIRED');
    await confirmed(world, admin);
    expect((await set(false)).status).toBe(200);
    expect((await read(key, campaign.id)).status).toBe(200);
  });

  test('an account ends with its last day', async () => {
    const campaign = await aCampaign(world);
    const { id, key } = (await create({ expires: '2026-03-11' })).body;
    world.clock.set('2026-03-12T02:59:59.000Z');
    expect((await read(key, campaign.id)).status).toBe(200);
    world.clock.set('2026-03-12T03:00:00.000Z');
    expect((await read(key, campaign.id)).status).toBe(401);
    const again = await anAdministrator(world);
    expect((await as(world, again).call(serviceAccounts.get, { params: { id } })).body.expired).toBe(true);
  });
});

test('a service account is no user: not listed, found, changed, invited or counted', async () => {
  const { id } = await aServiceAccount(world);
  const list = await as(world, admin).call(users.list, { query: { pageNumber: 0, pageSize: 100 } });
  expect(JSON.stringify(list.body)).not.toContain('Programa');
  const choices = await as(world, admin).call(users.list);
  expect((choices.body as unknown as { id: number }[]).map((each) => each.id)).not.toContain(id);
  for (const [spec, sent] of [
    [users.get, {}],
    [users.update, { body: { firstName: 'Otra' } }],
    [users.enable, {}],
    [users.disable, { body: {} }],
    [users.sendLink, {}],
    [api.secondFactor.reset, {}],
    [api.auth.endUserSessions, {}],
    [api.monitor.detail, {}],
  ] as const)
    expect([spec.path, (await as(world, admin).send(spec, { params: { id }, ...sent })).status]).toEqual([
      spec.path,
      404,
    ]);
  const several = { body: { ids: [id], roles: [5] } };
  expect((await as(world, admin).call(users.changeMany, several)).body.results[0]).toMatchObject({
    outcome: 'refused',
  });
  const supervisors = await as(world, admin).call(api.lookups.supervisors);
  expect(JSON.stringify(supervisors.body)).not.toContain('Programa');
  const roles = await world.db.selectFrom('userRole').select('userId').where('userId', '=', id).execute();
  expect(roles).toEqual([]);
});

test('the list is ordered, searched and paged', async () => {
  for (const name of ['Zeta', 'Ánfora', 'Mesa de ayuda']) await create({ name });
  const list = async (query: object) =>
    (await as(world, admin).call(serviceAccounts.list, { query })).body.accounts.map(({ name }) => name);
  expect(await list({ orderbytitle: 'name' })).toEqual(['Ánfora', 'Mesa de ayuda', 'Zeta']);
  expect(await list({ general: 'anfora' })).toEqual(['Ánfora']);
  expect(await list({ orderbytitle: 'lastUsed', pageSize: 1, pageNumber: 1 })).toHaveLength(1);
});

test('the list shows the beginnings of the valid keys, newest first', async () => {
  const { id, key } = (await create()).body;
  const rotated = await as(world, admin).call(serviceAccounts.rotate, { params: { id }, body: { version: 0 } });
  const prefixes = async (reader: TestUser) =>
    (await as(world, reader).call(serviceAccounts.list, { query: {} })).body.accounts[0]?.prefixes;
  expect(await prefixes(admin)).toEqual([rotated.body.key.slice(0, 10), key.slice(0, 10)]);
  world.clock.advance(DAY + 1_000);
  expect(await prefixes(await anAdministrator(world))).toEqual([rotated.body.key.slice(0, 10)]);
});
