import { api } from '@campanero/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aState, aSubstate, theSystemStates } from '../../../test/catalogue.ts';
import { aCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let coordinator: TestUser;
let system: Awaited<ReturnType<typeof theSystemStates>>;
beforeAll(async () => {
  system = await theSystemStates(world);
});
beforeEach(async () => {
  coordinator = await aCoordinator(world);
});

const { createState, updateState, state, states } = api.configuration;
const { createSubstate, updateSubstate, substate, substates } = api.configuration;
const lastAudit = async () => (await auditOf(world)).at(-1);
const auditCount = async () => (await auditOf(world)).length;

describe('a state', () => {
  test('is created with colour, actions and substates and an audit record', async () => {
    const [late, early] = [await aSubstate(world, { name: 'Tarde' }), await aSubstate(world, { name: 'Mañana' })];
    const made = await as(world, coordinator).call(createState, {
      body: {
        name: 'Pide turno',
        color: '#2A9D8F',
        callback: true,
        contactability: true,
        substates: [late.id, early.id],
      },
    });
    expect(made).toMatchObject({ status: 201, body: { name: 'Pide turno', version: 0, substates: [early, late] } });
    expect((await lastAudit())?.info).toEqual({
      entries: [],
      modifications: [
        { label: 'Estado', value: 'Pide turno' },
        { label: 'Color', value: '#2A9D8F' },
        { label: 'Volver a llamar', value: 'Sí' },
        { label: 'Contactabilidad', value: 'Sí' },
        { label: 'Efectividad', value: 'No' },
        { label: 'Subestados', value: 'Mañana, Tarde' },
      ],
    });
    const listed = (await as(world, await anOperator(world)).call(states)).body;
    expect(listed.find(({ id }) => id === made.body.id)).toEqual(made.body);
  });

  test('has the default colour and no actions by default', async () => {
    const { body } = await as(world, coordinator).call(createState, { body: { name: 'Sin nada', substates: [] } });
    expect(body).toMatchObject({ color: '#e0e0e0', callback: false, contactability: false, effectiveness: false });
  });

  test.each(['red', '#12345', '#12345G', '#1234567', 'url(x)', '#e0e0e0;x', ''])(
    'the colour %j is refused',
    async (color) => {
      const { id } = await aState(world);
      const error = {
        status: 400,
        body: { errors: [{ field: 'color', message: 'El color debe tener la forma #rrggbb.' }] },
      };
      const body = { name: 'Color raro', color, substates: [] };
      expect(await as(world, coordinator).call(createState, { body })).toMatchObject(error);
      expect(await as(world, coordinator).call(updateState, { params: { id }, body: { color } })).toMatchObject(error);
    },
  );

  test('an update keeps absent fields and audits only the changes', async () => {
    const linked = await aSubstate(world);
    const { body: made } = await as(world, coordinator).call(createState, {
      body: { name: 'Cambia', callback: true, substates: [linked.id] },
    });
    const params = { id: made.id };
    const before = await auditCount();
    const changed = await as(world, coordinator).call(updateState, {
      params,
      body: { callback: false, color: '#1F8A4C', version: made.version },
    });
    expect(changed.body).toEqual({ ...made, callback: false, color: '#1F8A4C', version: 1 });
    expect(await auditCount()).toBe(before + 1);
    expect((await lastAudit())?.info).toEqual({
      entries: [
        { label: 'Color', prevValue: '#e0e0e0' },
        { label: 'Volver a llamar', prevValue: 'Sí' },
      ],
      modifications: [
        { label: 'Color', value: '#1F8A4C' },
        { label: 'Volver a llamar', value: 'No' },
      ],
    });
    const stale = await as(world, coordinator).call(updateState, { params, body: { name: 'Tarde', version: 0 } });
    expect(stale).toMatchObject({ status: 409, body: { error: 'CONFLICT' } });
  });

  test('ignores unknown fields such as disable', async () => {
    const { id } = await aState(world);
    await as(world, coordinator).send(updateState, { params: { id }, body: { disable: true, id: 1, version: 0 } });
    expect((await as(world, coordinator).call(state, { params: { id } })).body).toMatchObject({ id, disable: false });
  });

  test('unknown substates and unknown states are refused', async () => {
    const { id } = await aState(world);
    const unknown = { status: 422, body: { error: 'UNKNOWN_SUBSTATE', errors: [{ field: 'substates' }] } };
    const body = { name: 'Con raros', substates: [31_999] };
    expect(await as(world, coordinator).call(createState, { body })).toMatchObject(unknown);
    const given = { params: { id }, body: { substates: [80_000] } };
    expect(await as(world, coordinator).call(updateState, given)).toMatchObject(unknown);
    for (const missing of [31_999, 80_000]) {
      const params = { id: missing };
      expect(await as(world, coordinator).call(state, { params })).toMatchObject({ status: 404 });
      expect(await as(world, coordinator).call(updateState, { params, body: {} })).toMatchObject({ status: 404 });
    }
  });

  test('system states keep name and actions but may change colour', async () => {
    for (const { id, name } of [system.pending, system.invalid]) {
      const save = (body: object) => as(world, coordinator).send(updateState, { params: { id }, body });
      const refused = { status: 422, body: { error: 'SYSTEM_STATE' } };
      expect(await save({ name: 'Otro nombre' })).toMatchObject(refused);
      expect(await save({ callback: true })).toMatchObject(refused);
      expect(await save({ contactability: true })).toMatchObject(refused);
      expect(await save({ effectiveness: true })).toMatchObject(refused);
      expect(await save({ name, color: '#334455', callback: false })).toMatchObject({ status: 200, body: { name } });
    }
  });

  test('refuses a second Pendiente', async () => {
    const reply = await as(world, coordinator).call(createState, { body: { name: 'PENDIENTE', substates: [] } });
    expect(reply).toMatchObject({ status: 422, body: { error: 'NAME_TAKEN' } });
  });
});

describe('a substate', () => {
  test('is created, listed in Spanish order, renamed and audited', async () => {
    const made = await as(world, coordinator).call(createSubstate, { body: { name: 'Ñandú' } });
    expect(made).toMatchObject({ status: 201, body: { name: 'Ñandú', disable: false, version: 0 } });
    await aSubstate(world, { name: 'Oso' });
    await aSubstate(world, { name: 'Nutria', disable: true });
    const { body } = await as(world, await anOperator(world)).call(substates);
    expect(body.map(({ name }) => name).filter((name) => /^(Ñ|Oso|Nut)/.test(name))).toEqual([
      'Nutria',
      'Ñandú',
      'Oso',
    ]);

    const params = { id: made.body.id };
    const renamed = await as(world, coordinator).call(updateSubstate, {
      params,
      body: { name: 'Choique', version: 0 },
    });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Choique', version: 1 } });
    expect(await lastAudit()).toMatchObject({
      action: 'ETIQUETA',
      subaction: 'ACTUALIZAR',
      objectType: 'substate',
      info: {
        entries: [{ label: 'Subestado', prevValue: 'Ñandú' }],
        modifications: [{ label: 'Subestado', value: 'Choique' }],
      },
    });
    expect((await as(world, coordinator).call(substate, { params })).body).toEqual(renamed.body);
    const stale = await as(world, coordinator).call(updateSubstate, { params, body: { name: 'Rhea', version: 0 } });
    expect(stale).toMatchObject({ status: 409 });
    expect(await as(world, coordinator).call(createSubstate, { body: { name: ' chóique' } })).toMatchObject({
      status: 422,
      body: { error: 'NAME_TAKEN' },
    });
  });

  test('one that does not exist is not found', async () => {
    for (const missing of [31_999, 80_000]) {
      const params = { id: missing };
      expect(await as(world, coordinator).call(substate, { params })).toMatchObject({ status: 404 });
      expect(await as(world, coordinator).call(updateSubstate, { params, body: { name: 'Nada' } })).toMatchObject({
        status: 404,
      });
    }
  });
});
