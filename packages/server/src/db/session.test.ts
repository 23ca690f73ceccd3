import pg from 'pg';
import { PgBoss } from 'pg-boss';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { JOB_SCHEMA } from '../jobs/schema.ts';
import { createDb, createPool } from './client.ts';
import { connectionTo } from './connection.ts';
import { createHeavyDb } from './heavy-db.ts';
import { withClient } from './dedicated-client.ts';
import { SESSION_HOOK, SESSION_SETTINGS } from './session.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // As a distribution's default configuration.
  const admin = new pg.Client({ connectionString: database.url });
  await admin.connect();
  const stock = { jit: 'on', work_mem: '4MB', random_page_cost: '4', timezone: 'America/Argentina/Buenos_Aires' };
  for (const [name, value] of Object.entries(stock))
    await admin.query(
      `do $$ begin execute format('alter database %I set ${name} = %L', current_database(), '${value}'); end $$`,
    );
  await admin.end();
});
afterAll(() => database.drop());

const ASK = `select json_object_agg(name, current_setting(name)) as settings from unnest(array['jit', 'work_mem', 'random_page_cost', 'timezone', 'statement_timeout', 'backend_flush_after']) name`;
type Answer = { settings: Record<string, string> };

test('a plain session has the defaults of the server', async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  expect((await client.query<Answer>(ASK)).rows[0]!.settings).toMatchObject({ jit: 'on', work_mem: '4MB' });
  await client.end();
});

test('every connection of the product sets its session settings', async () => {
  const pool = createPool(database.url, { max: 1, statementTimeout: 4_000 });
  expect((await pool.query<Answer>(ASK)).rows[0]!.settings).toMatchObject({
    ...SESSION_SETTINGS,
    statement_timeout: '4s',
  });
  await pool.end();

  const heavy = createHeavyDb(database.url, { warn: vi.fn() });
  expect((await sql.raw<Answer>(ASK).execute(heavy)).rows[0]!.settings).toMatchObject(SESSION_SETTINGS);
  await heavy.destroy();

  const own = { databaseUrl: database.url, abort: new AbortController() };
  const answer = await withClient(own, (client) => client.query<Answer>(ASK));
  expect(answer.rows[0]!.settings).toMatchObject({ ...SESSION_SETTINGS, backend_flush_after: '1MB' });

  const options = { schema: JOB_SCHEMA, migrate: false, supervise: false, schedule: false };
  const boss = await new PgBoss({ ...connectionTo(database.url), ...SESSION_HOOK, ...options }).start();
  expect((await boss.getDb().executeSql(ASK)).rows[0].settings).toMatchObject(SESSION_SETTINGS);
  await boss.stop({ graceful: false });
});

test('refused session settings fail the connection', async () => {
  const db = createDb(createPool(database.url, { max: 1, statementTimeout: -5 }));
  await expect(sql`select 1`.execute(db)).rejects.toThrow('statement_timeout');
  await db.destroy();
});
