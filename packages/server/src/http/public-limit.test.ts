import { api } from '@campanero/contract';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { urlOf } from '@campanero/contract/client';
import { beforeEach, expect, test } from 'vitest';
import { as } from '../../test/actors.ts';
import { createTestApp, useWorld } from '../../test/app.ts';
import { aServiceAccount } from '../../test/service-accounts.ts';
import { anAdministrator } from '../../test/factories.ts';

const LIMIT = 5;
const world = useWorld({ config: { trustedProxy: ['10.0.0.1'] }, app: { publicLimit: LIMIT } });
beforeEach(() => world.clock.advance(60_000));

const publicEndpoints = Object.entries(api).flatMap(([group, specs]) =>
  Object.entries(specs).flatMap(([name, spec]): [string, EndpointSpec][] =>
    spec.access === 'public' ? [[`${group}.${name}`, spec]] : [],
  ),
);
const ask = (spec: EndpointSpec, remoteAddress: string, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: spec.method,
    url: `/api${urlOf(spec, { params: { id: '1', version: 'x' } })}`,
    remoteAddress,
    headers: { ...headers, ...(spec.body && { 'content-type': 'application/json' }) },
    ...(spec.body && { payload: '{}' }),
  });
const exhaust = async (spec: EndpointSpec, address: string) => {
  for (let n = 0; n < LIMIT; n += 1) expect((await ask(spec, address)).statusCode).not.toBe(429);
};

test.each(publicEndpoints)('%s is limited by address', async (_name, spec) => {
  await exhaust(spec, '192.0.2.1');
  const refused = await ask(spec, '192.0.2.1');
  expect([refused.statusCode, refused.json()]).toEqual([
    429,
    expect.objectContaining({
      error: 'TOO_MANY_REQUESTS',
      message: 'Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.',
    }),
  ]);
  expect(refused.headers['retry-after']).toBe('60');
  expect((await ask(spec, '192.0.2.2')).statusCode).not.toBe(429);
  world.clock.advance(59_000);
  expect((await ask(spec, '192.0.2.1')).headers['retry-after']).toBe('1');
  world.clock.advance(1_000);
  expect((await ask(spec, '192.0.2.1')).statusCode).not.toBe(429);
});

test('a flood affects neither probes nor sessions and writes nothing to the database', async () => {
  const admin = await anAdministrator(world);
  await exhaust(api.installation.facts, '127.0.0.1');
  expect((await ask(api.installation.facts, '127.0.0.1')).statusCode).toBe(429);
  expect((await ask(api.system.ready, '127.0.0.1')).statusCode).toBe(200);
  expect((await as(world, admin).send(api.campaigns.list)).status).toBe(200);
  const counted = await world.db.selectFrom('rateLimit').select('key').execute();
  expect(counted.filter(({ key }) => key.includes('public'))).toEqual([]);
});

test('counts by forwarded client only behind a trusted proxy', async () => {
  const from = (client: string) => ({ 'x-forwarded-for': client });
  for (let n = 0; n < LIMIT; n += 1) await ask(api.system.docs, '10.0.0.1', from('198.51.100.7'));
  expect((await ask(api.system.docs, '10.0.0.1', from('198.51.100.7'))).statusCode).toBe(429);
  expect((await ask(api.system.docs, '10.0.0.1', from('198.51.100.8'))).statusCode).toBe(200);
  for (let n = 0; n < LIMIT; n += 1) await ask(api.system.docs, '192.0.2.9', from(`198.51.100.${n}`));
  expect((await ask(api.system.docs, '192.0.2.9', from('198.51.100.99'))).statusCode).toBe(429);
});

test('unknown service keys are counted by address, known ones are not', async () => {
  const { token } = await aServiceAccount(world);
  const from = async (key: string, remoteAddress: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await world.app.inject({ method: 'GET', url: '/api/campaign/running', remoteAddress, headers })).statusCode;
  };
  const unknown = `cpn_${'x'.repeat(43)}`;
  for (let n = 0; n <= LIMIT; n += 1) expect(await from(token, '192.0.2.77')).toBe(200);
  for (let n = 0; n < LIMIT; n += 1) expect(await from(unknown, '192.0.2.77')).toBe(401);
  expect([await from(unknown, '192.0.2.77'), await from(unknown, '192.0.2.78')]).toEqual([429, 401]);
});

test('a /64 counts as one address', async () => {
  for (let n = 0; n < LIMIT; n += 1) await ask(api.system.docs, `2001:db8::${n + 1}`);
  expect((await ask(api.system.docs, '2001:db8::ffff:1')).statusCode).toBe(429);
  expect((await ask(api.system.docs, '2001:db8:0:1::1')).statusCode).toBe(200);
});

test('the documentation is limited to 120 requests a minute', async () => {
  const usual = await createTestApp({ beside: world });
  const headers = { 'accept-encoding': 'br' };
  const statusOf = async ({ method, path }: EndpointSpec) =>
    (await usual.app.inject({ method, url: `/api${path}`, remoteAddress: '192.0.2.7', headers })).statusCode;
  const statuses = new Set<number>();
  for (let n = 0; n < 120; n += 1) statuses.add(await statusOf(api.system.docs));
  expect([...statuses]).toEqual([200]);
  expect([await statusOf(api.system.docs), await statusOf(api.system.docsJson)]).toEqual([429, 429]);
  expect(await statusOf(api.installation.facts)).toBe(200);
  await usual.close();
});
