import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { io, type Socket } from 'socket.io-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createHub } from '../../src/realtime/hub.ts';
import { createBareDatabase, createTestDatabase, type TestDatabase } from '../database.ts';
import { requestHead, sendRaw } from '../raw-socket.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const ADMIN = { email: 'primera@prueba.gob.ar', password: 'una clave larga de prueba' };
/** A module that prints and warns once the server is up. */
const NOISE = `setTimeout(() => { console.warn('una biblioteca habla'); process.emitWarning('cuidado'); }, 1500)`;
const SECRET = 'un-secreto-de-prueba-bastante-largo';

// Whole processes: slow on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let database: TestDatabase;
let dataDir: string;
let started: ServerProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'campanero-process-'));
  await chmod(dataDir, 0o711);
  database = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(started.map(endProcess));
  started = [];
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

function start(env: Record<string, string>): ServerProcess {
  const server = startProcess({ DATA_DIR: dataDir, ...env });
  started.push(server);
  return server;
}
const external = (env: Record<string, string> = {}) =>
  start({
    DATABASE_URL: database.url,
    JWT_SECRET: SECRET,
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    ...env,
  });

async function signIn(address: string): Promise<string> {
  const reply = await fetch(`${address}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ADMIN),
  });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { token: string }).token;
}
const ask = (address: string, path: string, token: string, method = 'GET') =>
  fetch(`${address}/api${path}`, { method, headers: { authorization: `Bearer ${token}` } });

test('lists all invalid settings and exits', async () => {
  const server = start({ PORT: 'tres mil', SEED: 'nada', JWT_SECRET: 'corto', RATE_LIMIT: '-1', LOG_LEVEL: 'mucho' });
  expect(await server.exit).toBe(1);
  for (const name of ['PORT', 'SEED', 'JWT_SECRET', 'RATE_LIMIT', 'LOG_LEVEL'])
    expect(server.output()).toContain(`- ${name} `);
  expect(server.output()).not.toContain('    at ');
});

test('a used port ends the start with one sentence', async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const server = external({ PORT: String(port) });
  expect(await server.exit).toBe(1);
  expect(server.output()).toBe(
    `El puerto ${port} ya está en uso. Cierre el otro programa o elija otro puerto con PORT.\n`,
  );
  other.close();
});

test('a missing database ends the start with one sentence', async () => {
  const server = external({ DATABASE_URL: 'postgres://nadie@127.0.0.1:9/nada' });
  expect(await server.exit).toBe(1);
  expect(server.output()).toMatch(/^En 127\.0\.0\.1:9 no hay ninguna base de datos: .*DATABASE_URL/m);
  expect(server.output()).not.toContain('    at ');
});

test('an unwritable folder ends the start with one sentence', async () => {
  const server = external({ DATA_DIR: '/dev/null/datos' });
  expect(await server.exit).toBe(1);
  expect(server.output()).toMatch(
    /^Carpeta de datos \(DATA_DIR\): no se puede escribir en \/dev\/null\/datos: .*Corrija DATA_DIR/m,
  );
  expect(server.output()).not.toContain('    at ');
});

test('a node starts without its storage and reports it', async () => {
  const server = external({ STORAGE_URL: 's3://llave:secreto@127.0.0.1:1/archivos?insecure=true' });
  const reply = await fetch(`${await server.ready}/api/ready`);
  expect([reply.status, await reply.json()]).toEqual([200, { status: 'ok', degraded: ['storage'] }]);
  expect(server.output()).toContain('the storage is away');
  expect(server.output()).not.toContain('secreto');
});

test('logs JSON with the name of the node; the first password is in a file', async () => {
  const server = external({
    ADMIN_PASSWORD: '',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(NOISE)}`,
  });
  await server.ready;
  await vi.waitFor(() => expect(server.output()).toContain('una biblioteca habla'));
  const lines = server
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.every(({ node, role }) => String(node).endsWith(':0') && role === 'all')).toBe(true);
  const { oneTimePasswordIn } = lines.find((line) => 'oneTimePasswordIn' in line)!;
  const password = (await readFile(String(oneTimePasswordIn), 'utf8')).trim();
  expect((await stat(String(oneTimePasswordIn))).mode & 0o777).toBe(0o600);
  expect(server.output()).not.toContain(password);
  const reply = await fetch(`${await server.ready}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...ADMIN, password }),
  });
  expect(reply.status).toBe(200);
});

test('SIGTERM, even twice, answers the request in progress and exits', async () => {
  const server = external();
  const address = await server.ready;
  const [health, token] = [await fetch(`${address}/api/ready`), await signIn(address)];
  expect(health.status).toBe(200);
  const body = JSON.stringify(ADMIN);
  const head = { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' };
  const underWay = sendRaw(Number(new URL(address).port), requestHead('POST /api/login', head));
  await underWay.hears('100 Continue');
  server.child.kill('SIGTERM');
  server.child.kill('SIGTERM');
  underWay.socket.write(body);
  expect(await underWay.hears('"token"')).toContain('HTTP/1.1 200');
  expect(await server.exit).toBe(0);
  expect(token).toBeTruthy();
  expect(server.output()).toContain('"msg":"stopped"');
  // No terminal: JSON lines only.
  const lines = server
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string; url?: string });
  expect(lines.find(({ msg }) => /^Campanero \d+\.\d+\.\d+ está listo/.test(msg))).toMatchObject({
    url: address.replace('127.0.0.1', 'localhost'),
  });
});

test('an unexpected error is logged and ends the process in order', async () => {
  const fault = "process.on('SIGUSR2',()=>void%20Promise.reject(new%20Error('una%20falla')))";
  const server = external({ NODE_OPTIONS: `--import "data:text/javascript,${fault}"` });
  const address = await server.ready;
  server.child.kill('SIGUSR2');
  expect(await server.exit).toBe(1);
  expect(server.output()).toContain('"msg":"unhandledRejection"');
  expect(server.output()).toContain('"msg":"stopped"');
  await expect(fetch(`${address}/api/health`)).rejects.toThrow();
});

test('two web nodes and a worker share one database', async () => {
  // Empty, so that they also race to migrate it.
  await database.drop();
  database = await createBareDatabase();
  const [nodeA, nodeB, worker] = [
    external({ ROLE: 'web', RATE_LIMIT: '30' }),
    external({ ROLE: 'web', RATE_LIMIT: '30' }),
    external({ ROLE: 'worker' }),
  ];
  const [a, b, w] = await Promise.all([nodeA.ready, nodeB.ready, worker.ready]);
  expect((await fetch(`${w}/api/health`)).status).toBe(200);
  expect((await fetch(`${w}/api/login`, { method: 'POST' })).status).toBe(404);

  // Sessions are shared.
  const token = await signIn(a);
  const { id } = (await (await ask(b, '/check', token)).json()) as { id: number };
  // Sockets need a chosen password.
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query('update app_user set must_change_password = false');
  await client.end();

  // An event of the worker reaches the socket on B; signing out on A closes it.
  const socket = await openSocket(b, token);
  const hub = createHub({ url: database.url, log: pino({ level: 'silent' }) });
  const heard = once(socket as never, 'notification') as Promise<[{ id: number }]>;
  await vi.waitFor(async () => {
    hub.publish.toUsers([id], 'notification', { id: 7 });
    expect((await Promise.race([heard, pause(200, undefined)]))?.[0]).toEqual({ id: 7 });
  }, 10_000);
  const closed = once(socket as never, 'disconnect');
  await ask(a, '/logout', token, 'POST');
  await closed;
  expect((await ask(b, '/check', token)).status).toBe(401);
  await hub.close();

  // The worker runs jobs of the web nodes: the recovery mail is in the outbox.
  await fetch(`${a}/api/user/recovery`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: ADMIN.email }),
  });
  await vi.waitFor(async () => expect(await readdir(join(dataDir, 'outbox'))).not.toEqual([]), 15_000);

  // The rate limit is shared.
  const again = await signIn(b);
  const statuses = [];
  for (let n = 0; n < 40; n += 1) statuses.push((await ask(n % 2 ? a : b, '/check', again)).status);
  expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(30);
  expect(statuses.at(-1)).toBe(429);

  for (const server of [nodeA, nodeB, worker]) server.child.kill('SIGTERM');
  expect(await Promise.all([nodeA.exit, nodeB.exit, worker.exit])).toEqual([0, 0, 0]);
});

async function openSocket(address: string, token: string): Promise<Socket> {
  const socket = io(address, { auth: { token }, transports: ['websocket'], reconnection: false });
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('connect_error', reject));
  return socket;
}
