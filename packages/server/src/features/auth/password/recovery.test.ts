import { afterEach, describe, expect, test } from 'vitest';
import { api } from '@campanero/contract';
import { anAccount, check, PASSWORD, signInAs } from '../../../../test/accounts.ts';
import { as, auditOf } from '../../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../../test/app.ts';
import { aSession, type TestUser } from '../../../../test/factories.ts';
import { enrol } from '../../../../test/second-factor.ts';
import { jobCtx } from '../../../../test/jobs.ts';
import { sendRecovery } from './change-password.ts';
import { createResetLink } from './password-links.queries.ts';

const MINUTE = 60_000;
const SENT = { message: 'Enviado. Revisa tu casilla de correo' };
const NEW_PASSWORD = 'nueve zorros azules';

const world = useWorld();
afterEach(() => world.forget());

const recover = (email: string, headers: Record<string, string> = {}) =>
  as(world, null).call(api.auth.recover, { body: { email } }, headers);

/** Runs the jobs enqueued since the last call. */
async function runJobs() {
  for (const { name, payload } of world.enqueued.splice(0)) {
    expect(name).toBe(sendRecovery.name);
    await sendRecovery.handler(jobCtx(world), sendRecovery.payload.parse(payload));
  }
}
const mails = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute();
const linkIn = (text: string) => new URL(/https?:\S+/.exec(text)?.[0] ?? '');

async function requestLink(user: TestUser): Promise<{ id: number; token: string }> {
  await recover(user.email);
  await runJobs();
  const link = linkIn((await mails()).at(-1)?.body ?? '');
  return { id: Number(link.pathname.split('/').at(-1)), token: link.searchParams.get('token') ?? '' };
}
const reset = (id: number, token: string, password: string = NEW_PASSWORD, confirmation: string = password) =>
  as(world, null).send(api.auth.reset, {
    params: { id },
    query: { token },
    body: { password, passwordConfirmation: confirmation },
  });

describe('requesting a recovery link', () => {
  test('responds the same to known, unknown and disabled addresses and mails only the known one', async () => {
    const user = await anAccount(world);
    const disabled = await anAccount(world, { disabled: true });
    const replies = [await recover(user.email), await recover('nadie@prueba.gob.ar'), await recover(disabled.email)];
    for (const { status, body } of replies) expect({ status, body }).toEqual({ status: 200, body: SENT });
    // Each left one audit record and one job.
    expect(await auditOf(world)).toHaveLength(3);
    expect(world.enqueued).toHaveLength(3);
    await runJobs();
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([user.email]);
  });

  test('refuses a malformed address with its message', async () => {
    const reply = await as(world, null).send(api.auth.recover, { body: { email: 'no es un correo' } });
    expect(reply).toMatchObject({
      status: 400,
      body: { error: 'RECOVERY_FAILED', message: 'Envío fallido. Por favor ingrese un correo válido.' },
    });
    expect(reply.body.errors).toEqual([{ field: 'email', message: 'Debes ingresar un correo válido' }]);
  });

  test('sends five an hour per account and a hundred per IP address, with the same response above the limit', async () => {
    const user = await anAccount(world);
    for (let n = 0; n < 7; n += 1) expect(await recover(user.email)).toMatchObject({ status: 200, body: SENT });
    expect(world.enqueued).toHaveLength(5);
    const recoveries = async () =>
      (await auditOf(world)).filter(({ info }) => JSON.stringify(info).includes('Recuperación de contraseña'));
    const refusals = async () =>
      (await recoveries()).filter(({ info }) => JSON.stringify(info).includes('demasiados pedidos'));
    // The sixth is audited, the seventh in the same minute is not.
    expect(await refusals()).toMatchObject([{ userId: user.id, objectId: String(user.id), action: 'USUARIO' }]);
    world.clock.advance(MINUTE);
    await recover(user.email);
    expect(await refusals()).toHaveLength(2);
    for (let n = 0; n < 100; n += 1) await recover(`otra${n}@prueba.gob.ar`);
    // Above the limit of the IP address: one record in that minute.
    expect(world.enqueued).toHaveLength(97);
    expect((await refusals()).at(-1)).toMatchObject({ userId: null, objectId: null });
    expect(await refusals()).toHaveLength(3);
    world.clock.advance(61 * MINUTE);
    await recover(user.email);
    expect(world.enqueued).toHaveLength(98);
  });

  test('the link starts with the configured URL, not with the Host header', async () => {
    const user = await anAccount(world);
    await recover(user.email, {
      host: 'malo.example',
      'x-forwarded-host': 'malo.example',
      'x-forwarded-proto': 'https',
    });
    await runJobs();
    const [mail] = await mails();
    expect(mail?.body).toContain(`${world.deps.config.publicUrl}/reset/${user.id}?token=`);
    expect(mail?.body).not.toContain('malo.example');
  });

  test('the secret has 256 bits and is stored only as a hash', async () => {
    const user = await anAccount(world);
    const { token } = await requestLink(user);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    const [mail] = await mails();
    expect(mail?.inboxBody).toBeTruthy();
    expect(mail?.inboxBody).not.toContain(token);
    const rows = JSON.stringify([
      await world.db.selectFrom('resetToken').selectAll().execute(),
      await world.db.selectFrom('audit').selectAll().execute(),
      await world.db.selectFrom('rateLimit').selectAll().execute(),
    ]);
    expect(rows).not.toContain(token);
  });

  test('running the job twice leaves one valid link, in the newest mail', async () => {
    const user = await anAccount(world);
    await sendRecovery.handler(jobCtx(world), { userId: user.id });
    await sendRecovery.handler(jobCtx(world), { userId: user.id });
    const [first, second] = (await mails()).map(({ body }) => linkIn(body).searchParams.get('token') ?? '');
    expect((await reset(user.id, first ?? '')).status).toBe(422);
    expect((await reset(user.id, second ?? '')).status).toBe(200);
  });
});

