import { api } from '@campanero/contract';
import { DIRECTORY_RETURN } from '@campanero/contract/auth/directory';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anAccount, check, signInAs } from '../../../../test/accounts.ts';
import { as, auditOf } from '../../../../test/actors.ts';
import { createTestApp, type TestApp, useWorld } from '../../../../test/app.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type Directory,
  startDirectory,
  visitDirectory,
} from '../../../../test/directory.ts';
import { aCampaign, anAdministrator, aUser } from '../../../../test/factories.ts';
import { operatorsOf, someCalls } from '../../../../test/calls.ts';
import { runJob } from '../../../../test/jobs.ts';
import { enrol } from '../../../../test/second-factor.ts';
import { createResetLink } from '../password/password-links.queries.ts';

const world = useWorld();
let directory: Directory;
let city: TestApp;

beforeAll(async () => {
  directory = await startDirectory({ publicUrl: world.deps.config.publicUrl });
  city = await createTestApp({
    beside: world,
    config: { oidcIssuer: directory.issuer, oidcClientId: CLIENT_ID, oidcClientSecret: CLIENT_SECRET },
  });
});
afterAll(async () => {
  await city.close();
  await directory.close();
});
beforeEach(() => world.clock.set(new Date()));
afterEach(() => world.forget());

const back = () => `${world.deps.config.publicUrl}${DIRECTORY_RETURN}`;
const person = (sub: string, email: string, more: Record<string, unknown> = {}) => ({
  sub,
  claims: { email, email_verified: true, given_name: 'Ana', family_name: 'Paz', ...more },
});

/** A browser that begins a visit and comes back with the answer. */
async function visit(app: TestApp = city) {
  const begun = await as(app, null).call(api.directory.begin, {});
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
  const answer = await visitDirectory(begun.body.address, back());
  return { answer, cookie };
}
const finish = ({ answer, cookie }: { answer: string; cookie: string }, code?: string, app: TestApp = city) =>
  as(app, null).call(api.directory.signIn, { body: { answer, ...(code && { code }) } }, { cookie });
const enter = async (app: TestApp = city) => finish(await visit(app), undefined, app);

describe('the first sign-in', () => {
  test('links the user with the verified mail, once, with an audit record', async () => {
    const user = await anAccount(world, { roles: [4], email: 'ana@ciudad.example' });
    directory.who.person = person('s-1', 'ANA@ciudad.example');
    const first = await enter();
    expect(first).toMatchObject({ status: 200, body: { id: user.id, email: user.email } });
    expect(await check(city, first.body.token)).toBe(200);
    directory.who.person = person('s-1', 'otra@ciudad.example');
    expect(await enter()).toMatchObject({ status: 200, body: { id: user.id, email: user.email } });
    expect((await auditOf(world)).map(({ userId, info }) => [userId, JSON.stringify(info)])).toEqual([
      [user.id, expect.stringContaining('Vinculado con el directorio')],
      [user.id, expect.stringContaining('Ingreso')],
      [user.id, expect.stringContaining('la cuenta de la ciudad')],
    ]);
  });

  test('links an open invitation: the person needs no password', async () => {
    const invited = await aUser(world, { roles: [2], email: 'nueva@ciudad.example' });
    directory.who.person = person('s-2', 'nueva@ciudad.example');
    expect(await enter()).toMatchObject({ status: 200, body: { id: invited.id } });
    const admin = await anAdministrator(world);
    const { body } = await as(city, admin).call(api.users.get, { params: { id: invited.id } });
    expect(body).toMatchObject({ invited: false, directorySince: expect.any(String) });
  });

  test('an unverified mail links nobody', async () => {
    const user = await anAccount(world, { email: 'eva@ciudad.example' });
    for (const email_verified of [false, undefined, 'no', 1]) {
      directory.who.person = person('s-3', user.email, { email_verified });
      expect(await enter()).toMatchObject({ status: 403, body: { error: 'DIRECTORY_MAIL_UNVERIFIED' } });
    }
  });

  test('a second account with the same mail does not take the user over', async () => {
    await anAccount(world, { email: 'luz@ciudad.example' });
    directory.who.person = person('s-4', 'luz@ciudad.example');
    expect((await enter()).status).toBe(200);
    directory.who.person = person('s-5', 'luz@ciudad.example');
    expect(await enter()).toMatchObject({ status: 403, body: { error: 'DIRECTORY_OTHER_IDENTITY' } });
  });

  test('unknown and disabled people are told whom to ask', async () => {
    await anAccount(world, { email: 'baja@ciudad.example', disabled: true });
    for (const email of ['nadie@ciudad.example', 'baja@ciudad.example']) {
      directory.who.person = person(`s-${email}`, email);
      expect(await enter()).toMatchObject({
        status: 403,
        body: { error: 'DIRECTORY_UNKNOWN_PERSON', message: expect.stringContaining('Pídalo a quien administra') },
      });
    }
    expect(await world.db.selectFrom('directoryIdentity').selectAll().execute()).toEqual([]);
  });

  test('ten at once link once', async () => {
    const user = await anAccount(world, { email: 'diez@ciudad.example' });
    directory.who.person = person('s-10', user.email);
    const visits = [];
    for (let n = 0; n < 10; n += 1) visits.push(await visit());
    const replies = await Promise.all(visits.map((one) => finish(one)));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await world.db.selectFrom('directoryIdentity').selectAll().execute()).toHaveLength(1);
    const linked = (await auditOf(world)).filter(({ info }) => JSON.stringify(info).includes('Vinculado'));
    expect(linked).toHaveLength(1);
  });
});

