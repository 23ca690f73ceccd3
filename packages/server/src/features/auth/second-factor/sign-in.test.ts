import { api } from '@campanero/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { anAccount, check, PASSWORD, signInAs } from '../../../../test/accounts.ts';
import { as, auditOf } from '../../../../test/actors.ts';
import { useWorld } from '../../../../test/app.ts';
import { anAdministrator, aSession, type TestUser } from '../../../../test/factories.ts';
import { enrol } from '../../../../test/second-factor.ts';
import { hashRecoveryCode } from '../second-factor-crypto.ts';

const MINUTE = 60_000;
const world = useWorld();
afterEach(() => world.forget());

const login = (user: TestUser, code?: string, password: string = PASSWORD) =>
  as(world, null).call(api.auth.login, { body: { email: user.email, password, ...(code !== undefined && { code }) } });
const actionsOf = async (user: TestUser) =>
  (await auditOf(world))
    .filter(({ userId, subaction }) => userId === user.id && subaction === 'ACCIÓN')
    .map(({ info }) => (info as { modifications: { value: unknown }[] }).modifications.map(({ value }) => value));
const sessionsOf = async (user: TestUser) =>
  (await world.db.selectFrom('session').select('id').where('userId', '=', user.id).execute()).length;

describe('sign-in with a second factor', () => {
  test('the right password alone asks for the code; with the code it opens a session', async () => {
    const user = await anAccount(world);
    const plain = await signInAs(world, user.email);
    const { phone } = await enrol(world, user);
    const before = await sessionsOf(user);
    const asked = await login(user);
    expect(asked).toMatchObject({ status: 401, body: { error: 'SECOND_FACTOR_REQUIRED' } });
    expect(JSON.stringify(asked.body)).not.toContain('token');
    expect(await sessionsOf(user)).toBe(before);
    const entered = await login(user, ` ${phone.code().slice(0, 3)} ${phone.code().slice(3)} `);
    expect(entered.status).toBe(200);
    expect(Object.keys(entered.body)).toEqual(Object.keys(plain.body));
    expect(await check(world, entered.body.token)).toBe(200);
    expect((await actionsOf(user)).at(-1)).toEqual(['Ingreso', '127.0.0.1', 'Código de la aplicación']);
  });

  test('the refusal of a wrong password does not mention the second factor', async () => {
    const user = await anAccount(world);
    const { phone } = await enrol(world, user);
    for (const code of [undefined, phone.code(), '000000'])
      expect(await login(user, code, 'otra cosa')).toMatchObject({
        status: 401,
        body: { error: 'INVALID_CREDENTIALS' },
      });
    expect((await login(user, phone.code())).status).toBe(200);
  });

  test('ignores a code of a user without second factor', async () => {
    const user = await anAccount(world);
    expect((await login(user, '123456')).status).toBe(200);
  });

  test('accepts one step of clock drift; the refusal mentions the clock of the phone', async () => {
    const user = await anAccount(world);
    const { phone } = await enrol(world, user);
    world.clock.advance(5 * MINUTE);
    expect((await login(user, phone.code(-2))).status).toBe(422);
    expect((await login(user, phone.code(-1))).status).toBe(200);
    expect((await login(user, phone.code(1))).status).toBe(200);
    const refused = await login(user, phone.code(2));
    expect(refused).toMatchObject({ status: 422, body: { error: 'SECOND_FACTOR_WRONG' } });
    expect(refused.body.message).toContain('hora de su teléfono');
  });

  test('accepts each code once and no older code after a newer one', async () => {
    const user = await anAccount(world);
    const { phone } = await enrol(world, user);
    expect((await login(user, phone.code(-1))).status).toBe(422);
    const code = phone.code();
    expect((await login(user, code)).status).toBe(200);
    expect(await login(user, code)).toMatchObject({ status: 422, body: { error: 'SECOND_FACTOR_WRONG' } });
    world.clock.advance(MINUTE);
    expect((await login(user, phone.code(1))).status).toBe(200);
    expect((await login(user, phone.code())).status).toBe(422);
    expect((await actionsOf(user)).filter(([what]) => what === 'Ingreso fallido por el segundo factor')).toHaveLength(
      3,
    );
  });

  test.each(['app', 'recovery'] as const)(
    'of concurrent sign-ins with one %s code exactly one succeeds',
    async (kind) => {
      const user = await anAccount(world);
      const { phone, recoveryCodes } = await enrol(world, user);
      const before = await sessionsOf(user);
      const code = kind === 'app' ? phone.code() : recoveryCodes[0]!;
      const replies = await Promise.all(Array.from({ length: 6 }, () => login(user, code)));
      expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422, 422]);
      expect(await sessionsOf(user)).toBe(before + 1);
    },
  );

  test('a recovery code signs in once, in any spelling, and sends a mail', async () => {
    const user = await anAccount(world);
    const { recoveryCodes } = await enrol(world, user);
    const typed = recoveryCodes[0]!.toLowerCase().replaceAll('-', ' ');
    expect((await login(user, typed)).status).toBe(200);
    expect(await login(user, typed)).toMatchObject({ status: 422, body: { error: 'RECOVERY_CODE_WRONG' } });
    const mail = await world.db.selectFrom('mail').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
    expect(mail).toMatchObject({ recipient: user.email, subject: 'Se usó un código de recuperación en Campanero' });
    expect(mail.body).toContain('Le quedan 9 códigos');
    expect((await actionsOf(user)).at(-2)).toEqual(['Ingreso', '127.0.0.1', 'Código de recuperación']);
  });

  test('an older recovery code of 80 bits signs in once', async () => {
    const user = await anAccount(world);
    await enrol(world, user);
    const former = 'MFRG-GZDF-MZTW-Q2LK';
    await world.db
      .insertInto('recoveryCode')
      .values({ userId: user.id, codeHash: hashRecoveryCode(former) })
      .execute();
    const replies = await Promise.all(Array.from({ length: 4 }, () => login(user, former)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422]);
    expect(await login(user, former)).toMatchObject({ status: 422, body: { error: 'RECOVERY_CODE_WRONG' } });
  });

  test('ten wrong codes lock out the right one too; a request without code is no failure', async () => {
    const user = await anAccount(world);
    const { phone } = await enrol(world, user);
    for (let n = 0; n < 12; n += 1) expect((await login(user)).status).toBe(401);
    const replies = await Promise.all(Array.from({ length: 40 }, () => login(user, phone.code(7))));
    expect(replies.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(30);
    expect(await login(user, phone.code())).toMatchObject({ status: 429, body: { error: 'TOO_MANY_ATTEMPTS' } });
    world.clock.advance(15 * MINUTE + 1000);
    expect((await login(user, phone.code())).status).toBe(200);
  });

  test('the legacy sign-in requires the code in its body', async () => {
    const user = await anAccount(world);
    const { phone } = await enrol(world, user);
    const basic = `Basic ${Buffer.from(`${user.email}:${PASSWORD}`).toString('base64')}`;
    expect(await as(world, null).send(api.shell.signIn, {}, { authorization: basic })).toMatchObject({
      status: 401,
      body: { error: 'SECOND_FACTOR_REQUIRED' },
    });
    const body = { email: user.email, password: PASSWORD, code: phone.code() };
    expect((await as(world, null).send(api.shell.signIn, { body })).status).toBe(200);
  });
});

