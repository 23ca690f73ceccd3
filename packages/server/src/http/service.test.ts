import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { api } from '@campanero/contract';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { ERRORS } from '@campanero/contract/errors';
import { as } from '../../test/actors.ts';
import { createTestApp, useWorld } from '../../test/app.ts';
import { MATRIX } from '../../test/permissions.matrix.ts';
import { aCoordinator, anAdministrator } from '../../test/factories.ts';

/** Sign-in declares its own 401. */
const hasOwn401 = (spec: EndpointSpec) => (spec.errors ?? []).some((code) => ERRORS[code].status === 401);

const METRICS_TOKEN = 'una-llave-para-las-metricas';
const FRIEND = 'https://amigo.example';

const REVIEWED = join(import.meta.dirname, '../../openapi.snapshot');
type Parts = Record<string, unknown>;

interface Document {
  paths: Record<string, Record<string, Parts>>;
  components: { schemas: Parts };
}

/** One line per operation and one for the shared schemas, with a hash of each part. */
function listOperations({ paths, components }: Document): { line: string; parts: Parts }[] {
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses, ...operation }]): [string, Parts] => [
      `${method.toUpperCase()} ${path}`,
      { ...operation, ...(responses as Parts) },
    ]),
  );
  return [...described, ['SCHEMAS components', components.schemas] as const].map(([name, parts]) => {
    const hashes = Object.entries(parts).map(
      ([part, content]) => `${part}:${createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 8)}`,
    );
    return { line: [name, ...hashes].join(' '), parts };
  });
}

/** The changed operation as it is in the document now. */
function describeChange(line: string, reviewed: readonly string[], parts: Parts): string {
  const [method, path, ...hashes] = line.split(' ');
  const before = reviewed.find((each) => each.startsWith(`${method} ${path} `))?.split(' ') ?? [];
  const gone = before
    .slice(2)
    .map((each) => each.split(':')[0]!)
    .filter((part) => !(part in parts));
  const changed = hashes.filter((each) => !before.includes(each)).map((each) => each.split(':')[0]!);
  const told = changed.map((part) => `${part}: ${JSON.stringify(parts[part], null, 2)}`);
  return [`${method} ${path} changed`, ...gone.map((part) => `${part}: removed`), ...told].join('\n');
}

const world = useWorld({
  config: { metricsToken: METRICS_TOKEN, corsOrigins: [FRIEND] },
  app: { poolCounts: () => ({ total: 3, idle: 2, waiting: 0 }) },
});

describe('metrics', () => {
  test('readable by administrators and with METRICS_TOKEN only', async () => {
    await as(world, null).send(api.system.health);
    const reply = await as(world, { token: METRICS_TOKEN }).send(api.system.metrics);
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toContain('text/plain');
    expect(String(reply.body)).toContain(
      'campanero_http_request_seconds_count{method="GET",route="/api/health",status="200"} 1',
    );
    expect(String(reply.body)).toContain('campanero_database_connections{state="idle"} 2');
    expect((await as(world, await anAdministrator(world)).send(api.system.metrics)).status).toBe(200);
    expect((await as(world, await aCoordinator(world)).send(api.system.metrics)).status).toBe(403);
    expect((await as(world, null).send(api.system.metrics)).status).toBe(401);
    expect((await as(world, { token: `${METRICS_TOKEN}x` }).send(api.system.metrics)).status).toBe(401);
  });

  test('METRICS_TOKEN is not valid elsewhere', async () => {
    expect((await as(world, { token: METRICS_TOKEN }).send(api.campaigns.list)).status).toBe(401);
  });

  test('unknown paths add no labels', async () => {
    for (const n of [1, 2, 3]) await world.app.inject({ url: `/api/inventada-${n}` });
    const { body } = await as(world, { token: METRICS_TOKEN }).send(api.system.metrics);
    expect(String(body)).not.toContain('inventada');
    expect(String(body)).toContain('campanero_http_request_seconds_count{method="ANY",route="none",status="404"} 3');
  });
});

