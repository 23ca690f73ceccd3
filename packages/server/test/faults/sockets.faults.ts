import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { io as connect } from 'socket.io-client';
import { expect, test } from 'vitest';
import { createHub } from '../../src/realtime/hub.ts';
import { anActor, createTestDeps } from '../deps.ts';

test('events pass between nodes again after lost database connections', async () => {
  const deps = await createTestDeps();
  const [node, worker] = [createHub(deps), createHub(deps)];
  const server = createServer();
  node.attach(server, { resolveActor: async () => anActor(1), clock: () => new Date(), allowedOrigins: [] });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    auth: { token: 't' },
    transports: ['websocket'],
  });
  const received = new Set<number>();
  socket.on('notification', ({ id }: { id: number }) => received.add(id));
  await new Promise<void>((resolve) => socket.on('connect', resolve));
  const arrives = async (id: number) => {
    // Delivered at most once: clients refetch lost events, so the test repeats them.
    const tell = () => {
      worker.publish.toUsers([1], 'notification', { id });
      return received.has(id);
    };
    await expect.poll(tell, { timeout: 10_000, interval: 100 }).toBe(true);
  };
  await arrives(0);
  // More often than the pool has connections: broken ones must be removed.
  for (let round = 1; round <= 6; round += 1) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'campanero sockets'`.execute(deps.db);
    await arrives(round);
  }
  socket.close();
  await worker.close();
  await node.close();
  await new Promise((resolve) => server.close(resolve));
  await deps.close();
});
