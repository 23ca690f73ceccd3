import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { io as connect } from 'socket.io-client';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { anActor } from '../../test/deps.ts';
import { createHub, type Hub } from '../realtime/hub.ts';
import { createHandshakeLimit } from './public-limit.ts';

const LIMIT = 5;
let now = new Date('2026-03-10T13:00:00Z');
let database: TestDatabase;
let hub: Hub;
let url: string;
let closeServer: () => Promise<unknown>;
/** Result of the session check of every token but 'nobody'. */
let session: 'open' | 'locked' | 'unavailable';

beforeAll(async () => {
  database = await createTestDatabase();
  hub = createHub({ url: database.url, log: pino({ level: 'silent' }) });
  const server = createServer();
  hub.attach(server, {
    resolveActor: async (token) => {
      if (token === 'nobody') return null;
      if (session === 'unavailable') throw new Error('the database is away');
      return { ...anActor(1), expiresAt: new Date(now.getTime() + 3_600_000), isLocked: session === 'locked' };
    },
    clock: () => now,
    allowedOrigins: [],
    handshakes: createHandshakeLimit({ clock: () => now, config: { trustedProxy: ['127.0.0.1'] } }, LIMIT),
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closeServer = () => new Promise((resolve) => server.close(resolve));
});
afterAll(async () => {
  await hub.close();
  await closeServer();
  await database.drop();
});
beforeEach(() => {
  session = 'open';
  now = new Date(now.getTime() + 60_000);
});

const from = (client: string) => ({ 'x-forwarded-for': client });
async function open(client: string, token: string, transport = 'websocket'): Promise<string> {
  const socket = connect(url, {
    auth: { token },
    extraHeaders: from(client),
    transports: [transport],
    reconnection: false,
    forceNew: true,
  });
  const outcome = await new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('connected'));
    socket.on('connect_error', ({ message }) => resolve(message));
  });
  socket.close();
  return outcome;
}
const isRefused = (outcome: string) => outcome !== 'connected' && outcome !== 'UNAUTHENTICATED';

test.each(['websocket', 'polling'])('handshakes without a session are limited by address: %s', async (transport) => {
  const outcomes = [];
  for (let n = 0; n < LIMIT; n += 1) outcomes.push(await open('198.51.100.7', 'nobody', transport));
  expect(new Set(outcomes)).toEqual(new Set(['UNAUTHENTICATED']));
  expect(isRefused(await open('198.51.100.7', 'nobody', transport))).toBe(true);
  expect(isRefused(await open('198.51.100.7', 'ana', transport))).toBe(true);
  const refused = await fetch(`${url}/socket.io/?EIO=4&transport=${transport}`, { headers: from('198.51.100.7') });
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    429,
    '60',
    { message: 'Demasiadas solicitudes. Espere un momento e inténtelo de nuevo.', error: 'TOO_MANY_REQUESTS' },
  ]);
  // Other addresses are not limited, and this one is free after a minute.
  expect(await open('198.51.100.8', 'ana', transport)).toBe('connected');
  now = new Date(now.getTime() + 60_000);
  expect(await open('198.51.100.7', 'ana', transport)).toBe('connected');
});

test('counts unfinished handshakes', async () => {
  for (let n = 0; n < LIMIT; n += 1)
    expect((await fetch(`${url}/socket.io/?EIO=4&transport=polling`, { headers: from('198.51.100.9') })).status).toBe(
      200,
    );
  expect(isRefused(await open('198.51.100.9', 'ana'))).toBe(true);
});

test.each([
  ['open', 'connected'],
  ['locked', 'SESSION_LOCKED'],
  ['unavailable', 'UNAVAILABLE'],
] as const)('does not count handshakes with a session: %s', async (state, outcome) => {
  session = state;
  for (let n = 0; n < 3 * LIMIT; n += 1) expect(await open('198.51.100.10', 'ana')).toBe(outcome);
});

test('an open connection keeps polling while its address is over the limit', async () => {
  const socket = connect(url, {
    auth: { token: 'ana' },
    extraHeaders: from('198.51.100.11'),
    transports: ['polling'],
    reconnection: false,
    forceNew: true,
  });
  await new Promise<void>((resolve) => socket.on('connect', resolve));
  for (let n = 0; n <= LIMIT; n += 1) await open('198.51.100.11', 'nobody');
  const heard = new Promise((resolve) => socket.on('notification', resolve));
  hub.publish.toUsers([1], 'notification', { id: 3 });
  expect(await heard).toEqual({ id: 3 });
  socket.close();
});
