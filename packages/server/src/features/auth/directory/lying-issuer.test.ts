import { api } from '@campanero/contract';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { anAccount, check } from '../../../../test/accounts.ts';
import { as, auditOf } from '../../../../test/actors.ts';
import { createTestApp, type TestApp, useWorld } from '../../../../test/app.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../../../../test/directory.ts';
import { type LyingDirectory, startLyingDirectory, unsigned } from '../../../../test/lying-directory.ts';
import type { TestUser } from '../../../../test/factories.ts';
import { runJob } from '../../../../test/jobs.ts';

const world = useWorld();
let liar: LyingDirectory;
let city: TestApp;
let eva: TestUser;

beforeAll(async () => {
  liar = await startLyingDirectory();
  city = await createTestApp({
    beside: world,
    config: { oidcIssuer: liar.issuer, oidcClientId: CLIENT_ID, oidcClientSecret: CLIENT_SECRET },
  });
});
afterAll(async () => {
  await city.close();
  await liar.close();
});
beforeEach(async () => {
  world.clock.set(new Date());
  eva = await anAccount(world, { roles: [2], email: 'eva@ciudad.example' });
});
afterEach(async () => {
  liar.lie = {};
  city.ended.sessionIds.length = 0;
  await world.forget();
});

async function begin() {
  const begun = await as(city, null).call(api.directory.begin, {});
  return { ...begun, cookie: String(begun.headers['set-cookie']).split(';')[0]! };
}
const finish = (answer: string, cookie: string) =>
  as(city, null).call(api.directory.signIn, { body: { answer } }, { cookie });

async function enter(lie: LyingDirectory['lie'] = {}, more: Record<string, string> = {}) {
  const { body, cookie } = await begin();
  liar.lie = lie;
  return finish(liar.answerTo(body.address, more), cookie);
}
const seconds = () => Math.floor(Date.now() / 1000);

test('an honest answer enters', async () => {
  expect(await enter()).toMatchObject({ status: 200, body: { id: eva.id } });
});

describe('is refused:', () => {
  const REFUSED = { status: 422, body: { error: 'DIRECTORY_REFUSED' } };

  test('the answer of another issuer', async () => {
    expect(await enter({}, { iss: 'https://otro.example' })).toMatchObject(REFUSED);
    expect(liar.codes.length).toBe(1);
  });
  test('a token of another issuer', async () => {
    expect(await enter({ token: { iss: 'https://otro.example' } })).toMatchObject(REFUSED);
  });
  test('a token for another client', async () => {
    expect(await enter({ token: { aud: 'otra-aplicacion' } })).toMatchObject(REFUSED);
  });
  test('a token of another visit', async () => {
    expect(await enter({ token: { nonce: 'otro' } })).toMatchObject(REFUSED);
    expect(await enter({ token: { nonce: undefined } })).toMatchObject(REFUSED);
  });
  test('an unsigned token', async () => {
    expect(await enter({ idToken: unsigned })).toMatchObject(REFUSED);
  });
  test('a token with the signature of somebody else', async () => {
    const forged = (claims: Record<string, unknown>) => liar.sign(claims, { key: liar.otherKey });
    expect(await enter({ idToken: forged })).toMatchObject(REFUSED);
  });
  test('a key that is not published', async () => {
    const forged = (claims: Record<string, unknown>) => liar.sign(claims, { key: liar.otherKey, kid: 'nadie' });
    expect(await enter({ idToken: forged })).toMatchObject({ status: 503, body: { error: 'DIRECTORY_KEYS' } });
  });
  test("the user's information of another subject", async () => {
    expect(await enter({ userinfo: { sub: 'otra-persona' } })).toMatchObject(REFUSED);
  });
  test('a mail that only the unsigned part calls verified', async () => {
    const reply = await enter({
      token: { email_verified: undefined },
      userinfo: { email: 'otra@ciudad.example', email_verified: true },
    });
    expect(reply).toMatchObject({ status: 403, body: { error: 'DIRECTORY_MAIL_UNVERIFIED' } });
  });
  test.each([
    ['longer than a subject may be', 'x'.repeat(100_000)],
    ['that no database can store', 'eva\u0000'],
    ['of nothing', ''],
  ])('a subject %s', async (_what, sub) => {
    expect(await enter({ token: { sub }, userinfo: { sub } })).toMatchObject(REFUSED);
  });
  test('a state that this browser did not send', async () => {
    const { body, cookie } = await begin();
    const answer = liar.answerTo(body.address, { state: 'sign-in.inventado' });
    expect(await finish(answer, cookie)).toMatchObject({ status: 422, body: { error: 'DIRECTORY_EXPIRED' } });
  });
  test('a code that comes a second time', async () => {
    const { body, cookie } = await begin();
    const answer = liar.answerTo(body.address);
    const before = liar.codes.length;
    expect((await finish(answer, cookie)).status).toBe(200);
    expect((await finish(answer, cookie)).status).toBe(422);
    expect(liar.codes.length).toBe(before + 1);
  });
  test('an old token and one of tomorrow, except within a minute', async () => {
    const CLOCK = { status: 503, body: { error: 'DIRECTORY_CLOCK' } };
    expect(await enter({ token: { iat: seconds() - 900, exp: seconds() - 120 } })).toMatchObject(CLOCK);
    expect(await enter({ token: { iat: seconds() - 300, exp: seconds() - 40 } })).toMatchObject({ status: 200 });
    expect(await enter({ token: { nbf: seconds() + 120 } })).toMatchObject(CLOCK);
    expect(await enter({ token: { nbf: seconds() + 40 } })).toMatchObject({ status: 200 });
  });
});

