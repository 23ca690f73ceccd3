import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { io as connect } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../test/app.ts';
import { untilHubsListen } from '../../test/database.ts';
import { anOperator, type TestUser } from '../../test/factories.ts';
import { insertNotifications } from '../../test/notifications.ts';
import { resolveActor } from '../features/auth/session/sessions.ts';
import { createHub } from '../realtime/hub.ts';
import { notify, type NewNotification } from './notify.ts';
import { transact } from './transact.ts';

const world = useWorld();
let luis: TestUser;
let eva: TestUser;
const closers: (() => unknown)[] = [];
beforeAll(async () => {
  [luis, eva] = [await anOperator(world), await anOperator(world)];
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

const rowsOf = (userId: number, subject: string) =>
  world.db.selectFrom('notification').selectAll().where('userId', '=', userId).where('subject', '=', subject).execute();

test('notifies once per user, action and subject', async () => {
  const notifications: NewNotification[] = [
    { userId: luis.id, action: 'ASSIGNAMENT', subject: 'segmentation:9', amount: 5 },
    { userId: eva.id, action: 'ASSIGNAMENT', subject: 'segmentation:9', amount: 4 },
  ];
  world.published.length = 0;
  await Promise.all([
    insertNotifications(world.deps, ...notifications),
    insertNotifications(world.deps, ...notifications.toReversed()),
    insertNotifications(world.deps, ...notifications),
  ]);
  await insertNotifications(world.deps, { ...notifications[0]!, amount: 99 });
  expect(await rowsOf(luis.id, 'segmentation:9')).toMatchObject([{ amount: 5, status: 'COMPLETED', readAt: null }]);
  expect(world.published).toHaveLength(2);
  expect(world.published).toMatchObject(
    expect.arrayContaining(
      [luis, eva].map(({ id }) => expect.objectContaining({ userIds: [id], event: 'notification' })),
    ),
  );
  await insertNotifications(world.deps, { userId: luis.id, action: 'CORRECTION', subject: 'segmentation:9' });
  expect(await rowsOf(luis.id, 'segmentation:9')).toHaveLength(2);
});

test('sends nothing after a rollback, and accepts an empty list', async () => {
  world.published.length = 0;
  const ctx = { ...world.deps, actor: null, requestId: 'r', address: '', userAgent: '' };
  const failing = transact(ctx, async (work) => {
    await notify(work, [{ userId: luis.id, action: 'CALLBACK', subject: 'never' }]);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await insertNotifications(world.deps);
  expect(await rowsOf(luis.id, 'never')).toEqual([]);
  expect(world.published).toEqual([]);
});

/** A node with its own hub and port on the shared database. */
async function startNode() {
  const hub = createHub({ url: world.databaseUrl, log: world.deps.log });
  const server = createServer();
  hub.attach(server, {
    resolveActor: (token) => resolveActor(world.deps, token),
    clock: world.clock.now,
    allowedOrigins: [],
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(
    () => new Promise((resolve) => server.close(resolve)),
    () => hub.close(),
  );
  return { hub, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function listen(url: string, token: string) {
  const socket = connect(url, { auth: { token }, transports: ['websocket'], reconnection: false, forceNew: true });
  closers.push(() => socket.close());
  const heard: unknown[] = [];
  socket.onAny((event: string, payload: unknown) => heard.push([event, payload]));
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  return heard;
}

test('over sockets on two nodes each user gets only their own notifications', async () => {
  const [here, there] = [await startNode(), await startNode()];
  await untilHubsListen(world.databaseUrl, 2);
  const [luisHere, luisThere, evaThere] = [
    await listen(here.url, luis.token),
    await listen(there.url, luis.token),
    await listen(there.url, eva.token),
  ];
  const deps = { ...world.deps, publish: here.hub.publish };
  await insertNotifications(deps, { userId: luis.id, action: 'ASSIGNAMENT', subject: 'over-sockets' });
  const [row] = await rowsOf(luis.id, 'over-sockets');
  for (const heard of [luisHere, luisThere])
    await expect.poll(() => heard, { timeout: 3000 }).toEqual([['notification', { id: row?.id }]]);
  await insertNotifications(deps, { userId: eva.id, action: 'ASSIGNAMENT', subject: 'over-sockets' });
  await expect.poll(() => evaThere, { timeout: 3000 }).toHaveLength(1);
  expect(luisHere).toHaveLength(1);
});
