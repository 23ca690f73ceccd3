import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { countedFigures, countedTotals, storedFigures, storedTotals } from '../../../test/calls.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { callsOf, leftovers, loadFiles, reportOf, runLoad, upload } from '../../../test/loads.ts';
import { purgeExpired } from '../../jobs/purge-expired.ts';

/** Not JSON, so read as text. */
const textOf = ({ body }: { body: unknown }) => body as string;

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
});

const FILE = [
  'telefono;nombre;apellido;documento;fecha nacimiento;genero;color',
  '011 4555-1234;Ana;Díaz;30.111.222;01-02-1980;F;rojo',
  '+54 9 11 5555-6666;Luis;Paz;;;M;',
  '1145551234;ANA;diaz;30111222;;;azul',
  ';Sin;Teléfono;;;;',
  '1155556666;Eva;Paz;;;F;',
  '1145559999;Rosa;Gil;20111222;31-02-1980;F;',
  '',
].join('\r\n');

test('creates calls, persons, counters, report, notification, event and status', async () => {
  const { id, name } = await aCampaign(world);
  world.published.length = 0;
  const report = await loadFiles(world, coordinator, id, [{ content: FILE, name: 'vecinos.csv' }]);
  expect(report).toMatchObject({
    status: 'COMPLETED',
    source: 'csv',
    name: 'vecinos.csv',
    progress: 1,
    read: 6,
    loaded: 2,
    duplicates: 2,
    rejected: 2,
    skipped: 0,
    ignoredColumns: ['color'],
    failure: null,
    userName: coordinator.name,
  });
  const calls = await callsOf(world, id);
  expect(calls.map(({ number, name }) => [number, name])).toEqual([
    ['1145551234', 'Ana Díaz'],
    ['1155556666', 'Luis Paz'],
  ]);
  // Two persons on a number are two rows of the tab Contactos.
  const phones = await world.db
    .selectFrom('personPhone')
    .innerJoin('person', 'person.id', 'personPhone.personId')
    .select(['number', 'firstName', 'mobile', 'birthday', 'document', 'kind'])
    .orderBy('number')
    .orderBy('person.id')
    .execute();
  expect(phones).toEqual([
    { number: 1145551234, firstName: 'Ana', mobile: false, birthday: '1980-02-01', document: '30111222', kind: 'lead' },
    { number: 1155556666, firstName: 'Luis', mobile: true, birthday: null, document: null, kind: 'lead' },
    { number: 1155556666, firstName: 'Eva', mobile: false, birthday: null, document: null, kind: 'lead' },
  ]);
  expect(await storedTotals(world, id)).toEqual(await countedTotals(world, id));
  expect(await storedFigures(world, id)).toEqual(await countedFigures(world, id));
  const detail = await as(world, coordinator).call(api.campaigns.detail, { params: { id } });
  expect(detail.body).toMatchObject({
    status: 'AUDIENCIA PROCESADA',
    audienceName: 'vecinos.csv',
    audienceType: 'csv',
  });
  expect((await auditOf(world)).filter(({ objectId }) => objectId === String(id))).toMatchObject([
    {
      userId: coordinator.id,
      action: 'CAMPAÑA',
      subaction: 'ASIGNAR',
      info: { modifications: expect.arrayContaining([{ label: 'Campaña', value: name }]) },
    },
  ]);
  const heard = world.published.map(({ event, payload }) => [event, payload]);
  expect(heard).toEqual([
    ['campaign', { id, status: 'CARGANDO AUDIENCIA' }],
    ['campaign', { id, status: 'AUDIENCIA PROCESADA' }],
    ['notification', { id: expect.any(Number) }],
    ['mail', { id: expect.any(Number) }],
    ['audience', { userId: coordinator.id, campaignId: id, status: { status: 'COMPLETED' } }],
  ]);
  const bell = await as(world, coordinator).call(api.notifications.list);
  expect(bell.body.notifications[0]).toMatchObject({ action: 'BULK AUDIENCE', load: { loaded: 2, rejected: 2 } });
  const page = `${world.deps.config.publicUrl}/campaign/detail/${id}`;
  expect(await mailsAbout(name)).toEqual([
    {
      userId: coordinator.id,
      subject: `La audiencia está cargada: ${name}`,
      body: [
        `Hola, ${coordinator.name.split(' ')[0]}:`,
        `La audiencia fue subida correctamente. ${name}: 2 cargadas · 2 rechazadas.`,
        'Para ver el informe, abra este enlace con su usuario:',
        `${page}/assign`,
        'Para repartirla entre los operadores:',
        `${page}#segmentar`,
        'Campanero',
      ].join('\n\n'),
    },
  ]);
  expect(await leftovers(world)).toEqual([]);
});

