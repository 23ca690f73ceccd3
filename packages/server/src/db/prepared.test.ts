import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { createDb, createPool, type Db } from './client.ts';
import { statementName, NAMES_MAX, prepared } from './prepared.ts';

let database: TestDatabase;
let db: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  db = createDb(createPool(database.url, { max: 1 }));
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

const kept = async () => {
  const { rows } = await sql<{
    statement: string;
  }>`select statement from pg_prepared_statements order by prepare_time`.execute(db);
  return rows.map(({ statement }) => statement);
};

test('a marked statement is prepared once per connection; others are not', async () => {
  const twice = (n: number) => sql<{ twice: number }>`${prepared} select ${n}::int * 2 as twice`.execute(db);
  expect((await twice(4)).rows).toEqual([{ twice: 8 }]);
  expect((await twice(5)).rows).toEqual([{ twice: 10 }]);
  await db.selectFrom('role').modifyFront(prepared).select('id').execute();
  await sql`select ${1}::int`.execute(db);
  expect(await kept()).toEqual([
    '/* prepared */ select $1::int * 2 as twice',
    'select /* prepared */ "id" from "role"',
  ]);
});

test('a failed marked statement can be retried on the same connection', async () => {
  const half = (n: number) => sql<{ half: number }>`${prepared} select 10 / ${n}::int as half`.execute(db);
  await expect(half(0)).rejects.toThrow(/division/);
  expect((await half(2)).rows).toEqual([{ half: 5 }]);
});

test('limits the names and drops those unused for an hour', () => {
  const now = Date.now();
  const texts = Array.from({ length: NAMES_MAX + 1 }, (_, n) => `${n} of too many`);
  const names = texts.map((text) => statementName(text, now)).filter((name) => name !== undefined);
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeLessThanOrEqual(NAMES_MAX);
  expect(statementName(texts[0]!, now)).toBe(names[0]);
  expect(statementName('one more', now)).toBeUndefined();
  expect(statementName('one more', now + 2 * 3_600_000)).toBeDefined();
});