describe('says what is wrong:', () => {
  test('changed client secret', async () => {
    const lie = { status: 401, body: { error: 'invalid_client', error_description: 'ana@ciudad.example' } };
    const reply = await enter(lie);
    expect(reply).toMatchObject({ status: 503, body: { error: 'DIRECTORY_CLIENT' } });
    expect(JSON.stringify(reply.body)).not.toContain('ana@');
  });
  test('broken inside', async () => {
    expect(await enter({ status: 500 })).toMatchObject({ status: 503, body: { error: 'DIRECTORY_DOWN' } });
  });
  test('nobody there, and people with a password go on', async () => {
    const app = await createTestApp({
      beside: world,
      config: { ...city.deps.config, oidcIssuer: 'http://127.0.0.1:9' },
    });
    expect(await as(app, null).call(api.directory.begin, {})).toMatchObject({
      status: 503,
      body: { error: 'DIRECTORY_DOWN' },
    });
    const reply = await as(app, null).call(api.auth.login, {
      body: { email: eva.email, password: 'siete perros amarillos' },
    });
    expect(reply.status).toBe(200);
    await app.close();
  });
  test('a redirect is not followed', async () => {
    const { body, cookie } = await begin();
    liar.lie = { redirect: 'http://169.254.169.254/latest' };
    expect((await finish(liar.answerTo(body.address), cookie)).body.error).toBe('DIRECTORY_REFUSED');
  });
  test('an answer without an end', async () => {
    const reply = await enter({ userinfo: { relleno: 'x'.repeat(2_000_000) } });
    expect(reply.body.error).toBe('DIRECTORY_REFUSED');
  });
});

test('whom the issuer refuses to confirm holds up nobody, and goes within the hour', async () => {
  const enterWith = async (refreshToken: string, token: { sub?: string; email?: string } = {}) => {
    const { body } = await enter({ refreshToken, token, userinfo: token.sub ? { sub: token.sub } : {} });
    world.clock.advance(1_000);
    return body.token;
  };
  const consents: string[] = [];
  for (let n = 0; n < 9; n += 1) consents.push(await enterWith('sin consentimiento'));
  const luz = await anAccount(world, { email: 'luz@ciudad.example' });
  const gone = await enterWith('se fue', { sub: 'liar-2', email: luz.email });
  const stays = await enterWith('sigue', { sub: 'liar-2', email: luz.email });
  liar.lie = { refuses: (token) => ({ 'se fue': 'invalid_grant', 'sin consentimiento': 'consent_required' })[token] };
  const all = () => Promise.all([gone, stays, ...consents].map((token) => check(city, token)));
  world.clock.advance(11 * 60_000);
  await runJob(city.deps, 'directory.check-sessions');
  expect(await all()).toEqual([401, 200, ...consents.map(() => 200)]);
  world.clock.advance(46 * 60_000);
  await runJob(city.deps, 'directory.check-sessions');
  expect(await all()).toEqual([401, 200, ...consents.map(() => 401)]);
});

