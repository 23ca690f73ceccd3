import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, untilHubsListen, type TestDatabase } from '../../test/database.ts';
import { anActor } from '../../test/deps.ts';
import { requestHead, sendRaw } from '../../test/raw-socket.ts';
import type { Actor } from '../work/context.ts';
import { SOCKETS_PER_USER } from './handshake.ts';
import { createHub, type Hub } from './hub.ts';

/** Actor by token, in place of the database. */
const sessions = new Map<string, Actor>();
const log = pino({ level: 'silent' });
const sockets: Socket[] = [];
const closers: (() => Promise<unknown>)[] = [];

let database: TestDatabase;
let first: Node;
let second: Node;
let worker: Hub;
const accepted: unknown[] = [];

interface Node {
  hub: Hub;
  url: string;
}

async function startNode(): Promise<Node> {
  const hub = createHub({ url: database.url, log });
  const server: HttpServer = createServer((_request, response) => response.end('the app'));
  hub.attach(server, {
    resolveActor: async (token) => sessions.get(token) ?? null,
    clock: () => new Date(),
    allowedOrigins: ['https://campanero.example'],
    headers: { 'x-content-type-options': 'nosniff' },
    onAccepted: ({ headers }) => void accepted.push(headers.upgrade),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => {
    await hub.close();
    await new Promise((resolve) => server.close(resolve));
  });
  return { hub, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

beforeAll(async () => {
  database = await createTestDatabase();
  [first, second] = await Promise.all([startNode(), startNode()]);
  worker = createHub({ url: database.url, log });
  closers.push(() => worker.close());
  await untilHubsListen(database.url, 3);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(async () => {
  for (const close of closers) await close();
  await database.drop();
});

function signIn(token: string, userId: number, sessionId = crypto.randomUUID() as string, expiresInMs = 3_600_000) {
  const actor = { ...anActor(userId), sessionId, expiresAt: new Date(Date.now() + expiresInMs) };
  sessions.set(token, actor);
  return actor;
}

function open(
  node: Node,
  auth: object,
  options: { origin?: string; transports?: string[] } = {},
): Socket & { received: unknown[] } {
  const socket = connect(node.url, {
    auth,
    reconnection: false,
    forceNew: true,
    transports: options.transports ?? ['websocket'],
    ...(options.origin && { extraHeaders: { origin: options.origin } }),
  });
  sockets.push(socket);
  const received: unknown[] = [];
  socket.onAny((event: string, payload: unknown) => received.push([event, payload]));
  return Object.assign(socket, { received });
}

const outcome = (socket: Socket) =>
  new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('connected'));
    socket.on('connect_error', (error) => resolve(error.message));
  });
const ended = (socket: Socket) => new Promise<string>((resolve) => socket.on('disconnect', resolve));

test.each<[string, object]>([
  ['no token', {}],
  ['an empty token', { token: '' }],
  ['a foreign token', { token: 'nobody' }],
  ['a token that is no text', { token: { id: 1 } }],
  ['an enormous token', { token: 'x'.repeat(10_000) }],
])('%s is refused', async (_what, auth) => {
  expect(await outcome(open(first, auth))).toBe('UNAUTHENTICATED');
});

test.each([
  ['a password to change', { mustChangePassword: true }, 'PASSWORD_CHANGE_REQUIRED'],
  ['a second factor to set up', { mustSetSecondFactor: true }, 'SECOND_FACTOR_SETUP_REQUIRED'],
])('%s refuses the socket like any request', async (_what, setup, refusal) => {
  Object.assign(signIn('setup', 5), setup);
  expect(await outcome(open(first, { token: 'setup' }))).toBe(refusal);
  expect(await outcome(open(first, { token: 'setup' }, { transports: ['polling'] }))).toBe(refusal);
  signIn('setup', 5);
  expect(await outcome(open(first, { token: 'setup' }))).toBe('connected');
});

test('a new setup step closes an open socket', async () => {
  const actor = signIn('later', 6);
  let asked = 0;
  Object.defineProperty(actor, 'mustSetSecondFactor', {
    get: () => {
      asked += 1;
      return asked > 1;
    },
  });
  expect(await ended(open(first, { token: 'later' }))).toBe('io server disconnect');
});

test('refuses foreign origins, accepts own and configured ones', async () => {
  signIn('origin', 1);
  const tries = [
    'https://evil.example',
    'https://campanero.example.evil.example',
    'null',
    first.url,
    'https://campanero.example',
  ];
  const results = await Promise.all(tries.map((origin) => outcome(open(first, { token: 'origin' }, { origin }))));
  expect(results.map((each) => each === 'connected')).toEqual([false, false, false, true, true]);
});

test('onAccepted is called for accepted sockets only', async () => {
  accepted.length = 0;
  expect(await outcome(open(first, { token: 'nobody' }))).toBe('UNAUTHENTICATED');
  expect(accepted).toEqual([]);
  signIn('accepted', 12);
  expect(await outcome(open(first, { token: 'accepted' }))).toBe('connected');
  expect(accepted).toEqual(['websocket']);
});

test('an event reaches all sockets of its user on every node, also from a worker', async () => {
  signIn('ana', 10);
  signIn('luis', 11);
  const [here, there, polling, luis] = [
    open(first, { token: 'ana' }),
    open(second, { token: 'ana' }),
    open(first, { token: 'ana' }, { transports: ['polling'] }),
    open(second, { token: 'luis' }),
  ];
  await Promise.all([here, there, polling, luis].map(outcome));
  first.hub.publish.toUsers([10], 'notification', { id: 1 });
  worker.publish.toUsers([10, 10, 99], 'campaign', { id: 3, status: 'EN CURSO' });
  const both = [
    ['notification', { id: 1 }],
    ['campaign', { id: 3, status: 'EN CURSO' }],
  ];
  for (const socket of [here, there, polling])
    await expect.poll(() => new Set(socket.received), { timeout: 3_000 }).toEqual(new Set(both));
  worker.publish.toUsers([11], 'notification', { id: 2 });
  await expect.poll(() => luis.received, { timeout: 3_000 }).toEqual([['notification', { id: 2 }]]);
});

test('activity reaches only users who may see the figures, on every node', async () => {
  const people = {
    administrador: 5,
    coordinador: 4,
    externo: 3,
    operador: 2,
    colega: 2,
    operadorExterno: 1,
    invitado: 0,
  };
  const entries = Object.entries(people).map(([name, rank], n) => {
    Object.assign(signIn(name, 60 + n), { primary: rank || undefined });
    return [name, open(n % 2 ? first : second, { token: name })] as const;
  });
  await Promise.all(entries.map(([, socket]) => outcome(socket)));
  worker.publish.activity({ id: 1, external: false }, 63);
  worker.publish.activity({ id: 2, external: true }, 65);
  const heard = () => Object.fromEntries(entries.map(([name, { received }]) => [name, received]));
  const activity = (...campaignIds: number[]) => [['activity', { campaignIds }]];
  await expect
    .poll(heard, { timeout: 3_000 })
    .toEqual({
      administrador: activity(1, 2),
      coordinador: activity(1, 2),
      externo: activity(2),
      operador: activity(1),
      colega: [],
      operadorExterno: activity(2),
      invitado: [],
    });
});

test('closes a socket whose role changed, so that it rejoins its rooms', async () => {
  const actor = signIn('demoted', 70);
  let asked = 0;
  Object.defineProperty(actor, 'primary', {
    get: () => {
      asked += 1;
      return asked === 1 ? 4 : 2;
    },
  });
  const socket = open(first, { token: 'demoted' });
  expect(await ended(socket)).toBe('io server disconnect');
});

test('does not send invalid payloads and strips unknown fields', async () => {
  signIn('contract', 12);
  const socket = open(first, { token: 'contract' });
  await outcome(socket);
  first.hub.publish.toUsers([12], 'notification', { id: 'x' } as never);
  first.hub.publish.toUsers([12], 'notification', { id: 2, phone: '1155554444' } as never);
  await expect.poll(() => socket.received).toEqual([['notification', { id: 2 }]]);
});

test('ending a session closes only its sockets, on all nodes', async () => {
  const { sessionId } = signIn('one', 20);
  signIn('two', 20);
  const [gone, goneToo, stays] = [
    open(first, { token: 'one' }),
    open(second, { token: 'one' }),
    open(first, { token: 'two' }),
  ];
  await Promise.all([gone, goneToo, stays].map(outcome));
  const ends = Promise.all([ended(gone), ended(goneToo)]);
  worker.publish.endSessions([sessionId]);
  expect(await ends).toEqual(['io server disconnect', 'io server disconnect']);
  expect(stays.connected).toBe(true);
  second.hub.publish.endUser(20);
  expect(await ended(stays)).toBe('io server disconnect');
});

test('closes the socket when its token expires', async () => {
  signIn('short', 30, undefined, 400);
  const socket = open(first, { token: 'short' });
  await outcome(socket);
  expect(await ended(socket)).toBe('io server disconnect');
});

test('detects a session that ended during the handshake', async () => {
  const actor = signIn('racing', 31);
  let asked = 0;
  Object.defineProperty(actor, 'sessionId', {
    get: () => {
      asked += 1;
      if (asked === 1) sessions.delete('racing');
      return 'a-session';
    },
  });
  const socket = open(first, { token: 'racing' });
  expect(await ended(socket)).toBe('io server disconnect');
});

test('ignores client events and disconnects after too many', async () => {
  signIn('talker', 40);
  signIn('victim', 41);
  const [talker, victim] = [open(first, { token: 'talker' }), open(first, { token: 'victim' })];
  await Promise.all([talker, victim].map(outcome));
  talker.emit('join', 'user:41');
  talker.emit('subscribe', { room: 'user:41' });
  talker.emit('notification', { id: 1 });
  first.hub.publish.toUsers([41], 'notification', { id: 7 });
  await expect.poll(() => victim.received).toEqual([['notification', { id: 7 }]]);
  expect(talker.received).toEqual([]);
  const end = ended(talker);
  for (let i = 0; i < 100; i += 1) talker.emit(`unknown ${i}`);
  expect(await end).toBe('io server disconnect');
  expect(victim.connected).toBe(true);
});

test('the polling transport sends the usual headers', async () => {
  for (const query of ['EIO=4&transport=polling', 'EIO=4&transport=polling&sid=unknown', 'transport=nothing']) {
    const reply = await fetch(`${first.url}/socket.io/?${query}`);
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
  }
  expect(await (await fetch(`${first.url}/anything`)).text()).toBe('the app');
});

test('limits sockets per user', async () => {
  signIn('tabs', 50);
  signIn('colleague', 51);
  const tabs = Array.from({ length: SOCKETS_PER_USER }, () => open(first, { token: 'tabs' }));
  expect(new Set(await Promise.all(tabs.map(outcome)))).toEqual(new Set(['connected']));
  expect(await outcome(open(first, { token: 'tabs' }))).toBe('TOO_MANY_SOCKETS');
  expect(await outcome(open(first, { token: 'colleague' }))).toBe('connected');
  expect(tabs.every(({ connected }) => connected)).toBe(true);
  tabs[0]!.close();
  await expect.poll(() => outcome(open(first, { token: 'tabs' }))).toBe('connected');
});

const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': 13,
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
test.each([
  ['HTTP/2', '/anything', { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': '' }, 200],
  ['a websocket elsewhere', '/anything', HANDSHAKE, 200],
  ['HTTP/2 of the sockets', '/socket.io/?EIO=4&transport=websocket', { connection: 'Upgrade', upgrade: 'h2c' }, 400],
  ['no key', '/socket.io/?EIO=4&transport=websocket', { ...HANDSHAKE, 'sec-websocket-key': 'x' }, 400],
  ['an unknown session', '/socket.io/?EIO=4&transport=websocket&sid=nobody', HANDSHAKE, 400],
  ['an unknown transport', '/socket.io/?EIO=4&transport=pigeon', HANDSHAKE, 400],
  ['a foreign origin', '/socket.io/?EIO=4&transport=websocket', { ...HANDSHAKE, origin: 'https://evil.example' }, 400],
])('%s is answered as a plain request', async (_what, path, headers, status) => {
  const sender = sendRaw(Number(new URL(first.url).port), requestHead(`GET ${path}`, headers));
  const answer = await sender.hears('\r\n\r\n');
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  // The test app sends no headers of its own.
  expect(answer).toContain(status === 200 ? '' : 'nosniff');
  sender.socket.destroy();
});

test.each([
  ['a websocket', 'transport=websocket', HANDSHAKE],
  ['a polling session', 'transport=polling', {}],
])('%s with two Host headers is refused', async (_what, transport, headers) => {
  const head = requestHead(`GET /socket.io/?EIO=4&${transport}`, headers);
  const sender = sendRaw(Number(new URL(first.url).port), head.replace('\r\n', '\r\nHost: evil.example\r\n'));
  expect(await sender.hears('\r\n\r\n')).toMatch(/^HTTP\/1.1 40[03] /);
  sender.socket.destroy();
});