const mailsAbout = (name: string) =>
  world.db
    .selectFrom('mail')
    .select(['userId', 'subject', 'body'])
    .where('subject', 'like', `%${name}`)
    .orderBy('id')
    .execute();

test('a load that fails sends a mail with its reason; a disabled user gets none', async () => {
  const { id, name } = await aCampaign(world);
  await loadFiles(world, coordinator, id, [{ content: 'nombre\nAna\n' }]);
  const text = `La carga de la audiencia de ${name} falló: Los campos del csv son inválidos.`;
  expect(await mailsAbout(name)).toMatchObject([
    { subject: `La audiencia no se cargó: ${name}`, body: expect.stringContaining(text) },
  ]);
  expect(await mailsAfter({ disabled: true })).toEqual([]);
});

/** To a coordinator who changes while the audience is loading. */
async function mailsAfter(change: { disabled: true } | { roleId: number }) {
  const { id, name } = await aCampaign(world);
  const user = await aCoordinator(world);
  const accepted = await upload(world, user, id, [{ content: FILE }]);
  if ('disabled' in change) await world.db.updateTable('appUser').set(change).where('id', '=', user.id).execute();
  else await world.db.updateTable('userRole').set(change).where('userId', '=', user.id).execute();
  await runLoad(world, accepted.body.id);
  expect(await reportOf(world, coordinator, id)).toMatchObject({ status: 'COMPLETED' });
  return mailsAbout(name);
}

test.each([
  ['moves to the external side', 3],
  ['becomes an operator', 2],
])('a user who %s while the audience is loading gets no mail about it', async (_what, roleId) => {
  expect(await mailsAfter({ roleId })).toEqual([]);
});

test('ten jobs of one load send one mail and one notification', async () => {
  const { id, name } = await aCampaign(world);
  const accepted = await upload(world, coordinator, id, [{ content: FILE }]);
  // A job that another one has overtaken may fail; the sweep repeats what is left.
  await Promise.allSettled(Array.from({ length: 10 }, () => runLoad(world, accepted.body.id)));
  await runLoad(world, accepted.body.id);
  expect(await mailsAbout(name)).toHaveLength(1);
  const { body } = await as(world, coordinator).call(api.notifications.list);
  expect(body.notifications.filter(({ campaignId }) => campaignId === id)).toHaveLength(1);
});

test('a load of a campaign that is finished meanwhile sends no mail', async () => {
  const { id, name } = await aCampaign(world);
  const accepted = await upload(world, coordinator, id, [{ content: FILE }]);
  const finished = await as(world, coordinator).send(api.campaigns.finish, { params: { id } });
  expect(finished.status).toBeLessThan(300);
  await runLoad(world, accepted.body.id);
  expect(await mailsAbout(name)).toEqual([]);
});

test('the new calls have planner statistics', async () => {
  const { id } = await aCampaign(world);
  await sql`select ensure_shared_call_leaf()`.execute(world.db);
  await sql`alter table call_b0 set (autovacuum_enabled = false)`.execute(world.db);
  const content = ['telefono', ...Array.from({ length: 1_200 }, (_, n) => 1_160_000_000 + n)].join('\n');
  expect(await loadFiles(world, coordinator, id, [{ content }])).toMatchObject({ loaded: 1_200 });
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>`
    explain (format json) select from call where campaign_id = ${sql.lit(id)} and operator_id is null`.execute(
    world.db,
  );
  const expected = rows[0]!['QUERY PLAN'][0].Plan['Plan Rows'];
  expect(expected).toBeGreaterThan(1_100);
  expect(expected).toBeLessThan(1_300);
});

