import { beforeAll, expect, test } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { leftovers, loadFiles, performHere, upload } from '../../../test/loads.ts';
import { jobCtx, runJob } from '../../../test/jobs.ts';
import { refreshCallsJob } from '../../call-store/write/index.ts';
import { TUNING } from '../../call-store/load/index.ts';
import { loadAudience } from './load-audience.ts';

const HEADER = 'telefono;nombre;documento;genero;fecha nacimiento';

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
});

const aFile = (base: number, rest: string) => ({
  content: [HEADER, ...[0, 1, 2].map((n) => `${base + n};Persona ${n};${base + n};${rest}`)].join('\n'),
});
const copiesOf = (campaignId: number) =>
  world.db.selectFrom('call').select(['gender', 'birthYear']).where('campaignId', '=', campaignId).execute();
const versionsOf = async (base: number) =>
  (
    await world.db
      .selectFrom('person')
      .select('version')
      .where('document', '>=', String(base))
      .where('document', '<', String(base + 3))
      .execute()
  ).map(({ version }) => version);
const refreshes = () => world.enqueued.filter(({ name }) => name === refreshCallsJob.name);
const FILLED = Array.from({ length: 3 }, () => ({ gender: 'F', birthYear: 1980 }));

test('what a load adds to known persons reaches their calls in other campaigns', async () => {
  const base = 1_155_000_000;
  const first = await aCampaign(world);
  await loadFiles(world, coordinator, first.id, [aFile(base, ';')]);
  expect(refreshes()).toEqual([]);
  await loadFiles(world, coordinator, (await aCampaign(world)).id, [aFile(base, 'F;01-02-1980')]);
  const asked = refreshes();
  expect(asked.map(({ payload }) => payload)).toEqual([{ numbers: [base, base + 1, base + 2] }]);
  for (const { payload } of asked) await refreshCallsJob.handler(jobCtx(world), payload as { numbers: number[] });
  expect(await copiesOf(first.id)).toEqual(FILLED);
  expect(await versionsOf(base)).toEqual([1, 1, 1]);
});

test('a crash right after the end of a load is made good, and the sweep does not come between', async () => {
  const base = 1_156_000_000;
  await loadFiles(world, coordinator, (await aCampaign(world)).id, [aFile(base, ';')]);
  const accepted = await upload(world, coordinator, (await aCampaign(world)).id, [aFile(base, 'F;01-02-1980')]);
  if (accepted.status !== 202) throw new Error('refused');
  const loadId = accepted.body.id;
  const tuning = { ...TUNING, fillAtOnce: 1 };
  const dies = loadAudience(jobCtx(world), loadId, {
    tuning,
    runAttempt: async (ctx, attempt) => {
      await performHere(world)(ctx, attempt);
      throw new Error('killed');
    },
  });
  await expect(dies).rejects.toThrow('killed');
  expect(await versionsOf(base)).toEqual([0, 0, 0]);
  const jobs = { ...world.deps.jobs, isPending: () => Promise.resolve(true) };
  await runJob({ ...world.deps, jobs }, 'audience.sweep');
  // What the queue does next; and once more, should it be killed again.
  const before = refreshes().length;
  await loadAudience(jobCtx(world), loadId, { tuning });
  expect(await versionsOf(base)).toEqual([1, 1, 1]);
  expect(refreshes().length).toBe(before + 1);
  await loadAudience(jobCtx(world), loadId, { tuning });
  expect(await versionsOf(base)).toEqual([1, 1, 1]);
  expect(await leftovers(world)).toEqual([]);
});
