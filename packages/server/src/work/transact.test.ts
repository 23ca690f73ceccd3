import { sql } from 'kysely';
import { z } from 'zod';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDeps, signedIn, type TestDeps } from '../../test/deps.ts';
import { defineJob } from '../jobs/define-job.ts';
import { AppError } from './app-error.ts';
import type { Ctx } from './context.ts';
import { StaleRead, transact } from './transact.ts';

const noted = defineJob({
  name: 'test.noted',
  payload: z.object({ id: z.number() }),
  retry: { limit: 0, delaySeconds: 1 },
  expireSeconds: 60,
  handler: async () => {},
});

let deps: TestDeps;
beforeAll(async () => {
  deps = await createTestDeps({ definitions: [noted] });
});
afterAll(() => deps.close());

const put = (key: string) => deps.db.insertInto('installation').values({ key, value: '1' });
const isThere = async (key: string) =>
  (await deps.db.selectFrom('installation').select('key').where('key', '=', key).execute()).length > 0;
const audited = (object: string) =>
  deps.db.selectFrom('audit').selectAll().where('objectType', '=', 'queue').where('objectId', '=', object).execute();
const record = (id: string) => ({ action: 'USUARIO', subaction: 'ACCIÓN', object: { type: 'queue', id } }) as const;

test('commits rows, audit record, job and event together', async () => {
  const result = await transact(signedIn(deps, 7), async ({ trx, actor, audit, enqueue, afterCommit }) => {
    await trx.insertInto('installation').values({ key: 'whole', value: '1' }).execute();
    await audit({ ...record('whole'), before: { Nombre: 'a', Igual: 1 }, after: { Nombre: 'b', Igual: 1 } });
    await enqueue(noted, { id: 1 });
    afterCommit({ to: [actor.id], event: 'notification', payload: { id: 1 } });
    expect(deps.published).toEqual([]);
    return 'done';
  });
  expect(result).toBe('done');
  expect(await isThere('whole')).toBe(true);
  expect(await audited('whole')).toMatchObject([
    {
      userId: 7,
      requestId: 'a-request',
      info: { entries: [{ label: 'Nombre', prevValue: 'a' }], modifications: [{ label: 'Nombre', value: 'b' }] },
    },
  ]);
  expect(await deps.jobs.isPending(noted, { id: 1 })).toBe(true);
  expect(deps.published).toEqual([{ to: [7], event: 'notification' }]);
});

test('an error leaves no rows, audit record, job or event', async () => {
  deps.published.length = 0;
  const refused = transact(signedIn(deps), async ({ trx, audit, enqueue, afterCommit }) => {
    await trx.insertInto('installation').values({ key: 'refused', value: '1' }).execute();
    await audit(record('refused'));
    await enqueue(noted, { id: 2 });
    afterCommit({ to: [1], event: 'notification', payload: { id: 2 } });
    throw new AppError('CONFLICT');
  });
  await expect(refused).rejects.toMatchObject({ error: 'CONFLICT' });
  expect(await isThere('refused')).toBe(false);
  expect(await audited('refused')).toEqual([]);
  expect(await deps.jobs.isPending(noted, { id: 2 })).toBe(false);
  expect(deps.published).toEqual([]);
});

test('rolls back if the audit record cannot be written', async () => {
  const failed = transact(signedIn(deps), async ({ trx, audit }) => {
    await trx.insertInto('installation').values({ key: 'unaudited', value: '1' }).execute();
    await audit({ ...record('unaudited'), action: 'NADA' as 'USUARIO' });
  });
  await expect(failed).rejects.toThrow(/audit/);
  expect(await isThere('unaudited')).toBe(false);
});

test('a second audit record throws', async () => {
  const twice = transact(signedIn(deps), async ({ audit }) => {
    await audit(record('twice'));
    await audit(record('twice'));
  });
  await expect(twice).rejects.toThrow(/exactly one audit record/);
  expect(await audited('twice')).toEqual([]);
});

test('a failed after-commit effect does not fail the change', async () => {
  await transact(signedIn(deps), async ({ trx, afterCommit }) => {
    await trx.insertInto('installation').values({ key: 'effect', value: '1' }).execute();
    afterCommit(() => {
      throw new Error('no socket');
    });
  });
  expect(await isThere('effect')).toBe(true);
});

test('retries a deadlock; both changes happen, with their events once', async () => {
  deps.published.length = 0;
  await put('counter').execute();
  const { promise: allHaveRead, resolve: release } = Promise.withResolvers<void>();
  let reads = 0;
  const increment = () =>
    transact(signedIn(deps), async ({ trx, afterCommit }) => {
      await sql`set transaction isolation level repeatable read`.execute(trx);
      const row = await trx
        .selectFrom('installation')
        .select('value')
        .where('key', '=', 'counter')
        .executeTakeFirstOrThrow();
      if (++reads === 3) release();
      await allHaveRead;
      await trx
        .updateTable('installation')
        .set({ value: String(Number(row.value) + 1) })
        .where('key', '=', 'counter')
        .execute();
      afterCommit({ to: [1], event: 'notification', payload: { id: 3 } });
    });
  await Promise.all([increment(), increment(), increment()]);
  const { value } = await deps.db
    .selectFrom('installation')
    .select('value')
    .where('key', '=', 'counter')
    .executeTakeFirstOrThrow();
  expect(value).toBe(4);
  expect(deps.published).toHaveLength(3);
});

