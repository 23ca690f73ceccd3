import { api } from '@campanero/contract';
import { AUDIENCE_MAX_FILES } from '@campanero/contract/limits';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { aCampaign, aCoordinator, anExternalCoordinator, type TestUser } from '../../../test/factories.ts';
import { aPdf, aPng } from '../../../test/file-samples.ts';
import { callsOf, leftovers, runLoad, upload } from '../../../test/loads.ts';
import { runJob } from '../../../test/jobs.ts';

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
});

const CSV = { content: 'telefono\n1130000001\n' };
const statusOf = async (id: number) =>
  (await as(world, coordinator).call(api.campaigns.detail, { params: { id } })).body.status;
const storedFiles = async () =>
  (
    await readdir(join(world.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  ).filter((entry) => entry.isFile()).length;

describe('uploading', () => {
  test('creates status, load, files, job and audit record together', async () => {
    const { id } = await aCampaign(world);
    world.enqueued.length = 0;
    const reply = await upload(world, coordinator, id, [{ ...CSV, name: 'a.csv' }], { excludeCalledDays: 7 });
    expect(reply).toMatchObject({ status: 202, body: { id: expect.any(Number), status: 'CARGANDO AUDIENCIA' } });
    const loadId = reply.body.id as number;
    expect(world.enqueued).toEqual([{ name: 'audience.load-small', payload: { loadId, campaignId: id } }]);
    expect(await statusOf(id)).toBe('CARGANDO AUDIENCIA');
    const report = await as(world, coordinator).call(api.loads.last, { params: { id } });
    expect(report.body).toMatchObject({ id: loadId, status: 'RUNNING', progress: 0, name: 'a.csv', finishedAt: null });
    expect(await world.db.selectFrom('orphanFile').selectAll().execute()).toEqual([]);
    expect((await auditOf(world)).at(-1)).toMatchObject({
      action: 'CAMPAÑA',
      subaction: 'ASIGNAR',
      objectId: String(id),
    });
  });

  test('the same Idempotency-Key creates one load', async () => {
    const { id } = await aCampaign(world);
    const key = { 'idempotency-key': 'una-carga' };
    const { sendForm } = await import('../../../test/forms.ts');
    const { csvParts } = await import('../../../test/loads.ts');
    const send = () => sendForm(world, coordinator, api.loads.upload, { params: { id }, files: csvParts([CSV]) }, key);
    const [first, second] = [await send(), await send()];
    expect(second).toMatchObject({ status: 202, body: first.body });
  });

  test('honours the sep= line of Excel', async () => {
    const { id } = await aCampaign(world);
    const content = 'sep=,\r\ntelefono,nombre;apodo\r\n1130000009,Ana\r\n12,Eva\r\n';
    const reply = await upload(world, coordinator, id, [{ content }]);
    await runLoad(world, reply.body.id as number);
    const report = await as(world, coordinator).call(api.loads.last, { params: { id } });
    expect(report.body).toMatchObject({ status: 'COMPLETED', read: 2, loaded: 1, rejected: 1 });
    const rejected = await as(world, coordinator).send(api.loads.rejected, { params: { id } });
    expect(rejected.body as unknown as string).toMatch(/12[;,]Eva[;,]4[;,]/);
  });

  const before = async () => [
    await storedFiles(),
    (await world.db.selectFrom('audienceLoad').selectAll().execute()).length,
  ];
  test.each([
    ['no file', [], 400, 'NO_FILE'],
    ['three files', Array.from({ length: AUDIENCE_MAX_FILES + 1 }, () => CSV), 400, 'TOO_MANY_FILES'],
    ['another ending', [{ ...CSV, name: 'a.txt' }], 415, 'FILE_TYPE'],
    ['a picture called .csv', [{ content: aPng() }], 415, 'FILE_TYPE'],
    ['a PDF called .csv', [{ content: aPdf() }], 415, 'FILE_TYPE'],
    ['a spreadsheet called .csv', [{ content: Buffer.from('504b03041400060008000000', 'hex') }], 415, 'FILE_TYPE'],
    [
      'a program called .csv',
      [{ content: Buffer.from(Array.from({ length: 900 }, (_, n) => n % 256)) }],
      415,
      'FILE_TYPE',
    ],
    ['an empty file', [{ content: '' }], 415, 'FILE_TYPE'],
    ['nothing but a mark and blanks', [{ content: '\uFEFF \r\n' }], 415, 'FILE_TYPE'],
    ['a good one, then a picture', [CSV, { content: aPng() }], 415, 'FILE_TYPE'],
  ])('%s is refused and leaves nothing', async (_what, files, status, error) => {
    const { id } = await aCampaign(world);
    const was = await before();
    expect(await upload(world, coordinator, id, files)).toMatchObject({ status, body: { error } });
    expect(await before()).toEqual(was);
    expect(await statusOf(id)).toBe('PENDIENTE');
  });

  test('names invalid options', async () => {
    const { id } = await aCampaign(world);
    const reply = await upload(world, coordinator, id, [CSV], { excludeCalledDays: 0 });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field: 'excludeCalledDays' }] } });
  });

  test.each([
    ['CARGANDO AUDIENCIA', 'CAMPAIGN_PROCESSING'],
    ['REVISANDO', 'CAMPAIGN_STATUS'],
    ['FINALIZANDO', 'CAMPAIGN_FINISHED'],
    ['FINALIZADA', 'CAMPAIGN_FINISHED'],
  ] as const)('a campaign in %s accepts no audience', async (status, error) => {
    const { id } = await aCampaign(world, { status });
    const was = await before();
    expect(await upload(world, coordinator, id, [CSV])).toMatchObject({ status: 409, body: { error } });
    expect(await before()).toEqual(was);
  });

  test('an unknown campaign is 404', async () => {
    expect((await upload(world, coordinator, 987_654, [CSV])).status).toBe(404);
  });

  test('of two concurrent uploads one is accepted', async () => {
    const { id } = await aCampaign(world);
    const replies = await Promise.all([upload(world, coordinator, id, [CSV]), upload(world, coordinator, id, [CSV])]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409]);
  });
});

