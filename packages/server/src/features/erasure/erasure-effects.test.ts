import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, callNow } from '../../../test/calling.ts';
import { erasuresIn } from '../../../test/erasures.ts';
import { aCoordinator, anExternalCoordinator, anOperator } from '../../../test/factories.ts';
import { callsOf, loadFiles } from '../../../test/loads.ts';

const world = useWorld();
const { aCase, view, erase, figures, differences, aNeighbour, personNow } = erasuresIn(world);

const lastErasedNumber = async () =>
  (await sql<{ n: number }>`select last_value as n from erased_number`.execute(world.db)).rows[0]!.n;

test('the preview takes no locks and no sequence values', async () => {
  const given = await aCase();
  const before = await lastErasedNumber();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const holding = world.db.transaction().execute(async (trx) => {
    await sql`select from call where id = ${given.callId} for update`.execute(trx);
    await sql`select from person where id = ${given.personId} for update`.execute(trx);
    locked();
    await released;
  });
  await isLocked;
  expect(await view(given.admin, given.personId)).toMatchObject({ calls: 1, closed: 1 });
  release();
  await holding;
  expect(await lastErasedNumber()).toBe(before);
});

test('an open call passes only to a person with the same «Participa» flag', async () => {
  const given = await aCase();
  const beto = await aNeighbour(given);
  const { version } = await personNow(given.personId);
  await as(world, given.operator).call(api.contacts.savePerson, {
    params: { personId: given.personId },
    query: { lead: '1' },
    body: { version, interested: true },
  });
  const participate = async () =>
    (
      await as(world, given.here.manager).call(api.campaignStatistics.campaign, {
        params: { campaignId: given.here.campaign.id },
        query: {},
      })
    ).body.participate;
  const before = { participate: await participate(), figures: await figures() };
  expect(before.participate).toBe(1);
  expect(await view(given.admin, given.personId)).toMatchObject({ passedOn: 0, closed: 1 });
  await erase(given);
  expect({ participate: await participate(), figures: await figures() }).toEqual(before);
  expect(await callNow(world, given.callId)).toMatchObject({ personId: given.personId, blocked: true });
  expect(await personNow(beto)).toMatchObject({ interested: false });
  expect(await differences()).toEqual({ campaigns: [], wrongBlocks: [] });
});

test('a person who took over a call does not have its load as origin', async () => {
  const given = await aCase();
  const { campaign } = await aCallingCampaign(world, { each: 0, status: 'PAUSADA' });
  await loadFiles(world, given.admin, campaign.id, [
    { content: `telefono;nombre;apellido;documento\n${given.number};Zulemina;${given.lastName};${given.document}\n` },
  ]);
  const [loaded] = await callsOf(world, campaign.id);
  const beto = await aNeighbour(given);
  await erase(given);
  expect(await callNow(world, loaded!.id)).toMatchObject({ personId: beto });
  const { body } = await as(world, given.admin).call(api.personalData.person, { params: { id: beto } });
  expect(body.loads).toEqual([]);
  expect(body.fields[0]!.origin).toContain('Desconocido');
});

test('notifies only users who may see the erased calls', async () => {
  const given = await aCase();
  const elsewhere = await anOperator(world);
  const coordinator = await aCoordinator(world);
  const external = await anExternalCoordinator(world);
  await erase(given);
  const events = world.published.filter(({ event }) => event === 'erased');
  const readers = events.flatMap(({ userIds }) => userIds);
  expect(readers).toEqual(expect.arrayContaining([given.operator.id, coordinator.id, given.admin.id]));
  expect(readers).not.toContain(elsewhere.id);
  expect(readers).not.toContain(external.id);
});