test('retries after StaleRead, a limited number of times', async () => {
  let runs = 0;
  const twice = await transact(signedIn(deps), async ({ trx }) => {
    runs += 1;
    await trx.insertInto('installation').values({ key: 'outdated', value: '1' }).execute();
    if (runs === 1) throw new StaleRead('once');
    return runs;
  });
  expect(twice).toBe(2);
  const never = transact(signedIn(deps), async () => {
    throw new StaleRead('always');
  });
  await expect(never).rejects.toBeInstanceOf(StaleRead);
});

test('does not retry other errors', async () => {
  let runs = 0;
  const failed = transact(signedIn(deps), async () => {
    runs += 1;
    throw Object.assign(new Error('not from PostgreSQL'), { code: '40001' });
  });
  await expect(failed).rejects.toThrow('not from PostgreSQL');
  expect(runs).toBe(1);
});

const keyed = (key: string, body: string, userId = 1): Ctx => ({
  ...signedIn(deps, userId),
  idempotency: { key, fingerprint: Buffer.from(body) },
});

test('the same key and body runs once and returns the same result, dates included', async () => {
  let runs = 0;
  deps.published.length = 0;
  const at = new Date('2026-03-10T13:00:00.000Z');
  const create = (ctx: Ctx) =>
    transact(ctx, async ({ afterCommit }) => {
      runs += 1;
      afterCommit({ to: [1], event: 'notification', payload: { id: 4 } });
      return { id: 12, at, parts: [{ at }], none: null };
    });
  const first = keyed('k-same', 'body');
  const again = keyed('k-same', 'body');
  const results = [await create(first), await create(again)];
  expect(results[1]).toEqual(results[0]);
  expect(results[1]?.at).toBeInstanceOf(Date);
  expect([first.idempotency?.outcome, again.idempotency?.outcome]).toEqual(['done', 'replayed']);
  expect(runs).toBe(1);
  expect(deps.published).toHaveLength(1);
});

test('refuses the key with another body; keys are per user', async () => {
  const answer = (ctx: Ctx, text: string) => transact(ctx, async () => text);
  expect(await answer(keyed('k-other', 'one'), 'first')).toBe('first');
  await expect(answer(keyed('k-other', 'two'), 'second')).rejects.toMatchObject({ error: 'IDEMPOTENCY_MISMATCH' });
  expect(await answer(keyed('k-other', 'two', 2), 'hers')).toBe('hers');
});

test('refuses a second request while the first is running', async () => {
  let runs = 0;
  const { promise: bothRefused, resolve: release } = Promise.withResolvers<void>();
  const slow = (ctx: Ctx) =>
    transact(ctx, async () => {
      runs += 1;
      await bothRefused;
      return 'made';
    });
  const told: string[] = [];
  const ask = async () => {
    told.push(await slow(keyed('k-race', 'x')).catch(({ error }: AppError) => error));
    if (told.length === 2) release();
  };
  await Promise.all([ask(), ask(), ask()]);
  expect(told).toEqual(['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_IN_PROGRESS', 'made']);
  expect(runs).toBe(1);
  expect(await slow(keyed('k-race', 'x'))).toBe('made');
});

test('finds a request that committed between snapshot and lock', async () => {
  let runs = 0;
  const ctx = keyed('k-instant', 'x');
  const late = transact(ctx, async ({ trx }) => {
    runs += 1;
    await trx.insertInto('installation').values({ key: 'instant', value: '1' }).execute();
    // As the first request would write it, after this one's snapshot.
    await deps.db
      .insertInto('idempotencyKey')
      .values({ userId: 1, key: 'k-instant', fingerprint: Buffer.from('x'), answer: '"first"' })
      .execute();
    return 'second';
  });
  expect(await late).toBe('first');
  expect([runs, ctx.idempotency?.outcome, await isThere('instant')]).toEqual([1, 'replayed', false]);
});

test('a failed request frees its key', async () => {
  const attempt = (isRefused: boolean) =>
    transact(keyed('k-refused', 'x'), async () => {
      if (isRefused) throw new AppError('CONFLICT');
      return 'made';
    });
  await expect(attempt(true)).rejects.toMatchObject({ error: 'CONFLICT' });
  expect(await attempt(false)).toBe('made');
});

test('stores no result, or only ids, if asked', async () => {
  const secret = () => transact(keyed('k-secret', 'x'), { remember: false }, async () => ({ token: 'abc' }));
  await secret();
  await secret();
  const reduced = () =>
    transact(
      keyed('k-ids', 'x'),
      {
        remember: {
          remember: ({ id }) => ({ id }),
          recall: async (_trx, { id }: { id: number }) => ({ id, name: `number ${id}` }),
        },
      },
      async () => ({ id: 5, name: 'Ana' }),
    );
  expect(await reduced()).toEqual({ id: 5, name: 'Ana' });
  expect(await reduced()).toEqual({ id: 5, name: 'number 5' });
  const stored = await deps.db
    .selectFrom('idempotencyKey')
    .select(['key', 'answer'])
    .where('key', 'in', ['k-secret', 'k-ids'])
    .execute();
  expect(stored).toEqual([{ key: 'k-ids', answer: { id: 5 } }]);
});

test('only the first transaction of a request uses its key', async () => {
  const ctx = keyed('k-two', 'x');
  expect(await transact(ctx, async () => 'effect')).toBe('effect');
  expect(await transact(ctx, async () => 'something else')).toBe('something else');
});