describe('a visit', () => {
  test('ends once: the same answer again, and ten times at once, is refused', async () => {
    const user = await anAccount(world, { email: 'ana@ciudad.example' });
    directory.who.person = person('v-1', user.email);
    const one = await visit();
    const replies = await Promise.all(Array.from({ length: 10 }, () => finish(one)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await finish(one)).toMatchObject({ status: 422, body: { error: 'DIRECTORY_EXPIRED' } });
  });

  test('belongs to the browser that began it', async () => {
    const user = await anAccount(world, { email: 'ana@ciudad.example' });
    directory.who.person = person('v-2', user.email);
    const [mine, stranger] = [await visit(), await visit()];
    expect(await finish({ ...mine, cookie: stranger.cookie })).toMatchObject({ body: { error: 'DIRECTORY_EXPIRED' } });
    expect(await finish({ ...mine, cookie: '' })).toMatchObject({ body: { error: 'DIRECTORY_EXPIRED' } });
    expect((await finish(mine)).status).toBe(200);
  });

  test('expires after a quarter of an hour', async () => {
    directory.who.person = person('v-3', 'ana@ciudad.example');
    const one = await visit();
    world.clock.advance(16 * 60_000);
    expect(await finish(one)).toMatchObject({ status: 422, body: { error: 'DIRECTORY_EXPIRED' } });
  });

  test('cancelled at the directory', async () => {
    directory.who.person = null;
    expect(await enter()).toMatchObject({ status: 422, body: { error: 'DIRECTORY_CANCELLED' } });
  });

  test('of an installation without a directory is unknown', async () => {
    const admin = await anAdministrator(world);
    for (const spec of [api.directory.begin, api.directory.roles, api.directory.beginTrial, api.directory.beginConfirm])
      expect((await as(world, admin).send(spec)).status).toBe(404);
    expect((await as(world, null).send(api.directory.signIn, { body: { answer: 'state=x' } })).status).toBe(404);
    expect((await as(world, null).send(api.directory.logout, { body: { logout_token: 'x' } })).status).toBe(404);
  });

  test('hostile answers are refused', async () => {
    const { cookie } = await visit();
    for (const answer of [
      '',
      '?',
      'state=',
      'code=1',
      '%',
      'state=\u0000',
      'a'.repeat(5000),
      'state=sign-in.x&state=y',
    ])
      expect((await finish({ answer, cookie })).status).toBeOneOf([400, 422]);
    const big = await as(city, null).send(api.directory.signIn, { body: { answer: 'a'.repeat(1_048_576) } });
    expect(big.status).toBe(413);
  });
});

describe('roles from the directory', () => {
  const map = (values: { value: string; roleId: number | null }[], isOn = true, version = 0) => {
    const set = async () =>
      as(city, await anAdministrator(world, { passwordHash: ADMIN_HASH })).call(api.directory.setRoles, {
        body: { isOn, claim: 'groups', values, version },
      });
    return set();
  };
  const ADMIN_HASH = '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$x';

  test('each sign-in sets them and says so', async () => {
    await map([
      { value: 'callcenter-coordina', roleId: 4 },
      { value: 'callcenter', roleId: 2 },
      { value: 'impresoras', roleId: null },
    ]);
    const user = await anAccount(world, { roles: [1], email: 'rol@ciudad.example' });
    directory.who.person = person('r-1', user.email, { groups: ['callcenter', 'callcenter-coordina', 'impresoras'] });
    expect((await enter()).body.roles).toEqual([
      { id: 4, name: 'Coordinador' },
      { id: 2, name: 'Operador' },
    ]);
    directory.who.person = person('r-1', user.email, { groups: ['impresoras'] });
    expect(await enter()).toMatchObject({ status: 200, body: { roles: [] } });
    const changes = (await auditOf(world)).filter(
      ({ subaction, objectType }) => subaction === 'ACTUALIZAR' && objectType === 'user',
    );
    expect(changes.map(({ info }) => JSON.stringify(info)).slice(1)).toEqual([
      expect.stringContaining('Coordinador, Operador'),
      expect.stringContaining('Directorio'),
    ]);
  });

  test('create unknown people with a verified mail and a role', async () => {
    await map([{ value: 'callcenter', roleId: 2 }]);
    directory.who.person = person('r-2', 'alta@ciudad.example', { groups: ['callcenter'] });
    const replies = await Promise.all([visit(), visit(), visit()].map(async (one) => finish(await one)));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(replies[0]!.body).toMatchObject({ name: 'Ana Paz', email: 'alta@ciudad.example', roles: [{ id: 2 }] });
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1);
    directory.who.person = person('r-3', 'sin-grupo@ciudad.example', { groups: ['otros'] });
    expect(await enter()).toMatchObject({ status: 403, body: { error: 'DIRECTORY_UNKNOWN_PERSON' } });
  });

  test('do not take the last administrator away', async () => {
    const user = await anAccount(world, { roles: [5], email: 'jefa@ciudad.example' });
    await as(city, user).call(api.directory.setRoles, {
      body: { isOn: true, claim: 'groups', values: [{ value: 'a', roleId: 2 }], version: 0 },
    });
    directory.who.person = person('r-4', user.email, { groups: ['a'] });
    expect((await enter()).body.roles).toEqual([
      { id: 5, name: 'Administrador' },
      { id: 2, name: 'Operador' },
    ]);
    await anAccount(world, { roles: [5] });
    expect((await enter()).body.roles).toEqual([{ id: 2, name: 'Operador' }]);
  });

  test('an operator who loses the role hands over as ever', async () => {
    await map([{ value: 'a', roleId: 4 }]);
    const user = await anAccount(world, { roles: [2], email: 'deja@ciudad.example' });
    const campaign = await aCampaign(world, { operators: [user.id], status: 'EN CURSO' });
    const calls = await someCalls(world, campaign.id, [
      { operatorId: user.id },
      { operatorId: user.id, stateId: 3, callCount: 2 },
    ]);
    directory.who.person = person('r-5', user.email, { groups: ['a'] });
    expect((await enter()).status).toBe(200);
    expect(await operatorsOf(world, calls)).toEqual([null, user.id]);
  });

  test('a stale version is refused, and the change needs a confirmed identity', async () => {
    expect((await map([], true, 0)).status).toBe(200);
    expect(await map([], false, 0)).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
    const admin = await anAdministrator(world);
    world.clock.advance(11 * 60_000);
    const late = await as(city, admin).call(api.directory.setRoles, {
      body: { isOn: true, claim: 'x', values: [], version: 1 },
    });
    expect(late).toMatchObject({ status: 403, body: { error: 'CONFIRMATION_REQUIRED' } });
  });
});

