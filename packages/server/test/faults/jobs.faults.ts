import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDeps, signedIn, type TestDeps } from '../deps.ts';
import { transact } from '../../src/work/transact.ts';
import { slowJob } from './job-worker.ts';

let deps: TestDeps;
let workers: ChildProcess[] = [];

beforeEach(async () => {
  deps = await createTestDeps({ definitions: [slowJob] });
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

test('the job of a killed worker runs again elsewhere within half a minute', async () => {
  const first = await startWorker();
  await enqueue(1, 600);
  await once(first, 'message');
  await startWorker();
  const killed = performance.now();
  first.kill('SIGKILL');
  await expect.poll(finished, { timeout: 40_000, interval: 250 }).toEqual(['job 1 attempt 1']);
  expect(performance.now() - killed).toBeLessThan(30_000);
});

test('a worker that was frozen past its lease wakes and changes nothing', async () => {
  const first = await startWorker();
  await enqueue(2, 5);
  await once(first, 'message');
  await startWorker();
  first.kill('SIGSTOP');
  await expect.poll(finished, { timeout: 40_000, interval: 250 }).toEqual(['job 2 attempt 1']);
  first.kill('SIGCONT');
  // Its pause is over at once: it would write now.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  expect(await finished()).toEqual(['job 2 attempt 1']);
  expect(await deps.jobs.isPending(slowJob, { id: 2 })).toBe(false);
});
