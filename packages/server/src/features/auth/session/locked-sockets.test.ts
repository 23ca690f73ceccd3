import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { api } from '@campanero/contract';
import { io as connect, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { anAccount, PASSWORD } from '../../../../test/accounts.ts';
import { as } from '../../../../test/actors.ts';
import { useWorld } from '../../../../test/app.ts';
import { untilHubsListen } from '../../../../test/database.ts';
import { anAdministrator, type TestUser } from '../../../../test/factories.ts';
import { aServiceAccount } from '../../../../test/service-accounts.ts';
import { createHub, type Hub } from '../../../realtime/hub.ts';
import { resolveActor } from './sessions.ts';

const MINUTE = 60_000;
/** How long before the limit the sockets of these tests connect. */
const JUST_BEFORE = 300;
const world = useWorld();
const sockets: Socket[] = [];
let hub: Hub;
let url: string;
let closeServer: () => Promise<unknown>;

beforeAll(async () => {
  hub = createHub({ url: world.databaseUrl, log: world.deps.log });
  const server = createServer();
  const resolve = (token: string) => resolveActor(world.deps, token);
  hub.attach(server, { resolveActor: resolve, clock: world.clock.now, allowedOrigins: [] });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  closeServer = () => new Promise((closed) => server.close(closed));
  await untilHubsListen(world.databaseUrl, 1);
  const body = { limits: [{ roleId: 2, minutes: 15 }], version: 0 };
  await as(world, await anAdministrator(world)).call(api.identity.setIdleLimits, { body });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close();
});
afterAll(async () => {
  await hub.close();
  await closeServer();
});

async function listen({ token }: Pick<TestUser, 'token'>) {
  const socket = connect(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  sockets.push(socket);
  const heard: unknown[] = [];
  socket.onAny((_event: string, payload: unknown) => heard.push(payload));
  const closed = new Promise<string>((resolve) => socket.on('disconnect', resolve));
  const outcome = await new Promise<string>((resolve) => {
    socket.on('connect', () => resolve('connected'));
    socket.on('connect_error', ({ message }) => resolve(message));
  });
  return { socket, heard, closed, outcome };
}

test('at the limit the sockets of the session close and cannot reconnect until its identity is confirmed', async () => {
  const operator = await anAccount(world, { roles: [2] });
  world.clock.advance(15 * MINUTE - JUST_BEFORE);
  const [first, second] = [await listen(operator), await listen(operator)];
  hub.publish.toUsers([operator.id], 'notification', { id: 1 });
  for (const { heard } of [first, second]) await expect.poll(() => heard).toEqual([{ id: 1 }]);

  world.clock.advance(JUST_BEFORE + 1);
  expect(await Promise.all([first.closed, second.closed])).toEqual(['io server disconnect', 'io server disconnect']);
  hub.publish.toUsers([operator.id], 'notification', { id: 2 });
  const refused = await listen(operator);
  expect(refused.outcome).toBe('SESSION_LOCKED');

  expect((await as(world, operator).send(api.identity.confirm, { body: { password: PASSWORD } })).status).toBe(204);
  const back = await listen(operator);
  expect(back.outcome).toBe('connected');
  hub.publish.toUsers([operator.id], 'notification', { id: 3 });
  await expect.poll(() => back.heard).toEqual([{ id: 3 }]);
  expect([first, second, refused].map(({ heard }) => heard)).toEqual([[{ id: 1 }], [{ id: 1 }], []]);
});

test('the key of a service account opens none', async () => {
  const { token } = await aServiceAccount(world);
  expect((await as(world, { token }).call(api.campaigns.list)).status).toBe(200);
  expect((await listen({ token })).outcome).toBe('UNAUTHENTICATED');
});

test('the sockets of an active user stay open', async () => {
  const operator = await anAccount(world, { roles: [2] });
  world.clock.advance(15 * MINUTE - JUST_BEFORE);
  const { socket, heard } = await listen(operator);
  expect((await as(world, operator).send(api.identity.activity)).status).toBe(204);
  world.clock.advance(2 * JUST_BEFORE);
  await new Promise((resolve) => setTimeout(resolve, 3 * JUST_BEFORE));
  expect(socket.connected).toBe(true);
  hub.publish.toUsers([operator.id], 'notification', { id: 4 });
  await expect.poll(() => heard).toEqual([{ id: 4 }]);
});
