import { api } from '@campanero/contract';
import { expect, test } from 'vitest';
import { anAccount, PASSWORD, signInAs } from '../../../../test/accounts.ts';
import { as } from '../../../../test/actors.ts';
import { createTestApp, useWorld, type TestApp } from '../../../../test/app.ts';
import { anAdministrator, type TestUser } from '../../../../test/factories.ts';
import { purgeExpired } from '../../../jobs/purge-expired.ts';
import { createResetLink } from '../password/password-links.queries.ts';

const world = useWorld();
const DAY_MS = 86_400_000;

const cookieOf = (headers: { 'set-cookie'?: string | string[] | number | undefined }) => String(headers['set-cookie']);
/** Signs in and returns the browser's cookie. */
async function enter(user: TestUser, cookie?: string): Promise<string> {
  const { status, headers } = await signInAs(world, user.email, PASSWORD, cookie ? { cookie } : {});
  expect(status).toBe(200);
  return cookieOf(headers).split(';')[0]!;
}
const fail = (user: TestUser, times: number, headers: Record<string, string> = {}) =>
  Promise.all(Array.from({ length: times }, () => signInAs(world, user.email, 'otra cosa', headers)));
const marksOf = (user: TestUser) =>
  world.db.selectFrom('deviceMark').selectAll().where('userId', '=', user.id).execute();

test('failures from unknown browsers do not lock out a known one', async () => {
  const user = await anAccount(world);
  const cookie = await enter(user);
  await fail(user, 12);
  expect((await signInAs(world, user.email)).status).toBe(429);
  expect((await signInAs(world, user.email, PASSWORD, { cookie })).status).toBe(200);
  const legacy = await world.app.inject({
    method: 'GET',
    url: '/api/auth',
    headers: { cookie, authorization: `Basic ${Buffer.from(`${user.email}:${PASSWORD}`).toString('base64')}` },
  });
  expect(legacy.statusCode).toBe(200);
  expect(cookieOf(legacy.headers)).toContain('campanero_device=');
});

test('a known browser has its own ten failures, also concurrently, and they lock out no other', async () => {
  const user = await anAccount(world);
  const cookie = await enter(user);
  const statuses = (await fail(user, 60, { cookie })).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(50);
  expect((await signInAs(world, user.email, PASSWORD, { cookie })).status).toBe(429);
  expect((await signInAs(world, user.email)).status).toBe(200);
});

test('the device id of another user or of no user counts as unknown', async () => {
  const [user, other] = [await anAccount(world), await anAccount(world)];
  const cookies = [
    await enter(other),
    `campanero_device=${'A'.repeat(43)}`,
    'campanero_device=x',
    `x=${'y'.repeat(20_000)}`,
  ];
  await fail(user, 12);
  for (const cookie of cookies) {
    const refused = await signInAs(world, user.email, PASSWORD, { cookie });
    expect(refused).toMatchObject({ status: 429, body: { error: 'TOO_MANY_ATTEMPTS' } });
    expect(refused.headers['set-cookie']).toBeUndefined();
  }
});

test('two users of one browser share its device id and are counted separately', async () => {
  const [user, other] = [await anAccount(world), await anAccount(world)];
  const cookie = await enter(user);
  expect(await enter(other, cookie)).toBe(cookie);
  await fail(user, 12, { cookie });
  expect((await signInAs(world, other.email, PASSWORD, { cookie })).status).toBe(200);
});

test('responds the same to unknown and known addresses, with and without cookie', async () => {
  const user = await anAccount(world);
  const cookie = await enter(user);
  const outcome = async (email: string, headers: Record<string, string>) => {
    const { status, body } = await signInAs(world, email, 'otra cosa', headers);
    return [status, body.error, body.message];
  };
  const sent: Record<string, string>[] = [{}, { cookie }, { cookie: `campanero_device=${'B'.repeat(43)}` }];
  for (const headers of sent)
    expect(await outcome('nadie@prueba.gob.ar', headers)).toEqual(await outcome(user.email, headers));
});

const attributes = async (at: TestApp) => {
  const user = await anAccount(at);
  return cookieOf((await signInAs(at, user.email)).headers);
};
test('the cookie is HttpOnly, SameSite, limited to the API, and Secure with https', async () => {
  const plain = await attributes(world);
  expect(plain).toMatch(/^campanero_device=[\w-]{43}; Path=\/api; Max-Age=15552000; HttpOnly; SameSite=Strict$/);
  const safe = await createTestApp({ beside: world, config: { publicUrl: 'https://campanero.example' } });
  expect(await attributes(safe)).toMatch(/; Secure$/);
  await safe.close();
});

test('stores only a hash, of at most twenty browsers per user', async () => {
  const user = await anAccount(world);
  let cookie = '';
  for (let n = 0; n < 23; n += 1) {
    world.clock.advance(1000);
    cookie = await enter(user);
  }
  const marks = await marksOf(user);
  expect(marks).toHaveLength(20);
  expect(JSON.stringify(marks.map(({ markHash }) => markHash.toString()))).not.toContain(cookie.split('=')[1]);
  await fail(user, 12);
  expect((await signInAs(world, user.email, PASSWORD, { cookie })).status).toBe(200);
});

test('a password reset, disabling the user and 180 days end a known browser', async () => {
  const reset = await anAccount(world);
  await enter(reset);
  const link = await world.db
    .transaction()
    .execute((trx) =>
      createResetLink(trx, world.deps.config, { userId: reset.id, kind: 'recovery' }, world.clock.now()),
    );
  const token = new URL(link).searchParams.get('token')!;
  const password = 'nueve gatos violetas';
  const chosen = { password, passwordConfirmation: password };
  await as(world, null).send(api.auth.reset, { params: { id: reset.id }, query: { token }, body: chosen });
  expect(await marksOf(reset)).toEqual([]);

  const disabled = await anAccount(world);
  await enter(disabled);
  await as(world, await anAdministrator(world)).send(api.users.disable, { params: { id: disabled.id } });
  expect(await marksOf(disabled)).toEqual([]);

  const away = await anAccount(world);
  const cookie = await enter(away);
  world.clock.advance(181 * DAY_MS);
  await fail(away, 12);
  expect((await signInAs(world, away.email, PASSWORD, { cookie })).status).toBe(429);
  await purgeExpired(world.db, world.clock.now());
  expect(await marksOf(away)).toEqual([]);
});