describe('resetting the password', () => {
  test('works once, ends all sessions and sockets, does not sign in and sends a mail', async () => {
    const user = await anAccount(world);
    const phone = await aSession(world, user.id);
    const { id, token } = await requestLink(user);
    expect(id).toBe(user.id);
    const before = (await auditOf(world)).length;
    expect(await reset(id, token)).toMatchObject({ status: 200, body: { message: 'Cambio de contraseña exitoso.' } });

    expect([await check(world, user.token), await check(world, phone.token)]).toEqual([401, 401]);
    expect(world.ended.userIds).toEqual([user.id]);
    expect((await signInAs(world, user.email, PASSWORD)).status).toBe(401);
    expect((await signInAs(world, user.email, NEW_PASSWORD)).status).toBe(200);
    const notice = (await mails()).at(-1);
    expect(notice?.subject).toBe('Su contraseña de Campanero cambió');
    expect(notice?.body).not.toContain(NEW_PASSWORD);
    const record = (await auditOf(world))[before];
    expect(record).toMatchObject({
      userId: user.id,
      action: 'USUARIO',
      subaction: 'ACTUALIZAR',
      objectId: String(user.id),
    });
    expect(JSON.stringify(record)).not.toContain(NEW_PASSWORD);

    expect(await reset(id, token)).toMatchObject({
      status: 422,
      body: { message: 'Error. Por favor inténtelo de nuevo.' },
    });
  });

  test('of two concurrent resets one succeeds', async () => {
    const user = await anAccount(world);
    const { id, token } = await requestLink(user);
    const replies = await Promise.all([reset(id, token), reset(id, token, 'diez osos de plomo')]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 422]));
  });

  test('refuses another user id, an unknown token, an expired or replaced link and a disabled user', async () => {
    const user = await anAccount(world);
    const other = await anAccount(world);
    const first = await requestLink(user);
    expect((await reset(other.id, first.token)).status).toBe(422);
    expect((await reset(2_000_000_000, first.token)).status).toBe(422);
    expect((await reset(user.id, 'x'.repeat(43))).status).toBe(422);

    const second = await requestLink(user);
    expect((await reset(user.id, first.token)).status).toBe(422);

    world.clock.advance(60 * MINUTE);
    expect((await reset(user.id, second.token)).status).toBe(422);

    const third = await requestLink(user);
    await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', user.id).execute();
    expect(await reset(user.id, third.token)).toMatchObject({ status: 422, body: { error: 'RESET_FAILED' } });
    expect((await signInAs(world, other.email)).status).toBe(200);
  });

  test('an invitation is valid for three days', async () => {
    const user = await anAccount(world);
    const invite = () =>
      world.db
        .transaction()
        .execute((trx) =>
          createResetLink(trx, world.deps.config, { userId: user.id, kind: 'invitation' }, world.clock.now()),
        );
    const token = linkIn(await invite()).searchParams.get('token') ?? '';
    world.clock.advance(72 * 60 * MINUTE - 1000);
    expect((await reset(user.id, token)).status).toBe(200);
  });

  test('refuses a guessable password and leaves the link usable', async () => {
    const user = await anAccount(world, { firstName: 'Lucía', lastName: 'Zapata' });
    const { id, token } = await requestLink(user);
    for (const password of ['password', '12345678', 'contraseña', 'Zapata12', 'lucia-zapata', 'campanero1'])
      expect(await reset(id, token, password)).toMatchObject({ status: 422, body: { error: 'PASSWORD_TOO_COMMON' } });
    expect((await reset(id, token)).status).toBe(200);
  });

  test('refuses a short or unconfirmed password with a message', async () => {
    const short = await reset(1, 'x', 'corta12');
    expect(short.status).toBe(400);
    expect(short.body.errors).toContainEqual({
      field: 'password',
      message: 'La contraseña debe tener al menos 8 caracteres.',
    });
    const unconfirmed = await reset(1, 'x', NEW_PASSWORD, 'otra cosa');
    expect(unconfirmed.body.errors).toEqual([
      { field: 'passwordConfirmation', message: 'Las contraseñas no coinciden.' },
    ]);
  });

  test('applies a longer minimum length of the installation', async () => {
    const strict = await createTestApp({ beside: world, config: { passwordMin: 15 } });
    const user = await anAccount(world);
    const { id, token } = await requestLink(user);
    const choose = (password: string) =>
      as(strict, null).call(api.auth.reset, {
        params: { id },
        query: { token },
        body: { password, passwordConfirmation: password },
      });
    const short = await choose('catorce letras');
    expect(short).toMatchObject({ status: 400, body: { error: 'VALIDATION' } });
    expect(short.body.errors).toEqual([
      { field: 'password', message: 'La contraseña debe tener al menos 15 caracteres.' },
    ]);
    expect((await choose('quince letras ya')).status).toBe(200);
    await strict.close();
  });

  test('accepts a hundred characters with ñ, signs and spaces and compares all of them', async () => {
    const user = await anAccount(world);
    const { id, token } = await requestLink(user);
    const long = `ñoño 🐉 ${'abc '.repeat(24)}!`;
    expect((await reset(id, token, long)).status).toBe(200);
    expect((await signInAs(world, user.email, long)).status).toBe(200);
    expect((await signInAs(world, user.email, long.slice(0, -1))).status).toBe(401);
  });

  test('ends a lockout after wrong passwords', async () => {
    const user = await anAccount(world);
    for (let n = 0; n < 10; n += 1) await signInAs(world, user.email, 'otra cosa');
    expect((await signInAs(world, user.email)).status).toBe(429);
    const { id, token } = await requestLink(user);
    await reset(id, token);
    expect((await signInAs(world, user.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('does not end a lockout after wrong second-factor codes', async () => {
    const user = await anAccount(world);
    const { phone } = await enrol(world, user);
    const signIn = (code: string, password: string) =>
      as(world, null).call(api.auth.login, { body: { email: user.email, password, code } });
    for (let n = 0; n < 10; n += 1) expect((await signIn('000000', PASSWORD)).status).toBe(422);
    const { id, token } = await requestLink(user);
    expect((await reset(id, token)).status).toBe(200);
    // Codes are not checked during the lockout; the password alone still asks for one.
    for (const code of ['000001', phone.code()])
      expect(await signIn(code, NEW_PASSWORD)).toMatchObject({ status: 429, body: { error: 'TOO_MANY_ATTEMPTS' } });
    expect((await signInAs(world, user.email, NEW_PASSWORD)).body.error).toBe('SECOND_FACTOR_REQUIRED');
    world.clock.advance(16 * MINUTE);
    expect((await signIn(phone.code(), NEW_PASSWORD)).status).toBe(200);
  });
});
