import { api } from '@campanero/contract';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { anAccount, check, PASSWORD, signInAs } from '../../../../test/accounts.ts';
import { as, auditOf } from '../../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../../test/app.ts';
import { aSession, type TestUser } from '../../../../test/factories.ts';
import { begin, enrol } from '../../../../test/second-factor.ts';
import { resealSecrets } from './proof.ts';

const world = useWorld();
afterEach(() => world.forget());

const { state, begin: start, confirm, renewCodes, disable } = api.secondFactor;
const stateOf = async (user: TestUser) => (await as(world, user).call(state)).body;
const confirmWith = (user: Pick<TestUser, 'token'>, code: string) => as(world, user).call(confirm, { body: { code } });
const renewWith = (user: TestUser, code: string) => as(world, user).call(renewCodes, { body: { code } });
const disableWith = (user: TestUser, code: string, password: string = PASSWORD) =>
  as(world, user).call(disable, { body: { password, code } });
const subjects = async () =>
  (await world.db.selectFrom('mail').select(['recipient', 'subject']).orderBy('id').execute()).map(
    ({ recipient, subject }) => [recipient, subject],
  );
const modifications = async () =>
  (await auditOf(world)).map(({ info }) => (info as { modifications: unknown }).modifications);

test('refuses anonymous requests', async () => {
  for (const spec of Object.values(api.secondFactor))
    expect((await as(world, null).send(spec, { params: { id: 1 }, body: {} })).status).toBe(401);
});

