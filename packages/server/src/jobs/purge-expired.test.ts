import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDeps, type TestDeps } from '../../test/deps.ts';
import { outboxFolderOf, sweepOutbox } from '../integrations/mailer/outbox.ts';
import { firstPasswordFile, removeFirstPassword } from '../work/first-password.ts';
import { findKeepPeriods, lockKeepPeriods, saveKeepPeriods } from './keep-periods.ts';
import { outboxBefore, purgeExpired } from './purge-expired.ts';

const now = new Date('2026-03-10T13:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
afterAll(() => deps.close());

test('deletes idempotency keys after a day and other expired rows', async () => {
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

const aUser = async () =>
  (
    await deps.db
      .insertInto('appUser')
      .values({ firstName: 'Ana', lastName: 'Díaz', email: `ana${Math.random()}@prueba.gob.ar` })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const daysAgo = (days: number) => hoursAgo(days * 24);

test('deletes read notifications after 90 days, unread ones after half a year', async () => {
  const { db } = deps;
  const userId = await aUser();
  const notification = (subject: string, days: number, readAt: Date | null) => ({
    userId,
    action: 'ASSIGNAMENT',
    subject,
    createdAt: daysAgo(days),
    readAt,
  });
  await db
    .insertInto('notification')
    .values([
      notification('old and read', 90.1, hoursAgo(1)),
      notification('read', 89.9, hoursAgo(1)),
      notification('unread', 179.9, null),
      notification('old and unread', 180.1, null),
    ])
    .execute();
  await purgeExpired(db, now);
  const left = await db.selectFrom('notification').select('subject').orderBy('id').execute();
  expect(left.map(({ subject }) => subject)).toEqual(['read', 'unread']);
});

test('deletes notes, mails and outbox files after the configured days', async () => {
  const { db, config } = deps;
  const userId = await aUser();
  await db
    .insertInto('note')
    .values([40, 20].map((days) => ({ userId, text: `${days}`, updatedAt: daysAgo(days) })))
    .execute();
  const mail = (days: number) => ({ userId, recipient: 'a@b.ar', subject: `${days}`, body: '', messageId: `${days}` });
  await db
    .insertInto('mail')
    .values([40, 20].map((days) => ({ ...mail(days), createdAt: daysAgo(days) })))
    .execute();
  const folder = outboxFolderOf(config);
  await mkdir(folder, { recursive: true });
  for (const days of [40, 20]) {
    const path = join(folder, `${days}.eml`);
    await writeFile(path, '');
    await utimes(path, daysAgo(days), daysAgo(days));
  }
  const left = async () => {
    await purgeExpired(db, now);
    await sweepOutbox(folder, outboxBefore(now, await findKeepPeriods(db)));
    return {
      notes: (await db.selectFrom('note').select('text').orderBy('id').execute()).map(({ text }) => text),
      mails: (await db.selectFrom('mail').select('subject').orderBy('id').execute()).map(({ subject }) => subject),
      files: (await readdir(folder)).toSorted(),
    };
  };
  expect(await left()).toEqual({ notes: ['40', '20'], mails: ['40', '20'], files: ['20.eml', '40.eml'] });
  await db.transaction().execute(async (trx) => {
    const periods = await lockKeepPeriods(trx);
    await saveKeepPeriods(trx, { ...periods, notes: 30, inbox: 30, outbox: 30 }, now);
  });
  expect(await left()).toEqual({ notes: ['20'], mails: ['20'], files: ['20.eml'] });
});

test('removes the file of the first password once no user has to change theirs', async () => {
  const { db, config, log } = deps;
  const path = firstPasswordFile(config);
  await writeFile(path, 'una\n');
  const userId = await aUser();
  await db.updateTable('appUser').set({ mustChangePassword: true }).where('id', '=', userId).execute();
  await removeFirstPassword({ db, config, log });
  expect(await readFile(path, 'utf8')).toBe('una\n');
  await db.updateTable('appUser').set({ mustChangePassword: false }).execute();
  await removeFirstPassword({ db, config, log });
  await expect(readFile(path)).rejects.toThrow('ENOENT');
});
