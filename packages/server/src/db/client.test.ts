import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createPool } from './client.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('logs a broken idle connection, and the next query gets a new one', async () => {
  const warn = vi.fn();
  const pool = createPool(database.url, { max: 1, log: { warn } });
  const other = createPool(database.url, { max: 1 });
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  await other.query('select pg_terminate_backend($1)', [rows[0]!.pid]);
  await vi.waitFor(() => expect(warn).toHaveBeenCalled());
  expect(warn.mock.calls[0]).toMatchObject([{ err: expect.any(Error) }, 'an idle connection to the database broke']);
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await Promise.all([pool.end(), other.end()]);
});
