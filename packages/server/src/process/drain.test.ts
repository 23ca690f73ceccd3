import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify, { type FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { countOpenRequests, drain } from './drain.ts';

/** A server whose requests may wait in a hook before they are counted, as for the session. */
async function aServer(beforeCounting: (request: FastifyRequest) => Promise<unknown> = async () => {}) {
  const app = fastify();
  app.addHook('onRequest', async (request) => void (await beforeCounting(request)));
  const underWay = countOpenRequests(app);
  const { promise: slowAnswer, resolve: answerSlow } = Promise.withResolvers<string>();
  app.get('/', async () => 'hola');
  app.get('/slow', () => slowAnswer);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  return { underWay, port, open, answerSlow, drain: () => drain(app, underWay, async () => {}) };
}
const timed = async (work: Promise<unknown>) => {
  const began = performance.now();
  await work;
  return performance.now() - began;
};

test('a request aborted before being counted does not block the stop', async () => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: counted, resolve: count } = Promise.withResolvers<void>();
  const server = await aServer(async ({ raw }) => {
    arrive();
    await once(raw.socket, 'close');
    setImmediate(count);
  });
  const socket = await server.open();
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await arrived;
  socket.destroy();
  await counted;
  await expect.poll(server.underWay).toBe(0);
  expect(await timed(server.drain())).toBeLessThan(3000);
});

test('an unused preconnection does not block the stop', async () => {
  const server = await aServer();
  const socket = await server.open();
  expect(await timed(server.drain())).toBeLessThan(3000);
  socket.destroy();
});

test('an open request gets its response', async () => {
  const server = await aServer();
  const answer = fetch(`http://127.0.0.1:${server.port}/slow`).then((response) => response.text());
  await expect.poll(server.underWay).toBe(1);
  const drained = server.drain();
  server.answerSlow('listo');
  expect(await answer).toBe('listo');
  await drained;
});
