import { api } from '@campanero/contract';
import { IMPORT_FAILED } from '@campanero/contract/loads/schemas';
import { beforeAll, expect, test, vi } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { aCampaign, aCoordinator, type TestUser } from '../../../test/factories.ts';
import { callsOf, loadFiles, reportOf, runLoad, upload } from '../../../test/loads.ts';
import type { OrionConnector } from '../../integrations/orion/port.ts';
import { AppError } from '../../work/app-error.ts';

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
});

const lastRing = async () => (await as(world, coordinator).call(api.notifications.list)).body.notifications[0];

test('imports contacts of the phone dashboard, identified by its id', async () => {
  const { id: audienceId } = await world.db
    .insertInto('dashboardAudience')
    .values({ description: 'Vecinos de la Comuna 4', total: 3 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto('dashboardAudienceContact')
    .values(
      ['1150000001', '1150000002', 'x'].map((phone, position) => ({
        audienceId,
        position,
        orionId: `O-${position}`,
        phone,
        firstName: 'Vecina',
        lastName: `N${position}`,
      })),
    )
    .execute();
  const { id } = await aCampaign(world);
  const reply = await as(world, coordinator).call(api.loads.importDashboard, {
    params: { id, audienceId: String(audienceId) },
    query: {},
  });
  expect(reply.status).toBe(202);
  await runLoad(world, reply.body.id);
  expect(await reportOf(world, coordinator, id)).toMatchObject({
    status: 'COMPLETED',
    source: 'dashboard',
    name: 'Vecinos de la Comuna 4',
    read: 3,
    loaded: 2,
    rejected: 1,
  });
  expect((await callsOf(world, id)).map(({ number, name }) => [number, name])).toEqual([
    ['1150000001', 'Vecina N0'],
    ['1150000002', 'Vecina N1'],
  ]);
  const persons = await world.db.selectFrom('person').select(['kind', 'orionId']).orderBy('id').execute();
  expect(persons).toEqual([
    { kind: 'contact', orionId: 'O-0' },
    { kind: 'contact', orionId: 'O-1' },
  ]);
  const detail = await as(world, coordinator).call(api.campaigns.detail, { params: { id } });
  expect(detail.body).toMatchObject({ audienceType: 'dashboard', audienceName: 'Vecinos de la Comuna 4' });
});

test('imports registrations of a form; refuses an unknown or empty one', async () => {
  const form = async (phones: readonly string[]) => {
    const { id } = await world.db
      .insertInto('form')
      .values({ name: `Taller ${phones.length}`, url: 'https://formularios.gob.ar/taller' })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (phones.length > 0)
      await world.db
        .insertInto('formRegistration')
        .values(phones.map((phone, position) => ({ formId: id, position, phone, firstName: `Inscripta ${position}` })))
        .execute();
    return String(id);
  };
  const { id } = await aCampaign(world);
  const send = (formId: string) =>
    as(world, coordinator).call(api.loads.importForm, { params: { id, formId }, query: {} });
  expect(await send('987654')).toMatchObject({ status: 422, body: { error: 'FORM_UNKNOWN' } });
  expect(await send(await form([]))).toMatchObject({ status: 422, body: { error: 'FORM_EMPTY' } });
  const reply = await send(await form(['011 5000-0011', '+54 9 11 5000 0012']));
  expect(reply.status).toBe(202);
  await runLoad(world, reply.body.id);
  expect((await callsOf(world, id)).map(({ number }) => number)).toEqual(['1150000011', '1150000012']);
});

test('refuses an unknown audience; a failing remote system ends the load with its message', async () => {
  const { id } = await aCampaign(world);
  const send = (audienceId: string) =>
    as(world, coordinator).call(api.loads.importDashboard, { params: { id, audienceId }, query: {} });
  expect(await send('987654')).toMatchObject({ status: 422, body: { error: 'DASHBOARD_AUDIENCE_UNKNOWN' } });
  const { orion } = world.deps;
  world.deps.orion = {
    ...orion,
    find: async () => ({ id: '7', description: 'Rota', total: 2_000, createdAt: world.clock.now() }),
    async *contacts() {
      yield [{ phone: '1150000021' }];
      throw new AppError('DASHBOARD_UNAVAILABLE');
    },
  };
  const node = await createTestApp({ beside: world });
  node.deps.orion = world.deps.orion;
  const { id: loadId } = await world.db
    .insertInto('audienceLoad')
    .values({ campaignId: id, source: 'dashboard', sourceId: '7', name: 'Rota', createdBy: coordinator.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db
    .updateTable('campaign')
    .set({ status: 'CARGANDO AUDIENCIA', statusBeforeLoad: 'PENDIENTE' })
    .where('id', '=', id)
    .execute();
  await runLoad(node, loadId);
  expect(await reportOf(world, coordinator, id)).toMatchObject({
    status: 'ERROR',
    failure: 'El dashboard telefónico no responde por el momento. Inténtelo de nuevo en unos minutos.',
    loaded: 0,
  });
  expect(await callsOf(world, id)).toEqual([]);
  expect(await lastRing()).toMatchObject({ status: { status: 'ERROR' }, campaignId: id, reason: IMPORT_FAILED });
  await node.close();
});

/** An accepted dashboard load whose audience turns out to be this. */
async function runImport(campaignId: number, contacts: OrionConnector['contacts']): Promise<void> {
  const { id: loadId } = await world.db
    .insertInto('audienceLoad')
    .values({ campaignId, source: 'dashboard', sourceId: '8', name: 'Vecinos', createdBy: coordinator.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db
    .updateTable('campaign')
    .set({ status: 'CARGANDO AUDIENCIA', statusBeforeLoad: 'PENDIENTE' })
    .where('id', '=', campaignId)
    .execute();
  const audience = { id: '8', description: 'Vecinos', total: 1, createdAt: world.clock.now() };
  const { orion } = world.deps;
  world.deps.orion = { ...orion, find: async () => audience, contacts };
  await runLoad(world, loadId);
  world.deps.orion = orion;
}
const full = () => Object.assign(new Error('no room'), { code: 'ENOSPC' });

test.each([
  ['nobody', []],
  ['nobody who can be called', [[{ phone: 'x' }]]],
])('an audience with %s fails with the message of imports', async (_what, pages) => {
  const { id } = await aCampaign(world);
  await runImport(id, async function* () {
    yield* pages;
  });
  expect(await reportOf(world, coordinator, id)).toMatchObject({
    status: 'ERROR',
    failure: 'Ninguno de los contactos importados es válido',
    rejected: pages.length,
  });
  expect(await lastRing()).toMatchObject({ status: { status: 'ERROR' }, campaignId: id, reason: IMPORT_FAILED });
});

test('messages for a full disk and for an invalid file', async () => {
  const NO_SPACE = 'No hay espacio en el servidor para cargar la audiencia. Avise al soporte.';
  const imported = await aCampaign(world);
  await runImport(imported.id, () => {
    throw full();
  });
  expect(await lastRing()).toMatchObject({ campaignId: imported.id, reason: NO_SPACE });

  const filed = await aCampaign(world);
  const accepted = await upload(world, coordinator, filed.id, [{ content: 'telefono\n1150000031\n' }]);
  const exists = vi.spyOn(world.deps.files, 'exists').mockRejectedValue(full());
  await runLoad(world, accepted.body.id);
  exists.mockRestore();
  expect(await lastRing()).toMatchObject({ campaignId: filed.id, reason: NO_SPACE });

  await loadFiles(world, coordinator, filed.id, [{ content: 'telefono\nx\n' }]);
  expect(await lastRing()).toMatchObject({ campaignId: filed.id, reason: 'Los campos del csv son inválidos' });
});
