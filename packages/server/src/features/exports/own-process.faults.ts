import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readdir } from 'node:fs/promises';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { anAudience } from '../../../test/audience.ts';
import { theSystemStates } from '../../../test/catalogue.ts';
import { ask, recordsOf, textOf } from '../../../test/exports.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import type { JobDefinition } from '../../jobs/define-job.ts';
import { createJobs, type Jobs } from '../../jobs/runner.ts';
import { spoolFolderOf } from '../../integrations/files/store.ts';
import { heavyReads } from '../../work/metrics.ts';
import { exportWork } from './make-export.ts';

/** With the real queue and child process: a kill leads to one complete file. */
const world = useWorld();
let coordinator: TestUser;
let queue: Jobs | undefined;
beforeAll(async () => {
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
});
afterAll(async () => {
  await queue?.stop();
});

async function startWorker(killAt: readonly string[]): Promise<string[]> {
  const left = [...killAt];
  const killed: string[] = [];
  const definition: JobDefinition<{ exportId: string }> = {
    ...exportWork.jobs.small,
    // Retry without delay.
    retry: { ...exportWork.jobs.small.retry, delaySeconds: 0, maxDelaySeconds: 0 },
    handler: (ctx, { exportId }) =>
      exportWork.run(
        ctx,
        exportId,
        exportWork.inChildProcess((step, pid) => {
          if (Number(step) < Number(left[0] ?? Infinity)) return;
          killed.push(left.shift()!);
          process.kill(pid, 'SIGKILL');
        }),
      ),
  };
  queue = createJobs({ url: world.databaseUrl, log: world.deps.log, definitions: [definition], stopTimeoutMs: 100 });
  world.deps.jobs = queue;
  // A writable server is never used as a replica, but each read is counted.
  const config = { ...world.deps.config, databaseReadUrl: world.databaseUrl };
  await queue.start({ ...world.deps, config, jobs: queue });
  return killed;
}

/** Of maximum length: buffered rows must fit into the process's small memory. */
const OBSERVATIONS = `Ñandú; "€" ${'Ñandú del bañado '.repeat(290)}`;

const readings = async () =>
  (await heavyReads.get()).values.find(({ labels }) => labels.server === 'primary')?.value ?? 0;

test('an export whose process is killed ends in one complete file and one notification', async () => {
  const { id: campaignId } = await aCampaign(world, { status: 'EN CURSO' });
  const calls = await anAudience(
    world,
    campaignId,
    Array.from({ length: 6_000 }, () => ({})),
  );
  await sql`update call set observations = ${OBSERVATIONS} where campaign_id = ${campaignId}`.execute(world.db);
  const killed = await startWorker(['1', '8']);
  const before = await readings();
  const id = await ask(world, coordinator, api.exports.audience, { params: { id: campaignId } });
  const detail = async () => (await as(world, coordinator).call(api.exports.detail, { params: { id } })).body;
  await expect.poll(async () => (await detail()).status, { timeout: 60_000, interval: 200 }).toBe('COMPLETED');
  expect(killed).toEqual(['1', '8']);
  // Killed attempts reported nothing.
  await expect.poll(readings).toBe(before + 1);
  const rows = recordsOf(await textOf(world, coordinator, id));
  expect(rows.map((row) => row['Id de llamado'])).toEqual(calls.map((call) => String(call.id)));
  expect(new Set(rows.map((row) => row['Observaciones']))).toEqual(new Set([OBSERVATIONS]));
  expect(world.published.filter(({ event }) => event === 'export audience')).toHaveLength(1);
  expect(await world.db.selectFrom('mail').select('id').where('exportId', '=', id).execute()).toHaveLength(1);
  expect(await world.db.selectFrom('orphanFile').select('fileKey').execute()).toEqual([]);
  // Partial files of killed attempts are removed by a sweep.
  expect((await readdir(spoolFolderOf(world.deps.config))).length).toBeLessThanOrEqual(2);
}, 90_000);
