import Fastify from 'fastify';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '@campanero/contract';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { allows, allowsService, PERMISSIONS, primaryRole } from '@campanero/contract/roles';
import { addAccessControl } from '../src/http/authenticate.ts';
import { as } from './actors.ts';
import { useWorld } from './app.ts';
import { aSession, aUser } from './factories.ts';
import { ALL_SCOPES, aServiceAccount } from './service-accounts.ts';
import { CALLERS, MATRIX, PERMISSION_MATRIX, ROLES_OF, type Caller } from './permissions.matrix.ts';

const ENDPOINTS: [string, EndpointSpec][] = Object.entries(api).flatMap(([group, specs]) =>
  Object.entries(specs).map(([name, spec]): [string, EndpointSpec] => [`${group}.${name}`, spec]),
);

/** A valid value for every path parameter, of nothing that exists. */
function paramsFor({ path }: EndpointSpec): Record<string, string> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const isSession = path.startsWith('/session/');
  return Object.fromEntries(
    names.map((name) => [name, isSession ? '00000000-0000-4000-8000-000000000000' : '2000000000']),
  );
}

const world = useWorld();
const ids = new Map<Caller, number>();
let service: { token: string };
beforeAll(async () => {
  service = await aServiceAccount(world);
  for (const [caller, roles] of Object.entries(ROLES_OF)) ids.set(caller as Caller, (await aUser(world, { roles })).id);
});

/** With a new session per request: some endpoints end it. */
async function ask(caller: Caller, spec: EndpointSpec) {
  if (caller === 'service') return as(world, service).send(spec, { params: paramsFor(spec) });
  const id = ids.get(caller);
  const session = id === undefined ? null : await aSession(world, id);
  return as(world, session).send(spec, { params: paramsFor(spec) });
}

test('the matrix has a row for every endpoint', () => {
  expect(Object.keys(MATRIX).toSorted()).toEqual(ENDPOINTS.map(([name]) => name).toSorted());
});

const OPEN = 'open';
/** Whether access was allowed; other refusals count as allowed, a 5xx is a bug. */
function verdictOf({ status, body }: Awaited<ReturnType<typeof ask>>): string {
  const error: string = typeof body === 'object' ? (body?.error ?? '') : '';
  const isGate = [
    'UNAUTHENTICATED',
    'FORBIDDEN',
    'TOKEN_LOGIN_FAILED',
    'PASSWORD_CHANGE_REQUIRED',
    'SECOND_FACTOR_SETUP_REQUIRED',
  ].includes(error);
  return isGate || status >= 500 ? `${status} ${error}` : OPEN;
}
const refusalOf = (caller: Caller, spec: EndpointSpec) =>
  caller === 'anonymous' ? `401 ${spec.anonymous ?? 'UNAUTHENTICATED'}` : '403 FORBIDDEN';

describe.each(ENDPOINTS)('%s', (name, spec) => {
  const row = MATRIX[name] ?? [];
  test.each(CALLERS.map((caller, column) => ({ caller, may: row[column] })))(
    '$caller: $may',
    async ({ caller, may }) => {
      expect(verdictOf(await ask(caller, spec))).toBe(may ? OPEN : refusalOf(caller, spec));
    },
  );
});

test.each(PERMISSIONS)('the permission %s is held by exactly the roles of the matrix', (permission) => {
  const held = CALLERS.map((caller) => {
    if (caller === 'service')
      return allowsService(permission, { scopes: ALL_SCOPES, external: false, campaignIds: null });
    const primary = caller === 'anonymous' ? undefined : primaryRole(ROLES_OF[caller]);
    return allows(permission, { signedIn: caller !== 'anonymous', primary });
  });
  expect(held).toEqual(PERMISSION_MATRIX[permission]);
});

test('public endpoints', () => {
  expect(ENDPOINTS.filter(([, spec]) => spec.access === 'public').map(([name]) => name)).toEqual([
    'auth.login',
    'auth.recover',
    'auth.reset',
    'auth.signInLink',
    'shell.register',
    'shell.signIn',
    'directory.begin',
    'directory.signIn',
    'directory.logout',
    'installation.facts',
    'installation.logo',
    'reports.stopPage',
    'reports.stopByLink',
    'system.health',
    'system.ready',
    'system.docs',
    'system.docsJson',
  ]);
});

test('mounted routes and contract match', async () => {
  const { body } = await as(world, null).send(api.system.docsJson);
  const { paths } = body as unknown as { paths: Record<string, Record<string, unknown>> };
  const mounted = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) => `${method.toUpperCase()} ${path.replace(/^\/api/, '').replace(/\{(\w+)\}/g, ':$1')}`,
    ),
  );
  expect(mounted.toSorted()).toEqual(ENDPOINTS.map(([, spec]) => `${spec.method} ${spec.path}`).toSorted());
});

test('HEAD needs the same access as GET', async () => {
  for (const [name, spec] of ENDPOINTS.filter(([, { method }]) => method === 'GET')) {
    const url = `/api${spec.path.replace(/:(\w+)/g, (_, key: string) => paramsFor(spec)[key] ?? '')}`;
    const { statusCode } = await world.app.inject({ method: 'HEAD', url });
    expect({ name, isRefused: statusCode === 401 || statusCode === 405 }).toEqual({
      name,
      isRefused: spec.access !== 'public' || name === 'shell.signIn',
    });
  }
});

test('refuses to start with a route without access', async () => {
  const app = Fastify();
  addAccessControl(app, { admitActor: async () => null, admitService: async () => null, isServiceCall: () => false });
  expect(() => app.get('/olvidada', async () => 'secreto')).toThrow(/declares no access/);
  expect(() => app.get('/abierta', { config: { access: 'public' } }, async () => 'hola')).not.toThrow();
  await app.close();
});
