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
import { answerMalformedRequest } from './error-handler.ts';
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
/** The expected parts that the response lacks: status, usual headers and text. */
function missingIn(answer: string, status: number, words = ''): string[] {
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

describe('slow bodies', () => {
  test('times out with 408', async () => {
    const sender = sendRaw(port, requestHead('POST /api/login', { ...JSON_TYPE, 'content-length': 50 }) + '{"email":');
    const began = performance.now();
    const answer = await sender.ended();
    expect(missingIn(answer, 408, '"REQUEST_TIMEOUT"')).toEqual([]);
    expect(answer.toLowerCase()).toContain('connection: close');
    expect(performance.now() - began).toBeGreaterThanOrEqual(BODY_MS - 50);
  });

  test('times out when sent byte by byte', async () => {
    const head = requestHead('POST /api/login', { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
    const sender = sendRaw(port, head);
    const drip = setInterval(() => sender.socket.write('1\r\n \r\n'), 20);
    const answer = await sender.ended();
    clearInterval(drip);
    expect(missingIn(answer, 408, '"REQUEST_TIMEOUT"')).toEqual([]);
  });

  test.each([
    ['POST /api/no-such-thing', 404],
    ['DELETE /api/login', 405],
    ['POST /api/objective', 401],
  ])('%s is answered, then the connection is closed', async (line, status) => {
    const sender = sendRaw(port, requestHead(line, { ...JSON_TYPE, 'content-length': 50 }));
    expect(await sender.hears('"error"')).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(missingIn(await sender.ended(), status)).toEqual([]);
  });

  test('reads a body that arrives in many pieces', async () => {
    const body = '{"email":"nadie@prueba.gob.ar","password":"x"}';
    const sender = sendRaw(port, requestHead('POST /api/login', { ...JSON_TYPE, 'content-length': body.length }));
    for (const byte of body) sender.socket.write(byte);
    expect(missingIn(await sender.hears('"error"'), 401, 'INVALID_CREDENTIALS')).toEqual([]);
    sender.socket.destroy();
  });

  test('closes a stalled or trickling upload, not a steady one', async () => {
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
    // Longer in total than the limit, but with short gaps.
    for (let n = 0; n < 6; n += 1) {
      steady.socket.write('xx');
      await pause(SILENCE_MS / 5);
    }
    await steady.hears('todo');
    steady.socket.destroy();
    server.close();
  });
});

test('headers time out after ten seconds', () => expect(world.app.server.headersTimeout).toBe(10_000));

test('limits bodies of public endpoints to 8 kB, with or without content-length', async () => {
  const long = JSON.stringify({ email: 'a@b.ar', password: 'x'.repeat(9_000) });
  const known = sendRaw(port, requestHead('POST /api/login', { ...JSON_TYPE, 'content-length': long.length }));
  expect(missingIn(await known.hears('"error"'), 413, 'TOO_LARGE')).toEqual([]);
  const head = requestHead('POST /api/login', { ...JSON_TYPE, 'transfer-encoding': 'chunked' });
  const unknown = sendRaw(port, `${head}${long.length.toString(16)}\r\n${long}\r\n`);
  expect(missingIn(await unknown.ended(), 413, 'TOO_LARGE')).toEqual([]);
  known.socket.destroy();
});

describe('answers malformed requests with our own headers', () => {
  test.each([
    ['an unknown method', 'FOO /api/health HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
    ['a lower-case method', 'get /api/health HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
    ['CONNECT', 'CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n', 405, 'METHOD_NOT_ALLOWED'],
    ['PROPFIND', requestHead('PROPFIND /api/health'), 405, 'METHOD_NOT_ALLOWED'],
    ['QUERY', requestHead('QUERY /api/campaign'), 405, 'METHOD_NOT_ALLOWED'],
    ['an unknown Expect header', requestHead('GET /api/health', { expect: 'la-luna' }), 200, '"ok"'],
    [
      'an upgrade to another protocol',
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
    ['the HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, 'BAD_REQUEST'],
    ['headers that are too large', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 400, 'BAD_REQUEST'],
  ])('%s', async (_what, text, status, words) => {
    const sender = sendRaw(port, text);
    expect(missingIn(await sender.hears(words), status, words)).toEqual([]);
    sender.socket.destroy();
  });

  test('answers garbage after a request with 400, never inside another response', async () => {
    const sender = sendRaw(port, `${requestHead('GET /api/health')}no soy http\r\n\r\n`);
    expect(missingIn(await sender.ended(), 400, 'BAD_REQUEST')).toEqual([]);
    const done: string[] = [];
    const socket = { writable: true, destroy: () => done.push('destroy'), end: () => done.push('end'), on: () => {} };
    answerMalformedRequest({ code: 'HPE_INVALID_METHOD' }, { ...socket, _httpMessage: { headersSent: true } } as never);
    answerMalformedRequest({ code: 'HPE_INVALID_METHOD' }, {
      ...socket,
      _httpMessage: { headersSent: false },
    } as never);
    expect(done).toEqual(['destroy', 'end']);
  });

  test('405 lists the allowed methods', async () => {
    const sender = sendRaw(port, 'FOO /api/health HTTP/1.1\r\nhost: x\r\n\r\n');
    expect((await sender.ended()).toLowerCase()).toContain('allow: get, head, post, put, patch, delete');
  });
});

test('an aborted body logs no error', async () => {
  lines.length = 0;
  const headers = { ...JSON_TYPE, authorization: `Bearer ${admin.token}`, 'content-length': 100 };
  const health = () => fetch(`http://127.0.0.1:${port}/api/health`, { headers: { connection: 'close' } });
  for (const line of ['POST /api/login', 'POST /api/objective', 'PUT /api/notification']) {
    const { socket } = sendRaw(port, `${requestHead(line, headers)}{"name":`);
    await once(socket, 'connect');
    // Answered after it, so by then the other body is being read.
    await health();
    await health();
    socket.destroy();
    await expect.poll(() => connectionsOf(world)).toBe(0);
  }
  await health();
  const records = lines.map((line) => JSON.parse(line) as { msg: string; level: number });
  expect(records.filter(({ level }) => level > 30)).toEqual([]);
  expect(records.filter(({ msg }) => msg === 'request').length).toBeGreaterThanOrEqual(7);
});

const connectionsOf = (node: TestApp) =>
  new Promise<number>((resolve, reject) =>
    node.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
