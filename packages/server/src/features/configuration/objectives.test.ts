import { api } from '@campanero/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aState } from '../../../test/catalogue.ts';
import { aCoordinator, anObjective, anOperator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let coordinator: TestUser;
beforeEach(async () => {
  coordinator = await aCoordinator(world);
});

const { createObjective, updateObjective, objective, objectives } = api.configuration;
const lastAudit = async () => (await auditOf(world)).at(-1);
const auditCount = async () => (await auditOf(world)).length;

test('lists in Spanish order with disabled flag and states', async () => {
  const [zeta, alfa] = [await aState(world, { name: 'Zeta' }), await aState(world, { name: 'Álfa' })];
  const { id } = await anObjective(world, { name: 'Ñoquis del 29' });
  await anObjective(world, { name: 'Obras', disable: true });
  await anObjective(world, { name: 'Notificación' });
  await world.db
    .insertInto('objectiveState')
    .values([zeta, alfa].map((state) => ({ objectiveId: id, stateId: state.id })))
    .execute();
  const { body } = await as(world, await anOperator(world)).call(objectives);
  expect(body.filter(({ name }) => /^(Ñ|Obras|Noti)/.test(name))).toEqual([
    { id: expect.any(Number), name: 'Notificación', disable: false, version: 0, states: [] },
    { id, name: 'Ñoquis del 29', disable: false, version: 0, states: [alfa, zeta] },
    { id: expect.any(Number), name: 'Obras', disable: true, version: 0, states: [] },
  ]);
});

describe('creating', () => {
  test('stores the objective with its states and an audit record', async () => {
    const [a, b] = [await aState(world, { name: 'Atendió' }), await aState(world, { name: 'Colgó' })];
    const before = await auditCount();
    const made = await as(world, coordinator).call(createObjective, {
      body: { name: '  Censo escolar  ', states: [b.id, a.id, b.id] },
    });
    expect(made).toMatchObject({ status: 201, body: { name: 'Censo escolar', disable: false, states: [a, b] } });
    const read = await as(world, coordinator).call(objective, { params: { id: made.body.id } });
    expect(read.body).toEqual(made.body);
    expect(await auditCount()).toBe(before + 1);
    expect(await lastAudit()).toEqual({
      userId: coordinator.id,
      action: 'ETIQUETA',
      subaction: 'CREAR',
      objectType: 'objective',
      objectId: String(made.body.id),
      info: {
        entries: [],
        modifications: [
          { label: 'Objetivo', value: 'Censo escolar' },
          { label: 'Estados', value: 'Atendió, Colgó' },
        ],
      },
    });
  });

  test.each(['reempadronamiento', 'REEMPADRONAMIENTO', ' Reempadronámiento ', 'Reempadrona\u0301miento'])(
    'a name that exists, written %j, is refused and leaves nothing',
    async (name) => {
      await world.db
        .insertInto('objective')
        .values({ name: 'Reempadronamiento' })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const before = await auditCount();
      expect(await as(world, coordinator).call(createObjective, { body: { name, states: [] } })).toMatchObject({
        status: 422,
        body: { error: 'NAME_TAKEN', errors: [{ field: 'name', message: 'Ya existe otro con ese nombre.' }] },
      });
      expect(await auditCount()).toBe(before);
    },
  );

  test('of two concurrent requests with the same name one is refused', async () => {
    const body = { name: 'A la vez', states: [] };
    const replies = await Promise.all([0, 1, 2, 3].map(() => as(world, coordinator).call(createObjective, { body })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 422, 422, 422]);
  });

  test.each([
    ['no name', { states: [] }, 'name', 'Ingrese un nombre.'],
    ['a blank name', { name: '   ', states: [] }, 'name', 'Ingrese un nombre.'],
    ['a name that is too long', { name: 'x'.repeat(101), states: [] }, 'name', 'Excede los 100 caracteres.'],
  ])('%s is malformed', async (_what, body, field, message) => {
    const reply = await as(world, coordinator).send(createObjective, { body });
    expect(reply).toMatchObject({ status: 400, body: { error: 'VALIDATION', errors: [{ field, message }] } });
  });

  test.each([32_000, 99_999, 2_000_000_000])('refuses the unknown state %d', async (stateId) => {
    const reply = await as(world, coordinator).call(createObjective, { body: { name: 'Con raro', states: [stateId] } });
    expect(reply).toMatchObject({ status: 422, body: { error: 'UNKNOWN_STATE', errors: [{ field: 'states' }] } });
  });
});

describe('updating', () => {
  const anEditedObjective = async (name: string) => {
    const state = await aState(world);
    const { body } = await as(world, coordinator).call(createObjective, { body: { name, states: [state.id] } });
    return { ...body, state };
  };

  test('keeps absent fields, clears empty ones, and audits only the changes', async () => {
    const { id, state } = await anEditedObjective('Antes');
    const renamed = await as(world, coordinator).call(updateObjective, { params: { id }, body: { name: 'Después' } });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Después', version: 1, states: [state] } });
    expect((await lastAudit())?.info).toEqual({
      entries: [{ label: 'Objetivo', prevValue: 'Antes' }],
      modifications: [{ label: 'Objetivo', value: 'Después' }],
    });

    const other = await aState(world);
    const moved = await as(world, coordinator).call(updateObjective, { params: { id }, body: { states: [other.id] } });
    expect(moved.body).toMatchObject({ name: 'Después', version: 2, states: [other] });

    const emptied = await as(world, coordinator).call(updateObjective, { params: { id }, body: { states: [] } });
    expect(emptied.body).toMatchObject({ states: [] });
    expect(await lastAudit()).toMatchObject({
      subaction: 'ACTUALIZAR',
      info: {
        entries: [{ label: 'Estados', prevValue: other.name }],
        modifications: [{ label: 'Estados', value: null }],
      },
    });
  });

  test('refuses a stale version; without a version the last save wins', async () => {
    const { id, version } = await anEditedObjective('De a dos');
    const save = (name: string, given?: number) =>
      as(world, coordinator).call(updateObjective, { params: { id }, body: { name, version: given } });
    expect(await save('De a dos, primera', version)).toMatchObject({ status: 200 });
    expect(await save('De a dos, segunda', version)).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
    expect(await save('De a dos, tercera')).toMatchObject({ status: 200, body: { name: 'De a dos, tercera' } });
  });

  test('accepts its own name in another case and refuses a taken one', async () => {
    const { id } = await anEditedObjective('Propio');
    await anObjective(world, { name: 'Ajeno' });
    const save = (name: string) => as(world, coordinator).call(updateObjective, { params: { id }, body: { name } });
    expect(await save('PROPIO')).toMatchObject({ status: 200 });
    expect(await save('ajeno')).toMatchObject({ status: 422, body: { error: 'NAME_TAKEN' } });
  });

  test.each([30_000, 70_000, 2_000_000_000])('an objective %d that does not exist is not found', async (id) => {
    const params = { id };
    expect(await as(world, coordinator).call(objective, { params })).toMatchObject({ status: 404 });
    expect(await as(world, coordinator).call(updateObjective, { params, body: { name: 'Nada' } })).toMatchObject({
      status: 404,
    });
  });
});
