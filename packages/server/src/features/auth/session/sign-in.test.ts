import { expect, test, vi } from 'vitest';
import { api } from '@campanero/contract';
import { anAccount, check, PASSWORD, signInAs } from '../../../../test/accounts.ts';
import { as, auditOf } from '../../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../../test/app.ts';
import { aUser } from '../../../../test/factories.ts';
import type { Ctx } from '../../../work/context.ts';
import { hashPassword, isPasswordCorrect } from '../password/passwords.ts';
import { signIn } from './sign-in.ts';

const MINUTE = 60_000;
const world = useWorld();

const ctxFrom = (address: string): Ctx => ({ ...world.deps, actor: null, requestId: 'prueba', address, userAgent: '' });
const auditFor = async (userId: number) => (await auditOf(world)).filter((row) => row.userId === userId);

test('the right password opens a session of eight hours with roles by rank and the permissions of the highest role', async () => {
  const user = await anAccount(world, { roles: [2, 4], firstName: 'Ana', lastName: 'Paz' });
  const reply = await signInAs(world, user.email.toUpperCase());
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    id: user.id,
    name: 'Ana Paz',
    email: user.email,
    roles: [
      { id: 4, name: 'Coordinador' },
      { id: 2, name: 'Operador' },
    ],
    expires: Math.floor(world.clock.now().getTime() / 1000) + 8 * 3600,
  });
  expect(reply.body.permissions).toContain('audience.load');
  expect(reply.body.permissions).not.toContain('users');
  expect(Object.keys(reply.body).toSorted()).toEqual([
    'email',
    'expires',
    'id',
    'name',
    'permissions',
    'photoURL',
    'roles',
    'settings',
    'shortcuts',
    'token',
  ]);
  expect(await check(world, reply.body.token)).toBe(200);
  const { lastLoginAt } = await world.db
    .selectFrom('appUser')
    .select('lastLoginAt')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  expect(lastLoginAt).toEqual(world.clock.now());
  expect(await auditFor(user.id)).toMatchObject([
    { action: 'USUARIO', subaction: 'ACCIÓN', objectType: 'user', objectId: String(user.id) },
  ]);
});

test('wrong password, unknown address, disabled and invited accounts get the same refusal', async () => {
  const known = await anAccount(world);
  const disabled = await anAccount(world, { disabled: true });
  const invited = await aUser(world, { roles: [2] });
  const replies = [
    await signInAs(world, known.email, 'otra cosa'),
    await signInAs(world, 'nadie@prueba.gob.ar'),
    await signInAs(world, disabled.email),
    await signInAs(world, invited.email),
  ];
  const comparable = replies.map(({ status, headers, body }) => {
    const { date: _date, 'x-request-id': _id, ...rest } = headers;
    const { requestId: _requestId, ...text } = body;
    return JSON.stringify({ status, rest, text });
  });
  expect(new Set(comparable).size).toBe(1);
  expect(replies[0]).toMatchObject({
    status: 401,
    body: { error: 'INVALID_CREDENTIALS', message: 'Correo electrónico o contraseña inválidos' },
  });
});

test('audits a failure and does not store an unknown address', async () => {
  const typed = 'mi.clave.secreta@por.error';
  await signInAs(world, typed, 'x');
  const everything = JSON.stringify([
    await world.db.selectFrom('audit').selectAll().execute(),
    await world.db.selectFrom('rateLimit').selectAll().execute(),
  ]);
  expect(everything).not.toContain('secreta');
  const last = (await auditOf(world)).at(-1);
  expect(last).toMatchObject({ userId: null, objectId: null, action: 'USUARIO', subaction: 'ACCIÓN' });
  expect(JSON.stringify(last?.info)).toContain('Ingreso fallido');
});

