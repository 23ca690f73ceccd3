import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createTestApp, useWorld, type TestApp } from '../../test/app.ts';
import { requestHead } from '../../test/raw-socket.ts';
import { markWebSocket } from './connection-shares.ts';

const MAX = 40;
const PROXY = '127.0.0.9';
const world = useWorld();
let node: TestApp;
let port: number;
beforeAll(async () => {
  node = await createTestApp({ beside: world, config: { trustedProxy: [PROXY] }, app: { maxConnections: MAX } });
  await node.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = node.app.server.address() as AddressInfo);
});
afterAll(() => node.close());

const opened: Socket[] = [];
afterEach(async () => {
  for (const socket of opened.splice(0)) socket.destroy();
  while ((await connectionsOf()) > 0) await pause(10);
});
const connectionsOf = () =>
  new Promise<number>((resolve, reject) =>
    node.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** Opens a connection from a loopback address and sends `text`. */
async function open(from: string, text: string): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  socket.on('error', () => {});
  opened.push(socket);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}
async function openMany(count: number, from: string, text: string): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let n = 0; n < count; n += 1) sockets.push(await open(from, text));
  // Wait until the data has arrived: until then the connections count as idle.
  await pause(100);
  return sockets;
}
async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  for await (const chunk of socket.setEncoding('utf8')) {
    answer += chunk as string;
    if (answer.includes('\r\n\r\n')) break;
  }
  return answer.split('\r\n', 1)[0]!;
}
const HALF_A_HEAD = 'GET /api/health HTTP/1.1\r\nhost: x\r\nx-a: ';
const halfABody = (headers: Record<string, string> = {}) =>
  requestHead('POST /api/login', { 'content-type': 'application/json', 'content-length': 50, ...headers }) + '{';
const ask = async (from: string) => answerOf(await open(from, requestHead('GET /api/health', { connection: 'close' })));
const isOpen = (socket: Socket) => !socket.destroyed && !socket.readableEnded;
const stillOpen = (sockets: Socket[]) => {
  for (const socket of sockets) socket.resume();
  return pause(100).then(() => sockets.filter(isOpen).length);
};

describe('when all connections are in use', () => {
  test.each([
    ['half-sent headers', HALF_A_HEAD],
    ['half-sent bodies', halfABody()],
    ['idle connections', ''],
  ])('%s of one address lock out no client', async (_what, text) => {
    const attack = await openMany(MAX, '127.0.0.2', text);
    for (let n = 0; n < 5; n += 1) {
      expect(await ask('127.0.0.3')).toBe('HTTP/1.1 200 OK');
      expect(await ask('127.0.0.2')).toBe('HTTP/1.1 200 OK');
    }
    expect(await stillOpen(attack)).toBeLessThan(MAX);
  });

  test('closes the oldest connections of the client that has most', async () => {
    const attack = await openMany(MAX - 10, '127.0.0.2', HALF_A_HEAD);
    const few = await openMany(10, '127.0.0.4', HALF_A_HEAD);
    expect(await ask('127.0.0.3')).toBe('HTTP/1.1 200 OK');
    expect(await stillOpen(few)).toBe(10);
    expect(await stillOpen(attack.slice(0, (MAX - 10) / 2))).toBe(0);
    expect(await stillOpen(attack.slice((MAX - 10) / 2))).toBe((MAX - 10) / 2);
  });

  test('counts by forwarded client behind a trusted proxy', async () => {
    const from = (client: string) => halfABody({ 'x-forwarded-for': client });
    const attack = await openMany(MAX - 10, PROXY, from('198.51.100.1'));
    const others = await openMany(10, PROXY, from('198.51.100.2'));
    expect(await ask('127.0.0.3')).toBe('HTTP/1.1 200 OK');
    expect(await stillOpen(others)).toBe(10);
    expect(await stillOpen(attack)).toBe((MAX - 10) / 2);
  });

  test('closes half-sent requests before idle connections', async () => {
    const idle = await openMany(MAX - 5, '127.0.0.4', requestHead('GET /api/health'));
    const attack = await openMany(5, '127.0.0.2', HALF_A_HEAD);
    expect(await ask('127.0.0.3')).toBe('HTTP/1.1 200 OK');
    expect(await stillOpen(idle)).toBe(MAX - 5);
    expect(await stillOpen(attack)).toBe(2);
  });

  test('closes connections with unread responses', async () => {
    const attack = await openMany(MAX, '127.0.0.2', requestHead('GET /api/docs').repeat(10));
    // Until the first responses fill the socket buffers.
    await pause(500);
    expect(attack.every(isOpen)).toBe(true);
    expect(await ask('127.0.0.3')).toBe('HTTP/1.1 200 OK');
    expect(await connectionsOf()).toBeLessThan(MAX);
  });

  test('keeps WebSockets of signed-in users and refuses the new connection', async () => {
    node.app.server.prependListener('connection', keep);
    const sockets = await openMany(MAX, '127.0.0.2', 'no http');
    node.app.server.off('connection', keep);
    await expect(ask('127.0.0.3')).resolves.toBe('');
    expect(sockets.filter(isOpen)).toHaveLength(MAX);
  });
});

/** Paused, so that Node's HTTP server reads nothing, as after an upgrade. */
const keep = (socket: Socket) => {
  markWebSocket({ socket, headers: { upgrade: 'websocket' } } as Parameters<typeof markWebSocket>[0]);
  socket.pause();
};

test('does not count bodies that were refused early', async () => {
  for (let n = 0; n < 210; n += 1) {
    const socket = await open('127.0.0.2', requestHead('POST /api/objective', { 'content-length': 5_000_000 }));
    expect(await answerOf(socket)).toMatch(/ 401 /);
    socket.destroy();
  }
  expect(await answerOf(await open('127.0.0.2', `${halfABody().slice(0, -1)}${' '.repeat(50)}`))).toMatch(/ 400 /);
});

test('limits one client to 200 unfinished bodies', async () => {
  const roomy = await createTestApp({ beside: world });
  await roomy.app.listen({ port: 0, host: '127.0.0.1' });
  const usual = port;
  ({ port } = roomy.app.server.address() as AddressInfo);
  const attack = await openMany(200, '127.0.0.2', halfABody());
  expect(await answerOf(await open('127.0.0.2', halfABody()))).toBe('HTTP/1.1 429 Too Many Requests');
  expect(await answerOf(await open('127.0.0.3', `${halfABody().slice(0, -1)}${' '.repeat(50)}`))).toMatch(/ 400 /);
  for (const socket of attack) socket.destroy();
  await pause(200);
  expect(await answerOf(await open('127.0.0.2', `${halfABody().slice(0, -1)}${' '.repeat(50)}`))).toMatch(/ 400 /);
  for (const socket of opened.splice(0)) socket.destroy();
  port = usual;
  await roomy.close();
});
