import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling, type TestCall } from '../../../test/calling.ts';
import { exported } from '../../../test/exports.ts';
import { aCampaign, aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';
import { loadFiles } from '../../../test/loads.ts';
import { insertNotifications } from '../../../test/notifications.ts';

const world = useWorld();
let admin: TestUser;
let coordinator: TestUser;
beforeAll(async () => {
  await aCallingCampaign(world);
  admin = await anAdministrator(world);
  coordinator = await aCoordinator(world, { firstName: 'Carla', lastName: 'Ríos' });
});

const params = (id: number) => ({ params: { id } });
const open = (id: number, user: TestUser | null = admin) => as(world, user).call(api.personalData.person, params(id));
const callsOf = (id: number) => as(world, admin).call(api.personalData.calls, { ...params(id), query: {} });
const copiesOf = async (id: number) => (await as(world, admin).call(api.personalData.copies, params(id))).body;
const recordsOf = (id: number) => as(world, admin).call(api.personalData.records, { ...params(id), query: {} });
const personOf = async (document: string) =>
  (await world.db.selectFrom('person').select('id').where('document', '=', document).executeTakeFirstOrThrow()).id;

const CSV = (rows: string) => `Nombre;Apellido;Documento;Correo;Telefono\r\n${rows}`;

describe('origin of data', () => {
  test('names the load and later edits', async () => {
    const { id } = await aCampaign(world, { name: 'Vacunación' });
    await loadFiles(world, coordinator, id, [
      { name: 'padron.csv', content: CSV('Rosa;Paz;11222333;rosa@x.com.ar;1144440001\r\n') },
    ]);
    const rosa = await personOf('11222333');
    const loaded = (await open(rosa)).body;
    expect(loaded).toMatchObject({ name: 'Rosa Paz', inReview: null, erasedAt: null });
    expect(loaded.loads).toMatchObject([
      { source: 'csv', name: 'padron.csv', campaign: { id, name: 'Vacunación' }, userName: 'Carla Ríos' },
    ]);
    expect(loaded.fields.map(({ label, value }) => [label, value])).toEqual([
      ['Nombre', 'Rosa'],
      ['Apellido', 'Paz'],
      ['Documento', '11222333'],
      ['Correo', 'rosa@x.com.ar'],
    ]);
    expect(loaded.fields[0]!.origin).toMatch(
      /^Archivo «padron.csv», cargado en la campaña «Vacunación» por Carla Ríos el /,
    );
    expect(loaded.flags).toContainEqual({ label: 'No llamar', isSet: false, userName: null, at: null });

    await as(world, coordinator).call(api.contacts.savePerson, {
      params: { personId: rosa },
      query: { lead: '1' },
      body: { email: 'rosa.paz@x.com.ar', doNotCall: true },
    });
    const changed = (await open(rosa)).body;
    expect(changed.fields.find(({ label }) => label === 'Correo')?.origin).toMatch(/^Carla Ríos, a mano, el /);
    expect(changed.fields.find(({ label }) => label === 'Nombre')?.origin).toMatch(/^Archivo/);
    expect(changed.flags).toContainEqual({
      label: 'No llamar',
      isSet: true,
      userName: 'Carla Ríos',
      at: world.clock.now().toISOString(),
    });
    expect(changed.numbers).toMatchObject([
      { number: '1144440001', wrong: false, blocked: 'Una persona de este número pidió que no la llamen.', others: [] },
    ]);
  });

  test('says when the origin is unknown', async () => {
    const { calls } = await aCallingCampaign(world);
    const { body } = await open(calls[0]!.personId);
    expect(body.loads).toEqual([]);
    expect(body.fields[0]!.origin).toBe('Desconocido: el sistema no guardó de dónde vino');
  });
});

describe('calls', () => {
  let here: Calling;
  let call: TestCall;
  let other: number;
  const register = (body: object) =>
    as(world, here.operators[0]!).send(api.calls.register, {
      params: { id: here.campaign.id, callId: call.id },
      body: { stateId: here.states.talked.id, ...body },
    });
  beforeAll(async () => {
    here = await aCallingCampaign(world);
    call = here.calls[0]!;
    const { id } = await world.db
      .insertInto('person')
      .values({ kind: 'lead', firstName: 'Otra', lastName: 'Persona' })
      .returning('id')
      .executeTakeFirstOrThrow();
    other = id;
    await world.db
      .insertInto('personPhone')
      .values({ number: Number(call.number), personId: other })
      .execute();
    await register({ observations: 'dijo que sí', personId: call.personId });
    await register({ observations: 'habló la otra', personId: other });
  });

  test('shows texts of own outcomes only; of others on the number only that they happened', async () => {
    const own = (await callsOf(call.personId)).body;
    expect(own.totalElementsCount).toBe(1);
    expect(own.calls[0]).toMatchObject({ id: call.id, isOwn: true, campaign: here.campaign, callCount: 2 });
    expect(own.calls[0]!.outcomes.map(({ observations, isOfOther }) => [observations, isOfOther])).toEqual([
      ['dijo que sí', false],
      [null, true],
    ]);
    const theirs = (await callsOf(other)).body;
    expect(theirs.calls).toMatchObject([{ id: call.id, isOwn: false, observations: null }]);
    expect(theirs.calls[0]!.outcomes.map(({ observations }) => observations)).toEqual(['habló la otra']);
  });

  test('other persons on the number are named only', async () => {
    const { body } = await open(call.personId);
    expect(body.numbers[0]!.others).toEqual([{ id: other, name: 'Otra Persona' }]);
    expect(JSON.stringify(body)).not.toContain('habló la otra');
  });

  test('lists audit records of the person and their calls', async () => {
    const { body } = await recordsOf(call.personId);
    expect(body.records.map(({ object }) => object)).toEqual([
      `Persona ${call.personId}`,
      `Llamado ${call.id}`,
      `Llamado ${call.id}`,
    ]);
    expect(body.totalElementsCount).toBe(3);
    expect((await recordsOf(other)).body.records).toEqual([]);
  });
});

describe('copies', () => {
  test('exports, rejected rows, notifications, mails and notes that name the person', async () => {
    const here = await aCallingCampaign(world);
    const call = here.calls[0]!;
    await world.db
      .updateTable('person')
      .set({ firstName: 'Ana', lastName: 'Núñez', document: '20.123.456', email: 'ana@x.com.ar' })
      .where('id', '=', call.personId)
      .execute();
    await exported(world, here.manager, api.exports.audience, { params: { id: here.campaign.id } });
    await insertNotifications(world.deps, {
      userId: here.manager.id,
      action: 'CALLBACK',
      subject: 'x',
      callId: call.id,
      campaignId: here.campaign.id,
    });
    await sql`insert into note (user_id, text) values (${coordinator.id}, 'llamar a núñez, ana'), (${coordinator.id}, 'Ana')`.execute(
      world.db,
    );
    await sql`insert into mail (user_id, recipient, subject, body, message_id)
      values (${coordinator.id}, 'x@y.z', 'Consulta', 'sobre el documento 20123456.', 'm1'),
        (${coordinator.id}, 'x@y.z', 'Consulta', 'sobre el documento 120123456.', 'm2')`.execute(world.db);
    const campaign = await aCampaign(world);
    await loadFiles(world, coordinator, campaign.id, [
      {
        content: CSV(
          [
            'Ana;Núñez;20123456;;no tiene',
            `;;;;99 ${call.number.slice(2)}`,
            'NUÑEZ;ANA;;;nada',
            ';;;ana@x.com.ar;nada',
            'Anastasia;Núñez;120123456;;nada',
          ].join('\r\n'),
        ),
      },
    ]);
    await as(world, admin).call(api.personalData.createRequest, {
      body: { kind: 'ACCESO', channel: 'NOTA', receivedOn: '2026-03-10', asker: 'Ana Núñez', personId: call.personId },
    });
    world.clock.advance(1000);
    await exported(world, admin, api.exports.dataRequests, { query: {} });
    const copies = await copiesOf(call.personId);
    expect(copies.exports).toMatchObject([
      { kind: 'data_requests', campaign: null, userName: admin.name },
      { kind: 'audience', campaign: here.campaign, userName: here.manager.name, expiresAt: expect.any(String) },
    ]);
    expect(copies.rejectedRows.map(({ line, namedBy }) => [line, namedBy])).toEqual([
      [2, 'document'],
      [3, 'number'],
      [4, 'name'],
      [5, 'email'],
    ]);
    expect(copies.notifications).toMatchObject([{ action: 'CALLBACK', userName: here.manager.name }]);
    expect(copies.mails).toMatchObject([{ subject: 'Consulta', namedBy: 'document' }]);
    expect(copies.notes).toMatchObject([{ userName: 'Carla Ríos' }]);
    expect(copies.isCut).toBe(false);
  });

  // A million rejected rows in one statement exceeded its timeout on a busy machine.
  test('rejected rows are read in batches without gaps', async () => {
    const { id } = await aCampaign(world);
    await loadFiles(world, coordinator, id, [
      { content: CSV('Berta;Quixote;31222333;;1144440009\r\nBerta;Quixote;;;nada\r\n') },
    ]);
    const last = 50_010;
    const isOfBerta = sql`n in (4, ${last - 50_000}, ${last - 49_999}, ${last})`;
    await sql`
      insert into rejected_row (load_id, file_no, line, reason, cells)
      select (select max(id) from audience_load), 1, n, 'x', array[case when ${isOfBerta} then 'Berta' else 'Ana' end, 'Quixote']
      from generate_series(4, ${last}) n`.execute(world.db);
    const { rejectedRows } = await copiesOf(await personOf('31222333'));
    expect(rejectedRows.map(({ line }) => line)).toEqual([3, 4, last - 50_000, last - 49_999, last]);
  });
});

describe('permissions', () => {
  test('administrators only, and each visit is audited once', async () => {
    const { calls } = await aCallingCampaign(world);
    const { personId } = calls[0]!;
    expect((await open(personId, null)).status).toBe(401);
    expect((await open(personId, coordinator)).status).toBe(403);
    expect((await open(999_999_999)).status).toBe(404);
    const visits = async () =>
      (await auditOf(world)).filter(
        ({ objectType, objectId }) => objectType === 'person' && objectId === String(personId),
      );
    await open(personId);
    await open(personId);
    expect(await visits()).toMatchObject([
      { userId: admin.id, info: { modifications: [{ label: 'Acción', value: 'Datos personales consultados' }] } },
    ]);
    world.clock.advance(11 * 60_000);
    await open(personId);
    expect(await visits()).toHaveLength(2);
  });
});
