import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDeps, type TestDeps } from '../../test/deps.ts';
import { purgeExpired } from './purge-expired.ts';

const now = new Date('2026-03-10T13:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
afterAll(() => deps.close());

test('keys live for a day, whatever is over goes, everything else stays', async () => {
  const { db } = deps;
  const key = (name: string, hours: number) => ({
    userId: 1,
    key: name,
    fingerprint: Buffer.alloc(32),
    createdAt: hoursAgo(hours),
  });
  await db
    .insertInto('idempotencyKey')
    .values([key('old', 24.1), key('young', 23.9)])
    .execute();
  await db
    .insertInto('rateLimit')
    .values([
      { key: 'old', windowStart: hoursAgo(25), count: 1 },
      { key: 'young', windowStart: hoursAgo(0), count: 1 },
    ])
    .execute();
  await purgeExpired(db, now);
  await purgeExpired(db, now);
  expect(await db.selectFrom('idempotencyKey').select('key').execute()).toEqual([{ key: 'young' }]);
  expect(await db.selectFrom('rateLimit').select('key').execute()).toEqual([{ key: 'young' }]);
});

test('read notifications go after ninety days, unread ones never by themselves', async () => {
  const { db } = deps;
  const { id: userId } = await db
    .insertInto('appUser')
    .values({ firstName: 'Ana', lastName: 'Díaz', email: 'ana@prueba.gob.ar' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ring = (subject: string, days: number, readAt: Date | null) => ({
    userId,
    action: 'ASSIGNAMENT',
    subject,
    createdAt: hoursAgo(days * 24),
    readAt,
  });
  await db
    .insertInto('notification')
    .values([
      ring('old and read', 90.1, hoursAgo(1)),
      ring('read', 89.9, hoursAgo(1)),
      ring('old and unread', 400, null),
    ])
    .execute();
  await purgeExpired(db, now);
  const left = await db.selectFrom('notification').select('subject').orderBy('id').execute();
  expect(left.map(({ subject }) => subject)).toEqual(['read', 'old and unread']);
});
