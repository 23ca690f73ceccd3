import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { postJson } from './post-json.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';

/** Says raw bytes to each connection. */
async function aRawServer(say: (socket: Socket) => void): Promise<URL> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.once('data', () => say(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/x`);
}

const post = { headers: {}, body: '{}', allowPrivate: true, timeoutMs: 10_000, answerMax: 500 };
const OK = 'HTTP/1.1 200 OK\r\n\r\n';

test.each([
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['198.18.0.1', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fc00::1', false],
  ['fd12::1', false],
  ['ff02::1', false],
  ['::ffff:10.0.0.1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001:0:a00:1::', false],
  ['2001:db8::1', false],
  ['no address', false],
  ['8.8.8.8', true],
  ['172.32.0.1', true],
  ['200.40.30.1', true],
  ['2800:3f0:4002::1', true],
  ['2606:4700::1111', true],
])('%s is public: %s', (address, isPublic) => expect(isPublicAddress(address)).toBe(isPublic));

test.each([
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://169.254.169.254/latest/meta-data',
])('%s is refused without a connection', async (address) => {
  expect(await postJson(new URL(address), { ...post, allowPrivate: false })).toEqual({
    failure: 'La dirección es de una red privada.',
  });
});

test('a name that stands for a private address, also beside a public one, is refused', async () => {
  let connections = 0;
  const url = await aRawServer(() => (connections += 1));
  for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['8.8.8.8', 'fe80::1']]) {
    const lookup = publicLookup((_host, _options, callback) =>
      callback(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );
    const asked = await postJson(new URL(`http://sistema.example:${url.port}/x`), {
      ...post,
      allowPrivate: false,
      lookup,
    });
    expect(asked).toEqual({ failure: 'La dirección es de una red privada.' });
  }
  expect(connections).toBe(0);
});

test('connects to the address that was checked: the name is looked up once', async () => {
  const answers = ['192.0.2.1', '127.0.0.1'];
  let asked = 0;
  const url = await aRawServer((socket) => socket.end(OK));
  // As if 127.0.0.1 were public: a second look-up would reach the server.
  const rebinding = publicLookup((_host, _options, callback) => {
    const address = answers[asked] ?? '127.0.0.1';
    asked += 1;
    callback(null, [{ address, family: 4 }]);
  });
  const result = await postJson(new URL(`http://sistema.example:${url.port}/x`), {
    ...post,
    allowPrivate: false,
    lookup: rebinding,
    timeoutMs: 500,
  });
  expect(result).toHaveProperty('failure');
  expect(asked).toBe(1);
});

test.each<[string, (socket: Socket) => void]>([
  ['never answers', () => {}],
  ['sends its headers byte by byte', (socket) => void setInterval(() => socket.write('H'), 50).unref()],
])('a server that %s is given up after the limit', async (_what, say) => {
  const url = await aRawServer(say);
  const started = performance.now();
  const result = await postJson(url, { ...post, timeoutMs: 400 });
  expect(result).toHaveProperty('failure');
  expect(performance.now() - started).toBeLessThan(1_500);
});

test('of a body that never ends, what came until the limit is kept with the status', async () => {
  const url = await aRawServer((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\na');
    const timer = setInterval(() => socket.write('b'), 100);
    socket.on('close', () => clearInterval(timer));
  });
  const result = await postJson(url, { ...post, timeoutMs: 350 });
  expect(result).toEqual({ status: 200, answer: expect.stringMatching(/^ab+$/) });
});

test('of a huge body only the beginning is read, as text that can be stored', async () => {
  let sent = 0;
  const url = await aRawServer((socket) => {
    const chunk = Buffer.from('é\0\u202e😀'.repeat(10_000));
    const write = () => {
      sent += chunk.length;
      if (!socket.destroyed) socket.write(chunk, () => setImmediate(write));
    };
    socket.write('HTTP/1.1 500 No\r\n\r\n', write);
  });
  const result = await postJson(url, post);
  expect(result).toMatchObject({ status: 500 });
  const { answer } = result as { answer: string };
  expect(Array.from(answer)).toHaveLength(500);
  expect(answer.slice(0, 6)).toBe('é😀é😀');
  expect(sent).toBeLessThan(5_000_000);
});

test('a redirect is an answer like any other', async () => {
  let followed = false;
  const inside = await aRawServer(() => (followed = true));
  const url = await aRawServer((socket) => socket.end(`HTTP/1.1 307 Go\r\nlocation: ${inside.href}\r\n\r\n`));
  expect(await postJson(url, post)).toEqual({ status: 307, answer: '' });
  expect(followed).toBe(false);
});

test.each([
  ['nonsense', (socket: Socket) => void socket.end('hola\r\n\r\n'), 'No se pudo enviar'],
  ['a closed connection', (socket: Socket) => void socket.destroy(), 'El servidor cortó la conexión.'],
])('%s is a failure in words', async (_what, say, words) => {
  const result = await postJson(await aRawServer(say), post);
  expect(result).toEqual({ failure: expect.stringContaining(words) });
});
