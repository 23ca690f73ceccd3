import { afterEach, expect, test, vi } from 'vitest';
import { anonymously, createTestDeps, type TestDeps } from '../../../../test/deps.ts';
import { runJob } from '../../../../test/jobs.ts';
import { transact } from '../../../work/transact.ts';
import { lockStage, moveStatus } from './change-status.ts';
import { campaignJobs, closingWork } from './close-campaign.ts';

let deps: TestDeps;
afterEach(() => deps.close());

async function aRunningCampaign(): Promise<number> {
  const { id: userId } = await deps.db
    .insertInto('appUser')
    .values({ firstName: 'Ana', lastName: 'Díaz', email: 'ana@prueba.gob.ar' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const objective = await deps.db
    .insertInto('objective')
    .values({ name: 'Encuesta' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await deps.db
    .insertInto('campaign')
    .values({
      name: 'Encuesta de barrio',
      description: 'Una campaña de prueba',
      objectiveId: objective.id,
      coordinatedBy: userId,
      external: false,
      startDate: new Date('2026-01-01'),
      endDate: new Date('2100-01-01'),
      status: 'EN CURSO',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const statusOf = async (id: number) =>
  (await deps.db.selectFrom('campaign').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status;
const finish = (id: number, isJobLost: boolean) =>
  transact(anonymously(deps), async (work) => {
    await moveStatus(work, await lockStage(work.trx, id), ['finish']);
    if (!isJobLost) await closingWork.enqueue(work, { id });
  });

test('a finished campaign closes on the real queue', async () => {
  deps = await createTestDeps({ definitions: campaignJobs });
  const id = await aRunningCampaign();
  await finish(id, false);
  expect(await deps.jobs.isPending(closingWork.jobs.large, { campaignId: id })).toBe(true);
  expect(await deps.jobs.isPending(closingWork.jobs.large, { campaignId: id + 1 })).toBe(false);
  await deps.jobs.start(deps);
  await vi.waitFor(async () => expect(await statusOf(id)).toBe('FINALIZADA'), { timeout: 15_000, interval: 100 });
});

test('the sweep enqueues a lost closing job once', async () => {
  deps = await createTestDeps({ definitions: campaignJobs });
  const id = await aRunningCampaign();
  await finish(id, true);
  await runJob(deps, 'campaign.sweep');
  await runJob(deps, 'campaign.sweep');
  await deps.jobs.start(deps);
  await vi.waitFor(async () => expect(await statusOf(id)).toBe('FINALIZADA'), { timeout: 15_000, interval: 100 });
});
