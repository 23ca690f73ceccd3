import { api } from '@campanero/contract';
import { expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, callNow } from '../../../test/calling.ts';
import { erasuresIn, type Case } from '../../../test/erasures.ts';
import { callsOf, loadFiles } from '../../../test/loads.ts';

const world = useWorld();
const { aCase, view, erase, blockOf, differences, aNeighbour } = erasuresIn(world);

const markDoNotCall = async ({ operator, personId, number }: Case) => {
  const { version } = await world.db
    .selectFrom('person')
    .select('version')
    .where('id', '=', personId)
    .executeTakeFirstOrThrow();
  const { status } = await as(world, operator).send(api.contacts.savePerson, {
    params: { personId },
    query: { lead: '1' },
    body: { version, doNotCall: true, number },
  });
  expect(status).toBe(200);
};

test('erasing a do-not-call person always keeps the number blocked', async () => {
  const given = await aCase();
  expect(await view(given.admin, given.personId)).toMatchObject({ doNotCall: false });
  await markDoNotCall(given);
  expect(await view(given.admin, given.personId)).toMatchObject({ doNotCall: true });
  const { erasureId } = await erase(given, { keepBlock: false });
  expect(await blockOf(given.number)).toMatchObject([{ reason: 'DO_NOT_CALL' }]);
  expect((await view(given.admin, given.personId)).last).toMatchObject({ keepBlock: true });
  const records = (await auditOf(world)).filter(
    ({ objectType, objectId }) => objectType === 'erasure' && objectId === String(erasureId),
  );
  expect(JSON.stringify(records)).toContain('"El número queda como no llamar","value":"Sí"');

  // A later load creates no call for the number.
  const { campaign } = await aCallingCampaign(world, { status: 'PAUSADA', each: 0 });
  await loadFiles(world, given.admin, campaign.id, [
    { content: `telefono;nombre;apellido\n${given.number};Zulemina;${given.lastName}\n` },
  ]);
  expect(await callsOf(world, campaign.id)).toEqual([]);
  expect(await differences()).toEqual({ campaigns: [], wrongBlocks: [] });
});

test('a shared number stays blocked when the do-not-call person is erased', async () => {
  const given = await aCase();
  const beto = await aNeighbour(given);
  await markDoNotCall(given);
  await erase(given, { keepBlock: false });
  expect(await blockOf(given.number)).toMatchObject([{ reason: 'DO_NOT_CALL' }]);
  expect(await callNow(world, given.callId)).toMatchObject({ blocked: true });
  const { body } = await as(world, given.admin).call(api.personalData.person, { params: { id: beto } });
  expect(body.numbers).toMatchObject([{ number: given.number, others: [] }]);
  const contact = await as(world, given.operator).call(api.contacts.detail, {
    params: { phone: given.number, callId: given.callId },
  });
  expect(contact.body.contacts.map(({ id }) => id)).toEqual([beto]);
  expect(await differences()).toEqual({ campaigns: [], wrongBlocks: [] });
});
