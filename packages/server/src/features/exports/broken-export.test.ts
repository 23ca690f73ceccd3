import { api } from '@campanero/contract';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { anAudience } from '../../../test/audience.ts';
import { theSystemStates } from '../../../test/catalogue.ts';
import { ask, make, recordsOf, textOf } from '../../../test/exports.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { jobCtx, runJob } from '../../../test/jobs.ts';
import { AppError } from '../../work/app-error.ts';
import { removeOrphans } from '../../work/orphan-files.ts';
import { createJobs } from '../../jobs/runner.ts';
import { attemptExport, exportWork } from './make-export.ts';

/** Failures: one complete file or none, and the requester is notified. */
const world = useWorld();
let coordinator: TestUser;
let campaignId: number;
const CALLS = 12_000;
beforeAll(async () => {
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
  campaignId = (await aCampaign(world, { status: 'EN CURSO' })).id;
  await anAudience(
    world,
    campaignId,
    Array.from({ length: CALLS }, () => ({})),
  );
});
afterEach(() => {
  vi.restoreAllMocks();
});

const request = () => ask(world, coordinator, api.exports.audience, { params: { id: campaignId } });
const detailOf = async (id: string) => (await as(world, coordinator).call(api.exports.detail, { params: { id } })).body;
const storedFiles = async () =>
  (
    await readdir(join(world.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile()).length;
const full = (code: string) => Object.assign(new Error(`${code}: no space left on device, write`), { code });

const NO_SPACE = 'No hay espacio en el servidor para guardar la exportación. Avise al soporte.';
const TOO_LARGE =
  'La exportación tendría más de 5 GB, lo máximo que se puede guardar en un archivo. Pida menos filas: con un filtro o por partes.';
test.each([
  ['is full (ENOSPC)', full('ENOSPC'), NO_SPACE],
  ['is full (EDQUOT)', full('EDQUOT'), NO_SPACE],
  ['takes no file as large', new AppError('TOO_LARGE'), TOO_LARGE],
])('a store that %s fails the export with a message, without a file', async (_, error, words) => {
  const before = await storedFiles();
  const id = await request();
  world.published.length = 0;
  vi.spyOn(world.deps.files, 'put').mockRejectedValue(error);
  await make(world, id);
  expect(await detailOf(id)).toMatchObject({ status: 'ERROR', failure: words, fileName: null });
  expect(await storedFiles()).toBe(before);
  expect(world.published).toContainEqual({
    userIds: [coordinator.id],
    event: 'export audience',
    payload: { userId: coordinator.id, campaignId, status: { status: 'ERROR' } },
  });
  const { notifications } = (await as(world, coordinator).call(api.notifications.list)).body;
  expect(notifications[0]).toMatchObject({ action: 'EXPORT AUDIENCE', status: { status: 'ERROR' }, reason: words });
  expect(await world.db.selectFrom('mail').select('id').where('exportId', '=', id).execute()).toEqual([]);
  const last = (await auditOf(world)).at(-1);
  expect(last).toMatchObject({ userId: coordinator.id, action: 'CAMPAÑA', subaction: 'EXPORTAR' });
  vi.restoreAllMocks();
  // With free space a new request is another export.
  const again = await request();
  expect(again).not.toBe(id);
  await make(world, again);
  expect(await detailOf(again)).toMatchObject({ status: 'COMPLETED', rows: CALLS });
});

test('a cancelled export stops and leaves no file', async () => {
  const before = await storedFiles();
  const id = await request();
  const cancel = () => as(world, coordinator).call(api.exports.cancel, { params: { id } });
  let cancelled: Promise<unknown> | undefined;
  await exportWork.run(jobCtx(world), id, (ctx, attempt) =>
    attemptExport(ctx, attempt, () => void (cancelled ??= cancel())),
  );
  await cancelled;
  expect(await detailOf(id)).toMatchObject({ status: 'CANCELLED', fileName: null });
  expect(await storedFiles()).toBe(before);
  expect(await world.db.selectFrom('orphanFile').selectAll().execute()).toEqual([]);
});

test('a superseded attempt changes nothing and keeps nothing', async () => {
  const id = await request();
  let overtaken = false;
  await exportWork.run(jobCtx(world), id, async (ctx, attempt) => {
    const put = world.deps.files.put;
    vi.spyOn(world.deps.files, 'put').mockImplementationOnce(async (source, limits) => {
      const stored = await put.call(world.deps.files, source, limits);
      // Its lease expired: the next attempt has completed the export.
      overtaken = true;
      await make(world, id);
      return stored;
    });
    await attemptExport(ctx, attempt);
  });
  expect(overtaken).toBe(true);
  const { fileKey, attempt } = await world.db
    .selectFrom('exportJob')
    .select(['fileKey', 'attempt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect([attempt, await world.deps.files.exists(fileKey!)]).toEqual([2, true]);
  expect(recordsOf(await textOf(world, coordinator, id))).toHaveLength(CALLS);
  expect(await world.db.selectFrom('mail').select('id').where('exportId', '=', id).execute()).toHaveLength(1);
  expect(await world.db.selectFrom('orphanFile').selectAll().execute()).toEqual([]);
});

test('killed after storing the file: the file is recorded as orphan, the next attempt makes another', async () => {
  const id = await request();
  const before = await storedFiles();
  const put = world.deps.files.put;
  vi.spyOn(world.deps.files, 'put').mockImplementationOnce(async (...asked) => {
    await put.apply(world.deps.files, asked);
    throw new Error('killed');
  });
  await expect(make(world, id)).rejects.toThrow('killed');
  await make(world, id);
  expect(await storedFiles()).toBe(before + 2);
  await removeOrphans(world.deps, new Date(world.clock.now().getTime() + 25 * 3_600_000));
  expect(await storedFiles()).toBe(before + 1);
  expect(recordsOf(await textOf(world, coordinator, id))).toHaveLength(CALLS);
});

test('re-enqueues an export without a job; fails one after nine attempts', async () => {
  const id = await request();
  world.enqueued.length = 0;
  await runJob(world.deps, 'export.sweep');
  expect(world.enqueued).toEqual([{ name: 'export.make-small', payload: { exportId: id } }]);
  world.enqueued.length = 0;
  await world.db.updateTable('exportJob').set({ attempt: 9, status: 'RUNNING' }).where('id', '=', id).execute();
  await runJob(world.deps, 'export.sweep');
  expect(world.enqueued).toEqual([]);
  expect(await detailOf(id)).toMatchObject({ status: 'ERROR', failure: null });
  await runJob(world.deps, 'export.sweep');
  const notifications = await world.db.selectFrom('notification').select('id').where('exportId', '=', id).execute();
  expect(notifications).toHaveLength(1);
});

test('small exports are not blocked by large ones, and waiting ones show their position', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const begun: string[] = [];
  const queue = createJobs({
    url: world.databaseUrl,
    log: world.deps.log,
    definitions: [
      { ...exportWork.jobs.large, handler: () => released },
      { ...exportWork.jobs.small, handler: async (_ctx, { exportId }) => void begun.push(exportId) },
    ],
    stopTimeoutMs: 100,
  });
  const { jobs } = world.deps;
  world.deps.jobs = queue;
  try {
    const { id: largeCampaign } = await aCampaign(world, { status: 'EN CURSO' });
    await world.db
      .updateTable('campaign')
      .set({ block: 999, nextPosition: 190_000 })
      .where('id', '=', largeCampaign)
      .execute();
    const of = { params: { id: largeCampaign } };
    const large = [
      await ask(world, coordinator, api.exports.audience, of),
      await ask(world, coordinator, api.exports.calls, of),
      await ask(world, coordinator, api.exports.audience, { ...of, query: { stateId: 2 } }),
    ];
    await queue.start({ ...world.deps, jobs: queue });
    const small = await request();
    await expect.poll(() => begun, { timeout: 10_000 }).toEqual([small]);
    expect(await detailOf(large[2]!)).toMatchObject({ status: 'PENDING', ahead: 2 });
  } finally {
    release();
    await queue.stop();
    world.deps.jobs = jobs;
  }
});
