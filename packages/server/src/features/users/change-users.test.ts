import { api } from '@campanero/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { anAccount, check, signInAs } from '../../../test/accounts.ts';
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
import { aCampaign, anAdministrator, aSession, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let admin: TestUser;
beforeEach(async () => {
  admin = await anAdministrator(world);
});
afterEach(() => world.forget());

const disable = (id: number, user: TestUser = admin, headers: Record<string, string> = {}) =>
  as(world, user).call(api.users.disable, { params: { id } }, headers);
const enable = (id: number, user: TestUser = admin) => as(world, user).call(api.users.enable, { params: { id } });

describe('disabling', () => {
  test('ends sessions, sockets and links at once and refuses sign-in', async () => {
    const user = await anAccount(world, { firstName: 'Eva', lastName: 'Luna' });
    const phone = await aSession(world, user.id);
    await as(world, admin).call(api.users.sendLink, { params: { id: user.id } });
    expect(await disable(user.id)).toMatchObject({ status: 200, body: { id: user.id, disable: true, version: 1 } });
    expect([await check(world, user.token), await check(world, phone.token)]).toEqual([401, 401]);
    expect(world.ended.userIds).toEqual([user.id]);
    expect((await signInAs(world, user.email)).status).toBe(401);
    const open = await world.db.selectFrom('resetToken').select('id').where('usedAt', 'is', null).execute();
    expect(open).toEqual([]);
    expect((await auditOf(world)).filter(({ info }) => JSON.stringify(info).includes('Deshabilitar'))).toMatchObject([
      {
        userId: admin.id,
        action: 'USUARIO',
        subaction: 'ACCIÓN',
        objectId: String(user.id),
        info: {
          entries: [{ label: 'Estado', prevValue: 'Habilitado' }],
          modifications: [
            { label: 'Acción', value: 'Deshabilitar a Eva Luna' },
            { label: 'Estado', value: 'Deshabilitado' },
            { label: 'Sesiones cerradas', value: 2 },
          ],
        },
      },
    ]);
  });

  test('frees untouched calls, keeps touched ones, with correct counters', async () => {
    const user = await anAccount(world);
    const campaign = await aCampaign(world, { operators: [user.id], status: 'EN CURSO' });
    const finished = await aCampaign(world, { operators: [user.id], status: 'FINALIZADA' });
    const calls = await someCalls(world, campaign.id, [
      { operatorId: user.id },
      { operatorId: user.id, holdBy: user.id, interested: true },
      { operatorId: user.id, stateId: 3, callCount: 2 },
      { operatorId: null },
    ]);
    const old = await someCalls(world, finished.id, [{ operatorId: user.id }]);
    await disable(user.id);
    expect(await operatorsOf(world, calls)).toEqual([null, null, user.id, null]);
    expect(await operatorsOf(world, old)).toEqual([user.id]);
    const held = await world.db.selectFrom('call').select('id').where('holdBy', 'is not', null).execute();
    expect(held).toEqual([]);
    expect(await storedTotals(world, campaign.id)).toEqual(await countedTotals(world, campaign.id));
    expect(await storedFigures(world, campaign.id)).toEqual(await countedFigures(world, campaign.id));
    expect((await auditOf(world)).at(-1)?.info).toMatchObject({
      modifications: [{}, {}, { value: 1 }, { label: 'Llamados sin operador', value: 2 }],
    });
  });

  test('refuses the own account', async () => {
    await anAccount(world, { roles: [5] });
    for (const reply of [await disable(admin.id), await enable(admin.id)])
      expect(reply).toMatchObject({
        status: 422,
        body: { error: 'OWN_ACCOUNT', message: 'No es posible cambiar los roles ni el estado de su propia cuenta.' },
      });
    expect(await auditOf(world)).toEqual([]);
  });

  test('refuses the last administrator who can sign in', async () => {
    const boss = await anAccount(world, { roles: [5] });
    expect(await disable(boss.id)).toMatchObject({ status: 422, body: { error: 'LAST_ADMINISTRATOR' } });
    await anAccount(world, { roles: [5], disabled: true });
    expect((await disable(boss.id)).status).toBe(422);
    await anAccount(world, { roles: [5] });
    expect((await disable(boss.id)).status).toBe(200);
  });

  test('two administrators disabling each other concurrently leave one', async () => {
    const [one, two] = [await anAccount(world, { roles: [5] }), await anAccount(world, { roles: [5] })];
    await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', admin.id).execute();
    await Promise.all([disable(one.id, two), disable(two.id, one)]);
    const left = await world.db.selectFrom('appUser').select('id').where('disabled', '=', false).execute();
    expect(left).toHaveLength(1);
  });

  test('is idempotent', async () => {
    const user = await anAccount(world);
    const key = { 'idempotency-key': 'k1' };
    await disable(user.id, admin, key);
    expect(await disable(user.id, admin, key)).toMatchObject({ status: 200, body: { disable: true, version: 1 } });
    expect(await disable(user.id)).toMatchObject({ status: 200, body: { disable: true, version: 1 } });
    expect(await auditOf(world)).toHaveLength(1);
    expect((await disable(2_000_000_000)).status).toBe(404);
  });
});

test('enabling restores sign-in with the old password but no calls', async () => {
  const user = await anAccount(world);
  const campaign = await aCampaign(world, { operators: [user.id], status: 'EN CURSO' });
  const calls = await someCalls(world, campaign.id, [{ operatorId: user.id }]);
  await disable(user.id);
  expect(await enable(user.id)).toMatchObject({ status: 200, body: { disable: false, version: 2 } });
  expect(await check(world, user.token)).toBe(401);
  expect((await signInAs(world, user.email)).status).toBe(200);
  expect(await operatorsOf(world, calls)).toEqual([null]);
});

describe('password link', () => {
  const send = (id: number) => as(world, admin).call(api.users.sendLink, { params: { id } });
  const mails = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute();

  test('sends a recovery link, or the invitation again, by mail only', async () => {
    const user = await anAccount(world);
    const invited = await anAdministrator(world);
    expect(await send(user.id)).toMatchObject({
      status: 200,
      body: { message: 'El link está en el correo del usuario solicitado' },
    });
    await send(invited.id);
    const sent = await mails();
    expect(sent.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [user.email, 'Restablecer su contraseña de Campanero'],
      [invited.email, 'Su cuenta de Campanero'],
    ]);
    expect(JSON.stringify(await send(user.id))).not.toContain('token');
    expect(await auditOf(world)).toMatchObject([
      { userId: admin.id, action: 'USUARIO', subaction: 'ACCIÓN', objectId: String(user.id) },
      { userId: admin.id, info: { modifications: [{ value: 'Envío de una invitación' }, {}, {}] } },
      {},
    ]);
  });

  test('is not sent to disabled or unknown users', async () => {
    const user = await anAccount(world, { disabled: true });
    expect(await send(user.id)).toMatchObject({ status: 422, body: { error: 'USER_DISABLED' } });
    expect((await send(2_000_000_000)).status).toBe(404);
    expect(await mails()).toEqual([]);
  });
});