test('ten who begin at once ask the issuer for its addresses once', async () => {
  await enter({ status: 500 });
  const before = liar.discovered;
  expect(new Set((await Promise.all(Array.from({ length: 10 }, begin))).map(({ status }) => status))).toEqual(
    new Set([200]),
  );
  expect(liar.discovered - before).toBe(1);
});

test('new keys count at once', async () => {
  expect((await enter()).status).toBe(200);
  const fresh = await generateKeyPair('RS256');
  const keys = [{ ...(await exportJWK(fresh.publicKey)), kid: 'nueva', alg: 'RS256', use: 'sig' }];
  const idToken = (claims: Record<string, unknown>) => liar.sign(claims, { key: fresh.privateKey, kid: 'nueva' });
  expect((await enter({ keys, idToken })).status).toBe(200);
});

describe('a logout token', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };
  let count = 0;
  const claims = (more: Record<string, unknown> = {}) => ({
    iss: liar.issuer,
    aud: CLIENT_ID,
    iat: seconds(),
    exp: seconds() + 120,
    jti: `t-${(count += 1)}`,
    sub: 'liar-1',
    events: EVENTS,
    ...more,
  });
  const send = (token: string) =>
    city.app.inject({
      method: 'POST',
      url: '/api/directory/logout',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });

  test('ends the sessions of the person at once, with an audit record', async () => {
    const { body } = await enter({ token: { sid: 'sala-1' } });
    const other = await enter({ token: { sid: 'sala-2' } });
    expect((await send(await liar.sign(claims({ sid: 'sala-1' })))).statusCode).toBe(200);
    expect([await check(city, body.token), await check(city, other.body.token)]).toEqual([401, 200]);
    expect(city.ended.sessionIds).toHaveLength(1);
    expect((await send(await liar.sign(claims({ sub: undefined, sid: 'sala-2' })))).statusCode).toBe(200);
    expect(await check(city, other.body.token)).toBe(401);
    expect(JSON.stringify((await auditOf(world)).at(-1)?.info)).toContain('Salida avisada por el directorio');
    // Sessions with a password are not the directory's.
    expect(await check(city, eva.token)).toBe(200);
  });

  test('counts once', async () => {
    const token = await liar.sign(claims());
    const replies = await Promise.all(Array.from({ length: 10 }, () => send(token)));
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(9).fill(400),
    ]);
  });

  test('forged, old, or of another kind is refused', async () => {
    const { body } = await enter();
    const refused = [
      unsigned(claims()),
      await liar.sign(claims(), { key: liar.otherKey }),
      await liar.sign(claims({ iss: 'https://otro.example' })),
      await liar.sign(claims({ aud: 'otra' })),
      await liar.sign(claims({ nonce: 'es un token de identidad' })),
      await liar.sign(claims({ events: undefined })),
      await liar.sign(claims({ events: { otro: {} } })),
      await liar.sign(claims({ sub: undefined })),
      await liar.sign(claims({ jti: undefined })),
      await liar.sign(claims({ iat: seconds() - 900, exp: seconds() + 900 })),
      await liar.sign(claims({ exp: seconds() - 90 })),
      'x',
      'a.b.c',
    ];
    for (const token of refused) expect((await send(token)).statusCode, token).toBe(400);
    expect(await check(city, body.token)).toBe(200);
  });

  test('comes as a form; other routes take none', async () => {
    const json = await as(city, null).send(api.directory.logout, { body: { logout_token: 'x' } });
    expect(json.status).toBe(400);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const reply = await city.app.inject({ method: 'POST', url: '/api/login', headers: form, payload: 'email=a' });
    expect(reply.statusCode).toBe(415);
    const proto = await city.app.inject({
      method: 'POST',
      url: '/api/directory/logout',
      headers: form,
      payload: '__proto__=1&logout_token=x',
    });
    expect(proto.statusCode).toBe(400);
  });
});
