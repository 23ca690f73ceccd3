import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import { useWorld, type TestApp } from '../../test/app.ts';
import { anAdministrator, type TestUser } from '../../test/factories.ts';
import { requestHead, sendRaw } from '../../test/raw-socket.ts';
import { answerBrokenRequest } from './error-handler.ts';
import { serializeError } from './logging.ts';
import { allowSlowUpload } from './connections.ts';

const BODY_MS = 300;
const lines: string[] = [];
const log = pino(
  { level: 'trace', serializers: { err: serializeError } },
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  }),
);
const world = useWorld({ log, app: { bodyMs: BODY_MS } });
let admin: TestUser;
let port: number;
beforeAll(async () => {
  admin = await anAdministrator(world);
  await world.app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = world.app.server.address() as AddressInfo);
});

const JSON_TYPE = { 'content-type': 'application/json' };
/** What the answer lacks of the status, the headers that every answer carries and the words it should hold. */
function lacking(answer: string, status: number, words = ''): string[] {
  const head = answer.slice(0, answer.indexOf('\r\n\r\n')).toLowerCase();
  const wanted = [
    "content-security-policy: default-src 'self'",
    'nosniff',
    'x-request-id: ',
    'cache-control: no-store',
  ];
  return [
    ...(answer.startsWith(`HTTP/1.1 ${status} `) ? [] : [answer.slice(0, 30)]),
    ...wanted.filter((text) => !head.includes(text)),
    ...(answer.includes(words) ? [] : [words]),
  ];
}

