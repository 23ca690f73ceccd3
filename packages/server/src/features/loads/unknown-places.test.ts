import { api } from '@campanero/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCampaign, aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';
import { callsOf, leftovers, loadFiles, reportOf, runLoad, upload } from '../../../test/loads.ts';
import { seedLocations } from '../../db/seed/locations.ts';

const CITY = 'Ciudad Autónoma de Buenos Aires';
const BOCA = { districtId: '02', sectionId: '02028', subsectionId: '0202801002' };
const HEADER = 'telefono;nombre;distrito;comuna;barrio';
const rows = (...lines: string[]) => ({ content: [HEADER, ...lines, ''].join('\n') });
const drop = { query: { places: 'drop' } };

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
  await world.db.transaction().execute((trx) => seedLocations(trx));
});

/** Places of a campaign's people, in load order. */
const placesOf = async (campaignId: number) =>
  (
    await world.db
      .selectFrom('call')
      .innerJoin('person', 'person.id', 'call.personId')
      .select(['person.districtId', 'person.sectionId', 'person.subsectionId'])
      .where('call.campaignId', '=', campaignId)
      .orderBy('call.id')
      .execute()
  ).map(({ districtId, sectionId, subsectionId }) => subsectionId ?? sectionId ?? districtId);

describe('unknown places', () => {
  test('reject the row; the report lists each once, with its count and the closest places', async () => {
    const { id } = await aCampaign(world);
    const report = await loadFiles(world, coordinator, id, [
      rows(
        `1131000001;Ana;${CITY};Comuna 4;La Boca`,
        `1131000002;Eva;${CITY};;la boca`,
        `1131000003;Luz;${CITY};;Boca`,
        `1131000004;Sol;Capital Federal;;`,
      ),
    ]);
    expect(report).toMatchObject({
      status: 'COMPLETED',
      places: 'reject',
      read: 4,
      loaded: 1,
      rejected: 3,
      rowsWithoutPlace: 0,
      unknownPlacesCount: 2,
      unknownPlaces: [
        { level: 'subsection', name: 'La Boca', districtName: CITY, rows: 2, remembered: null },
        { level: 'district', name: 'Capital Federal', districtName: null, rows: 1, remembered: null },
      ],
    });
    expect(report.unknownPlaces.map(({ closest }) => closest[0])).toEqual([
      { ...BOCA, name: 'Boca', within: 'Comuna 4, CABA' },
      { districtId: '02', sectionId: null, subsectionId: null, name: CITY, within: '' },
    ]);
  });

  // Small loads match in the database, large ones write to their own leaves.
  test.each([
    ['a small load', {}],
    ['a large one', { tuning: { ownPartitionFrom: 10 } }],
  ])('can be dropped, in %s: the rest of the row is loaded', async (_size, options) => {
    const { id } = await aCampaign(world);
    const base = 'tuning' in options ? 1132000000 : 1132500000;
    const lines = Array.from({ length: 40 }, (_, n) => `${base + n};Persona ${n};${CITY};Comuna 4;La Boca`);
    const report = await loadFiles(
      world,
      coordinator,
      id,
      [
        rows(
          ...lines,
          `${base + 50};"Con ""comillas""";Narnia;;`,
          `${base + 51};Flor;${CITY};;Flores`,
          'x;Sin;Narnia;;',
        ),
      ],
      { ...drop, ...options },
    );
    expect(report).toMatchObject({
      status: 'COMPLETED',
      places: 'drop',
      read: 43,
      loaded: 42,
      rejected: 1,
      rowsWithoutPlace: 41,
      unknownPlacesCount: 2,
      unknownPlaces: [
        { name: 'La Boca', rows: 40 },
        { name: 'Narnia', rows: 2, closest: [] },
      ],
    });
    expect(await placesOf(id)).toEqual([...lines.map(() => '02028'), null, '0204901001']);
    expect(await leftovers(world)).toEqual([]);
    const records = await auditOf(world);
    expect(records.at(-1)!.info).toMatchObject({
      modifications: expect.arrayContaining([{ label: 'Lugares que no coinciden', value: 'Cargar sin ese lugar' }]),
    });
  });

  test('are reported when no row was loaded, but not for a cancelled load', async () => {
    const { id } = await aCampaign(world);
    const file = rows(`1133000001;Ana;${CITY};;La Boca`);
    expect(await loadFiles(world, coordinator, id, [file])).toMatchObject({
      status: 'ERROR',
      unknownPlaces: [{ name: 'La Boca', rows: 1 }],
    });
    const accepted = await upload(world, coordinator, id, [file]);
    await world.db
      .updateTable('audienceLoad')
      .set({ unknownPlaces: JSON.stringify([{ name: 'La Boca' }]), unknownPlacesCount: 1 })
      .where('id', '=', accepted.body.id)
      .execute();
    await as(world, coordinator).call(api.loads.cancel, { params: { id } });
    expect(await reportOf(world, coordinator, id)).toMatchObject({ status: 'CANCELLED', unknownPlaces: [] });
  });

  test('refuses an unknown option', async () => {
    const { id } = await aCampaign(world);
    expect((await upload(world, coordinator, id, [rows('1133500001;;;;')], { places: 'guess' })).status).toBe(400);
  });
});