test('unknown and known accounts take the same time', async () => {
  const user = await anAccount(world, { passwordHash: await hashPassword(PASSWORD) });
  const spy = vi.fn(isPasswordCorrect);
  await expect(signIn(ctxFrom('198.51.100.1'), { email: user.email, password: 'x' }, spy)).rejects.toThrow();
  await expect(
    signIn(ctxFrom('198.51.100.1'), { email: 'nadie2@prueba.gob.ar', password: 'x' }, spy),
  ).rejects.toThrow();
  expect(spy).toHaveBeenCalledTimes(2);
  const timed = async (email: string) => {
    const started = performance.now();
    await signIn(ctxFrom('198.51.100.1'), { email, password: 'x' }).catch(() => {});
    return performance.now() - started;
  };
  const known: number[] = [];
  const unknown: number[] = [];
  for (let n = 0; n < 6; n += 1) {
    known.push(await timed(user.email));
    unknown.push(await timed(`nadie${n}@prueba.gob.ar`));
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[3] ?? 0;
  // Without the dummy hash it would be ten times faster.
  expect(median(unknown)).toBeGreaterThan(median(known) / 2);
});

test('of 200 concurrent wrong passwords at most 10 are checked; the right one is refused too, open sessions continue', async () => {
  const user = await anAccount(world);
  const attempts = Array.from({ length: 200 }, () => signInAs(world, user.email, 'otra cosa'));
  const statuses = (await Promise.all(attempts)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(190);

  const texts = (await auditFor(user.id)).map(({ info }) => JSON.stringify(info));
  expect(texts.filter((text) => text.includes('Ingreso fallido'))).toHaveLength(10);
  expect(texts.filter((text) => text.includes('demasiados intentos'))).toHaveLength(1);

  const refused = await signInAs(world, user.email);
  expect(refused).toMatchObject({ status: 429, body: { error: 'TOO_MANY_ATTEMPTS' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(14 * 60);
  expect(await check(world, user.token)).toBe(200);

  world.clock.advance(15 * MINUTE + 1000);
  expect((await signInAs(world, user.email)).status).toBe(200);
});

test('checks no more than ten of the concurrent attempts', async () => {
  const user = await anAccount(world);
  const spy = vi.fn(async () => false);
  const attempts = Array.from({ length: 60 }, () =>
    signIn(ctxFrom('198.51.100.2'), { email: user.email, password: 'x' }, spy).catch(() => {}),
  );
  await Promise.all(attempts);
  expect(spy).toHaveBeenCalledTimes(10);
});

test('no period of fifteen minutes holds more than ten failures', async () => {
  const user = await anAccount(world);
  const fail = async () => (await signInAs(world, user.email, 'otra cosa')).status;
  expect(await fail()).toBe(401);
  world.clock.advance(14 * MINUTE);
  const late: number[] = [];
  for (let n = 0; n < 9; n += 1) late.push(await fail());
  expect(late).toEqual(Array.from({ length: 9 }, () => 401));
  world.clock.advance(2 * MINUTE);
  expect(await fail()).toBe(429);
  // Attempts during the lockout do not extend it.
  world.clock.advance(12 * MINUTE);
  expect(await fail()).toBe(429);
  world.clock.advance(2 * MINUTE);
  expect((await signInAs(world, user.email)).status).toBe(200);
});

test('a success uses no attempt, and a locked account does not use up those of its IP address', async () => {
  const user = await anAccount(world);
  for (let n = 0; n < 12; n += 1) expect((await signInAs(world, user.email)).status).toBe(200);
  const before = await world.db
    .selectFrom('rateLimit')
    .select('count')
    .where('key', '=', 'login:address:127.0.0.1')
    .executeTakeFirst();
  const other = await anAccount(world);
  for (let n = 0; n < 40; n += 1) await signInAs(world, other.email, 'otra cosa');
  const after = await world.db
    .selectFrom('rateLimit')
    .select('count')
    .where('key', '=', 'login:address:127.0.0.1')
    .executeTakeFirst();
  expect((after?.count ?? 0) - (before?.count ?? 0)).toBe(10);
});

test('200 failures on different accounts lock the IP address and no other', async () => {
  const never = async () => false;
  const user = await anAccount(world);
  const tryFrom = (address: string, email: string) =>
    signIn(ctxFrom(address), { email, password: PASSWORD }, never).then(
      () => 'in',
      (error: { error: string }) => error.error,
    );
  const outcomes = await Promise.all(
    Array.from({ length: 230 }, (_, n) => tryFrom('203.0.113.9', `robot${n}@prueba.gob.ar`)),
  );
  expect(outcomes.filter((code) => code === 'INVALID_CREDENTIALS')).toHaveLength(200);
  expect(outcomes.filter((code) => code === 'TOO_MANY_ATTEMPTS')).toHaveLength(30);
  await expect(signIn(ctxFrom('203.0.113.9'), { email: user.email, password: PASSWORD })).rejects.toMatchObject({
    status: 429,
  });
  await expect(signIn(ctxFrom('203.0.113.10'), { email: user.email, password: PASSWORD })).resolves.toBeDefined();
});

test('two nodes share the count', async () => {
  const other = await createTestApp({ beside: world });
  const user = await anAccount(world);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, n) => signInAs(n % 2 ? world : other, user.email, 'otra cosa')),
  );
  expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
  await other.close();
});

test('an Idempotency-Key neither stores nor replays the token', async () => {
  const user = await anAccount(world);
  const key = { 'idempotency-key': 'misma-clave' };
  const first = await signInAs(world, user.email, PASSWORD, key);
  const second = await signInAs(world, user.email, PASSWORD, key);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(second.body.token).not.toBe(first.body.token);
  expect((await signInAs(world, user.email, 'otra cosa', key)).status).toBe(401);
  expect(JSON.stringify(await world.db.selectFrom('idempotencyKey').selectAll().execute())).not.toContain(
    first.body.token,
  );
});

test('compares long passwords with spaces, accents and signs exactly', async () => {
  const long = `  ñandú 🐦 ${'x'.repeat(90)} fin `;
  const user = await aUser(world, { roles: [2], passwordHash: await hashPassword(long) });
  expect((await signInAs(world, user.email, long)).status).toBe(200);
  expect((await signInAs(world, user.email, long.slice(0, -1))).status).toBe(401);
  expect((await signInAs(world, user.email, long.trim())).status).toBe(401);
});

test('stores Argon2id with at least 19 MiB and two passes and never returns the hash', async () => {
  const user = await anAccount(world, { roles: [5], passwordHash: await hashPassword(PASSWORD) });
  const { passwordHash } = await world.db
    .selectFrom('appUser')
    .select('passwordHash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow();
  const [, memory, passes] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(passwordHash ?? '') ?? [];
  expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
  expect(Number(passes)).toBeGreaterThanOrEqual(2);
  const answers = [await signInAs(world, user.email), await as(world, user).call(api.auth.check)];
  expect(JSON.stringify(answers)).not.toContain('$argon2');
});

test.each([
  [{}, 'email', 'Debes ingresar un correo.'],
  [{ email: 'no es un correo', password: 'x' }, 'email', 'Debes ingresar un correo válido.'],
  [{ email: 'a@b.ar' }, 'password', 'Por favor escriba su contraseña.'],
])('refuses the malformed body %j with a message', async (body, field, message) => {
  const reply = await as(world, null).send(api.auth.login, { body });
  expect(reply.status).toBe(400);
  expect(reply.body.errors).toContainEqual({ field, message });
});

test('refuses a sign-in whose password changed after the check', async () => {
  const user = await anAccount(world);
  const slow = async (...given: Parameters<typeof isPasswordCorrect>) => {
    const isRight = await isPasswordCorrect(...given);
    await world.db.updateTable('appUser').set({ passwordHash: '$argon2id$otra' }).where('id', '=', user.id).execute();
    return isRight;
  };
  await expect(signIn(ctxFrom('198.51.100.3'), { email: user.email, password: PASSWORD }, slow)).rejects.toMatchObject({
    error: 'INVALID_CREDENTIALS',
  });
});