describe('reset by an administrator', () => {
  const reset = (admin: TestUser, id: number) => as(world, admin).call(api.secondFactor.reset, { params: { id } });

  test('ends the sessions, removes the factor, leaves an audit record and sends a mail', async () => {
    const [admin, user] = [
      await anAdministrator(world),
      await anAccount(world, { firstName: 'Eva', lastName: 'Luna' }),
    ];
    await enrol(world, user);
    const other = await aSession(world, user.id);
    const shown = await as(world, admin).call(api.users.get, { params: { id: user.id } });
    expect(shown.body.secondFactor).toBe(true);
    expect((await reset(admin, user.id)).status).toBe(204);
    expect([await check(world, user.token), await check(world, other.token)]).toEqual([401, 401]);
    expect(world.ended.userIds).toEqual([user.id]);
    expect((await login(user)).status).toBe(200);
    expect((await auditOf(world)).find(({ userId }) => userId === admin.id)).toMatchObject({
      action: 'USUARIO',
      subaction: 'ACCIÓN',
      objectId: String(user.id),
      info: {
        entries: [{ label: 'Segundo factor', prevValue: 'Activo' }],
        modifications: [
          { label: 'Acción', value: 'Restablecer el segundo factor de Eva Luna' },
          { label: 'Segundo factor', value: 'Inactivo' },
          { label: 'Sesiones cerradas', value: 2 },
        ],
      },
    });
    const mails = await world.db.selectFrom('mail').select(['recipient', 'subject']).orderBy('id').execute();
    expect(mails.at(-1)).toEqual({ recipient: user.email, subject: 'Restablecimos su segundo factor de Campanero' });
  });

  test('refuses the own factor, an unknown user and an inactive factor', async () => {
    const admin = await anAccount(world, { roles: [5] });
    await enrol(world, admin);
    expect(await reset(admin, admin.id)).toMatchObject({ status: 422, body: { error: 'OWN_SECOND_FACTOR' } });
    expect((await reset(admin, 2_000_000_000)).status).toBe(404);
    const user = await anAccount(world);
    expect(await reset(admin, user.id)).toMatchObject({ status: 409, body: { error: 'SECOND_FACTOR_INACTIVE' } });
    expect((await as(world, user).call(api.secondFactor.reset, { params: { id: admin.id } })).status).toBe(403);
  });
});

