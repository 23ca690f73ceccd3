import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { api } from '@campanero/contract';
import { as } from '../../test/actors.ts';
import { createTestApp, useWorld } from '../../test/app.ts';
import { anAdministrator, anOperator, aUser } from '../../test/factories.ts';

const world = useWorld();

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "img-src 'self' blob: data:",
  "worker-src 'self'",
];

function expectSecurityHeaders(headers: Record<string, unknown>) {
  const policy = String(headers['content-security-policy']);
  for (const directive of POLICY) expect(policy).toContain(directive);
  expect(policy).not.toMatch(/unsafe-(inline|eval)/);
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers['permissions-policy']).toBeTruthy();
  expect(headers).not.toHaveProperty('server');
  expect(headers).not.toHaveProperty('x-powered-by');
}

describe('security headers', () => {
  test.each([
    ['GET', '/api/health', 200],
    ['GET', '/api/docs', 200],
    ['GET', '/api/campaign', 401],
    ['GET', '/api/no-such-thing', 404],
    ['PUT', '/api/health', 405],
    ['TRACE', '/api/health', 405],
    ['GET', '/api/%E0%A4%A', 400],
    ['POST', '/api/login', 400],
  ] as const)('%s %s gives %i', async (method, url, status) => {
    const reply = await world.app.inject({ method: method as 'GET', url });
    expect(reply.statusCode).toBe(status);
    expectSecurityHeaders(reply.headers);
    // The API documentation holds no personal data.
    expect(reply.headers['cache-control']).toBe(url === '/api/docs' ? 'private, no-cache' : 'no-store');
    expect(reply.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(reply.headers).not.toHaveProperty('strict-transport-security');
  });

  test('HSTS only over TLS, as declared by a trusted proxy', async () => {
    const headers = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    const direct = await world.app.inject({ url: '/api/health', headers });
    expect(direct.headers).not.toHaveProperty('strict-transport-security');

    const proxied = await createTestApp({ beside: world, config: { trustedProxy: ['127.0.0.1'] } });
    const reply = await proxied.app.inject({ url: '/api/health', headers });
    expect(reply.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    await proxied.close();
  });

  test('input that is not HTTP gets an answer with the usual headers', async () => {
    const node = await createTestApp({ beside: world });
    await node.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = node.app.server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('no soy http\r\n\r\n'));
      let text = '';
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain("default-src 'self'");
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ error: 'BAD_REQUEST' });
    await node.close();
  });
});

describe('methods and addresses', () => {
  test('a wrong method is 405 and lists the allowed ones', async () => {
    const reply = await world.app.inject({ method: 'DELETE', url: '/api/login' });
    expect(reply.statusCode).toBe(405);
    expect(reply.headers.allow).toBe('POST');
    expect(reply.json()).toMatchObject({ error: 'METHOD_NOT_ALLOWED' });
  });

  test('an unknown path is 404 in JSON and not repeated', async () => {
    const reply = await world.app.inject({
      method: 'POST',
      url: '/api/secreto-1144445555',
      payload: 'x'.repeat(2_000_000),
    });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ error: 'NOT_FOUND', message: 'No se encontró lo que busca.' });
    expect(reply.body).not.toContain('1144445555');
  });
});

