import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { useWorld } from '../../../test/app.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { leftovers, loadFiles, performHere, runLoad, upload } from '../../../test/loads.ts';
import { jobCtx, runJob } from '../../../test/jobs.ts';
import { lockBlockingShared, lockCampaign, lockNumbers } from '../../call-store/locks.ts';
import { refreshCallsJob } from '../../call-store/write/index.ts';
import { refreshCallsOf } from '../../call-store/write/refresh-calls.ts';
import type { Actor } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import { loadWork } from './load-audience.ts';

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

test('copies added values of known persons to their calls in other campaigns', async () => {
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

test('recovers from a crash right after the end of a load, without interference of the sweep', async () => {
  const base = 1_156_000_000;
  await loadFiles(world, coordinator, (await aCampaign(world)).id, [aFile(base, ';')]);
  const accepted = await upload(world, coordinator, (await aCampaign(world)).id, [aFile(base, 'F;01-02-1980')]);
  if (accepted.status !== 202) throw new Error('refused');
  const loadId = accepted.body.id;
  const dies = loadWork.run(jobCtx(world), loadId, async (ctx, attempt) => {
    await performHere({ tuning: { fillAtOnce: 1 } })(ctx, attempt);
    throw new Error('killed');
  });
  await expect(dies).rejects.toThrow('killed');
  expect(await versionsOf(base)).toEqual([0, 0, 0]);
  const jobs = { ...world.deps.jobs, isPending: () => Promise.resolve(true) };
  await runJob({ ...world.deps, jobs }, 'audience.sweep');
  // The retry by the queue, and another one.
  const before = refreshes().length;
  await loadWork.run(jobCtx(world), loadId);
  expect(await versionsOf(base)).toEqual([1, 1, 1]);
  expect(refreshes().length).toBe(before + 1);
  await loadWork.run(jobCtx(world), loadId);
  expect(await versionsOf(base)).toEqual([1, 1, 1]);
  expect(await leftovers(world)).toEqual([]);
});

/** Starts a load while a transaction is open, which commits once the load waits for it and `meanwhile` is done. */
async function loadBeside(
  change: (work: Work<Actor | null>) => Promise<void>,
  load: () => Promise<unknown>,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
) {
  const { loading } = await transact(jobCtx(world), async (work) => {
    await change(work);
    const started = load();
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_locks join pg_database on pg_database.oid = pg_locks.database
        where locktype = 'advisory' and not granted and datname = current_database()`.execute(world.db);
      expect(rows.length).toBeGreaterThan(0);
    }, 10_000);
    await meanwhile();
    return { loading: started };
  });
  await loading;
}
async function runRefreshes() {
  for (const { payload } of world.enqueued.splice(0).filter(({ name }) => name === refreshCallsJob.name))
    await refreshCallsJob.handler(jobCtx(world), payload as { numbers: number[] });
}

test('a load waits for concurrent changes of persons and copies the new values', async () => {
  const base = 1_157_000_000;
  const [first, second] = [await aCampaign(world), await aCampaign(world)];
  await loadFiles(world, coordinator, first.id, [aFile(base, ';')]);
  world.enqueued.length = 0;
  await loadBeside(
    async (work) => {
      const lock = await lockNumbers(work.trx, await lockBlockingShared(work.trx), [base, base + 1, base + 2]);
      await sql`
        update person set gender = 'F', birthday = '1980-02-01'
        where document in (${String(base)}, ${String(base + 1)}, ${String(base + 2)})`.execute(work.trx);
      await refreshCallsOf(work, lock);
    },
    () => loadFiles(world, coordinator, second.id, [aFile(base, ';')]),
  );
  await runRefreshes();
  expect(await copiesOf(first.id)).toEqual(FILLED);
  expect(await copiesOf(second.id)).toEqual(FILLED);
});

test('values filled in by a load reach the calls of a concurrent load', async () => {
  const base = 1_158_000_000;
  const [second, third] = [await aCampaign(world), await aCampaign(world)];
  await loadFiles(world, coordinator, (await aCampaign(world)).id, [aFile(base, ';')]);
  const accepted = await upload(world, coordinator, second.id, [aFile(base, 'F;01-02-1980')]);
  const other = await upload(world, coordinator, third.id, [aFile(base, ';')]);
  if (accepted.status !== 202 || other.status !== 202) throw new Error('refused');
  const dies = loadWork.run(jobCtx(world), accepted.body.id, async (ctx, attempt) => {
    await performHere({ tuning: { fillAtOnce: 1 } })(ctx, attempt);
    throw new Error('killed');
  });
  await expect(dies).rejects.toThrow('killed');
  world.enqueued.length = 0;
  await loadBeside(
    async ({ trx }) => void (await lockCampaign(trx, third.id)),
    () => runLoad(world, other.body.id),
    async () => {
      await loadWork.run(jobCtx(world), accepted.body.id);
      await runRefreshes();
    },
  );
  await runRefreshes();
  expect(await copiesOf(third.id)).toEqual(FILLED);
});
