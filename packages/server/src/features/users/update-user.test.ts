import { api } from '@campanero/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anAccount, signInAs } from '../../../test/accounts.ts';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import {
  countedFigures,
  countedTotals,
  operatorsOf,
  someCalls,
  storedFigures,
  storedTotals,
} from '../../../test/calls.ts';
import { aCampaign, anAdministrator, anOperator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let admin: TestUser;
beforeEach(async () => {
  admin = await anAdministrator(world);
});
afterEach(() => world.forget());

const update = (id: number, body: unknown, user: TestUser = admin) =>
  as(world, user).send(api.users.update, { params: { id }, body });
const mails = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute();

test('changes given fields, keeps others, and is audited', async () => {
  const user = await anAccount(world, { roles: [2], firstName: 'Ana', lastName: 'Sosa' });
  const { status, body } = await update(user.id, { firstName: 'Anabel', roles: [4, 2, 4], version: 0 });
  expect(status).toBe(200);
  expect(body).toMatchObject({ name: 'Anabel Sosa', email: user.email, version: 1, roles: [{ id: 4 }, { id: 2 }] });
  expect(await auditOf(world)).toMatchObject([
    {
      userId: admin.id,
      action: 'USUARIO',
      subaction: 'ACTUALIZAR',
      objectId: String(user.id),
      info: {
        entries: [
          { label: 'Nombre', prevValue: 'Ana' },
          { label: 'Roles', prevValue: 'Operador' },
        ],
        modifications: [
          { label: 'Nombre', value: 'Anabel' },
          { label: 'Roles', value: 'Coordinador, Operador' },
        ],
      },
    },
  ]);
});

test('refuses a stale version, accepts an absent one; 404 for unknown users', async () => {
  const user = await anAccount(world);
  expect((await update(user.id, { lastName: 'Primera', version: 0 })).status).toBe(200);
  expect(await update(user.id, { lastName: 'Segunda', version: 0 })).toMatchObject({
    status: 409,
    body: { error: 'CONFLICT' },
  });
  expect((await update(user.id, { lastName: 'Tercera' })).body.lastName).toBe('Tercera');
  expect((await update(2_000_000_000, { lastName: 'Nadie' })).status).toBe(404);
  expect((await update(user.id, { roles: [] })).status).toBe(400);
  expect((await update(user.id, { firstName: '' })).status).toBe(400);
});

test('ignores undeclared fields', async () => {
  const user = await anAccount(world);
  const before = await world.db.selectFrom('appUser').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  const extra = {
    password: 'otra',
    passwordHash: null,
    disable: true,
    disabled: true,
    id: 1,
    createdAt: '2020-01-01T00:00:00Z',
  };
  expect((await update(user.id, { ...extra, lastName: 'Nuevo' })).status).toBe(200);
  const after = await world.db.selectFrom('appUser').selectAll().where('id', '=', user.id).executeTakeFirstOrThrow();
  expect(after).toEqual({ ...before, lastName: 'Nuevo', version: 1, updatedAt: expect.any(Date) });
  expect((await signInAs(world, user.email)).status).toBe(200);
});

describe('roles', () => {
  test('apply on the next request, and open pages reload the session', async () => {
    const other = await anAdministrator(world);
    const ask = () => as(world, other).call(api.users.get, { params: { id: admin.id } });
    expect((await ask()).status).toBe(200);
    await anAccount(world, { roles: [5] });
    expect((await update(other.id, { roles: [4] })).status).toBe(200);
    expect((await ask()).status).toBe(403);
    expect(world.ended.userIds).toEqual([other.id]);
  });

  test('refuses own roles unless unchanged', async () => {
    await anAccount(world, { roles: [5] });
    expect(await update(admin.id, { roles: [5, 4] })).toMatchObject({ status: 422, body: { error: 'OWN_ACCOUNT' } });
    expect(await update(admin.id, { roles: [4] })).toMatchObject({ status: 422, body: { error: 'OWN_ACCOUNT' } });
    expect((await update(admin.id, { roles: [5], firstName: 'Otra' })).body.name).toContain('Otra');
    expect(world.ended.userIds).toEqual([]);
  });

  test('refuses the last administrator who can sign in', async () => {
    const boss = await anAccount(world, { roles: [5] });
    // The caller has no password: only invited.
    expect(await update(boss.id, { roles: [4] })).toMatchObject({
      status: 422,
      body: { error: 'LAST_ADMINISTRATOR', message: 'Debe quedar al menos un Administrador habilitado.' },
    });
    expect(await auditOf(world)).toEqual([]);
  });

  test('two administrators demoting each other concurrently leave one', async () => {
    const [one, two] = [await anAccount(world, { roles: [5] }), await anAccount(world, { roles: [5] })];
    await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', admin.id).execute();
    const replies = await Promise.all([update(one.id, { roles: [2] }, two), update(two.id, { roles: [2] }, one)]);
    const left = await world.db
      .selectFrom('userRole')
      .select('userId')
      .where('roleId', '=', 5)
      .where('userId', '!=', admin.id)
      .execute();
    expect(left).toHaveLength(1);
    expect(replies.map(({ status }) => status)).toContain(200);
  });

  test('changing sides frees untouched calls of the old side', async () => {
    const user = await anOperator(world);
    const colleague = await anOperator(world);
    const inside = await aCampaign(world, { operators: [user.id, colleague.id], status: 'EN CURSO' });
    const outside = await aCampaign(world, { external: true, operators: [user.id], status: 'EN CURSO' });
    const done = await aCampaign(world, { operators: [user.id], status: 'FINALIZADA' });
    const calls = await someCalls(world, inside.id, [
      { operatorId: user.id, interested: true },
      { operatorId: user.id, blocked: true },
      { operatorId: user.id, stateId: 3, callCount: 1 },
      { operatorId: colleague.id },
    ]);
    const external = await someCalls(world, outside.id, [{ operatorId: user.id }]);
    const finished = await someCalls(world, done.id, [{ operatorId: user.id }]);

    expect((await update(user.id, { roles: [1] })).status).toBe(200);
    expect(await operatorsOf(world, calls)).toEqual([null, null, user.id, colleague.id]);
    expect(await operatorsOf(world, [...external, ...finished])).toEqual([user.id, user.id]);
    expect(await storedTotals(world, inside.id)).toEqual(await countedTotals(world, inside.id));
    expect(await storedFigures(world, inside.id)).toEqual(await countedFigures(world, inside.id));
    expect((await auditOf(world)).at(-1)?.info).toMatchObject({
      modifications: [
        { label: 'Roles', value: 'Operador externo' },
        { label: 'Llamados sin operador', value: 2 },
      ],
    });
    // Still in the list of operators, in case they return.
    const listed = await world.db
      .selectFrom('campaignOperator')
      .select('campaignId')
      .where('userId', '=', user.id)
      .execute();
    expect(listed).toHaveLength(3);
  });

  test('an additional lower role keeps the calls; becoming a coordinator does not', async () => {
    const user = await anOperator(world);
    const { id } = await aCampaign(world, { operators: [user.id], status: 'EN CURSO' });
    const calls = await someCalls(world, id, [{ operatorId: user.id }]);
    await update(user.id, { roles: [2, 1] });
    expect(await operatorsOf(world, calls)).toEqual([user.id]);
    await update(user.id, { roles: [4, 2] });
    expect(await operatorsOf(world, calls)).toEqual([null]);
  });
});

describe('new email', () => {
  test('voids links to the old one and notifies both', async () => {
    const user = await anAccount(world);
    await as(world, admin).call(api.users.sendLink, { params: { id: user.id } });
    expect((await update(user.id, { email: 'nuevo@prueba.gob.ar' })).status).toBe(200);
    const open = await world.db.selectFrom('resetToken').select('id').where('usedAt', 'is', null).execute();
    expect(open).toEqual([]);
    const notices = (await mails()).slice(1);
    expect(notices.map(({ recipient }) => recipient)).toEqual([user.email, 'nuevo@prueba.gob.ar']);
    expect(notices[0]?.body).toContain('nuevo@prueba.gob.ar');
    expect((await signInAs(world, 'nuevo@prueba.gob.ar')).status).toBe(200);
    expect((await signInAs(world, user.email)).status).toBe(401);
  });

  test('sends a new invitation if the old one is unused', async () => {
    const user = await anOperator(world);
    await update(user.id, { email: 'corregido@prueba.gob.ar' });
    expect((await mails()).map(({ recipient, subject }) => `${recipient}: ${subject}`)).toEqual([
      'corregido@prueba.gob.ar: Su cuenta de Campanero',
    ]);
  });

  test('refuses a taken email', async () => {
    const [user, other] = [await anAccount(world), await anAccount(world)];
    expect(await update(user.id, { email: other.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { error: 'EMAIL_TAKEN' },
    });
    expect(await auditOf(world)).toEqual([]);
  });
});