describe('report', () => {
  test('is null before the first load, 404 without access to the campaign', async () => {
    const { id } = await aCampaign(world);
    expect(await as(world, coordinator).call(api.loads.last, { params: { id } })).toMatchObject({
      status: 200,
      body: null,
    });
    await upload(world, coordinator, id, [CSV]);
    const outsider = await anExternalCoordinator(world);
    expect((await as(world, outsider).call(api.loads.last, { params: { id } })).status).toBe(404);
  });
});

describe('cancelling', () => {
  const cancel = (id: number, user = coordinator) => as(world, user).call(api.loads.cancel, { params: { id } });

  test('before the job starts: keeps nothing, restores the status, allows another load', async () => {
    const { id } = await aCampaign(world);
    const { body } = await upload(world, coordinator, id, [CSV]);
    world.published.length = 0;
    const other = await aCoordinator(world);
    expect(await cancel(id, other)).toMatchObject({ status: 200, body: { status: 'CANCELLED', failure: null } });
    expect(world.published.map(({ event }) => event)).toEqual(['campaign', 'notification']);
    expect(await statusOf(id)).toBe('PENDIENTE');
    await runLoad(world, body.id);
    expect([await callsOf(world, id), await leftovers(world)]).toMatchObject([[], expect.any(Array)]);
    expect((await auditOf(world)).at(-1)).toMatchObject({ subaction: 'ASIGNAR', userId: other.id });
    const { body: events } = await as(world, coordinator).call(api.campaigns.events, { params: { id } });
    expect(events.slice(0, 2).map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^Canceló la carga de «.+»$/),
      expect.stringMatching(/^Comenzó la carga de «.+»$/),
    ]);
    expect((await upload(world, coordinator, id, [CSV])).status).toBe(202);
  });

  test.each(['read', 'match', 'write'] as const)('at %s keeps nothing', async (at) => {
    const { id } = await aCampaign(world);
    // A person of its own: one that an earlier step left would not be new.
    const content = `tel;nombre\n${{ read: 1131000001, match: 1131000002, write: 1131000003 }[at]};Uno ${at}\nx;Dos\n`;
    const { body } = await upload(world, coordinator, id, [{ content }]);
    const people = async () => (await world.db.selectFrom('person').select('id').execute()).length;
    const was = await people();
    // The step starts while the cancellation is in progress: either the one or the other, nothing in between.
    let cancelled: Promise<{ status: number }> | undefined;
    await runLoad(world, body.id, {
      onStep: (step) => {
        if (step === at) cancelled = cancel(id);
      },
    });
    const { status } = await cancelled!;
    const calls = await callsOf(world, id);
    expect([status, calls.length, (await people()) - was]).toEqual(status === 200 ? [200, 0, 0] : [409, 1, 1]);
    expect(await statusOf(id)).toBe(status === 200 ? 'PENDIENTE' : 'AUDIENCIA PROCESADA');
    await runLoad(world, body.id);
    const files = await world.db
      .selectFrom('audienceLoadFile')
      .select('fileKey')
      .where('loadId', '=', body.id)
      .execute();
    expect(files).toEqual([{ fileKey: null }]);
  });

  test('only a running load can be cancelled', async () => {
    const { id } = await aCampaign(world);
    expect(await cancel(id)).toMatchObject({ status: 409, body: { error: 'LOAD_NOT_RUNNING' } });
    expect((await cancel(987_654)).status).toBe(404);
  });

  test('finishing the campaign cancels its load', async () => {
    const { id } = await aCampaign(world);
    const { body } = await upload(world, coordinator, id, [CSV]);
    await as(world, coordinator).call(api.campaigns.finish, { params: { id } });
    await runLoad(world, body.id);
    expect(await callsOf(world, id)).toEqual([]);
    const report = await as(world, coordinator).call(api.loads.last, { params: { id } });
    expect(report.body.status).toBe('CANCELLED');
  });
});

