import { afterEach, describe, expect, test } from 'vitest';
import { api } from '@campanero/contract';
import { anAccount, check, signInAs } from '../../../../test/accounts.ts';
import { as, auditOf } from '../../../../test/actors.ts';
import { useWorld } from '../../../../test/app.ts';
import { anAdministrator, aSession, anOperator, aUser } from '../../../../test/factories.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const world = useWorld();
afterEach(() => world.forget());

const refresh = (token: string) => as(world, { token }).call(api.auth.refresh);
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

describe('refresh', () => {
  test('is refused before the last hour, then returns a new token; the old one is valid for another minute', async () => {
    const user = await anOperator(world);
    world.clock.advance(7 * HOUR - 1000);
    expect(await refresh(user.token)).toMatchObject({ status: 422, body: { error: 'REFRESH_TOO_EARLY' } });

    world.clock.advance(1000);
    const reply = await refresh(user.token);
    expect(reply.status).toBe(200);
    expect(reply.body.token).not.toBe(user.token);
    // Eight more hours would exceed the maximum of twelve.
    expect(reply.body.expires).toBe(seconds(world.clock.now()) + 5 * 3600);
    expect(await check(world, reply.body.token)).toBe(200);

    world.clock.advance(59_000);
    expect(await check(world, user.token)).toBe(200);
    world.clock.advance(1000);
    expect(await check(world, user.token)).toBe(401);
    expect(await check(world, reply.body.token)).toBe(200);
    expect(await auditOf(world)).toEqual([]);
  });

  test('never extends a session beyond twelve hours after the sign-in', async () => {
    const user = await anOperator(world);
    world.clock.advance(7.5 * HOUR);
    const first = await refresh(user.token);
    world.clock.advance(4 * HOUR);
    const second = await refresh(first.body.token);
    expect(second).toMatchObject({ status: 200, body: { expires: first.body.expires } });
    world.clock.advance(0.5 * HOUR);
    expect(await check(world, second.body.token)).toBe(401);
    expect((await refresh(second.body.token)).status).toBe(401);
  });

  test('the maximum of twelve hours holds even if the row expires later', async () => {
    const user = await anOperator(world);
    world.clock.advance(7.5 * HOUR);
    const { body } = await refresh(user.token);
    await world.db
      .updateTable('session')
      .set({ expiresAt: new Date('2030-01-01') })
      .execute();
    world.clock.advance(4.4 * HOUR);
    expect(await check(world, body.token)).toBe(200);
    world.clock.advance(0.2 * HOUR);
    expect(await check(world, body.token)).toBe(401);
  });

  test('two tabs that refresh at once both get a valid token', async () => {
    const user = await anOperator(world);
    world.clock.advance(7.5 * HOUR);
    const replies = await Promise.all([refresh(user.token), refresh(user.token), refresh(user.token)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    world.clock.advance(2 * MINUTE);
    for (const { body } of replies) expect(await check(world, body.token)).toBe(200);
  });

  test('refuses an expired token', async () => {
    const user = await anOperator(world);
    world.clock.advance(8 * HOUR);
    expect(await refresh(user.token)).toMatchObject({ status: 401, body: { error: 'UNAUTHENTICATED' } });
  });
});

test('signing out ends this session and its sockets only', async () => {
  const user = await anOperator(world);
  const other = await aSession(world, user.id);
  expect((await as(world, user).call(api.auth.logout)).status).toBe(204);
  expect(await check(world, user.token)).toBe(401);
  expect(await check(world, other.token)).toBe(200);
  expect(world.ended.sessionIds).toEqual([user.sessionId]);
  expect(await auditOf(world)).toMatchObject([{ userId: user.id, action: 'USUARIO', subaction: 'ACCIÓN' }]);
  expect((await as(world, user).call(api.auth.logout)).status).toBe(401);
});

test('check returns the user as stored now', async () => {
  const user = await aUser(world, { roles: [1, 3], firstName: 'Eva', lastName: 'Sol' });
  const { body } = await as(world, user).call(api.auth.check);
  expect(body).toMatchObject({
    id: user.id,
    name: 'Eva Sol',
    mustChangePassword: false,
    roles: [{ id: 3 }, { id: 1 }],
  });
  await world.db.deleteFrom('userRole').where('userId', '=', user.id).where('roleId', '=', 3).execute();
  const after = await as(world, user).call(api.auth.check);
  expect(after.body.roles).toEqual([{ id: 1, name: 'Operador externo' }]);
});

test('changed roles and disabling take effect on the next request', async () => {
  const admin = await anAdministrator(world);
  const ask = () => as(world, admin).call(api.auth.userSessions, { params: { id: admin.id } });
  expect((await ask()).status).toBe(200);
  await world.db.updateTable('userRole').set({ roleId: 4 }).where('userId', '=', admin.id).execute();
  expect((await ask()).status).toBe(403);
  await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', admin.id).execute();
  expect((await ask()).status).toBe(401);
});

test('users list and end only their own sessions', async () => {
  const user = await anOperator(world);
  const phone = await aSession(world, user.id);
  const stranger = await anOperator(world);
  const list = await as(world, user).call(api.auth.sessions);
  expect(list.body).toHaveLength(2);
  expect(list.body.find(({ current }) => current)?.id).toBe(user.sessionId);

  const end = (id: string) => as(world, user).call(api.auth.endSession, { params: { id } });
  expect((await end(stranger.sessionId)).status).toBe(404);
  expect((await end('00000000-0000-4000-8000-000000000000')).status).toBe(404);
  expect((await end(phone.sessionId)).status).toBe(204);
  expect((await end(phone.sessionId)).status).toBe(404);
  expect(await check(world, phone.token)).toBe(401);
  expect(await check(world, stranger.token)).toBe(200);
  expect(world.ended.sessionIds).toEqual([phone.sessionId]);
  expect(await auditOf(world)).toHaveLength(1);
});

test('only administrators list and end the sessions of other users', async () => {
  const admin = await anAdministrator(world);
  const user = await anOperator(world);
  const second = await aSession(world, user.id);
  const asAdmin = as(world, admin);
  expect((await asAdmin.call(api.auth.userSessions, { params: { id: user.id } })).body).toHaveLength(2);
  expect((await as(world, user).call(api.auth.endUserSessions, { params: { id: admin.id } })).status).toBe(403);
  expect((await asAdmin.call(api.auth.endUserSessions, { params: { id: 2_000_000_000 } })).status).toBe(404);
  expect((await asAdmin.call(api.auth.userSessions, { params: { id: 2_147_483_647 } })).status).toBe(404);
  expect((await asAdmin.call(api.auth.endUserSessions, { params: { id: user.id } })).status).toBe(204);
  expect([await check(world, user.token), await check(world, second.token)]).toEqual([401, 401]);
  expect(world.ended.sessionIds.toSorted()).toEqual([user.sessionId, second.sessionId].toSorted());
});

test('last seen is written at most once a minute', async () => {
  const user = await anOperator(world);
  const seen = async () => {
    const row = await world.db
      .selectFrom('session')
      .select('lastSeenAt')
      .where('id', '=', user.sessionId)
      .executeTakeFirst();
    return row?.lastSeenAt.getTime();
  };
  const start = world.clock.now().getTime();
  world.clock.advance(59_000);
  await check(world, user.token);
  expect(await seen()).toBe(start);
  world.clock.advance(1000);
  await check(world, user.token);
  expect(await seen()).toBe(start + 60_000);
});

test('a user with an initial password must change it first', async () => {
  const admin = await anAccount(world, { roles: [5], mustChangePassword: true });
  const { body } = await signInAs(world, admin.email);
  const inside = as(world, { token: body.token });
  expect((await inside.call(api.auth.check)).body.mustChangePassword).toBe(true);
  expect(await inside.send(api.campaigns.list)).toMatchObject({
    status: 403,
    body: { error: 'PASSWORD_CHANGE_REQUIRED' },
  });
  const password = 'ocho gatos violetas';
  const currentPassword = 'siete perros amarillos';
  const changed = await inside.call(api.auth.changePassword, {
    body: { currentPassword, password, passwordConfirmation: password },
  });
  expect(changed.status).toBe(200);
  expect((await inside.call(api.auth.check)).body.mustChangePassword).toBe(false);
  expect((await inside.send(api.campaigns.list)).status).toBe(200);
});
