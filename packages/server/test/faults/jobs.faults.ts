import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDeps, signedIn, type TestDeps } from '../deps.ts';
import { refreshStatisticsJob } from '../../src/features/global-statistics/refresh-statistics.ts';
import { transact } from '../../src/work/transact.ts';
import { slowJob } from './job-worker.ts';
import { runJob } from '../jobs.ts';

let deps: TestDeps;
let workers: ChildProcess[] = [];

beforeEach(async () => {
  deps = await createTestDeps({ definitions: [slowJob, refreshStatisticsJob] });
});
afterEach(async () => {
  for (const worker of workers) worker.kill('SIGKILL');
  workers = [];
  await deps.close();
});

async function startWorker(): Promise<ChildProcess> {
  const worker = fork(fileURLToPath(new URL('./job-worker.ts', import.meta.url)), [deps.url]);
  workers.push(worker);
  await once(worker, 'message');
  return worker;
}

const enqueue = (id: number, seconds: number) =>
  transact(signedIn(deps), (work) => work.enqueue(slowJob, { id, seconds }));
const finished = async () =>
  (await deps.db.selectFrom('installation').select(['key', 'value']).orderBy('key').execute()).map((row) => row.key);

test('the job of a killed worker runs elsewhere within half a minute', async () => {
  const first = await startWorker();
  await enqueue(1, 600);
  await once(first, 'message');
  await startWorker();
  const killed = performance.now();
  first.kill('SIGKILL');
  await expect.poll(finished, { timeout: 40_000, interval: 250 }).toEqual(['job 1 attempt 1']);
  expect(performance.now() - killed).toBeLessThan(30_000);
});

test('a worker frozen past its lease changes nothing when it wakes', async () => {
  const first = await startWorker();
  // Jobs of a first start: a worker frozen in their commit would block the others until its transaction is ended.
  await expect.poll(() => deps.jobs.isPending(refreshStatisticsJob, {}), { timeout: 20_000 }).toBe(false);
  await enqueue(2, 5);
  await once(first, 'message');
  // Frozen first: on a busy machine the other one takes longer to start than the job.
  first.kill('SIGSTOP');
  await startWorker();
  await expect.poll(finished, { timeout: 40_000, interval: 250 }).toEqual(['job 2 attempt 1']);
  // It tries to write at once.
  const ended = once(first, 'message');
  first.kill('SIGCONT');
  await ended;
  expect(await finished()).toEqual(['job 2 attempt 1']);
  expect(await deps.jobs.isPending(slowJob, { id: 2 })).toBe(false);
});

test('a worker killed during the statistics leaves the old figures; another one recomputes them', async () => {
  await runJob(deps, 'statistics.refresh');
  const computedAt = async () =>
    (await deps.db.selectFrom('globalStatistics').select('computedAt').executeTakeFirstOrThrow()).computedAt.getTime();
  const waiting = async () =>
    (
      await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(
        deps.db,
      )
    ).rows.length;
  const old = await computedAt();
  const first = await startWorker();
  await deps.db.transaction().execute(async (trx) => {
    // Read last but one, so the worker is killed in between.
    await sql`lock table audience_load in access exclusive mode`.execute(trx);
    await transact(signedIn(deps), ({ enqueue }) => enqueue(refreshStatisticsJob, {}));
    await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    first.kill('SIGKILL');
    await once(first, 'exit');
  });
  expect(await computedAt()).toBe(old);
  await startWorker();
  await expect.poll(computedAt, { timeout: 40_000, interval: 250 }).toBeGreaterThan(old);
});
