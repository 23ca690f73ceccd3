import { readFile, writeFile } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';
import { api } from '@campanero/contract';
import { anAccount, check, PASSWORD, signInAs } from '../../../../test/accounts.ts';
import { as, auditOf } from '../../../../test/actors.ts';
import { useWorld } from '../../../../test/app.ts';
import { aSession, type TestUser } from '../../../../test/factories.ts';
import { firstPasswordFile } from '../../../work/first-password.ts';

const NEW_PASSWORD = 'nueve zorros azules';
const world = useWorld();
afterEach(() => world.forget());

const change = (user: Pick<TestUser, 'token'>, password: string = NEW_PASSWORD, currentPassword: string = PASSWORD) =>
  as(world, user).call(api.auth.changePassword, {
    body: { currentPassword, password, passwordConfirmation: password },
  });

test('changes the own password, ends the other sessions, sends a mail and leaves an audit record', async () => {
  const user = await anAccount(world);
  const other = await aSession(world, user.id);
  expect((await change(user)).status).toBe(200);
  expect([await check(world, user.token), await check(world, other.token)]).toEqual([200, 401]);
  expect(world.ended.sessionIds).toEqual([other.sessionId]);
  expect((await signInAs(world, user.email)).status).toBe(401);
  expect((await signInAs(world, user.email, NEW_PASSWORD)).status).toBe(200);
  expect((await auditOf(world))[0]).toMatchObject({ userId: user.id, action: 'USUARIO', subaction: 'ACTUALIZAR' });
  const [mail] = await world.db.selectFrom('mail').selectAll().execute();
  expect(mail).toMatchObject({ recipient: user.email, subject: 'Su contraseña de Campanero cambió' });
});

test('refuses a wrong current password, an unchanged one and a guessable one', async () => {
  const user = await anAccount(world);
  expect(await change(user, NEW_PASSWORD, 'otra')).toMatchObject({ status: 422, body: { error: 'WRONG_PASSWORD' } });
  expect(await change(user, PASSWORD)).toMatchObject({ status: 422, body: { error: 'PASSWORD_UNCHANGED' } });
  for (const password of ['password1', user.email, user.email.toUpperCase()])
    expect(await change(user, password)).toMatchObject({ status: 422, body: { error: 'PASSWORD_TOO_COMMON' } });
  expect(await auditOf(world)).toEqual([]);
  expect((await signInAs(world, user.email)).status).toBe(200);
});

test('limits wrong current passwords like the sign-in', async () => {
  const user = await anAccount(world);
  const replies = await Promise.all(Array.from({ length: 15 }, () => change(user, NEW_PASSWORD, 'otra')));
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(10);
  expect(await change(user)).toMatchObject({ status: 429, body: { error: 'TOO_MANY_ATTEMPTS' } });
});

test('refuses anonymous requests', async () => {
  const reply = await as(world, null).send(api.auth.changePassword, { body: {} });
  expect(reply.status).toBe(401);
});

test('the first change of the initial password removes its file', async () => {
  const user = await anAccount(world);
  await world.db.updateTable('appUser').set({ mustChangePassword: true }).where('id', '=', user.id).execute();
  const path = firstPasswordFile(world.deps.config);
  await writeFile(path, `${PASSWORD}\n`);
  expect((await change(user)).status).toBe(200);
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});
