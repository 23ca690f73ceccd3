import { api } from '@campanero/contract';
import { strFromU8, unzipSync } from 'fflate';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import { ask, download, exported, make } from '../../../test/exports.ts';
import { aCampaign, aCoordinator, anExternalCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let coordinator: TestUser;
let operator: TestUser;
let calling: Calling;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
  operator = await anOperator(world);
  calling = await aCallingCampaign(world, { operators: [operator], each: 4 });
  const { calls, states, campaign } = calling;
  for (const [index, stateId] of [states.talked.id, states.again.id, states.refused.id].entries()) {
    world.clock.advance(3_600_000);
    await as(world, operator).call(api.calls.register, {
      params: { id: campaign.id, callId: calls[index]!.id },
      body: { stateId, affinity: 'Positivo' },
    });
  }
});

/** Texts and numbers of a sheet by row. */
function sheetOf(file: Buffer, number: number): string[][] {
  const parts = unzipSync(file);
  const read = (name: string) => strFromU8(parts[name]!);
  const shared = [...read('xl/sharedStrings.xml').matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text = '']) => text);
  const sheet = read(`xl/worksheets/sheet${number}.xml`);
  expect(sheet).not.toContain('<f>');
  return [...sheet.matchAll(/<row[^>]*>(.*?)<\/row>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<c([^>]*)>(?:<v>(.*?)<\/v>)?.*?<\/c>/gs)].map(([, attributes = '', value = '']) =>
      attributes.includes('t="s"') ? shared[Number(value)]! : value,
    ),
  );
}

