import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDeps, signedIn, type TestDeps } from '../../test/deps.ts';
import { transact } from '../work/transact.ts';
import { defineJob, type JobCtx } from './define-job.ts';
import { LostClaim } from './fence.ts';
import { createJobs, type Jobs } from './runner.ts';

const runs: { id: number; attempt: number }[] = [];
let behave: (ctx: JobCtx, id: number) => Promise<void> = async () => {};

const base = { payload: z.object({ id: z.number() }), retry: { limit: 2, delaySeconds: 1 }, expireSeconds: 60 };
const handler = async (ctx: JobCtx, { id }: { id: number }) => {
  runs.push({ id, attempt: ctx.job.attempt });
  await behave(ctx, id);
};
const ordinary = defineJob({ ...base, name: 'test.ordinary', handler });
const single = defineJob({ ...base, name: 'test.single', unique: true, handler });
let firstRuns = 0;
const prepares = defineJob({
  ...base,
  name: 'test.prepares',
  payload: z.object({}),
  cron: '0 0 1 1 *',
  atFirst: true,
  handler: async () => {
    firstRuns += 1;
  },
});
const definitions = [ordinary, single, prepares];

let deps: TestDeps;
let worker: Jobs;
const runsOf = (id: number) => runs.filter((run) => run.id === id).map((run) => run.attempt);

beforeAll(async () => {
  deps = await createTestDeps({ definitions });
});
afterAll(() => deps.close());
beforeEach(async () => {
  behave = async () => {};
  worker = createJobs({ url: deps.url, log: deps.log, definitions, stopTimeoutMs: 5_000 });
  await worker.start(deps);
});
afterEach(() => worker.stop());

test('runs a job after its transaction commits, with its payload', async () => {
  const began = performance.now();
  await transact(signedIn(deps), ({ enqueue }) => enqueue(ordinary, { id: 1 }));
  await expect.poll(() => runsOf(1), { timeout: 5_000, interval: 20 }).toEqual([0]);
  expect(performance.now() - began).toBeLessThan(1_500);
});

test('runs an atFirst job at the first start only', async () => {
  await expect.poll(() => firstRuns, { timeout: 5_000, interval: 20 }).toBe(1);
  const other = createJobs({ url: deps.url, log: deps.log, definitions, stopTimeoutMs: 5_000 });
  await other.start(deps);
  expect(await other.isPending(prepares, {})).toBe(false);
  await other.stop();
  expect(firstRuns).toBe(1);
});

test('a job of a rolled-back transaction never runs', async () => {
  await transact(signedIn(deps), async ({ enqueue }) => {
    await enqueue(ordinary, { id: 2 });
    throw new Error('refused');
  }).catch(() => {});
  // A job enqueued later has run; the rolled-back one would have run before it.
  await transact(signedIn(deps), ({ enqueue }) => enqueue(ordinary, { id: 3 }));
  await expect.poll(() => runsOf(3), { timeout: 5_000 }).toEqual([0]);
  expect(runsOf(2)).toEqual([]);
  expect(await deps.jobs.isPending(ordinary, { id: 2 })).toBe(false);
});

test('retries a failed run', async () => {
  behave = async ({ job }) => {
    if (job.attempt === 0) throw new Error('not yet');
  };
  await transact(signedIn(deps), ({ enqueue }) => enqueue(ordinary, { id: 4 }));
  await expect.poll(() => runsOf(4), { timeout: 10_000 }).toEqual([0, 1]);
});

test('only one unique job is queued or running', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  behave = () => released;
  for (let i = 0; i < 3; i += 1)
    await transact(signedIn(deps), ({ enqueue }) => enqueue(single, { id: 5 }, { key: 'campaign 5' }));
  await transact(signedIn(deps), ({ enqueue }) => enqueue(single, { id: 6 }, { key: 'campaign 6' }));
  await expect.poll(() => runsOf(5), { timeout: 5_000 }).toEqual([0]);
  release();
  await expect.poll(() => runsOf(6), { timeout: 5_000 }).toEqual([0]);
  await expect.poll(() => worker.isPending(single, {}), { timeout: 5_000 }).toBe(false);
  expect(runsOf(5)).toEqual([0]);
});

test('a delayed job is pending and does not run yet', async () => {
  const startAfter = new Date(Date.now() + 3_600_000);
  await transact(signedIn(deps), ({ enqueue }) => enqueue(ordinary, { id: 7 }, { startAfter }));
  // A job that may run at once makes the worker poll.
  await transact(signedIn(deps), ({ enqueue }) => enqueue(ordinary, { id: 70 }));
  await expect.poll(() => runsOf(70), { timeout: 10_000 }).toEqual([0]);
  expect(runsOf(7)).toEqual([]);
  expect(await deps.jobs.isPending(ordinary, { id: 7 })).toBe(true);
});

test('an attempt that was taken over cannot commit', async () => {
  const { promise: refusal, resolve: tell } = Promise.withResolvers<unknown>();
  behave = async (ctx) => {
    if (ctx.job.attempt > 0) return;
    // As the supervisor does when a worker stops responding.
    await deps.db.executeQuery({
      sql: `update pgboss.job set state = 'retry' where id = '${ctx.job.id}'`,
      parameters: [],
      query: { kind: 'RawNode' },
    } as never);
    const late = transact(ctx, ({ trx }) =>
      trx.insertInto('installation').values({ key: 'late', value: '1' }).execute(),
    );
    tell(await late.catch((error: unknown) => error));
  };
  await transact(signedIn(deps), ({ enqueue }) => enqueue(ordinary, { id: 8 }));
  expect(await refusal).toBeInstanceOf(LostClaim);
  expect(await deps.db.selectFrom('installation').select('key').where('key', '=', 'late').execute()).toEqual([]);
  await expect.poll(() => runsOf(8), { timeout: 10_000 }).toEqual([0, 1]);
});

test('stop() aborts a long run and requeues it', async () => {
  behave = async ({ job }) => {
    if (job.attempt === 0) await pause(60_000, undefined, { signal: job.signal });
  };
  await transact(signedIn(deps), ({ enqueue }) => enqueue(ordinary, { id: 9 }));
  await expect.poll(() => runsOf(9), { timeout: 5_000 }).toEqual([0]);
  await worker.stop();
  expect(await deps.jobs.isPending(ordinary, { id: 9 })).toBe(true);
  worker = createJobs({ url: deps.url, log: deps.log, definitions });
  await worker.start(deps);
  await expect.poll(() => runsOf(9), { timeout: 10_000 }).toEqual([0, 1]);
});

test('refuses to enqueue an unknown job', async () => {
  const unknown = defineJob({ ...base, name: 'test.unknown', handler });
  const attempt = transact(signedIn(deps), ({ enqueue }) => enqueue(unknown, { id: 1 }));
  await expect(attempt).rejects.toThrow(/not among the definitions/);
});
