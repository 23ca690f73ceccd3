import { api } from '@campanero/contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { aBlockList, uploadList } from '../../../test/block-lists.ts';
import { anAdministrator, type TestUser } from '../../../test/factories.ts';
import type { JobDefinition } from '../../jobs/define-job.ts';
import { createJobs, type Jobs } from '../../jobs/runner.ts';
import { refreshListedJob } from '../../call-store/write/index.ts';
import { listWork } from './load-list.ts';

let world: TestApp;
let admin: TestUser;
let queue: Jobs | undefined;
beforeEach(async () => {
  world = await createTestApp();
  admin = await anAdministrator(world);
});
afterEach(async () => {
  await queue?.stop();
  await world.close();
});

const numbersOf = async (listId: number) =>
  (await world.db.selectFrom('listedNumber').select('number').where('listId', '=', listId).execute())
    .map(({ number }) => number)
    .toSorted((one, other) => one - other);

test('a load whose process is killed during read and write completes on retry; until then the old list applies', async () => {
  const old = [1_143_000_001, 1_143_000_002];
  const list = await aBlockList(world, admin, old, { dated: '2026-01-05' });
  const left = ['read', 'write'];
  const seen: number[][] = [];
  const definition: JobDefinition<{ loadId: number }> = {
    ...listWork.jobs.large,
    // No backoff in this test.
    retry: { ...listWork.jobs.large.retry, delaySeconds: 0, maxDelaySeconds: 0 },
    handler: async (ctx, { loadId }) => {
      seen.push(await numbersOf(list.id));
      await listWork.run(
        ctx,
        loadId,
        listWork.inChildProcess((step, pid) => {
          if (step !== left[0]) return;
          left.shift();
          process.kill(pid, 'SIGKILL');
        }),
      );
    },
  };
  const definitions = [definition, refreshListedJob];
  queue = createJobs({ url: world.databaseUrl, log: world.deps.log, definitions, stopTimeoutMs: 100 });
  world.deps.jobs = queue;
  await queue.start({ ...world.deps, jobs: queue });

  const fresh = Array.from({ length: 30_000 }, (_, place) => 1_144_000_000 + place);
  const content = [...fresh, 'x'].join('\n');
  const reply = await uploadList(world, admin, { content }, { listId: list.id, replaces: '1', dated: '2026-01-06' });
  expect(reply.status).toBe(202);
  const lastLoad = async () => (await as(world, admin).call(api.blockLists.loads, { params: { id: list.id } })).body[0];
  await expect.poll(async () => (await lastLoad())?.status, { timeout: 60_000, interval: 200 }).toBe('COMPLETED');
  expect(left).toEqual([]);
  expect(seen).toEqual([old, old, old]);
  expect(await lastLoad()).toMatchObject({ read: 30_001, added: 30_000, removed: 2, rejected: 1 });
  expect(await numbersOf(list.id)).toEqual(fresh);
  expect(await world.db.selectFrom('blockListRejected').select('line').execute()).toEqual([{ line: 30_001 }]);
});