describe('rejected rows', () => {
  test('are downloaded as a CSV that loads once corrected', async () => {
    const { id } = await aCampaign(world);
    await loadFiles(world, coordinator, id, [{ content: FILE }]);
    const reply = await as(world, coordinator).send(api.loads.rejected, { params: { id } });
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(textOf(reply).split('\r\n')).toEqual([
      '\uFEFFtelefono;nombre;apellido;documento;fecha nacimiento;genero;color;linea;motivo',
      ';Sin;Teléfono;;;;;5;La fila no tiene teléfono ni celular.',
      '1145559999;Rosa;Gil;20111222;31-02-1980;F;;7;La fecha de nacimiento «31-02-1980» no es válida (DD-MM-YYYY).',
      '',
    ]);
    const corrected = textOf(reply).replace('31-02', '28-02').replace(';Sin;', '1145558888;Sin;');
    expect(await loadFiles(world, coordinator, id, [{ content: corrected }])).toMatchObject({
      read: 2,
      loaded: 2,
      ignoredColumns: ['color'],
    });
    expect((await callsOf(world, id)).map(({ number }) => number)).toEqual([
      '1145551234',
      '1155556666',
      '1145558888',
      '1145559999',
    ]);
  });

  test('are grouped by reason, values left out, with the first of each as in the CSV', async () => {
    const { id } = await aCampaign(world);
    const long = 'x'.repeat(5_000);
    const rows = Array.from({ length: 40 }, (_, n) => `12${n};Ana ${n};`);
    const content = ['telefono;nombre;linea', ...rows, `;Sin;${long}`, `;${long};`].join('\n');
    await loadFiles(world, coordinator, id, [{ content }, { content: 'color;celular\nrojo;9\n', name: 'dos.csv' }]);
    const { body } = await as(world, coordinator).call(api.loads.reasons, { params: { id } });
    const invalid = 'El teléfono «…» no es un número argentino válido.';
    expect(body).toEqual({
      looked: 43,
      moreReasons: 0,
      columns: ['telefono', 'nombre', 'color', 'celular'],
      reasons: [
        {
          reason: invalid,
          count: 41,
          rows: [0, 1, 2].map((n) => ({ fileNo: 1, line: n + 2, cells: [`12${n}`, `Ana ${n}`, '', ''] })),
        },
        expect.objectContaining({ count: 1, rows: [{ fileNo: 1, line: 42, cells: ['', 'Sin', '', ''] }] }),
        {
          reason: expect.stringContaining('El nombre excede los 100 caracteres.'),
          count: 1,
          rows: [{ fileNo: 1, line: 43, cells: ['', `${'x'.repeat(100)}…`, '', ''] }],
        },
      ],
    });
    const none = { looked: 0, moreReasons: 0, columns: [], reasons: [] };
    await upload(world, coordinator, id, [{ content }]);
    expect((await as(world, coordinator).call(api.loads.reasons, { params: { id } })).body).toEqual(none);
    const unknown = await as(world, coordinator).send(api.loads.reasons, { params: { id: 999_999 } });
    expect(unknown.status).toBe(404);
  });

  test('only the first 20.000 rows and six reasons are looked at', async () => {
    const { id } = await aCampaign(world);
    const { id: loadId } = await loadFiles(world, coordinator, id, [{ content: FILE }]);
    await sql`insert into rejected_row (load_id, line, reason, cells)
      select ${loadId}, 100 + n, 'Motivo ' || n % 9, array['a'] from generate_series(1, 30000) n`.execute(world.db);
    const { body } = await as(world, coordinator).call(api.loads.reasons, { params: { id } });
    expect(body).toMatchObject({ looked: 20_000, moreReasons: 5 });
    expect(body.reasons).toHaveLength(6);
    expect(body.reasons[0]).toMatchObject({ count: 2_222, rows: { length: 3 } });
  });

  test('are kept for thirty days, as the report says', async () => {
    const { id } = await aCampaign(world);
    const report = await loadFiles(world, coordinator, id, [{ content: FILE }]);
    const days = (count: number) => count * 86_400_000;
    expect(Date.parse(report.rejectedUntil!) - Date.parse(report.finishedAt!)).toBe(days(30));
    const countRows = async (loadId: number) =>
      (await world.db.selectFrom('rejectedRow').select('line').where('loadId', '=', loadId).execute()).length;

    world.clock.advance(days(30) - 60_000);
    const before = await aCoordinator(world);
    await purgeExpired(world.db, world.clock.now());
    expect(await countRows(report.id)).toBe(2);
    const download = (user: TestUser) => as(world, user).send(api.loads.rejected, { params: { id } });
    expect((await download(before)).status).toBe(200);

    world.clock.advance(120_000);
    expect((await download(before)).status).toBe(404);
    await purgeExpired(world.db, world.clock.now());
    expect(await countRows(report.id)).toBe(0);
    expect(await reportOf(world, before, id)).toMatchObject({ rejected: 2, rejectedUntil: null });
  });
});