test('setup ends the other sessions, returns ten codes, leaves an audit record and sends a mail', async () => {
  const user = await anAccount(world);
  const other = await aSession(world, user.id);
  expect(await stateOf(user)).toEqual({ enabled: false, since: null, codesLeft: 0, required: false, readable: true });

  const begun = await as(world, user).call(start, { body: { password: PASSWORD } });
  expect(begun.body.secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(begun.body.uri).toContain(
    `otpauth://totp/Campanero:${encodeURIComponent(user.email)}?secret=${begun.body.secret}&`,
  );
  expect((await stateOf(user)).enabled).toBe(false);
  expect((await signInAs(world, user.email)).status).toBe(200);

  const phone = await begin(world, user);
  const { status, body } = await confirmWith(user, phone.code());
  expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
  expect(await stateOf(user)).toEqual({
    enabled: true,
    since: world.clock.now().toISOString(),
    codesLeft: 10,
    required: false,
    readable: true,
  });
  expect([await check(world, user.token), await check(world, other.token)]).toEqual([200, 401]);
  expect(world.ended.sessionIds).toContain(other.sessionId);
  expect((await auditOf(world)).at(-1)).toMatchObject({
    userId: user.id,
    action: 'USUARIO',
    subaction: 'ACTUALIZAR',
    objectId: String(user.id),
  });
  expect((await modifications()).at(-1)).toContainEqual({ label: 'Segundo factor', value: 'Activo' });
  expect(await subjects()).toEqual([[user.email, 'Activó el segundo factor en Campanero']]);
});

test('setup requires the password and a code of the newest secret, and a refusal stores nothing', async () => {
  const user = await anAccount(world);
  expect(await as(world, user).call(start, { body: { password: 'otra' } })).toMatchObject({
    status: 422,
    body: { error: 'WRONG_PASSWORD', errors: [{ field: 'password' }] },
  });
  expect(await confirmWith(user, '123456')).toMatchObject({ status: 409, body: { error: 'SECOND_FACTOR_NOT_BEGUN' } });
  const former = await begin(world, user);
  const newer = await begin(world, user);
  expect(await confirmWith(user, former.code())).toMatchObject({
    status: 422,
    body: { error: 'SECOND_FACTOR_WRONG', errors: [{ field: 'code' }] },
  });
  expect((await confirmWith(user, newer.code(2))).status).toBe(422);
  expect((await stateOf(user)).enabled).toBe(false);
  expect([await auditOf(world), await subjects()]).toEqual([[], []]);
  expect((await confirmWith(user, newer.code())).status).toBe(200);
  expect(await confirmWith(user, newer.code(1))).toMatchObject({
    status: 409,
    body: { error: 'SECOND_FACTOR_ACTIVE' },
  });
  expect(await as(world, user).call(start, { body: { password: PASSWORD } })).toMatchObject({
    status: 409,
    body: { error: 'SECOND_FACTOR_ACTIVE' },
  });
});

test('an unconfirmed setup expires after half an hour', async () => {
  const user = await anAccount(world);
  const phone = await begin(world, user);
  world.clock.advance(31 * 60_000);
  expect(await confirmWith(user, phone.code())).toMatchObject({
    status: 409,
    body: { error: 'SECOND_FACTOR_NOT_BEGUN' },
  });
});

test('renewing recovery codes requires a code and voids the old ones', async () => {
  const user = await anAccount(world);
  expect(await renewWith(user, '123456')).toMatchObject({ status: 409, body: { error: 'SECOND_FACTOR_INACTIVE' } });
  const { phone, recoveryCodes } = await enrol(world, user);
  const code = phone.code();
  expect(await renewWith(user, phone.code(3))).toMatchObject({ status: 422, body: { error: 'SECOND_FACTOR_WRONG' } });
  const { status, body } = await renewWith(user, code);
  expect([status, body.recoveryCodes.length]).toEqual([200, 10]);
  expect(await renewWith(user, code)).toMatchObject({ status: 422, body: { error: 'SECOND_FACTOR_WRONG' } });
  expect(await renewWith(user, recoveryCodes[0]!)).toMatchObject({
    status: 422,
    body: { error: 'RECOVERY_CODE_WRONG' },
  });
  expect((await renewWith(user, body.recoveryCodes[3]!)).status).toBe(200);
  expect((await stateOf(user)).codesLeft).toBe(10);
  expect((await modifications()).at(-1)).toEqual([{ label: 'Códigos de recuperación', value: 'Reemplazados' }]);
});

test('disabling requires password and code, leaves an audit record and sends a mail', async () => {
  const user = await anAccount(world);
  expect(await disableWith(user, '123456')).toMatchObject({ status: 409, body: { error: 'SECOND_FACTOR_INACTIVE' } });
  const { phone } = await enrol(world, user);
  expect(await disableWith(user, phone.code(), 'otra')).toMatchObject({
    status: 422,
    body: { error: 'WRONG_PASSWORD' },
  });
  expect(await disableWith(user, phone.code(2))).toMatchObject({ status: 422, body: { error: 'SECOND_FACTOR_WRONG' } });
  expect((await disableWith(user, phone.code())).status).toBe(204);
  expect((await stateOf(user)).enabled).toBe(false);
  expect((await signInAs(world, user.email)).status).toBe(200);
  expect((await modifications()).at(-2)).toEqual([{ label: 'Segundo factor', value: 'Inactivo' }]);
  expect((await subjects()).at(-1)).toEqual([user.email, 'Desactivó el segundo factor en Campanero']);
  const left = await world.db.selectFrom('recoveryCode').select('userId').execute();
  expect(left).toEqual([]);
});

test("another user's codes are refused", async () => {
  const [mine, theirs] = [await anAccount(world), await anAccount(world)];
  await enrol(world, mine);
  const { phone, recoveryCodes } = await enrol(world, theirs);
  expect(await disableWith(mine, phone.code())).toMatchObject({ status: 422, body: { error: 'SECOND_FACTOR_WRONG' } });
  expect(await disableWith(mine, recoveryCodes[0]!)).toMatchObject({
    status: 422,
    body: { error: 'RECOVERY_CODE_WRONG' },
  });
});

test('limits wrong codes in an open session', async () => {
  const user = await anAccount(world);
  const { phone } = await enrol(world, user);
  const replies = await Promise.all(Array.from({ length: 15 }, () => renewWith(user, phone.code(5))));
  expect(replies.filter(({ status }) => status === 422)).toHaveLength(10);
  expect(await renewWith(user, phone.code())).toMatchObject({ status: 429, body: { error: 'TOO_MANY_ATTEMPTS' } });
});

test('of concurrent uses of one code one succeeds', async () => {
  const user = await anAccount(world);
  const { phone } = await enrol(world, user);
  const replies = await Promise.all([1, 2, 3].map(() => renewWith(user, phone.code())));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422]);
});