describe('the second factor', () => {
  const roleNeedsIt = (roleId: number) =>
    world.db
      .insertInto('secondFactorRole')
      .values({ roleId, since: new Date(0) })
      .execute();

  test('of the directory counts where a role requires one', async () => {
    await roleNeedsIt(4);
    const user = await anAccount(world, { roles: [4], email: 'doble@ciudad.example' });
    directory.who.person = { ...person('f-1', user.email), amr: ['pwd', 'otp'] };
    const { body } = await enter();
    expect((await as(city, body).call(api.auth.check)).body).toMatchObject({ mustSetSecondFactor: false });
    directory.who.person = { ...person('f-1', user.email), amr: ['pwd'] };
    const plain = await enter();
    expect((await as(city, plain.body).call(api.auth.check)).body).toMatchObject({ mustSetSecondFactor: true });
  });

  test('of the product is asked for otherwise, with the answer kept for it', async () => {
    const user = await anAccount(world, { email: 'totp@ciudad.example' });
    const { phone } = await enrol(world, user);
    directory.who.person = person('f-2', user.email);
    const one = await visit();
    expect(await finish(one)).toMatchObject({ status: 401, body: { error: 'SECOND_FACTOR_REQUIRED' } });
    expect(await finish(one, '000000')).toMatchObject({ status: 422, body: { error: 'SECOND_FACTOR_WRONG' } });
    expect(await finish(one, phone.code())).toMatchObject({ status: 200, body: { id: user.id } });
    expect((await finish(one, phone.code())).status).not.toBe(200);
  });
});