describe('a body that does not come', () => {
  test('is waited for only so long', async () => {
    const sender = sendRaw(port, requestHead('POST /api/login', { ...JSON_TYPE, 'content-length': 50 }) + '{"email":');
    const began = performance.now();
    const answer = await sender.ended();
    expect(lacking(answer, 408, '"REQUEST_TIMEOUT"')).toEqual([]);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(performance.now() - began).toBeGreaterThanOrEqual(BODY_MS - 50);
  });

  test('byte by byte either', async () => {
    const head = requestHead('POST /api/login', { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
    const sender = sendRaw(port, head);
    const drip = setInterval(() => sender.socket.write('1\r\n \r\n'), 20);
    const answer = await sender.ended();
    clearInterval(drip);
    expect(lacking(answer, 408, '"REQUEST_TIMEOUT"')).toEqual([]);
  });

  test.each([
    ['POST /api/no-such-thing', 404],
    ['DELETE /api/login', 405],
    ['POST /api/objective', 401],
  ])('%s has its answer and is cut off then', async (line, status) => {
    const sender = sendRaw(port, requestHead(line, { ...JSON_TYPE, 'content-length': 50 }));
    expect(await sender.hears('"error"')).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(lacking(await sender.ended(), status)).toEqual([]);
  });

  test('a body in time is read, however many pieces it comes in', async () => {
    const body = '{"email":"nadie@prueba.gob.ar","password":"x"}';
    const sender = sendRaw(port, requestHead('POST /api/login', { ...JSON_TYPE, 'content-length': body.length }));
    for (const byte of body) sender.socket.write(byte);
    expect(lacking(await sender.hears('"error"'), 401, 'INVALID_CREDENTIALS')).toEqual([]);
    sender.socket.destroy();
  });

  test('an upload that falls silent or trickles is cut off, one that goes on is not', async () => {
    const SILENCE_MS = 600;
    const server = createServer((request, response) => {
      allowSlowUpload(request, { ms: SILENCE_MS, bytes: 3 });
      request.on('error', () => {}).resume();
      request.on('end', () => response.end('todo'));
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address() as AddressInfo;
    const silent = sendRaw(address.port, requestHead('POST /', { 'content-length': 10 }) + 'abc');
    expect(await silent.ended()).toBe('');
    const trickle = sendRaw(address.port, requestHead('POST /', { 'content-length': 50 }));
    const drip = setInterval(() => trickle.socket.write('x'), SILENCE_MS / 2);
    expect(await trickle.ended()).toBe('');
    clearInterval(drip);
    const steady = sendRaw(address.port, requestHead('POST /', { 'content-length': 12 }));
    // Longer in all than the silence allowed, and far from it between two pieces.
    for (let n = 0; n < 6; n += 1) {
      steady.socket.write('xx');
      await pause(SILENCE_MS / 5);
    }
    await steady.hears('todo');
    steady.socket.destroy();
    server.close();
  });
});

test('headers have ten seconds to arrive, not the minute that Node gives them', () =>
  expect(world.app.server.headersTimeout).toBe(10_000));

test('who is not signed in may say a few kilobytes, whether or not the length is told', async () => {
  const long = JSON.stringify({ email: 'a@b.ar', password: 'x'.repeat(9_000) });
  const known = sendRaw(port, requestHead('POST /api/login', { ...JSON_TYPE, 'content-length': long.length }));
  expect(lacking(await known.hears('"error"'), 413, 'TOO_LARGE')).toEqual([]);
  const head = requestHead('POST /api/login', { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
  const unknown = sendRaw(port, `${head}${long.length.toString(16)}\r\n${long}\r\n`);
  expect(lacking(await unknown.ended(), 413, 'TOO_LARGE')).toEqual([]);
  known.socket.destroy();
});

describe('whatever is asked, the answer is ours', () => {
  test.each([
    ['an unknown method', 'FOO /api/health HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
    ['a method in small letters', 'get /api/health HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
    ['PROPFIND', requestHead('PROPFIND /api/health'), 405, 'METHOD_NOT_ALLOWED'],
    ['QUERY', requestHead('QUERY /api/campaign'), 405, 'METHOD_NOT_ALLOWED'],
    ['an odd expectation', requestHead('GET /api/health', { expect: 'la-luna' }), 200, '"ok"'],
    [
      'another protocol',
      requestHead('GET /api/health', { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c' }),
      200,
      '"ok"',
    ],
    ['no host', requestHead('GET /api/health', { host: '' }), 400, 'BAD_REQUEST'],
    ['two hosts', 'GET /api/health HTTP/1.1\r\nhost: x\r\nHost: y\r\n\r\n', 400, 'BAD_REQUEST'],
    ['the same host twice', 'GET /api/health HTTP/1.1\r\nhost: x\r\nhost: x\r\n\r\n', 400, 'BAD_REQUEST'],
    [
      'two lengths',
      'POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'BAD_REQUEST',
    ],
    ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'BAD_REQUEST'],
    ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 400, 'BAD_REQUEST'],
  ])('%s', async (_what, text, status, words) => {
    const sender = sendRaw(port, text);
    expect(lacking(await sender.hears(words), status, words)).toEqual([]);
    sender.socket.destroy();
  });

  test('nonsense behind a request is no unknown method, and never stands in the middle of another answer', async () => {
    const sender = sendRaw(port, `${requestHead('GET /api/health')}no soy http\r\n\r\n`);
    expect(lacking(await sender.ended(), 400, 'BAD_REQUEST')).toEqual([]);
    const done: string[] = [];
    const socket = { writable: true, destroy: () => done.push('destroy'), end: () => done.push('end'), on: () => {} };
    answerBrokenRequest({ code: 'HPE_INVALID_METHOD' }, { ...socket, _httpMessage: { headersSent: true } } as never);
    answerBrokenRequest({ code: 'HPE_INVALID_METHOD' }, { ...socket, _httpMessage: { headersSent: false } } as never);
    expect(done).toEqual(['destroy', 'end']);
  });

  test('405 names the methods there are', async () => {
    const sender = sendRaw(port, 'FOO /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
    expect((await sender.ended()).toLowerCase()).toContain('allow: get, head, post, put, patch, delete');
  });
});

test('who hangs up in the middle of a body is no failure of the database', async () => {
  lines.length = 0;
  const headers = { ...JSON_TYPE, authorization: `Bearer ${admin.token}`, 'content-length': 100 };
  const health = () => fetch(`http://127.0.0.1:${port}/api/health`, { headers: { connection: 'close' } });
  for (const line of ['POST /api/login', 'POST /api/objective', 'PUT /api/notification']) {
    const { socket } = sendRaw(port, `${requestHead(line, headers)}{"name":`);
    await once(socket, 'connect');
    // A request of its own, answered after it: by then the other is being read.
    await health();
    await health();
    socket.destroy();
    await expect.poll(() => connectionsOf(world)).toBe(0);
  }
  await health();
  const told = lines.map((line) => JSON.parse(line) as { msg: string; level: number });
  expect(told.filter(({ level }) => level > 30)).toEqual([]);
  expect(told.filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(7);
});

const connectionsOf = (node: TestApp) =>
  new Promise<number>((resolve, reject) =>
    node.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
