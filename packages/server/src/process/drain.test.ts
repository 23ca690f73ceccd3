import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { countRequests, drain } from './drain.ts';

/** A server whose requests wait in a hook before they are counted, as ours do for the session. */
async function aServer(hookMs: number) {
  const app = fastify();
  app.addHook('onRequest', async () => pause(hookMs));
  const underWay = countRequests(app);
  app.get('/', async () => 'hola');
  app.get('/slow', async () => pause(600, 'listo'));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const open = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  return { app, underWay, port, open, drain: () => drain(app, underWay, async () => {}) };
}
const timed = async (work: Promise<unknown>) => {
  const began = performance.now();
  await work;
  return performance.now() - began;
};

test('whoever hung up before being counted does not keep the process', async () => {
  const server = await aServer(100);
  const socket = await server.open();
  socket.write('GET / HTTP/1.1\r\nhost: a\r\n\r\n');
  await pause(30);
  socket.destroy();
  await pause(200);
  expect(server.underWay()).toBe(0);
  expect(await timed(server.drain())).toBeLessThan(3000);
});

test('nor does a connection that was opened in advance and never used', async () => {
  const server = await aServer(0);
  const socket = await server.open();
  expect(await timed(server.drain())).toBeLessThan(3000);
  socket.destroy();
});

test('a request under way gets its answer', async () => {
  const server = await aServer(0);
  const answer = fetch(`http://127.0.0.1:${server.port}/slow`).then((response) => response.text());
  await expect.poll(server.underWay).toBe(1);
  const drained = server.drain();
  expect(await answer).toBe('listo');
  await drained;
});