describe('sweep', () => {
  test('re-enqueues a load without a job, fails one out of retries, ignores a queued one', async () => {
    const node = await createTestApp();
    const loader = await aCoordinator(node);
    const { id } = await aCampaign(node);
    const { body } = await upload(node, loader, id, [CSV]);
    await runJob(node.deps, 'audience.sweep');
    expect(node.enqueued.length).toBe(1);
    node.enqueued.length = 0;
    await runJob(node.deps, 'audience.sweep');
    expect(node.enqueued).toEqual([{ name: 'audience.load-small', payload: { loadId: body.id, campaignId: id } }]);
    node.enqueued.length = 0;
    await node.db.updateTable('audienceLoad').set({ attempt: 9 }).execute();
    await runJob(node.deps, 'audience.sweep');
    const report = await as(node, loader).call(api.loads.last, { params: { id } });
    expect(report.body).toMatchObject({ status: 'ERROR', failure: expect.stringContaining('se interrumpió') });
    expect(await leftovers(node)).toEqual([]);
    await node.close();
  });

  test('tolerates tables that were dropped concurrently', async () => {
    const node = await createTestApp();
    // Dropping one drops the other, while the sweep has both on its list.
    await sql`create table load_row_901_1 ()`.execute(node.db);
    await sql`create table load_row_902_1 ()`.execute(node.db);
    await sql`create function drop_both() returns event_trigger language plpgsql as $$
      begin drop table if exists load_row_901_1, load_row_902_1; end $$`.execute(node.db);
    await sql`create event trigger drop_both on sql_drop execute function drop_both()`.execute(node.db);
    await runJob(node.deps, 'audience.sweep');
    expect(await leftovers(node)).toEqual([]);
    await node.close();
  });
});