describe('the session', () => {
  test('without a refresh token lasts an hour and is not prolonged', async () => {
    const bare = await startDirectory({ publicUrl: world.deps.config.publicUrl, withRefreshTokens: false });
    const app = await createTestApp({
      beside: world,
      config: { oidcIssuer: bare.issuer, oidcClientId: CLIENT_ID, oidcClientSecret: CLIENT_SECRET },
    });
    const user = await anAccount(world, { email: 'hora@ciudad.example' });
    bare.who.person = person('h-1', user.email);
    const { body } = await enter(app);
    const hour = Math.floor(world.clock.now().getTime() / 1000) + 3600;
    expect(body.expires).toBe(hour);
    world.clock.advance(30 * 60_000);
    expect((await as(app, body).call(api.auth.refresh)).body.expires).toBe(hour);
    await app.close();
    await bare.close();
  });

  test('ends when the issuer no longer knows the person, and goes on while it is away', async () => {
    const [gone, stays] = [
      await anAccount(world, { email: 'ida@ciudad.example' }),
      await anAccount(world, { email: 'queda@ciudad.example' }),
    ];
    const tokens = [];
    for (const user of [gone, stays]) {
      directory.who.person = person(`g-${user.id}`, user.email);
      tokens.push((await enter()).body.token);
    }
    world.clock.advance(11 * 60_000);
    directory.forget(`g-${gone.id}`);
    const away = { ...city.deps, config: { ...city.deps.config, oidcIssuer: 'http://127.0.0.1:9' } };
    await runJob(away, 'directory.check-sessions');
    expect([await check(city, tokens[0]!), await check(city, tokens[1]!)]).toEqual([200, 200]);
    await runJob(city.deps, 'directory.check-sessions');
    expect([await check(city, tokens[0]!), await check(city, tokens[1]!)]).toEqual([401, 200]);
    expect(city.ended.sessionIds).toHaveLength(1);
    world.clock.advance(11 * 60_000);
    await runJob(city.deps, 'directory.check-sessions');
    expect(await check(city, tokens[1]!)).toBe(200);
  });

  test('leaves nothing behind with which the issuer could be asked', async () => {
    const user = await anAccount(world, { email: 'sale@ciudad.example' });
    directory.who.person = person('x-1', user.email);
    const tokens = [(await enter()).body, (await enter()).body];
    const kept = async () => {
      await runJob(city.deps, 'directory.check-sessions');
      const rows = await world.db.selectFrom('directorySession').select('refreshToken').execute();
      return rows.filter(({ refreshToken }) => refreshToken !== null).length;
    };
    expect(await kept()).toBe(2);
    expect((await as(city, tokens[0]!).call(api.auth.logout)).status).toBe(204);
    expect(await kept()).toBe(1);
    expect(await check(city, tokens[1]!.token)).toBe(200);
    world.clock.advance(13 * 3_600_000);
    expect(await kept()).toBe(0);
  });

  test('confirms no change by itself when nothing was typed at the issuer', async () => {
    const user = await anAccount(world, { roles: [5], email: 'sso@ciudad.example' });
    directory.who.person = person('c-1', user.email);
    const { body } = await enter();
    const change = () => as(city, body).call(api.directory.unlink, { params: { id: user.id } });
    expect(await change()).toMatchObject({ status: 403, body: { error: 'CONFIRMATION_REQUIRED' } });
    const begun = await as(city, body).call(api.directory.beginConfirm, {});
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
    const answer = await visitDirectory(begun.body.address, back());
    expect((await as(city, body).call(api.directory.confirm, { body: { answer } }, { cookie })).status).toBe(204);
    expect((await change()).status).toBe(204);
    expect(await check(city, body.token)).toBe(401);
  });

  test('a sign-in that waits for a code confirms nothing: nobody typed anything', async () => {
    const user = await anAccount(world, { roles: [5], email: 'espera@ciudad.example' });
    directory.who.person = person('c-4', user.email);
    expect((await enter()).status).toBe(200);
    await enrol(world, user);
    const { answer, cookie } = await visit();
    expect((await finish({ answer, cookie })).body.error).toBe('SECOND_FACTOR_REQUIRED');
    for (const spec of [api.directory.confirm, api.directory.tryOut])
      expect(await as(city, user).send(spec, { body: { answer } }, { cookie })).toMatchObject({
        status: 422,
        body: { error: 'DIRECTORY_EXPIRED' },
      });
  });

  test('another person cannot confirm it', async () => {
    const user = await anAccount(world, { roles: [5], email: 'una@ciudad.example' });
    const other = await anAccount(world, { roles: [5], email: 'otra@ciudad.example' });
    for (const [sub, { email }] of [
      ['c-2', user],
      ['c-3', other],
    ] as const) {
      directory.who.person = person(sub, email);
      await enter();
    }
    const begun = await as(city, user).call(api.directory.beginConfirm, {});
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
    const answer = await visitDirectory(begun.body.address, back());
    const reply = await as(city, user).call(api.directory.confirm, { body: { answer } }, { cookie });
    expect(reply).toMatchObject({ status: 422, body: { error: 'DIRECTORY_OTHER_PERSON' } });
  });
});