test('stores and logs neither secrets nor codes', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) });
  const node = await createTestApp({ beside: world, log });
  const user = await anAccount(world);
  const key = { 'idempotency-key': 'misma-clave' };
  const { body: begun } = await as(node, user).call(start, { body: { password: PASSWORD } }, key);
  const { body: again } = await as(node, user).call(start, { body: { password: PASSWORD } }, key);
  expect(again.secret).not.toBe(begun.secret);
  const { phone, recoveryCodes } = await enrol(node, user);
  for (const code of [phone.code(5), phone.code(), recoveryCodes[0]!])
    await as(node, null).call(api.auth.login, { body: { email: user.email, password: PASSWORD, code } });
  await node.close();
  expect(lines.length).toBeGreaterThan(5);
  const everything = JSON.stringify([
    lines,
    await world.db.selectFrom('audit').selectAll().execute(),
    await world.db.selectFrom('mail').selectAll().execute(),
    await world.db.selectFrom('idempotencyKey').selectAll().execute(),
    await world.db.selectFrom('recoveryCode').selectAll().execute(),
    await world.db.selectFrom('secondFactor').selectAll().execute(),
    await stateOf(user),
  ]);
  for (const secret of [begun.secret, phone.secret, ...recoveryCodes]) expect(everything).not.toContain(secret);
  // As a whole number: a longer one may contain the six digits by chance.
  for (const code of [phone.code(), phone.code(5)])
    expect(everything).not.toMatch(new RegExp(`(?<![\\d.])${code}(?!\\d)`));
});

test('recovery codes work after the key was replaced, and the refusal says so', async () => {
  const user = await anAccount(world);
  const { phone, recoveryCodes } = await enrol(world, user);
  const jwtSecret = 'another-key-of-the-house-that-is-long-enough';
  const node = await createTestApp({ beside: world, config: { jwtSecret } });
  const signIn = (code: string) =>
    as(node, null).call(api.auth.login, { body: { email: user.email, password: PASSWORD, code } });
  const refused = await signIn(phone.code());
  expect(refused).toMatchObject({ status: 409, body: { error: 'SECOND_FACTOR_UNREADABLE' } });
  expect(refused.body.message).toContain('Use un código de recuperación');
  const { body: entered } = await signIn(recoveryCodes[0]!);
  expect((await as(node, entered).call(state)).body).toMatchObject({ enabled: true, readable: false, codesLeft: 9 });
  const off = await as(node, entered).call(disable, { body: { password: PASSWORD, code: recoveryCodes[1]! } });
  expect(off.status).toBe(204);
  await node.close();
});

test('startup re-encrypts the secrets of the previous key', async () => {
  const user = await anAccount(world);
  const { phone } = await enrol(world, user);
  const { jwtSecret } = world.deps.config;
  const next = 'another-key-of-the-house-that-is-long-enough';
  const config = { ...world.deps.config, jwtSecret: next, jwtSecretPrevious: jwtSecret };
  await resealSecrets({ db: world.db, config });
  const node = await createTestApp({ beside: world, config: { jwtSecret: next } });
  const entered = await as(node, null).call(api.auth.login, {
    body: { email: user.email, password: PASSWORD, code: phone.code() },
  });
  expect(entered.status).toBe(200);
  await node.close();
});
