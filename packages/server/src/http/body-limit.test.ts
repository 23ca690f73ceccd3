import { api } from '@campanero/contract';
import { urlOf } from '@campanero/contract/client';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { BODY_LIMIT } from '@campanero/contract/limits';
import { allows } from '@campanero/contract/roles';
import { beforeAll, describe, expect, test } from 'vitest';
import { as } from '../../test/actors.ts';
import { useWorld } from '../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../test/calling.ts';
import { anAdministrator, type TestUser } from '../../test/factories.ts';
import { isReasonableJson } from './validation.ts';

const world = useWorld({ config: { rateLimit: 100_000 } });
let admin: TestUser;
let calling: Calling;
beforeAll(async () => {
  admin = await anAdministrator(world);
  calling = await aCallingCampaign(world);
});

const PUBLIC_LIMIT = 8_192;
const endpoints: [string, EndpointSpec][] = Object.entries(api).flatMap(([group, specs]) =>
  Object.entries(specs).map(([name, spec]): [string, EndpointSpec] => [`${group}.${name}`, spec]),
);
const written = endpoints.filter(
  ([, { method, multipart, access }]) =>
    method !== 'GET' && !multipart && allows(access, { signedIn: true, primary: 5 }),
);

function sendText(user: TestUser, spec: EndpointSpec, payload: string) {
  const names = [...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
  const params = Object.fromEntries(names.map((name) => [name, '2000000000']));
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${user.token}` };
  return world.app.inject({ method: spec.method, url: `/api${urlOf(spec, { params })}`, headers, payload });
}

test.each(written)('%s: a body over its limit is 413', async (_name, spec) => {
  const limit = spec.bodyLimit ?? (spec.access === 'public' ? PUBLIC_LIMIT : BODY_LIMIT);
  const reply = await sendText(admin, spec, `"${'x'.repeat(limit)}"`);
  expect([reply.statusCode, reply.json().message]).toEqual([413, 'El contenido es demasiado grande.']);
});

describe('accepts large valid bodies', () => {
  test('an observation of 5,000 emojis', async () => {
    const { campaign, calls, operators, states } = calling;
    const reply = await as(world, operators[0]!).call(api.calls.register, {
      params: { id: campaign.id, callId: calls[0]!.id },
      body: { stateId: states.talked.id, observations: '🙂'.repeat(5_000) },
    });
    expect(reply.status).toBeLessThan(300);
  });

  const ids = (from: number) => Array.from({ length: 1_000 }, (_, n) => 1_000_000_000 + from + n);
  const user = { firstName: 'María de los Ángeles', lastName: 'Gutiérrez', roles: 'Operador', side: 'Interno' };
  const rows = Array.from({ length: 1_000 }, (_, n) => ({ ...user, line: n + 2, email: `persona.${n}@prueba.gob.ar` }));
  test.each<[string, EndpointSpec, unknown]>([
    ['rebalancing among 2,000 operators', api.audience.rebalance, { from: ids(0), to: ids(1_000) }],
    ['a file of 1,000 users', api.users.previewImport, { rows }],
    ['2,000 states sorted', api.configuration.saveActions, { has: ids(0), hasNo: ids(1_000) }],
  ])('%s', async (_what, spec, body) => {
    const query = spec === api.configuration.saveActions ? { action: 'callback' } : {};
    const { status } = await as(world, admin).send(spec, { params: { id: calling.campaign.id }, query, body });
    // The ids do not exist; the size must not be the reason of a refusal.
    expect([200, 404, 422]).toContain(status);
  });
});

describe('JSON size is checked before parsing', () => {
  const keys = (count: number) => `{${Array.from({ length: count }, (_, n) => `"${n}":1`).join()}}`;
  test('refuses tens of thousands of keys, even within the size limit', async () => {
    // Otherwise valid: undeclared keys are ignored.
    const row = { line: 2, firstName: 'Ana', lastName: 'Paz', email: 'ana@prueba.gob.ar', roles: 'Operador', side: '' };
    const withKeys = (count: number) => `{"rows":${JSON.stringify([row])},${keys(count).slice(1)}`;
    expect((await sendText(admin, api.users.previewImport, withKeys(1_000))).statusCode).toBe(200);
    const refused = await sendText(admin, api.users.previewImport, withKeys(95_000));
    expect([refused.statusCode, refused.json().error]).toEqual([400, 'BAD_REQUEST']);
  });

  test.each([
    ['few keys', keys(1_000), true],
    ['many keys', keys(20_000), false],
    ['a long list', `[${'1,'.repeat(30_000)}1]`, false],
    ['deep lists', '['.repeat(33), false],
    ['deep objects', '{"a":'.repeat(33), false],
    ['lists beside each other', `[${'[],'.repeat(1_000)}[]]`, true],
    ['signs within a text', JSON.stringify('[{,:'.repeat(30_000)), true],
    ['escaped quotes within a text', JSON.stringify('"\\'.repeat(30_000) + '[{,:'.repeat(30_000)), true],
    ['a text without end', `"${'['.repeat(100)}`, true],
  ])('%s', (_what, json, isReasonable) => expect(isReasonableJson(json)).toBe(isReasonable));
});