test('a trial shows every claim and what is missing, and changes nothing', async () => {
  const admin = await anAdministrator(world, { email: 'prueba@ciudad.example' });
  directory.who.person = person('t-1', 'quien@ciudad.example', { email_verified: false, groups: ['a', 'b'] });
  const begun = await as(city, admin).call(api.directory.beginTrial, {});
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
  const answer = await visitDirectory(begun.body.address, back());
  const before = await auditOf(world);
  const { status, body } = await as(city, admin).call(api.directory.tryOut, { body: { answer } }, { cookie });
  expect(status).toBe(200);
  expect(body.claims).toContainEqual({ name: 'groups', value: '["a","b"]', source: 'userinfo' });
  expect(body.claims).toContainEqual({ name: 'sub', value: 't-1', source: 'token' });
  expect(body.result).toContainEqual({ label: 'Usuario', value: 'ninguno: no entra' });
  expect(body.missing).toContainEqual(expect.stringContaining('email_verified'));
  expect(await auditOf(world)).toEqual(before);
  expect(await world.db.selectFrom('directoryIdentity').selectAll().execute()).toEqual([]);
  // The answer of a trial opens no session.
  expect((await finish({ answer, cookie })).status).toBe(422);
});

describe('a trial says whether a sign-in would enter:', () => {
  const tryOut = async (sub: string, email: string, claims = {}) => {
    const admin = await anAdministrator(world);
    directory.who.person = person(sub, email, claims);
    const begun = await as(city, admin).call(api.directory.beginTrial, {});
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
    const answer = await visitDirectory(begun.body.address, back());
    const { body } = await as(city, admin).call(api.directory.tryOut, { body: { answer } }, { cookie });
    return { user: body.result[0]!.value, missing: body.missing.join(' ') };
  };

  test('nobody with that mail, somebody to link, linked, taken by another account, disabled', async () => {
    const { id, email } = await anAccount(world, { email: 'sol@ciudad.example', firstName: 'Sol', lastName: 'Paz' });
    expect(await tryOut('u-0', 'nadie@ciudad.example')).toMatchObject({ user: 'ninguno con ese correo: no entra' });
    expect(await tryOut('u-1', email)).toMatchObject({ user: 'Sol Paz (se vincula)' });
    directory.who.person = person('u-1', email);
    expect((await enter()).status).toBe(200);
    expect(await tryOut('u-1', email)).toMatchObject({ user: 'Sol Paz (ya vinculado)' });
    expect(await tryOut('u-2', email)).toMatchObject({
      user: 'Sol Paz (vinculado a otra cuenta del directorio: no entra)',
    });
    await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', id).execute();
    for (const sub of ['u-1', 'u-2'])
      expect(await tryOut(sub, email)).toMatchObject({ user: 'Sol Paz (deshabilitado: no entra)' });
  });

  test('no group that gives a role', async () => {
    await as(city, await anAdministrator(world)).call(api.directory.setRoles, {
      body: { isOn: true, claim: 'groups', values: [{ value: 'callcenter', roleId: 2 }], version: 0 },
    });
    const other = await tryOut('u-3', 'grupo@ciudad.example', { groups: ['otros'] });
    expect(other).toMatchObject({ user: 'ninguno con ese correo: no entra' });
    expect(other.missing).toContain('Un valor de «groups» que dé un rol.');
    expect(await tryOut('u-4', 'alta@ciudad.example', { groups: ['callcenter'] })).toMatchObject({
      user: 'se crea uno nuevo',
    });
  });
});