describe('several accounts', () => {
  const change = (body: object, user: TestUser = admin, headers: Record<string, string> = {}) =>
    as(world, user).send(api.users.changeMany, { body }, headers);

  test('each has its own result and audit record; refusals do not affect the others', async () => {
    const [eva, ana, gone] = [
      await anAccount(world, { firstName: 'Eva', lastName: 'Luna' }),
      await anAccount(world, { firstName: 'Ana', lastName: 'Paz' }),
      await anAccount(world, { disabled: true }),
    ];
    const boss = await anAccount(world, { roles: [5] });
    const reply = await change({ ids: [ana.id, admin.id, gone.id, 999_999, eva.id, boss.id], disable: true });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        results: [
          { id: ana.id, name: 'Ana Paz', outcome: 'changed', reason: null },
          { id: admin.id, outcome: 'refused', reason: expect.stringContaining('propia cuenta') },
          { id: gone.id, outcome: 'same' },
          { id: 999_999, outcome: 'refused' },
          { id: eva.id, outcome: 'changed' },
          // `admin` was only invited, so this is the last one with a password.
          { id: boss.id, outcome: 'refused', reason: 'Debe quedar al menos un Administrador habilitado.' },
        ],
      },
    });
    expect(await check(world, eva.token)).toBe(401);
    expect(new Set(world.ended.userIds)).toEqual(new Set([eva.id, ana.id]));
    expect((await auditOf(world)).map(({ objectId }) => objectId)).toEqual([String(eva.id), String(ana.id)]);
    expect(await change({ ids: [eva.id, ana.id], disable: false })).toMatchObject({
      body: { results: [{ outcome: 'changed' }, { outcome: 'changed' }] },
    });
  });

  test('of two administrators disabled together one remains', async () => {
    const [one, two] = [await anAccount(world, { roles: [5] }), await anAccount(world, { roles: [5] })];
    const { body } = await change({ ids: [one.id, two.id], disable: true });
    expect(body.results.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['changed', 'refused']);
  });

  test('users disabled together do not receive each other’s calls', async () => {
    const [one, two, stays] = [
      await anAccount(world, { roles: [2] }),
      await anAccount(world, { roles: [2] }),
      await anAccount(world, { roles: [2] }),
    ];
    const campaign = await aCampaign(world, { operators: [one.id, two.id, stays.id], status: 'EN CURSO' });
    const calls = await someCalls(world, campaign.id, [{ operatorId: one.id }, { operatorId: two.id }]);
    const { body } = await change({ ids: [one.id, two.id], roles: [1], handover: { to: 'shared' } });
    expect(body.results).toMatchObject([
      { outcome: 'changed', given: 1, freed: 0 },
      { outcome: 'changed', given: 1, freed: 0 },
    ]);
    expect(await operatorsOf(world, calls)).toEqual([stays.id, stays.id]);
    const roles = await world.db.selectFrom('userRole').selectAll().where('userId', 'in', [one.id, two.id]).execute();
    expect(roles.map(({ roleId }) => roleId)).toEqual([1, 1]);
  });

  test('needs exactly one change, and is idempotent', async () => {
    const user = await anAccount(world);
    expect((await change({ ids: [user.id] })).status).toBe(400);
    expect((await change({ ids: [user.id], disable: true, roles: [2] })).status).toBe(400);
    expect((await change({ ids: [user.id, user.id], disable: true })).status).toBe(400);
    expect((await change({ ids: [], disable: true })).status).toBe(400);
    const first = await change({ ids: [user.id], disable: true }, admin, { 'idempotency-key': 'many-1' });
    const again = await change({ ids: [user.id], disable: true }, admin, { 'idempotency-key': 'many-1' });
    expect(again.body).toEqual(first.body);
    expect(await auditOf(world)).toHaveLength(1);
  });
});