test('later loads and imports understand a remembered spelling', async () => {
  const first = await aCampaign(world);
  const file = (base: number) => rows(`${base};Ana;${CITY};;La Boca`, `${base + 1};Eva;${CITY};;Boca`);
  await loadFiles(world, coordinator, first.id, [file(1134000001)]);
  const remembered = await as(world, coordinator).call(api.spellings.remember, { body: { name: 'LA BOCA', ...BOCA } });
  expect(remembered.status).toBe(201);
  // The report of the previous load shows it.
  expect(await reportOf(world, coordinator, first.id)).toMatchObject({
    rejected: 1,
    unknownPlaces: [{ name: 'La Boca', remembered: 'Boca' }],
  });

  const second = await aCampaign(world);
  expect(await loadFiles(world, coordinator, second.id, [file(1134000101)])).toMatchObject({
    loaded: 2,
    rejected: 0,
    unknownPlacesCount: 0,
    unknownPlaces: [],
  });
  expect(await placesOf(second.id)).toEqual([BOCA.subsectionId, BOCA.subsectionId]);

  const { id: audienceId } = await world.db
    .insertInto('dashboardAudience')
    .values({ description: 'Vecinos del sur', total: 2 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto('dashboardAudienceContact')
    .values(
      ['la boca', 'Mordor'].map((subsection, position) => ({
        audienceId,
        position,
        orionId: `O-${position}`,
        phone: String(1134000201 + position),
        firstName: `Vecina ${position}`,
        district: CITY,
        subsection,
      })),
    )
    .execute();
  const third = await aCampaign(world);
  const reply = await as(world, coordinator).call(api.loads.importDashboard, {
    params: { id: third.id, audienceId: String(audienceId) },
    query: { places: 'drop' },
  });
  await runLoad(world, reply.body.id);
  expect(await reportOf(world, coordinator, third.id)).toMatchObject({
    loaded: 2,
    rowsWithoutPlace: 1,
    unknownPlaces: [{ name: 'Mordor', rows: 1 }],
  });
  expect(await placesOf(third.id)).toEqual([BOCA.subsectionId, '02']);
});

test('local numbers get the installation’s area code, from the setting to the stored call', async () => {
  const admin = await anAdministrator(world);
  const file = rows(
    '455-1234;Ana;;;',
    '15 455 5678;Eva;Mendoza;;',
    '011 4555-1234;Luz;;;',
    `4555-9999;Sol;${CITY};Comuna 4;Boca`,
    '455-0000;Paz;Salta;;',
  );
  const stored = async () => {
    const { id } = await aCampaign(world);
    const { loaded, rejected } = await loadFiles(world, coordinator, id, [file]);
    return { loaded, rejected, numbers: (await callsOf(world, id)).map(({ number }) => number) };
  };
  expect(await stored()).toEqual({ loaded: 2, rejected: 3, numbers: ['1145551234', '1145559999'] });
  const body = { city: 'Mendoza', districtId: '50', areaCode: '261', version: 0 };
  expect((await as(world, admin).call(api.installation.change, { body })).status).toBe(200);
  // Salta has another area code, unknown here.
  expect(await stored()).toEqual({
    loaded: 4,
    rejected: 1,
    numbers: ['2614551234', '2614555678', '1145551234', '1145559999'],
  });
});
