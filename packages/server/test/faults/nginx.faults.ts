import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request as httpsRequest } from 'node:https';
import { connect as connectPlain, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { connect } from 'node:tls';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADDRESS_FAILURES } from '../../src/features/auth/attempt-limits.ts';
import { createTestApp, type TestApp } from '../app.ts';
import { aCampaign, aCoordinator } from '../factories.ts';
import { aCentre, NO_ANSWER } from './calling-centre.ts';
import { freePorts } from './free-ports.ts';
import { findProgram, missingPrograms } from './installed-programs.ts';
import { untilWorks } from './postgres-holder.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const CONFIG = new URL('../../../../deploy/nginx.conf', import.meta.url);
const isMissing = missingPrograms(['nginx', 'openssl']).length > 0;
const PEOPLE = 10;

const undo: (() => Promise<unknown>)[] = [];
let world: TestApp;
let folder: string;
let port: number;
let plainPort: number;
const nodePorts: number[] = [];
const nodes: ServerProcess[] = [];

function startNode(place: number): ServerProcess {
  const node = startProcess({
    PORT: String(nodePorts[place]),
    ROLE: 'web',
    DATABASE_URL: world.databaseUrl,
    JWT_SECRET: world.deps.config.jwtSecret ?? '',
    DATA_DIR: world.deps.config.dataDir,
    PUBLIC_URL: `https://localhost:${port}`,
    TRUSTED_PROXY: '127.0.0.1',
    STOP_PAUSE_SECONDS: '1',
    RATE_LIMIT: '1000000',
    SEED: 'base',
    ADMIN_EMAIL: 'admin@prueba.gob.ar',
    LOG_LEVEL: 'warn',
  });
  nodes[place] = node;
  return node;
}

async function reloadNginx(pick: (line: string) => string): Promise<void> {
  const path = join(folder, 'nginx.conf');
  await writeFile(path, (await readFile(path, 'utf8')).split('\n').map(pick).join('\n'));
  execFileSync(findProgram('nginx')!, ['-c', path, '-p', folder, '-s', 'reload'], { stdio: 'ignore' });
}

/** As deploy/restart-node.sh: removed from nginx, restarted, added again. */
async function restart(place: number): Promise<void> {
  const isItsLine = (line: string) => line.includes(`127.0.0.1:${nodePorts[place]} `);
  await reloadNginx((line) => (isItsLine(line) ? line.replace(';', ' down;') : line));
  const old = nodes[place]!;
  old.child.kill('SIGTERM');
  expect(await old.exit).toBe(0);
  await startNode(place).ready;
  await reloadNginx((line) => (isItsLine(line) ? line.replace(' down;', ';') : line));
}

/** The documented configuration, with this run's ports and certificate. */
async function startNginx(): Promise<void> {
  const openssl = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...openssl, '-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')], {
    stdio: 'ignore',
  });
  const site = (await readFile(CONFIG, 'utf8'))
    .replace('listen 80;', `listen ${plainPort};`)
    .replace('listen 443 ssl', `listen ${port} ssl`)
    .replaceAll('campanero.ciudad.gob.ar', 'localhost')
    .replace('127.0.0.1:3000', `127.0.0.1:${nodePorts[0]}`)
    .replace('127.0.0.1:3001', `127.0.0.1:${nodePorts[1]}`)
    .replace('/etc/ssl/campanero/fullchain.pem', join(folder, 'cert.pem'))
    .replace('/etc/ssl/campanero/key.pem', join(folder, 'key.pem'))
    .replaceAll('/var/log/nginx/', `${folder}/`);
  await mkdir(join(folder, 'bodies'));
  await writeFile(
    join(folder, 'nginx.conf'),
    `daemon off; pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    events { worker_connections 8192; } http { access_log off; client_body_temp_path ${folder}/bodies; proxy_temp_path ${folder}/proxy; ${site} }`,
  );
  const nginx = spawn(findProgram('nginx')!, ['-c', join(folder, 'nginx.conf'), '-p', folder], { stdio: 'ignore' });
  undo.push(async () => {
    nginx.kill('SIGTERM');
    await once(nginx, 'exit');
  });
}

interface Reply {
  status: number;
  body: string;
}

function send(
  path: string,
  init: {
    method?: string;
    headers?: Record<string, string>;
    body?: string | Readable;
    agent?: Agent;
    localAddress?: string;
  } = {},
) {
  return new Promise<Reply>((resolve, reject) => {
    const request = httpsRequest(
      { host: '127.0.0.1', port, path, rejectUnauthorized: false, agent: false, ...init },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    ).on('error', reject);
    if (init.body instanceof Readable) pipeline(init.body, request).catch(reject);
    else request.end(init.body);
  });
}

