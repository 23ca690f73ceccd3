import { tableBook } from '@campanero/contract/test/workbook';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestApp, type TestApp } from '../../../test/app.ts';
import { countedFigures, storedFigures } from '../../../test/calls.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { callsOf, leftovers, reportOf, upload } from '../../../test/loads.ts';
import type { JobDefinition } from '../../jobs/define-job.ts';
import { createJobs, type Jobs } from '../../jobs/runner.ts';
import type { LoadTask } from './attempt-load.ts';
import { loadWork } from './load-audience.ts';

/** With the real queue and child process: a kill at any moment leaves the whole audience or nothing. */
let world: TestApp;
let coordinator: TestUser;
let queue: Jobs | undefined;
beforeEach(async () => {
  world = await createTestApp();
  coordinator = await aCoordinator(world);
});
afterEach(async () => {
  await queue?.stop();
  await world.close();
});

/** A worker whose child process is killed at each of these steps once. */
async function startWorker(killAt: readonly string[]): Promise<string[]> {
  const left = [...killAt];
  const killed: string[] = [];
  const runInChildProcess = loadWork.inChildProcess((step, pid) => {
    if (step !== left[0]) return;
    killed.push(left.shift()!);
    process.kill(pid, 'SIGKILL');
  });
  const definition: JobDefinition<{ loadId: number; campaignId: number }> = {
    ...loadWork.jobs.small,
    // Retry without delay.
    retry: { ...loadWork.jobs.small.retry, delaySeconds: 0, maxDelaySeconds: 0 },
    handler: (ctx, { loadId }) =>
      loadWork.run(ctx, loadId, (jobCtx, attempt) => {
        const task: LoadTask = { ...attempt, tuning: { ownPartitionFrom: 100, fillAtOnce: 10, smallBelow: 10 } };
        return runInChildProcess(jobCtx, task);
      }),
  };
  queue = createJobs({ url: world.databaseUrl, log: world.deps.log, definitions: [definition], stopTimeoutMs: 100 });
  world.deps.jobs = queue;
  await queue.start({ ...world.deps, jobs: queue });
  return killed;
}

const HEADER = ['telefono', 'nombre', 'apellido', 'documento'];
const ROWS = [
  ...Array.from({ length: 3_000 }, (_, n) => [
    `11${40_000_000 + (n % 2_900)}`,
    'Persona',
    `De Prueba ${n}`,
    `${20_000_000 + n}`,
  ]),
  ['x', 'Mal', 'Número', ''],
];
/** Half of the people in a CSV, half in a workbook. */
const filesOf = async () => [
  { content: [HEADER, ...ROWS.slice(0, 1_500)].map((row) => row.join(';')).join('\n') },
  { name: 'resto.xlsx', content: await tableBook([HEADER, ...ROWS.slice(1_500)]) },
];

test('a load whose process is killed repeatedly completes exactly once', async () => {
  const killed = await startWorker(['read', 'write', 'end']);
  const { id } = await aCampaign(world);
  // The app under test shares the queue, as in production.
  const reply = await upload(world, coordinator, id, await filesOf());
  expect(reply.status).toBe(202);
  await expect
    .poll(async () => (await reportOf(world, coordinator, id)).status, { timeout: 60_000, interval: 200 })
    .toBe('COMPLETED');
  expect(killed).toEqual(['read', 'write', 'end']);
  expect(await reportOf(world, coordinator, id)).toMatchObject({
    read: 3_001,
    loaded: 2_900,
    duplicates: 100,
    rejected: 1,
  });
  const calls = await callsOf(world, id);
  expect(calls.map((call) => call.id - calls[0]!.id)).toEqual(calls.map((_, n) => n));
  expect(new Set(calls.map(({ number }) => number)).size).toBe(2_900);
  const people = await world.db.selectFrom('person').select('id').execute();
  expect(people.length).toBe(3_000);
  expect(await storedFigures(world, id)).toEqual(await countedFigures(world, id));
  await expect.poll(() => leftovers(world), { timeout: 20_000 }).toEqual([]);
  expect(world.published.filter(({ event }) => event === 'audience')).toHaveLength(1);
  expect(world.activity.map(({ campaign }) => campaign.id)).toContain(id);
}, 90_000);