describe('hostile input is a 4xx', () => {
  const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`;
  const login = (email: unknown, password: unknown = 'x') => JSON.stringify({ email, password });
  test.each([
    ['NUL byte', login('ana\u0000@prueba.gob.ar'), 400],
    ['lone surrogate', '{"email":"\\ud800@prueba.gob.ar","password":"x"}', 400],
    ['__proto__ key', '{"email":"a@b.ar","password":"x","__proto__":{"admin":true}}', 400],
    ['constructor key', '{"email":"a@b.ar","password":"x","constructor":{"prototype":{}}}', 400],
    ['bare constructor key', '{"email":"a@b.ar","password":"x","constructor":1}', 400],
    ['more than anybody says who is not signed in', login('a@b.ar', 'x'.repeat(8_200)), 413],
    ['broken JSON', '{"email":', 400],
    ['not an object', '"hola"', 400],
    ['no body', '', 400],
    ['number too large', '{"email":1e999,"password":"x"}', 400],
  ])('%s', async (_name, payload, status) => {
    const headers = { 'content-type': 'application/json' };
    const reply = await world.app.inject({ method: 'POST', url: '/api/login', payload, headers });
    expect(reply.statusCode).toBe(status);
    expect(reply.json().message).toBeTruthy();
    expect(reply.body).not.toMatch(/ at |node_modules|Unexpected|FST_|JSON/);
  });

  test.each([
    ['deep JSON', deep, 400],
    ['deep object inside', `{"user":{"data":{"settings":{}}},"more":${deep}}`, 400],
    ['an unknown field of some length', JSON.stringify({ user: {}, more: 'x'.repeat(10_000) }), 200],
    ['more than the limit', JSON.stringify({ user: {}, more: 'x'.repeat(20_000) }), 413],
  ])('%s with a session', async (_name, payload, status) => {
    const { token } = await anOperator(world);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const reply = await world.app.inject({ method: 'POST', url: '/api/auth/user/update', payload, headers });
    expect(reply.statusCode).toBe(status);
  });

  test('another content type is 415', async () => {
    for (const type of [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const reply = await world.app.inject({
        method: 'POST',
        url: '/api/login',
        payload: 'a=1',
        headers: { 'content-type': type },
      });
      expect([type, reply.statusCode]).toEqual([type, 415]);
    }
  });

  test.each([
    'pageNumber=-1',
    'pageNumber=NaN',
    'pageNumber=1e30',
    'pageNumber=99999999999999999999',
    'pageNumber=1.5',
    'pageSize=100000',
    'pageSize=0',
    'id=99999999999999999999',
    'id=-3',
    'general=%00',
    'createdAt=2026-02-31',
    'orderbytitle=id;select pg_sleep(5)',
    'orderbytype=sideways',
    'status=NADA',
    'unknown=1',
    'pageSize=10&pageSize=25',
    'general=a&general=b',
    '__proto__=1',
    'constructor=1',
    'general[]=1',
    `general=${'x'.repeat(5_000)}`,
  ])('GET /api/campaign?%s is 400', async (query) => {
    const operator = await anOperator(world);
    const reply = await world.app.inject({
      url: `/api/campaign?${query.replaceAll(' ', '%20')}`,
      headers: { authorization: `Bearer ${operator.token}` },
    });
    expect(reply.statusCode).toBe(400);
    expect(reply.json()).toHaveProperty('message');
  });
});

describe('validation', () => {
  test("errors name the request's fields with the contract's messages", async () => {
    const { status, body } = await as(world, null).send(api.auth.login, {
      body: { email: 'no es un correo', password: '' },
    });
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'VALIDATION',
      message: 'Hay datos que corregir.',
      errors: [
        { field: 'email', message: 'Debes ingresar un correo válido.' },
        { field: 'password', message: 'Por favor escriba su contraseña.' },
      ],
    });
  });

  test('names unknown and repeated parameters', async () => {
    const operator = await anOperator(world);
    const ask = async (query: string) =>
      (
        await world.app.inject({
          url: `/api/campaign?${query}`,
          headers: { authorization: `Bearer ${operator.token}` },
        })
      ).json();
    expect((await ask('nada=1')).errors).toEqual([{ field: 'nada', message: 'El parámetro no existe.' }]);
    expect((await ask('name=a&name=b')).errors).toEqual([{ field: 'name', message: 'El parámetro está repetido.' }]);
  });

  test('access is checked before validation', async () => {
    const reply = await world.app.inject({ url: '/api/campaign?nada=1' });
    expect(reply.statusCode).toBe(401);
    expect(reply.headers['www-authenticate']).toBe('Bearer');
    expect(reply.json()).toMatchObject({
      error: 'UNAUTHENTICATED',
      message: 'El token ha caducado. Por favor inicie sesión nuevamente.',
    });
  });

  test('an Idempotency-Key has 1 to 200 printable characters', async () => {
    for (const key of ['x'.repeat(201), 'con espacio']) {
      const { status, body } = await as(world, null).send(
        api.auth.login,
        { body: { email: 'a@b.ar', password: 'x' } },
        { 'idempotency-key': key },
      );
      expect(status).toBe(400);
      expect(body.errors).toEqual([expect.objectContaining({ field: 'Idempotency-Key' })]);
    }
  });
});

describe('access', () => {
  test('a denied request is audited at most once a minute', async () => {
    const operator = await anOperator(world);
    for (let knock = 0; knock < 3; knock += 1)
      expect((await as(world, operator).send(api.system.metrics)).status).toBe(403);
    const records = () => world.db.selectFrom('audit').selectAll().where('userId', '=', operator.id).execute();
    expect(await records()).toHaveLength(1);
    expect((await records())[0]).toMatchObject({ action: 'USUARIO', subaction: 'ACCIÓN', objectType: 'user' });
    world.clock.advance(61_000);
    await as(world, operator).send(api.system.metrics);
    expect(await records()).toHaveLength(2);
  });

  test('guests are signed in but not staff', async () => {
    const guest = await aUser(world);
    expect((await as(world, guest).send(api.campaigns.list)).status).toBe(403);
  });

  test('a pending password change blocks other endpoints', async () => {
    const admin = await anAdministrator(world, { mustChangePassword: true });
    const { status, body } = await as(world, admin).send(api.campaigns.list);
    expect([status, body.error]).toEqual([403, 'PASSWORD_CHANGE_REQUIRED']);
  });

  test('the rate limit applies per user', async () => {
    const node = await createTestApp({ beside: world, config: { rateLimit: 3 } });
    const [busy, calm] = [await anOperator(world), await anOperator(world)];
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push(await as(node, busy).send(api.campaigns.list));
    expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(Number(statuses[4]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await as(node, calm).send(api.campaigns.list)).status).toBe(200);
    await node.close();
  });
});
