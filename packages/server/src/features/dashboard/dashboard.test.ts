import { api } from '@campanero/contract';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { aCoordinator } from '../../../test/factories.ts';
import { aReferenceAudience, startReferenceOrion } from '../../../test/reference-orion-server.ts';
import { createBuiltInOrion } from '../../integrations/orion/built-in.ts';

const world = useWorld();

async function anAudience(parts: { description?: string; createdAt?: string; people?: number } = {}) {
  const total = parts.people ?? 0;
  const { id } = await world.db
    .insertInto('dashboardAudience')
    .values({
      description: parts.description ?? 'Una audiencia',
      total,
      createdAt: new Date(parts.createdAt ?? '2026-03-10T13:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: total }, (_, position) => ({
    audienceId: id,
    position,
    orionId: `OR-${position}`,
    phone: String(1155550000 + position),
    birthday: '29-02-1984',
  }));
  if (rows.length > 0) await world.db.insertInto('dashboardAudienceContact').values(rows).execute();
  return String(id);
}

test('finds audiences by words without accents and by day, newest first', async () => {
  const coordinator = as(world, await aCoordinator(world));
  const search = async (query: { date?: string; description?: string }) =>
    (await coordinator.call(api.dashboard.search, { query })).body.audiences;
  const older = await anAudience({ description: 'Jardín de infantes', createdAt: '2026-01-05T12:00:00Z' });
  // 02:00 UTC of the 7th is the evening of the 6th at UTC-3.
  const newer = await anAudience({ description: 'Jardines maternales', createdAt: '2026-01-07T02:00:00Z' });
  expect(await search({ description: 'JARDIN' })).toEqual([
    { id: newer, descripcion: 'Jardines maternales' },
    { id: older, descripcion: 'Jardín de infantes' },
  ]);
  expect(await search({ date: '2026-01-06' })).toEqual([{ id: newer, descripcion: 'Jardines maternales' }]);
  expect(await search({ date: '2026-01-07' })).toEqual([]);
  expect(await search({ date: '2026-01-05', description: 'maternales' })).toEqual([]);
  expect(await search({ description: '%' })).toEqual([]);
  expect(await search({})).toEqual([]);
  expect(await coordinator.call(api.dashboard.search, { query: { date: '2026-02-30' } })).toMatchObject({
    status: 400,
  });
});

test('an audience has its size and date', async () => {
  const id = await anAudience({ description: 'Comercios', people: 3 });
  const { body } = await as(world, await aCoordinator(world)).call(api.dashboard.detail, {
    params: { audienceId: id },
  });
  expect(body).toEqual({ id, descripcion: 'Comercios', total: 3, created_at: '2026-03-10T13:00:00.000Z' });
});

test.each(['999999', '0', '-1', 'abc', '99999999999999999999', "1' or '1'='1"])(
  'the audience %j does not exist: 422',
  async (audienceId) => {
    const coordinator = as(world, await aCoordinator(world));
    expect(await coordinator.call(api.dashboard.detail, { params: { audienceId } })).toMatchObject({
      status: 422,
      body: { error: 'DASHBOARD_AUDIENCE_UNKNOWN', message: 'La audiencia no existe en el dashboard.' },
    });
  },
);

test('the built-in dashboard returns its people in pages', async () => {
  const orion = createBuiltInOrion(world.db);
  const audienceId = await anAudience({ people: 1_001 });
  const pages = [];
  for await (const page of orion.contacts(audienceId)) pages.push(page);
  expect(pages.map((page) => page.length)).toEqual([1000, 1]);
  expect(pages[0]![0]).toEqual({ orionId: 'OR-0', phone: '1155550000', birthday: '29-02-1984' });
  for (const unknown of ['999999', 'abc'])
    await expect(orion.contacts(unknown)[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      error: 'DASHBOARD_AUDIENCE_UNKNOWN',
    });
});

test('with ORION_URL queries the other system and refuses when it does not respond', async () => {
  const remote = await startReferenceOrion();
  remote.audiences = [aReferenceAudience({ id: 'otoño', total: 9 })];
  const far = await createTestApp({ config: { orionUrl: remote.url } });
  try {
    const coordinator = as(far, await aCoordinator(far));
    const ask = () => coordinator.call(api.dashboard.detail, { params: { audienceId: 'otoño' } });
    expect((await ask()).body).toMatchObject({ total: 9 });
    remote.mode = 'dead';
    expect(await ask()).toMatchObject({
      status: 503,
      body: {
        error: 'DASHBOARD_UNAVAILABLE',
        message: 'El dashboard telefónico no responde por el momento. Inténtelo de nuevo en unos minutos.',
      },
      headers: { 'retry-after': expect.any(String) },
    });
  } finally {
    await far.close();
    await remote.close();
  }
});