describe('roles that require it', () => {
  const required = async (admin: TestUser) => (await as(world, admin).call(api.secondFactor.roles)).body;
  const requireOf = async (admin: TestUser, roles: number[], version?: number) =>
    as(world, admin).call(api.secondFactor.requireRoles, {
      body: { roles, version: version ?? (await required(admin)).version },
    });
  const signedIn = async (user: TestUser) => ({ token: (await login(user)).body.token });

  test('from the next sign-in allows only its setup; open sessions continue', async () => {
    const [admin, user] = [await anAdministrator(world), await anAccount(world, { roles: [2] })];
    world.clock.advance(1000);
    expect(await requireOf(admin, [2, 4, 2])).toMatchObject({ status: 200, body: { roles: [4, 2] } });
    expect((await required(admin)).roles).toEqual([4, 2]);
    expect((await as(world, user).send(api.campaigns.list)).status).toBe(200);

    const pending = await signedIn(user);
    expect((await as(world, pending).call(api.auth.check)).body).toMatchObject({ mustSetSecondFactor: true });
    for (const spec of [api.campaigns.list, api.auth.sessions, api.notifications.list, api.mail.list])
      expect(await as(world, pending).send(spec)).toMatchObject({
        status: 403,
        body: { error: 'SECOND_FACTOR_SETUP_REQUIRED' },
      });
    expect((await as(world, pending).call(api.secondFactor.state)).body).toMatchObject({ required: true });
    await enrol(world, pending);
    expect((await as(world, pending).call(api.auth.check)).body).toMatchObject({ mustSetSecondFactor: false });
    expect((await as(world, pending).send(api.campaigns.list)).status).toBe(200);
  });

  test('refuses a stale version', async () => {
    const [admin, other] = [await anAdministrator(world), await anAdministrator(world)];
    await requireOf(admin, []);
    const { version } = await required(admin);
    const answers = await Promise.all([requireOf(admin, [4], version), requireOf(other, [2], version)]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await required(other)).toEqual({ roles: answers[0].status === 200 ? [4] : [2], version: version + 1 });
    await requireOf(admin, []);
  });

  test('before the setup only the endpoints for it are allowed', async () => {
    const open = Object.entries(api).flatMap(([group, specs]) =>
      Object.entries(specs).flatMap(([name, spec]) => ('duringSetup' in spec ? [`${group}.${name}`] : [])),
    );
    expect(open.toSorted()).toEqual([
      'auth.changePassword',
      'auth.check',
      'auth.logout',
      'auth.refresh',
      'directory.beginConfirm',
      'directory.confirm',
      'identity.activity',
      'identity.confirm',
      'identity.ways',
      'secondFactor.begin',
      'secondFactor.confirm',
      'secondFactor.state',
      'shell.accessToken',
    ]);
  });

  test('disabling it requires a new setup, and other roles do not need it', async () => {
    const [admin, user] = [await anAdministrator(world), await anAccount(world, { roles: [4] })];
    await requireOf(admin, [4]);
    const session = await signedIn(user);
    const { phone } = await enrol(world, session);
    world.ended.userIds.length = 0;
    await as(world, session).call(api.secondFactor.disable, { body: { password: PASSWORD, code: phone.code() } });
    expect((await as(world, session).send(api.campaigns.list)).status).toBe(403);
    // Also closes the open socket.
    expect(world.ended.userIds).toEqual([user.id]);
    await requireOf(admin, []);
    expect((await as(world, session).send(api.campaigns.list)).status).toBe(200);
  });

  test('audits a change, ignores the same roles and refuses unknown ones', async () => {
    const admin = await anAdministrator(world);
    world.clock.advance(1000);
    await requireOf(admin, [5, 4]);
    await requireOf(admin, [4, 5]);
    expect(await auditOf(world)).toMatchObject([
      {
        userId: admin.id,
        action: 'USUARIO',
        subaction: 'ACTUALIZAR',
        info: {
          entries: [{ label: 'Roles que exigen segundo factor', prevValue: 'Ninguno' }],
          modifications: [{ label: 'Roles que exigen segundo factor', value: 'Administrador, Coordinador' }],
        },
      },
    ]);
    expect((await requireOf(admin, [6])).status).toBe(400);
  });

  test('a required password change comes first', async () => {
    const [admin, user] = [await anAdministrator(world), await anAccount(world, { mustChangePassword: true })];
    await requireOf(admin, [2]);
    const session = await signedIn(user);
    expect(await as(world, session).call(api.secondFactor.state)).toMatchObject({
      status: 403,
      body: { error: 'PASSWORD_CHANGE_REQUIRED' },
    });
  });
});
