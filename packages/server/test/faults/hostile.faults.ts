import { fieldsOf, hostileJson, hostileTexts, type HostileField } from '@campanero/contract/test/hostile';
import { endpoints } from '@campanero/contract/test/request-schemas';
import { urlOf } from '@campanero/contract/client';
import type { EndpointSpec } from '@campanero/contract/endpoint';
import { BODY_LIMIT } from '@campanero/contract/limits';
import { allows } from '@campanero/contract/roles';
import { once } from 'node:events';
import { Agent, request as httpRequest } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../app.ts';
import { aCampaign, aUser, type TestUser } from '../factories.ts';
import { formBody } from '../forms.ts';
import { endProcess, startProcess, type ServerProcess } from './server-process.ts';

const MEBIBYTE = 1_048_576;
/** Node's limit of header size. */
const ADDRESS_BYTES = 14_000;
const LAG_MS = 100;
const TRIES = 5;
const FIELDS_A_TURN = 6;
const METRICS_TOKEN = 'una-llave-para-las-metricas';

let world: TestApp;
let server: ServerProcess;
let address: URL;
let callers: { primary: number | undefined; user: TestUser | null }[];
let colleague: TestUser;
const ids: Record<string, string> = {};
const say = (line: string) => void process.stdout.write(`${line}\n`);
const agent = new Agent({ keepAlive: true, maxSockets: 50 });

beforeAll(async () => {
  world = await createTestApp();
  world.clock.set(new Date());
  server = startProcess({
    ROLE: 'web',
    DATABASE_URL: world.databaseUrl,
    JWT_SECRET: world.deps.config.jwtSecret ?? '',
    DATA_DIR: world.deps.config.dataDir,
    RATE_LIMIT: '1000000',
    SEED: 'base',
    ADMIN_EMAIL: 'admin@prueba.gob.ar',
    METRICS_TOKEN,
    LOG_LEVEL: 'error',
  });
  address = new URL(await server.ready);
  const campaign = await aCampaign(world, { status: 'EN CURSO' });
  Object.assign(ids, { id: String(campaign.id), campaignId: String(campaign.id), phone: '1155554444' });
  const users = [];
  for (const role of [1, 2, 3, 4, 5]) users.push(await aUser(world, { roles: [role] }));
  callers = [{ primary: undefined, user: null }, ...users.map((user) => ({ primary: user.primary, user }))];
  colleague = await aUser(world, { roles: [4] });
});
afterAll(async () => {
  agent.destroy();
  await endProcess(server);
  await world.close();
});

interface Sent {
  method?: string;
  token?: string | undefined;
  body?: string | Buffer;
  type?: string;
  localAddress?: string;
}

