import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type TestApp, useWorld } from '../../../test/app.ts';
import { type AuditSearch, createAuditCounter } from './audit-log.queries.ts';

const world = useWorld();

const MANY = 20_000;
const insert = (db: TestApp['db'], n: number) =>
  sql`insert into audit (at, action, subaction, info, object_type, hash)
    select now(), 'CAMPAÑA', 'CREAR', '{"entries": [], "modifications": []}', 'campaign', '\\x00'
    from generate_series(1, ${n}::int)`.execute(db);
const everything: AuditSearch = { ownerId: undefined, restriction: 2, text: undefined };

test('totals stay exact with records of transactions that were open during the count', async () => {
  const count = createAuditCounter();
  await insert(world.db, MANY);
  expect(await count(world.db, everything)).toBe(MANY);

  const { promise: written, resolve: tellWritten } = Promise.withResolvers<void>();
  const { promise: mayCommit, resolve: letCommit } = Promise.withResolvers<void>();
  const slow = world.db.transaction().execute(async (trx) => {
    await insert(trx, 3);
    tellWritten();
    await mayCommit;
  });
  await written;
  // Newer than the open transaction and visible at once.
  await insert(world.db, 2);
  expect(await count(world.db, everything)).toBe(MANY + 2);
  letCommit();
  await slow;
  expect(await count(world.db, everything)).toBe(MANY + 5);
  await insert(world.db, 1);
  expect(await count(world.db, everything)).toBe(MANY + 6);
  expect(await count(world.db, { ...everything, action: 'NUMERO' })).toBe(0);
});
