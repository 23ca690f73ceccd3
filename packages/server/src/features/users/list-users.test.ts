import { api } from '@campanero/contract';
import { userPage } from '@campanero/contract/users/schemas';
import { beforeAll, describe, expect, test } from 'vitest';
import { anAccount } from '../../../test/accounts.ts';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { someCalls } from '../../../test/calls.ts';
import {
  aCampaign,
  aCoordinator,
  aGuest,
  anAdministrator,
  anExternalCoordinator,
  anExternalOperator,
  anOperator,
  aUser,
  type TestUser,
} from '../../../test/factories.ts';

const world = useWorld();
let admin: TestUser;
beforeAll(async () => {
  admin = await anAdministrator(world);
});

type Query = Record<string, string | number>;
const list = (query: Query, user: TestUser = admin) =>
  as(world, user).send(api.users.list, { query: { pageNumber: 0, pageSize: 100, ...query } });
const page = async (query: Query) => userPage.parse((await list(query)).body);
const idsFor = async (query: Query) => (await page(query)).users.map(({ id }) => id);

test('permissions: the paged list is for administrators and refusals are audited; options are for all', async () => {
  for (const make of [aCoordinator, anExternalCoordinator, anOperator, anExternalOperator]) {
    const user = await make(world);
    expect(await list({}, user)).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
    expect((await as(world, user).call(api.users.list, { query: {} })).status).toBe(200);
    expect((await auditOf(world)).at(-1)).toMatchObject({
      userId: user.id,
      action: 'USUARIO',
      subaction: 'ACCIÓN',
      info: { modifications: [{ value: 'Acceso rechazado' }, { value: 'GET /api/user' }] },
    });
  }
});

test('returns the fields of the screen and no secrets', async () => {
  const user = await anAccount(world, { roles: [2, 4], firstName: 'Inés', lastName: 'Paz' });
  const invited = await anOperator(world);
  const { users, totalElementsCount, page: number } = await page({ id: user.id });
  expect({ totalElementsCount, number }).toEqual({ totalElementsCount: 1, number: 0 });
  expect(users).toEqual([
    {
      id: user.id,
      firstName: 'Inés',
      lastName: 'Paz',
      name: 'Inés Paz',
      email: user.email,
      roles: [
        { id: 4, name: 'Coordinador' },
        { id: 2, name: 'Operador' },
      ],
      disable: false,
      lastLogin: null,
      invited: false,
      secondFactor: false,
      directorySince: null,
      createdAt: expect.any(String),
      version: 0,
    },
  ]);
  expect((await page({ id: invited.id })).users[0]?.invited).toBe(true);
  const { body } = await as(world, admin).call(api.users.get, { params: { id: user.id } });
  expect(body).toEqual(users[0]);
  expect(JSON.stringify((await list({})).body)).not.toContain('argon2');
});