describe('with OIDC_ONLY', () => {
  test('nobody uses a password, and the link of the command opens one session', async () => {
    const only = await createTestApp({ beside: world, config: { ...city.deps.config, oidcOnly: true } });
    const admin = await anAccount(world, { roles: [5] });
    const operator = await anAccount(world, { roles: [2] });
    expect(await signInAs(only, admin.email)).toMatchObject({ status: 403, body: { error: 'PASSWORD_SIGN_IN_OFF' } });
    expect((await as(only, null).call(api.auth.recover, { body: { email: admin.email } })).status).toBe(403);
    const linkOf = async (userId: number) =>
      new URL(
        await world.db
          .transaction()
          .execute((trx) => createResetLink(trx, only.deps.config, { userId, kind: 'sign-in' }, world.clock.now())),
      );
    const use = (id: number, { searchParams }: URL) =>
      as(only, null).call(api.auth.signInLink, { params: { id }, query: { token: searchParams.get('token')! } });
    const link = await linkOf(admin.id);
    expect(link.pathname).toBe(`/signin/link/${admin.id}`);
    const replies = await Promise.all(Array.from({ length: 5 }, () => use(admin.id, link)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422, 422]);
    expect((await use(operator.id, await linkOf(operator.id))).status).toBe(422);
    const late = await linkOf(admin.id);
    world.clock.advance(16 * 60_000);
    expect((await use(admin.id, late)).status).toBe(422);
    await only.close();
  });

  test('the mail of an invitation leads to the directory', async () => {
    const only = await createTestApp({ beside: world, config: { ...city.deps.config, oidcOnly: true } });
    const admin = await anAdministrator(world);
    await as(only, admin).send(api.users.create, {
      body: { firstName: 'Lucía', lastName: 'Núñez', email: 'lucia@ciudad.example', roles: [2] },
    });
    const mail = await world.db.selectFrom('mail').select('body').executeTakeFirstOrThrow();
    expect(mail.body).toContain('/signin');
    expect(mail.body).not.toContain('token');
    await only.close();
  });
});
