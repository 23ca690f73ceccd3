import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDeps, type TestDeps } from '../../test/deps.ts';
import { hit, peek, refund } from './rate-limit.ts';

const tenInFifteen = { limit: 10, windowSeconds: 900 };
const now = new Date('2026-03-10T13:00:00.000Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps();
});
afterAll(() => deps.close());

test('of 200 concurrent hits exactly 10 are allowed', async () => {
  const verdicts = await Promise.all(Array.from({ length: 200 }, () => hit(deps.db, 'parallel', tenInFifteen, now)));
  expect(verdicts.filter((each) => each.allowed)).toHaveLength(10);
  expect(verdicts.find((each) => !each.allowed)?.retryAfter).toBe(900);
});

test('a full window returns its remaining time and then resets', async () => {
  for (let i = 0; i < 12; i += 1) await hit(deps.db, 'window', tenInFifteen, now);
  expect(await hit(deps.db, 'window', tenInFifteen, later(890))).toMatchObject({ allowed: false, retryAfter: 10 });
  expect(await peek(deps.db, 'window', tenInFifteen, later(890))).toMatchObject({ allowed: false, retryAfter: 10 });
  expect(await peek(deps.db, 'window', tenInFifteen, later(900))).toMatchObject({ allowed: true, count: 0 });
  expect(await hit(deps.db, 'window', tenInFifteen, later(900))).toMatchObject({ allowed: true, count: 1 });
});

test('refund() frees a hit and peek() counts none', async () => {
  for (let i = 0; i < 10; i += 1) await hit(deps.db, 'refund', tenInFifteen, now);
  expect(await peek(deps.db, 'refund', tenInFifteen, now)).toMatchObject({ allowed: false });
  await refund(deps.db, 'refund');
  expect(await peek(deps.db, 'refund', tenInFifteen, now)).toMatchObject({ allowed: true, count: 9 });
  expect(await hit(deps.db, 'refund', tenInFifteen, now)).toMatchObject({ allowed: true, count: 10 });
  expect(await hit(deps.db, 'refund', tenInFifteen, now)).toMatchObject({ allowed: false });
});

test('keys are independent', async () => {
  for (let i = 0; i < 20; i += 1) await hit(deps.db, 'mine', tenInFifteen, now);
  expect(await hit(deps.db, 'yours', tenInFifteen, now)).toMatchObject({ allowed: true, count: 1 });
});