describe('filters', () => {
  test('by id, name, email, state and roles, ignoring case and accents', async () => {
    const tag = 'Quiroz';
    const one = await aUser(world, { roles: [4, 2], firstName: 'Tomás', lastName: tag, email: 'tq_1@uno.gob.ar' });
    const two = await aUser(world, {
      roles: [1],
      firstName: 'Ana',
      lastName: tag,
      email: 'aq%2@dos.gob.ar',
      disabled: true,
    });
    const three = await aGuest(world, { firstName: 'Zoé', lastName: tag });
    expect(await idsFor({ name: 'quiroz' })).toEqual([three.id, two.id, one.id]);
    expect(await idsFor({ name: 'TOMAS qui' })).toEqual([one.id]);
    expect(await idsFor({ user: 'UNO.gob' })).toEqual([one.id]);
    expect(await idsFor({ user: '%' })).toEqual([two.id]);
    expect(await idsFor({ user: 'tq_1' })).toEqual([one.id]);
    expect(await idsFor({ name: tag, state: 'disabled' })).toEqual([two.id]);
    expect(await idsFor({ name: tag, state: 'enabled' })).toEqual([three.id, one.id]);
    expect(await idsFor({ name: tag, roles: '2' })).toEqual([one.id]);
    expect(await idsFor({ name: tag, roles: '1,4' })).toEqual([two.id, one.id]);
    expect(await idsFor({ name: tag, roles: '9' })).toEqual([]);
    expect(await idsFor({ general: 'coordinador, operador', name: tag })).toEqual([one.id]);
    expect(await idsFor({ general: 'dos.gob', name: tag })).toEqual([two.id]);
    expect(await idsFor({ general: String(three.id), name: tag })).toEqual([three.id]);
    expect(await idsFor({ id: 2_147_483_647 })).toEqual([]);
  });

  test('sorts by each column, with empty last sign-ins at the end', async () => {
    const tag = 'Orden';
    const make = (firstName: string, roles: number[], lastLoginAt: Date | null) =>
      aUser(world, { firstName, lastName: tag, roles }).then(async (user) => {
        await world.db.updateTable('appUser').set({ lastLoginAt }).where('id', '=', user.id).execute();
        return user;
      });
    const n = await make('Nora', [2], new Date('2026-01-02T00:00:00Z'));
    const enye = await make('Ñata', [5], null);
    const o = await make('Olga', [2, 3], new Date('2026-02-02T00:00:00Z'));
    const by = (orderbytitle: string, orderbytype = 'asc') => idsFor({ name: tag, orderbytitle, orderbytype });
    expect(await by('name')).toEqual([n.id, enye.id, o.id]);
    expect(await by('name', 'desc')).toEqual([o.id, enye.id, n.id]);
    expect(await by('roles')).toEqual([n.id, o.id, enye.id]);
    expect(await by('lastLogin')).toEqual([n.id, o.id, enye.id]);
    expect(await by('lastLogin', 'desc')).toEqual([o.id, n.id, enye.id]);
    expect(new Set(await by('email'))).toEqual(new Set([n.id, enye.id, o.id]));
  });

  test.each<[string, Query]>([
    ['an unknown column', { orderbytitle: 'passwordHash' }],
    ['a role that is none', { roles: '1;2' }],
    ['an unknown state', { state: 'otro' }],
    ['a negative page', { pageNumber: -1 }],
    ['a parameter nobody knows', { clave: 'x' }],
  ])('%s is refused', async (_name, query) => {
    expect((await list(query)).status).toBe(400);
  });

  test('refuses filters without a page', async () => {
    const reply = await as(world, admin).send(api.users.list, { query: { name: 'ana', pageSize: 10 } });
    expect(reply).toMatchObject({ status: 400, body: { error: 'VALIDATION' } });
    expect(reply.body.errors?.map(({ field }) => field).toSorted()).toEqual(['name', 'pageSize']);
  });
});

test('404 for an unknown user', async () => {
  for (const id of [2_000_000_000, 2_147_483_647])
    expect((await as(world, admin).call(api.users.get, { params: { id } })).status).toBe(404);
});

test("lists a user's campaigns as coordinator or operator with call counts", async () => {
  const administrator = as(world, admin);
  const operator = await anOperator(world);
  const coordinator = await aCoordinator(world);
  const first = await aCampaign(world, { coordinatedBy: coordinator.id, operators: [operator.id] });
  const second = await aCampaign(world, { operators: [operator.id], status: 'FINALIZADA' });
  await aCampaign(world);
  await someCalls(world, first.id, [
    { operatorId: operator.id },
    { operatorId: operator.id },
    { operatorId: operator.id, stateId: 3, callCount: 1 },
    { operatorId: null },
  ]);

  const campaignsOf = async (id: number) => (await administrator.call(api.users.campaigns, { params: { id } })).body;
  expect(await campaignsOf(operator.id)).toMatchObject([
    { id: second.id, name: second.name, status: 'FINALIZADA', untouched: 0, touched: 0 },
    { id: first.id, name: first.name, status: expect.any(String), untouched: 2, touched: 1 },
  ]);
  expect(await campaignsOf(coordinator.id)).toMatchObject([{ id: first.id, untouched: 0, touched: 0 }]);
  for (const id of [999_999, 2_147_483_647])
    expect(await administrator.call(api.users.campaigns, { params: { id } })).toMatchObject({ status: 404 });
});
