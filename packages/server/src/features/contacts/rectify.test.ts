import { api } from '@campanero/contract';
import type { ErrorBody } from '@campanero/contract/errors';
import { beforeAll, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import {
  aCallingCampaign,
  addCalls,
  callNow,
  type Calling,
  expectTrueCounters,
  type TestCall,
} from '../../../test/calling.ts';
import { anAdministrator, type TestUser } from '../../../test/factories.ts';
import { loadFiles } from '../../../test/loads.ts';
import { recountAll } from '../../call-store/write/index.ts';

const world = useWorld();
let admin: TestUser;
let here: Calling;
let call: TestCall;
beforeAll(async () => {
  admin = await anAdministrator(world, { firstName: 'Ada', lastName: 'Sosa' });
  here = await aCallingCampaign(world);
  call = here.calls[0]!;
});

const rectify = async (personId: number, body: object, user: TestUser = admin) => {
  const reply = await as(world, user).send(api.contacts.rectify, {
    params: { id: personId },
    body: { version: 0, ...body },
  });
  return { status: reply.status, body: reply.body as unknown as ErrorBody };
};
const review = (inReview: boolean, reason = 'Dice que el DNI no es suyo', user: TestUser = admin) =>
  as(world, user).call(api.contacts.review, { params: { id: call.personId }, body: { inReview, reason } });
const lastAudit = async () => (await auditOf(world)).at(-1);
const blockOf = async (user: TestUser = here.manager) =>
  (await as(world, user).call(api.contacts.detail, { params: { phone: call.number, callId: call.id } })).body.blocked;

test('rectifies data with a reason, also of persons without calls', async () => {
  const { id } = await world.db
    .insertInto('person')
    .values({ kind: 'lead', firstName: 'Sola', lastName: 'Persona' })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await rectify(id, { lastName: 'Pérsona', reason: 'Se lee en su DNI' })).status).toBe(204);
  expect(await lastAudit()).toMatchObject({
    userId: admin.id,
    action: 'CONTACTO',
    subaction: 'ACTUALIZAR',
    objectType: 'person',
    objectId: String(id),
    info: {
      entries: [{ label: 'Apellido', prevValue: 'Persona' }],
      modifications: expect.arrayContaining([
        { label: 'Apellido', value: 'Pérsona' },
        { label: 'Motivo', value: 'Se lee en su DNI' },
      ]),
    },
  });
  expect((await rectify(id, { lastName: 'X', reason: 'Otra vez distinto' })).body.error).toBe('CONFLICT');
  expect((await rectify(id, { version: 1, lastName: 'X', reason: 'no' })).body.errors).toEqual([
    { field: 'reason', message: 'Indique el motivo, con al menos 5 caracteres.' },
  ]);
  expect((await rectify(999_999_999, { reason: 'No está ahí' })).status).toBe(404);
  expect((await rectify(id, { version: 1, reason: 'No me dejan' }, here.manager)).status).toBe(403);
});

test('marks a number as wrong with a reason', async () => {
  const other = here.calls[1]!;
  const mark = (phone: string, wrong: boolean) =>
    as(world, admin).call(api.contacts.rectifyNumber, {
      params: { id: other.personId, phone },
      body: { wrong, reason: 'Lo dejó hace años' },
    });
  expect((await mark(call.number, true)).status).toBe(404);
  expect((await mark(other.number, true)).status).toBe(204);
  expect((await callNow(world, other.id)).blocked).toBe(true);
  expect((await lastAudit())?.info).toMatchObject({
    modifications: expect.arrayContaining([{ label: 'Motivo', value: 'Lo dejó hace años' }]),
  });
  await mark(other.number, false);
  expect((await callNow(world, other.id)).blocked).toBe(false);
});

test('a review blocks the numbers, shows its reason and ends with a reason', async () => {
  const there = await aCallingCampaign(world);
  const [twin] = await addCalls(world, there.campaign.id, [null], { numbers: [call.number] });
  expect((await review(true, undefined, here.manager)).status).toBe(403);
  expect((await review(true)).status).toBe(204);
  expect((await callNow(world, call.id)).blocked).toBe(true);
  expect((await callNow(world, twin!.id)).blocked).toBe(true);
  expect(await blockOf()).toMatch(/en revisión/);
  expect(await lastAudit()).toMatchObject({
    objectType: 'person',
    info: {
      entries: [{ label: 'En revisión', prevValue: 'No' }],
      modifications: [
        { label: 'En revisión', value: 'Sí' },
        { label: 'Motivo', value: 'Dice que el DNI no es suyo' },
      ],
    },
  });
  const shown = await as(world, admin).call(api.personalData.person, { params: { id: call.personId } });
  expect(shown.body.inReview).toEqual({ since: world.clock.now().toISOString(), userName: 'Ada Sosa' });

  // Next contact returns the operator's other calls only.
  const given = new Set<number>();
  for (let turn = 0; turn < 3; turn += 1) {
    const next = await as(world, here.operators[0]!).send(api.calls.next, {
      params: { id: here.campaign.id, callId: 0 },
    });
    if (next.status === 200) given.add((next.body as unknown as { callId: number }).callId);
  }
  expect(given.has(call.id)).toBe(false);

  // A load of the same person creates no call.
  const records = (await auditOf(world)).length;
  expect((await review(true)).status).toBe(204);
  expect((await auditOf(world)).length).toBe(records);
  await world.db.updateTable('person').set({ document: '31222333' }).where('id', '=', call.personId).execute();
  const file = `Nombre;Apellido;Documento;Telefono\r\nPersona;1;31222333;1147770001\r\n`;
  const third = await aCallingCampaign(world, { status: 'PENDIENTE' });
  expect(await loadFiles(world, third.manager, third.campaign.id, [{ content: file }])).toMatchObject({ loaded: 0 });

  expect((await review(false, 'El DNI era correcto')).status).toBe(204);
  expect((await callNow(world, call.id)).blocked).toBe(false);
  expect(await blockOf()).toBeNull();
  for (const { campaign } of [here, there]) {
    await expectTrueCounters(world, campaign.id);
  }
});

test('verify computes a review like the application', async () => {
  await review(true);
  const { wrongBlocks, campaigns } = await recountAll(world.db);
  expect(wrongBlocks).toEqual([]);
  expect(campaigns.filter(({ differences, staleNumbers }) => differences || staleNumbers > 0)).toEqual([]);
  // And an unexplained block is found.
  await world.db.deleteFrom('blockedNumber').where('number', '=', Number(call.number)).execute();
  expect((await recountAll(world.db)).wrongBlocks).toEqual([
    { number: Number(call.number), kept: null, counted: 'IN_REVIEW' },
  ]);
  await review(false, 'Fue solo una prueba');
});