describe('documentation', () => {
  test('the document lists every endpoint with its access and errors', async () => {
    const { body } = await world.app.inject({ url: '/api/docs/json' });
    const document = JSON.parse(body);
    for (const group of Object.values(api))
      for (const spec of Object.values(group)) {
        const path = `/api${spec.path.replace(/:(\w+)/g, '{$1}')}`;
        const operation = document.paths[path]?.[spec.method.toLowerCase()];
        expect(operation, `${spec.method} ${path}`).toBeDefined();
        expect(operation.summary).toBe(spec.summary);
        const isOfService = MATRIX[operation.operationId]?.at(-1) === true;
        expect(operation.security.flatMap(Object.keys)).toEqual(
          spec.access === 'public' ? [] : ['session', ...(isOfService ? ['service'] : [])],
        );
        expect(operation.responses).toHaveProperty('400');
        expect(Object.hasOwn(operation.responses, '401')).toBe(spec.access !== 'public' || hasOwn401(spec));
      }
    expect(document.paths['/api/campaign'].get.parameters).toContainEqual(
      expect.objectContaining({ name: 'pageSize', in: 'query' }),
    );
  });

  test('the document matches the reviewed snapshot', async () => {
    const { body } = await world.app.inject({ url: '/api/docs/json' });
    const operations = listOperations(JSON.parse(body));
    const reviewed = new Set((await readFile(REVIEWED, 'utf8').catch(() => '')).split('\n'));
    for (const { line, parts } of operations)
      if (!reviewed.has(line)) process.stderr.write(`${describeChange(line, [...reviewed], parts)}\n`);
    await expect(operations.map(({ line }) => `${line}\n`).join('')).toMatchFileSnapshot(REVIEWED);
  });

  test('the page has no scripts and the strict CSP', async () => {
    const reply = await world.app.inject({ url: '/api/docs' });
    expect(reply.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(reply.body).toContain('/api/campaign');
    expect(reply.body).not.toContain('<script');
    const style = /<style>([^<]*)<\/style>/.exec(reply.body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(reply.headers['content-security-policy']).toContain(`style-src 'self' 'sha256-${hash}'`);
  });

  test.each(['/api/docs', '/api/docs/json'])('%s is rendered once', async (url) => {
    const first = await world.app.inject({ url });
    const make = vi.spyOn(world.app, 'swagger');
    const replies = await Promise.all(Array.from({ length: 10 }, () => world.app.inject({ url })));
    for (const { body, headers } of replies) expect([headers.etag, body]).toEqual([first.headers.etag, first.body]);
    const known = await world.app.inject({ url, headers: { 'if-none-match': String(first.headers.etag) } });
    expect([known.statusCode, known.body]).toEqual([304, '']);
    expect(make).not.toHaveBeenCalled();
    make.mockRestore();
    const compressed = await world.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(compressed.headers['content-encoding']).toBe('br');
    expect(compressed.rawPayload.length).toBeLessThan(first.rawPayload.length / 5);
  });
});

describe('CORS', () => {
  test('allows configured origins, with preflight and without credentials', async () => {
    const reply = await world.app.inject({ url: '/api/health', headers: { origin: FRIEND } });
    expect(reply.headers).toMatchObject({ 'access-control-allow-origin': FRIEND, vary: 'Origin' });
    expect(reply.headers).not.toHaveProperty('access-control-allow-credentials');
    const preflight = await world.app.inject({
      method: 'OPTIONS',
      url: '/api/login',
      headers: { origin: FRIEND, 'access-control-request-method': 'POST' },
    });
    expect(preflight.statusCode).toBe(204);
    expect(preflight.headers['access-control-allow-headers']).toContain('Idempotency-Key');
  });

  test.each([
    'null',
    'https://amigo.example.malo.example',
    'https://malo-amigo.example',
    'http://amigo.example',
    'https://amigo.example:444',
    'https://sub.amigo.example',
    'https://AMIGO.example',
    'https://malo.example',
    'file://',
    `${FRIEND}/`,
  ])('refuses %s', async (origin) => {
    const reply = await world.app.inject({ url: '/api/health', headers: { origin } });
    expect(reply.headers).not.toHaveProperty('access-control-allow-origin');
    const preflight = await world.app.inject({
      method: 'OPTIONS',
      url: '/api/login',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
    expect(preflight.statusCode).toBe(405);
  });
});

test('a worker serves only system endpoints', async () => {
  const worker = await createTestApp({ beside: world, app: { serves: 'system' } });
  expect((await as(worker, null).send(api.system.health)).status).toBe(200);
  expect((await as(worker, null).send(api.system.ready)).status).toBe(200);
  expect((await as(worker, null).send(api.auth.login, { body: {} })).status).toBe(404);
  expect((await worker.app.inject({ url: '/' })).statusCode).toBe(404);
  await worker.close();
});

test('the documentation is rendered before the server listens', async () => {
  const node = await createTestApp({ app: { preparesDocs: true } });
  const swagger = vi.spyOn(node.app, 'swagger').mockImplementation(() => {
    throw new Error('made while people are served');
  });
  for (const url of ['/api/docs', '/api/docs/json']) expect((await node.app.inject(url)).statusCode).toBe(200);
  expect(swagger).not.toHaveBeenCalled();
  await node.close();
});