/** Status and text; 0 if the connection ended without an answer, as it may after a refusal. */
function send(path: string, { method = 'GET', token, body, type, localAddress }: Sent = {}) {
  return new Promise<{ status: number; text: string }>((resolve) => {
    const sent = httpRequest(
      {
        host: address.hostname,
        port: address.port,
        agent: localAddress ? false : agent,
        path,
        method,
        ...(localAddress && { localAddress }),
        headers: {
          ...(token && { authorization: `Bearer ${token}` }),
          ...(body !== undefined && {
            'content-type': type ?? 'application/json',
            'content-length': Buffer.byteLength(body),
          }),
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.on('error', () => resolve({ status: 0, text }));
      },
    ).on('error', () => resolve({ status: 0, text: '' }));
    sent.end(body);
  });
}

/** Longest event loop delay since the last call, in milliseconds. */
async function lagOf(): Promise<number> {
  const { text } = await send('/api/metrics', { token: METRICS_TOKEN });
  return 1000 * Number(/campanero_event_loop_lag_seconds\{quantile="1"\} (\S+)/.exec(text)?.[1]);
}

const names = (spec: EndpointSpec) => [...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);
const pathOf = (spec: EndpointSpec, given: Partial<Record<'params' | 'query', Record<string, string>>> = {}) => {
  const params = Object.fromEntries(names(spec).map((name) => [name, ids[name] ?? '1']));
  return `/api${urlOf(spec, { params: { ...params, ...given.params }, ...(given.query && { query: given.query }) })}`;
};

/** The field with one text, in the endpoint's kind of request. */
function sendField(spec: EndpointSpec, { place, holding }: HostileField, text: string, user: TestUser | null) {
  const { method } = spec;
  const token = user?.token;
  if (place !== 'body')
    return send(pathOf(spec, { [place]: holding(text) as Record<string, string> }), { method, token });
  if (!spec.multipart) return send(pathOf(spec), { method, token, body: JSON.stringify(holding(text)) });
  const { body, contentType } = formBody(holding(text) as Record<string, string>);
  return send(pathOf(spec), { method, token, body, type: contentType });
}

/** Escaping takes up to nine bytes per character in a URL, six in JSON. */
const textsFor = ({ place }: HostileField, bytes: number) =>
  hostileTexts(place === 'body' ? bytes : Math.floor(Math.min(bytes, ADDRESS_BYTES) / 9));

async function attack(name: string, spec: EndpointSpec, statuses: Map<number, number>): Promise<void> {
  const note = ({ status }: { status: number }) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const allowed = callers.filter(({ primary, user }) => allows(spec.access, { signedIn: user !== null, primary }));
  const limit = spec.bodyLimit ?? BODY_LIMIT;
  const [strongest, ...others] = allowed.toReversed();
  for (const [place, field] of fieldsOf(name, spec).entries()) {
    for (const [, text] of textsFor(field, limit / 6)) note(await sendField(spec, field, text, strongest!.user));
    // Every shape again inside a few fields.
    const some = (texts: ReturnType<typeof textsFor>) =>
      texts.filter((_, n) => n % FIELDS_A_TURN === place % FIELDS_A_TURN);
    for (const { user } of others)
      for (const [, text] of some(textsFor(field, limit / 6))) note(await sendField(spec, field, text, user));
    if (field.place === 'body')
      for (const [, text] of some(textsFor(field, MEBIBYTE))) note(await sendField(spec, field, text, strongest!.user));
  }
  if (!spec.body || spec.multipart) return;
  for (const { user } of allowed)
    for (const bytes of [limit - 1_000, MEBIBYTE])
      for (const [, body] of hostileJson(bytes))
        note(await send(pathOf(spec), { method: spec.method, token: user?.token, body }));
}

/** Longest list request of another user meanwhile. */
async function watchColleague(until: { done: boolean }): Promise<number> {
  let longest = 0;
  while (!until.done) {
    const began = performance.now();
    expect((await send('/api/campaign', { token: colleague.token })).status).toBe(200);
    longest = Math.max(longest, performance.now() - began);
    await pause(50);
  }
  return longest;
}

test('no text, list or object of any operation blocks the server', async () => {
  // Warm-up, not measured.
  for (const [name, spec] of endpoints.slice(0, 20)) await attack(name, spec, new Map());
  const report: { name: string; lag: number }[] = [];
  const statuses = new Map<number, number>();
  const until = { done: false };
  const colleagues = watchColleague(until);
  for (const [name, spec] of endpoints) {
    let lag = Infinity;
    // Repeat slow ones: the machine may have been busy.
    for (let tries = 0; tries < TRIES && lag > LAG_MS; tries += 1) {
      await lagOf();
      await attack(name, spec, statuses);
      lag = await lagOf();
    }
    report.push({ name, lag });
  }
  until.done = true;
  const slowest = report.toSorted((one, other) => other.lag - one.lag).slice(0, 5);
  say(
    `longest delays of the event loop (ms): ${slowest.map(({ name, lag }) => `${name} ${lag.toFixed(0)}`).join(', ')}`,
  );
  say(`answers: ${JSON.stringify(Object.fromEntries(statuses))}`);
  say(`a colleague waited at most ${Math.round(await colleagues)} ms`);
  expect(report.filter(({ lag }) => lag > LAG_MS)).toEqual([]);
  expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
});

async function openHalf(count: number, localAddress: string, said: string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n += 1) {
    const socket = connect({ port: Number(address.port), host: address.hostname, localAddress });
    socket.on('error', () => {}).resume();
    await once(socket, 'connect');
    socket.write(said);
    sockets.push(socket);
  }
  return sockets;
}

test('5,500 incomplete requests from one address do not block others, nor close WebSockets of that address', async () => {
  // The client hands it on to ws; its types do not know it.
  const fromThere = { localAddress: '127.0.0.2' };
  const auth = { token: colleague.token };
  const socket = io(address.href, { ...fromThere, auth, transports: ['websocket'], reconnection: false });
  await new Promise<void>((resolve, reject) => socket.once('connect', () => resolve()).once('connect_error', reject));
  const sockets = await openHalf(5_500, '127.0.0.2', 'GET /api/health HTTP/1.1\r\nhost: x\r\nx-a: ');
  const times: number[] = [];
  for (let n = 0; n < 20; n += 1)
    for (const localAddress of ['127.0.0.3', '127.0.0.2']) {
      const began = performance.now();
      expect((await send('/api/health', { localAddress })).status).toBe(200);
      times.push(performance.now() - began);
    }
  say(`beside them an answer took at most ${Math.round(Math.max(...times))} ms`);
  expect(Math.max(...times)).toBeLessThan(1_000);
  expect(socket.connected).toBe(true);
  socket.close();
  // Node checks every five seconds for headers ten seconds late.
  await expect
    .poll(() => sockets.filter(({ destroyed, readableEnded }) => !destroyed && !readableEnded).length, {
      timeout: 30_000,
      interval: 1_000,
    })
    .toBe(0);
});

async function floodDocs(): Promise<{ longest: number; lag: number }> {
  await lagOf();
  const until = { done: false };
  const flood = Array.from({ length: 10 }, async () => {
    while (!until.done) await send('/api/docs');
  });
  const colleagues = watchColleague(until);
  await pause(10_000);
  until.done = true;
  await Promise.all(flood);
  return { longest: await colleagues, lag: await lagOf() };
}

// That the first request does not build the document is tested in http/service.test.ts.
test('ten connections that request the documentation repeatedly do not slow others', async () => {
  let found = await floodDocs();
  for (let tries = 0; tries < TRIES && found.lag > LAG_MS; tries += 1) found = await floodDocs();
  const { longest, lag } = found;
  say(`under the flood a colleague waited at most ${Math.round(longest)} ms, lag ${Math.round(lag)} ms`);
  expect(longest).toBeLessThan(1_000);
  expect(lag).toBeLessThan(LAG_MS);
});
