import { api } from '@campanero/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../../test/actors.ts';
import { useWorld } from '../../../../test/app.ts';
import { aCoordinator, anOperator, type TestUser } from '../../../../test/factories.ts';
import { seedLocations } from '../../../db/seed/locations.ts';

const { list, remember, forget } = api.spellings;
const BOCA = { districtId: '02', sectionId: '02028', subsectionId: '0202801002' };
const BARRACAS = { ...BOCA, subsectionId: '0202801001' };

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  coordinator = await aCoordinator(world);
  await world.db.transaction().execute((trx) => seedLocations(trx));
});

const send = (body: { name: string; districtId: string; sectionId?: string | null; subsectionId?: string | null }) =>
  as(world, coordinator).call(remember, { body });
const auditOfSpellings = async () => (await auditOf(world)).filter(({ objectType }) => objectType === 'spelling');

test('permissions', async () => {
  const operator = await anOperator(world);
  expect((await as(world, operator).call(list)).status).toBe(403);
  expect((await as(world, operator).call(remember, { body: { name: 'La Boca', ...BOCA } })).status).toBe(403);
  expect((await as(world, null).call(list)).status).toBe(401);
  expect(await auditOfSpellings()).toEqual([]);
});

describe('remembering', () => {
  test('stores the spelling with its place and one audit record', async () => {
    const made = await send({ name: '  La Boca ', ...BOCA });
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'La Boca', ...BOCA, place: 'Boca', within: 'Comuna 4, CABA', userName: coordinator.name },
    });
    expect((await as(world, coordinator).call(list)).body).toEqual([made.body]);
    expect(await auditOfSpellings()).toMatchObject([
      {
        userId: coordinator.id,
        action: 'ETIQUETA',
        subaction: 'CREAR',
        objectId: String(made.body.id),
        info: {
          entries: [],
          modifications: [
            { label: 'Lugar', value: 'Boca, Comuna 4, CABA' },
            { label: 'Forma de escribirlo', value: 'La Boca' },
          ],
        },
      },
    ]);
  });

  test.each([
    ['the same again, written otherwise', { name: 'LA  BÓCA', ...BOCA }, 'SPELLING_TAKEN'],
    ['for another place of the same section', { name: 'La Boca', ...BARRACAS }, 'SPELLING_TAKEN'],
    ['the official name itself', { name: 'boca', ...BOCA }, 'SPELLING_OFFICIAL'],
    ['the official name of a neighbour', { name: 'Barracas', ...BOCA }, 'SPELLING_OFFICIAL'],
    ['a section of another district', { name: 'Acá', districtId: '06', sectionId: '02028' }, 'UNKNOWN_PLACE'],
  ])('%s is refused and leaves nothing', async (_what, body, error) => {
    const before = await auditOfSpellings();
    expect(await send(body)).toMatchObject({ status: 422, body: { error } });
    expect(await auditOfSpellings()).toEqual(before);
  });

  test.each([
    ['no letter at all', { name: '¿?', ...BOCA }, 'name'],
    ['no district', { name: 'Acá', districtId: '' }, 'districtId'],
    ['a subsection of no section', { name: 'Acá', districtId: '02', subsectionId: '0202801002' }, 'sectionId'],
  ])('%s is malformed', async (_what, body, field) => {
    expect(await send(body)).toMatchObject({ status: 400, body: { errors: [{ field }] } });
  });

  test('the same spelling may mean a district, a section and a place of another section', async () => {
    for (const place of [
      { districtId: '02', sectionId: null, subsectionId: null },
      { districtId: '06', sectionId: '06371', subsectionId: null },
      { districtId: '50', sectionId: '50098', subsectionId: '50098030' },
    ])
      expect(await send({ name: 'El centro', ...place })).toMatchObject({ status: 201 });
    const within = (await as(world, coordinator).call(list)).body
      .filter(({ name }) => name === 'El centro')
      .map((each) => each.within);
    expect(within).toEqual(['', 'PBA', 'San Martín, Mendoza']);
  });
});

describe('forgetting', () => {
  test('deletes it with one audit record; then 404', async () => {
    const { body } = await send({ name: 'Barracas al norte', ...BARRACAS });
    const before = (await auditOfSpellings()).length;
    expect(await as(world, coordinator).call(forget, { params: { id: body.id } })).toMatchObject({ status: 200, body });
    expect((await as(world, coordinator).call(list)).body.map(({ id }) => id)).not.toContain(body.id);
    const records = await auditOfSpellings();
    expect(records).toHaveLength(before + 1);
    expect(records.at(-1)).toMatchObject({
      subaction: 'ACTUALIZAR',
      info: { entries: expect.arrayContaining([{ label: 'Forma de escribirlo', prevValue: 'Barracas al norte' }]) },
    });
    expect((await as(world, coordinator).call(forget, { params: { id: body.id } })).status).toBe(404);
    expect((await as(world, coordinator).call(forget, { params: { id: 2_147_483_647 } })).status).toBe(404);
  });
});
