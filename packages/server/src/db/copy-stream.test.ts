import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBareDatabase, type TestDatabase } from '../../test/database.ts';
import { openCopy } from './copy-stream.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await createBareDatabase();
  client = new pg.Client({ connectionString: database.url });
  client.on('error', () => {});
  await client.connect();
});
afterAll(async () => {
  await client.end().catch(() => {});
  await database.drop();
});

test('a write that waits for a blocked database fails when it ends', async () => {
  // The first row keeps it busy; the rest fills the connection.
  await client.query('create table slow (n int check (pg_sleep(60) is not null))');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const rowsOfMany = '1\n'.repeat(2_000_000);
  const copy = openCopy(client, 'copy slow from stdin');
  const writing = (async () => {
    for (;;) await copy.write(rowsOfMany);
  })();
  writing.catch(() => {});
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  // By now it sleeps and the connection is full.
  await expect
    .poll(
      async () => (await other.query('select wait_event from pg_stat_activity where pid = $1', [rows[0]!.pid])).rows,
    )
    .toEqual([{ wait_event: 'PgSleep' }]);
  await other.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  await other.end();
  await expect(writing).rejects.toThrow();
});