async function workbook(user: TestUser, id: string): Promise<Buffer> {
  const { rawPayload, headers } = await world.app.inject({
    method: 'GET',
    url: `/api/export/${id}`,
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
  return rawPayload;
}

const CARDS = [
  ['Base total', 'totalCalls'],
  ['Llamados realizados', 'totalCalled'],
  ['Llamados pendientes', 'pending'],
  ['Rellamados', 'totalReCalled'],
  ['Contactados', 'contacted'],
  ['Efectivos', 'effective'],
  ['Participa', 'participate'],
  ['Relevamiento por mail', 'takeoverByMail'],
  ['Relevamiento por WhatsApp', 'takeoverByWhatsapp'],
] as const;

test.each([{}, { fromdate: '2026-03-10T14:30:00.000Z', todate: '2026-03-10T15:30:00.000Z' }])(
  'a campaign’s figures are the page’s own, as CSV and as a workbook: %o',
  async (query) => {
    const campaignId = calling.campaign.id;
    const params = { campaignId };
    const { body: figures } = await as(world, coordinator).call(api.campaignStatistics.campaign, { params, query });
    const rows = await exported(world, coordinator, api.exports.statistics, { params, query });
    const counts = Object.fromEntries(
      rows.filter((row) => row['Fecha'] === '').map((row) => [row['Indicador'], row['Cantidad']]),
    );
    const expected = Object.fromEntries([
      ...CARDS.map(([card, figure]) => [card, String(figures[figure])]),
      ['Positivo', String(figures.affinity.positive)],
      ['Neutral', String(figures.affinity.neutral)],
      ['Negativo', String(figures.affinity.negative)],
    ]);
    expect(counts).toEqual(expected);
    expect(rows[0]).toMatchObject({ Bloque: 'Llamados', Indicador: 'Base total', '% de la base': '100' });
    expect(rows[1]!['% de la base']).toBe(query.fromdate ? '25' : '75');
    const { body: days } = await as(world, coordinator).call(api.campaignStatistics.days, { params, query });
    expect(rows.filter((row) => row['Fecha'] !== '').map((row) => row['Cantidad'])).toEqual(
      days.flatMap((day) => [day.callsMade, day.contacted, day.effective].map(String)),
    );

    const id = await ask(world, coordinator, api.exports.statistics, { params, query: { ...query, format: 'xlsx' } });
    await make(world, id);
    const file = await workbook(coordinator, id);
    const summary = sheetOf(file, 1);
    expect(summary[0]).toEqual(['Campaña', `${campaignId} ${calling.campaign.name}`]);
    const inSummary = summary.filter((row) => row.length === 4).slice(1);
    expect(Object.fromEntries(inSummary.map(([, card, count]) => [card, count]))).toEqual(expected);
    expect(sheetOf(file, 2).slice(1)).toEqual(
      days.map((day) => ['10-03-2026', ...[day.callsMade, day.contacted, day.effective].map(String)]),
    );
  },
);

test('a workbook starts with city and logo, a CSV with its columns', async () => {
  const logo = await sharp({ create: { width: 512, height: 128, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer();
  const city = '=Municipalidad de Morón';
  await world.db.insertInto('cityProfile').values({ city, logo, logoVersion: 'v1' }).execute();
  const params = { campaignId: calling.campaign.id };
  const id = await ask(world, coordinator, api.exports.statistics, { params, query: { format: 'xlsx' } });
  await make(world, id);
  const file = await workbook(coordinator, id);
  expect(sheetOf(file, 1).slice(0, 2)).toEqual([
    ['Ciudad', city],
    ['Campaña', `${params.campaignId} ${calling.campaign.name}`],
  ]);
  const picture = Object.entries(unzipSync(file)).find(([name]) => name.startsWith('xl/media/'));
  expect(picture?.[1] && Buffer.from(picture[1]).equals(logo)).toBe(true);
  const csv = await ask(world, coordinator, api.exports.statistics, { params });
  await make(world, csv);
  expect((await download(world, coordinator, csv)).body).toMatch(/^\uFEFF?Fecha;Bloque/);
  await world.db.deleteFrom('cityProfile').execute();
});

test('operator days equal the page, as CSV and workbook', async () => {
  const input = { params: { id: operator.id }, query: { campaigns: String(calling.campaign.id) } };
  const { body } = await as(world, coordinator).call(api.monitor.detail, input);
  const rows = await exported(world, coordinator, api.exports.operatorStatistics, input);
  expect(rows).toEqual([
    {
      Fecha: '10-03-2026',
      Llamados: '3',
      ...Object.fromEntries(body.series.map(({ name, data }) => [name, String(data[0])])),
      'Efectividad %': '33,3',
      'Contactabilidad %': '66,7',
      'Primer llamado': '11:00',
      'Último llamado': '13:00',
    },
  ]);
  const id = await ask(world, coordinator, api.exports.operatorStatistics, {
    ...input,
    query: { ...input.query, format: 'xlsx' },
  });
  await make(world, id);
  expect(sheetOf(await workbook(coordinator, id), 1)).toContainEqual(
    expect.arrayContaining(['10-03-2026', '3', '33.3']),
  );
  expect(world.published.findLast(({ event }) => event === 'export individual statistics')).toMatchObject({
    userIds: [coordinator.id],
    payload: { userId: coordinator.id, campaignId: null, status: { status: 'COMPLETED' } },
  });
  const audited = (await auditOf(world)).filter(
    ({ objectType, objectId }) => objectType === 'user' && objectId === String(operator.id),
  );
  expect(audited.map(({ action, subaction }) => `${action} ${subaction}`)).toContain('ESTADÍSTICA EXPORTAR');
});

test('permissions and campaign status', async () => {
  const external = await anExternalCoordinator(world);
  const campaignId = calling.campaign.id;
  const statistics = (user: TestUser | null, id: number) =>
    as(world, user).send(api.exports.statistics, { params: { campaignId: id } });
  const ofOperator = (user: TestUser | null, id: number) =>
    as(world, user).send(api.exports.operatorStatistics, { params: { id } });
  expect((await statistics(null, campaignId)).status).toBe(401);
  expect((await statistics(operator, campaignId)).status).toBe(403);
  expect((await statistics(external, campaignId)).status).toBe(404);
  const pending = await aCampaign(world);
  expect(await statistics(coordinator, pending.id)).toMatchObject({
    status: 409,
    body: { error: 'EXPORT_NOT_OFFERED' },
  });
  expect((await ofOperator(null, operator.id)).status).toBe(401);
  expect((await ofOperator(external, operator.id)).status).toBe(403);
  expect((await ofOperator(coordinator, 2_000_000_000)).status).toBe(404);
  // A different format is another export.
  const csv = await ask(world, coordinator, api.exports.statistics, { params: { campaignId } });
  const xlsx = await ask(world, coordinator, api.exports.statistics, {
    params: { campaignId },
    query: { format: 'xlsx' },
  });
  expect(csv).not.toBe(xlsx);
  const own = await ask(world, coordinator, api.exports.operatorStatistics, { params: { id: operator.id } });
  await make(world, own);
  const colleague = await aCoordinator(world);
  expect((await as(world, colleague).send(api.exports.download, { params: { id: own } })).status).toBe(404);
});
