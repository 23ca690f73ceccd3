import { api } from '@campanero/contract';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aState, theSystemStates } from '../../../test/catalogue.ts';
import { aCoordinator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  await theSystemStates(world);
});
beforeEach(async () => {
  await world.db.updateTable('state').set({ effectiveness: false, callback: false, contactability: false }).execute();
  coordinator = await aCoordinator(world);
});

const { actions, saveActions } = api.configuration;
const save = (action: 'callback' | 'contactability' | 'effectiveness', has: number[], hasNo: number[]) =>
  as(world, coordinator).call(saveActions, { query: { action }, body: { has, hasNo } });
const flagsOf = async (id: number) =>
  world.db
    .selectFrom('state')
    .select(['callback', 'contactability', 'effectiveness', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

test('lists every state once, by name, system states without the action', async () => {
  const has = await aState(world, { name: 'Ñame', callback: true });
  const hasNo = await aState(world, { name: 'Ábaco' });
  const { body } = await as(world, coordinator).call(actions, { query: { action: 'callback' } });
  expect(body.has).toEqual([has]);
  expect(body.hasNo).toContainEqual(hasNo);
  expect(body.hasNo.map(({ id }) => id)).toEqual(expect.arrayContaining([1, 17]));
  const names = body.hasNo.map(({ name }) => name);
  expect(names).toEqual(names.toSorted(new Intl.Collator('es').compare));
});

test('saving changes only the listed states', async () => {
  const [gains, loses, keeps, stays] = [
    await aState(world, { name: 'Gana' }),
    await aState(world, { name: 'Pierde', effectiveness: true }),
    await aState(world, { name: 'Conserva', effectiveness: true, callback: true }),
    await aState(world, { name: 'Sigue', effectiveness: true }),
  ];
  const before = (await auditOf(world)).length;
  const reply = await save('effectiveness', [gains.id, stays.id], [loses.id]);
  expect(reply).toMatchObject({ status: 200, body: { has: [keeps, gains, stays] } });
  expect(await flagsOf(gains.id)).toEqual({ callback: false, contactability: false, effectiveness: true, version: 1 });
  expect(await flagsOf(loses.id)).toMatchObject({ effectiveness: false, version: 1 });
  expect(await flagsOf(keeps.id)).toMatchObject({ effectiveness: true, callback: true, version: 0 });
  // Unchanged, so its version stays.
  expect(await flagsOf(stays.id)).toMatchObject({ effectiveness: true, version: 0 });

  const records = await auditOf(world);
  expect(records).toHaveLength(before + 1);
  expect(records.at(-1)).toMatchObject({
    userId: coordinator.id,
    action: 'ETIQUETA',
    subaction: 'ACTUALIZAR',
    objectType: 'action',
    objectId: 'effectiveness',
    info: {
      entries: [{ label: 'Efectividad', prevValue: 'Conserva, Pierde, Sigue' }],
      modifications: [{ label: 'Efectividad', value: 'Conserva, Gana, Sigue' }],
    },
  });
});

test('system states may be in hasNo but not in has', async () => {
  const { id } = await aState(world);
  expect(await save('callback', [id], [1, 17])).toMatchObject({ status: 200 });
  expect(await save('contactability', [id, 17], [])).toMatchObject({ status: 422, body: { error: 'SYSTEM_STATE' } });
  expect(await flagsOf(id)).toMatchObject({ callback: true, contactability: false });
});

test('refuses an unknown state, a state in both lists and an unknown action', async () => {
  const { id } = await aState(world);
  for (const unknown of [31_999, 80_000, 2_000_000_000]) {
    expect(await save('callback', [id, unknown], [])).toMatchObject({
      status: 422,
      body: { error: 'UNKNOWN_STATE', errors: [{ field: 'has' }] },
    });
    expect(await save('callback', [id], [unknown])).toMatchObject({ body: { errors: [{ field: 'hasNo' }] } });
  }
  expect(await save('callback', [id], [id])).toMatchObject({
    status: 400,
    body: { errors: [{ field: 'has', message: 'Un estado no puede estar en las dos listas.' }] },
  });
  expect(await as(world, coordinator).send(actions, { query: { action: 'disable' } })).toMatchObject({ status: 400 });
  expect(await as(world, coordinator).send(actions)).toMatchObject({ status: 400 });
  expect(await flagsOf(id)).toMatchObject({ callback: false, version: 0 });
});

test('concurrent saves are serialised, with one audit record each', async () => {
  const [a, b] = [await aState(world), await aState(world)];
  const before = (await auditOf(world)).length;
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, turn) =>
      turn % 2 ? save('callback', [a.id], [b.id]) : save('callback', [b.id], [a.id]),
    ),
  );
  expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await flagsOf(a.id)).callback).not.toBe((await flagsOf(b.id)).callback);
  expect((await auditOf(world)).length).toBe(before + 10);
});
