import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { parseIntoClientConfig } from 'pg-connection-string';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBareDatabase, type TestDatabase } from '../../test/database.ts';
import { isDatabaseUnavailable } from './unavailable.ts';
import { createPool } from './client.ts';
import { startHeartbeat } from './heartbeat.ts';

let database: TestDatabase;
beforeAll(async () => void (database = await createBareDatabase()));
afterAll(() => database.drop());

/** A proxy that passes nothing on while frozen; connections stay open. */
async function aFreezableServer() {
  const { host = '', port } = parseIntoClientConfig(database.url);
  const place = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port ?? 5432}` } : { host, port: Number(port) };
  const open = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((from) => {
    const to = connect(place);
    from.pipe(to).pipe(from);
    for (const socket of [from, to]) {
      socket.on('error', () => {}).on('close', () => open.delete(socket));
      open.add(socket);
      if (isFrozen) socket.cork();
      if (isFrozen) socket.pause();
    }
    from.on('close', () => to.destroy());
    to.on('close', () => from.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = Object.assign(new URL(database.url), {
    hostname: '127.0.0.1',
    port: String((server.address() as AddressInfo).port),
    search: '',
  }).href;
  const setFrozen = (value: boolean) => {
    isFrozen = value;
    for (const socket of open) socket[value ? 'pause' : 'resume']();
    for (const socket of open) socket[value ? 'cork' : 'uncork']();
  };
  const close = async () => {
    for (const socket of open) socket.destroy();
    server.close();
    await once(server, 'close');
  };
  return { url, setFrozen, close };
}

test('statements fail soon while the server does not answer, and work again afterwards', async () => {
  const server = await aFreezableServer();
  const heartbeat = startHeartbeat(server.url, { log: pino({ level: 'silent' }), everyMs: 100, answerMs: 500 });
  const pool = createPool(heartbeat.connection, { max: 3 });
  // Longer than the heartbeat's timeout: allowed while the server is alive.
  await pool.query('select pg_sleep(2)');

  server.setFrozen(true);
  const since = performance.now();
  // Three have a connection or open one, the others wait.
  const attempts = Array.from({ length: 10 }, () => pool.query('select 1').catch((error: Error) => error));
  for (const error of await Promise.all(attempts)) expect(isDatabaseUnavailable(error)).toBe(true);
  expect(performance.now() - since).toBeLessThan(2_000);
  const later = performance.now();
  await expect(pool.query('select 1')).rejects.toThrow('does not answer');
  expect(performance.now() - later).toBeLessThan(300);

  server.setFrozen(false);
  await expect
    .poll(() =>
      pool.query('select 1 as n').then(
        ({ rows }) => rows,
        () => [],
      ),
    )
    .toEqual([{ n: 1 }]);
  await pool.end();
  await heartbeat.close();
  await server.close();
});

test('a failure of its own connection does not affect others', async () => {
  const heartbeat = startHeartbeat(database.url, { log: pino({ level: 'silent' }), everyMs: 50, answerMs: 200 });
  const pool = createPool(heartbeat.connection, { max: 1 });
  const end = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'campanero heartbeat'";
  await pool.query(end);
  const { rows } = await pool.query("select pg_sleep(0.5), 'there' as still");
  expect(rows).toMatchObject([{ still: 'there' }]);
  await pause(100);
  await pool.query('select 1');
  await pool.end();
  await heartbeat.close();
});