beforeAll(async () => {
  if (isMissing) return;
  world = await createTestApp();
  undo.push(() => world.close());
  world.clock.set(new Date());
  folder = await mkdtemp(join(tmpdir(), 'campanero-nginx-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const ports = await freePorts(4);
  [port, plainPort] = ports as [number, number];
  nodePorts.push(...ports.slice(2));
  for (const place of [0, 1]) await startNode(place).ready;
  undo.push(() => Promise.all(nodes.map(endProcess)));
  await startNginx();
  await untilWorks(async () => {
    if ((await send('/api/ready')).status !== 200) throw new Error('not ready');
  }, 20_000);
});
afterAll(async () => {
  for (const step of undo.toReversed()) await step();
});

test.skipIf(isMissing)('no request fails during a rolling restart', async () => {
  const centre = await aCentre(world, { people: PEOPLE, calls: PEOPLE * 200, shared: false });
  const replies = new Map<number, number>();
  const over = new AbortController();
  const work = async (place: number) => {
    const authorization = `Bearer ${centre.people[place]!.token}`;
    for (let n = 0; !over.signal.aborted; n += 1) {
      const path = `/api/campaign/${centre.campaignId}/call/${centre.callIds[place + PEOPLE * (n % 200)]}`;
      const body = JSON.stringify({ stateId: NO_ANSWER });
      const registered = await send(path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      });
      const listed = await send('/api/campaign?pageSize=10', { headers: { authorization } });
      for (const { status } of [registered, listed]) replies.set(status, (replies.get(status) ?? 0) + 1);
    }
  };
  const working = Promise.all(centre.people.map((_, place) => work(place)));
  for (const place of [0, 1, 0, 1]) await restart(place);
  over.abort();
  await working;
  process.stdout.write(`answers behind nginx over four restarts: ${JSON.stringify(Object.fromEntries(replies))}\n`);
  expect([...replies.keys()]).toEqual([200]);
});

test.skipIf(isMissing)('passes WebSockets, and does not buffer a large upload on disk', async () => {
  const coordinator = await aCoordinator(world);
  const socket = io(`https://127.0.0.1:${port}`, {
    transports: ['websocket'],
    auth: { token: coordinator.token },
    rejectUnauthorized: false,
    reconnection: false,
  });
  await new Promise<void>((resolve, reject) => socket.once('connect', () => resolve()).once('connect_error', reject));
  socket.close();

  const { id } = await aCampaign(world, { status: 'PENDIENTE' });
  const rows = 'Nombre;Apellido;Celular\n' + 'Ana;Prueba;1155551234\n'.repeat(50_000);
  let largest = 0;
  const body = Readable.from(
    (async function* () {
      yield '--x\r\nContent-Disposition: form-data; name="audience[]"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n';
      for (let piece = 0; piece < 100; piece += 1) {
        yield rows;
        largest = Math.max(largest, (await readdir(join(folder, 'bodies'), { recursive: true })).length);
      }
      yield '\r\n--x--\r\n';
    })(),
  );
  const headers = { authorization: `Bearer ${coordinator.token}`, 'content-type': 'multipart/form-data; boundary=x' };
  const reply = await send(`/api/campaign/${id}/audience`, { method: 'POST', headers, body });
  process.stdout.write(
    `an upload of ${Math.round((rows.length * 100) / 1e6)} MB: ${reply.status} ${reply.body.slice(0, 120)}\n`,
  );
  expect(largest).toBe(0);
  expect(reply.status).toBeLessThan(500);
});

test.skipIf(isMissing)('rate limits use the real client address', async () => {
  const attempt = (n: number) =>
    send('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${n % 250}` },
      body: JSON.stringify({ email: `nadie${n}@prueba.gob.ar`, password: 'no es esta clave' }),
    });
  const replies = await Promise.all(Array.from({ length: ADDRESS_FAILURES.limit + 5 }, (_, n) => attempt(n)));
  expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
});

/** Over the plain port, where a connection costs less, and some over TLS. */
async function openHalf(count: number, localAddress: string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n += 1) {
    const isPlain = n % 10 > 0;
    const to = { host: '127.0.0.1', port: isPlain ? plainPort : port, localAddress };
    const socket = isPlain ? connectPlain(to) : connect({ ...to, rejectUnauthorized: false });
    socket.on('error', () => {}).resume();
    await once(socket, isPlain ? 'connect' : 'secureConnect');
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-A: ');
    sockets.push(socket);
  }
  return sockets;
}

test.skipIf(isMissing)(
  '5,000 incomplete requests from one address do not block others, and are dropped',
  async () => {
    const sockets = await openHalf(5_000, '127.0.0.2');
    const times: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      const began = performance.now();
      expect((await send('/api/health', { localAddress: '127.0.0.3' })).status).toBe(200);
      times.push(performance.now() - began);
    }
    process.stdout.write(`beside incomplete requests an answer took at most ${Math.round(Math.max(...times))} ms\n`);
    expect(Math.max(...times)).toBeLessThan(2_000);
    const isOpen = ({ destroyed, readableEnded }: Socket) => !destroyed && !readableEnded;
    await expect.poll(() => sockets.filter(isOpen).length, { timeout: 20_000, interval: 500 }).toBe(0);
  },
  90_000,
);

test.skipIf(isMissing)('nginx logs contain no phone numbers or names', async () => {
  const { token } = await aCoordinator(world);
  const headers = { authorization: `Bearer ${token}` };
  const paths = [
    '/api/search/call?number=1127190450',
    '/api/detail/1127190450/call/1',
    '/api/campaign?general=quiroga',
  ];
  for (const path of paths) await send(path, { headers });
  await Promise.all(nodes.map(endProcess));
  for (const path of paths) expect((await send(path, { headers })).status).toBe(502);
  const written = await Promise.all(['access.log', 'error.log'].map((name) => readFile(join(folder, name), 'utf8')));
  expect(written[0]).toContain(' GET /api/detail ');
  expect(written.join('')).not.toMatch(/1127190450|quiroga/);
});

test.skipIf(isMissing)(
  'nginx drops headers that do not arrive, and a flood from one address gets 429',
  async () => {
    const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    socket.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-A: ');
    const began = performance.now();
    socket.resume().on('error', () => {});
    await once(socket, 'close');
    expect(performance.now() - began).toBeLessThan(15_000);
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const replies = await Promise.all(Array.from({ length: 3_000 }, () => send('/api/health', { agent })));
    agent.destroy();
    expect(replies.some(({ status }) => status === 429)).toBe(true);
  },
  60_000,
);
