import { api } from '@campanero/contract';
import { unzipSync, strFromU8 } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling, type TestCall } from '../../../test/calling.ts';
import { ask, download, make } from '../../../test/exports.ts';
import { anAdministrator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let admin: TestUser;
let here: Calling;
let call: TestCall;
beforeAll(async () => {
  admin = await anAdministrator(world);
  here = await aCallingCampaign(world);
  call = here.calls[0]!;
  await world.db
    .updateTable('person')
    .set({ firstName: 'Ana <b>', lastName: 'Núñez', document: '20123456' })
    .where('id', '=', call.personId)
    .execute();
  const { id: otherId } = await world.db
    .insertInto('person')
    .values({ kind: 'lead', firstName: 'Vecina', lastName: 'Ajena' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto('personPhone')
    .values({ number: Number(call.number), personId: otherId })
    .execute();
  const register = (personId: number, observations: string) =>
    as(world, here.operators[0]!).call(api.calls.register, {
      params: { id: here.campaign.id, callId: call.id },
      body: { stateId: here.states.talked.id, personId, observations },
    });
  await register(call.personId, 'quiere ir al taller');
  await register(otherId, 'secreto de la vecina');
});

const bytesOf = async (user: TestUser, id: string) => {
  const reply = await world.app.inject({
    method: 'GET',
    url: `/api/export/${id}`,
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(reply.headers['content-type']).toBe('application/zip');
  return unzipSync(reply.rawPayload);
};

test('the report is a page and JSON with the data of this person only', async () => {
  const id = await ask(world, admin, api.exports.personalData, { params: { id: call.personId } });
  await make(world, id);
  const files = await bytesOf(admin, id);
  expect(Object.keys(files)).toEqual(['informe.html', 'datos.json']);
  const page = strFromU8(files['informe.html']!);
  const data = JSON.parse(strFromU8(files['datos.json']!)) as {
    persona: string;
    partes: { titulo: string; filas: Record<string, unknown>[] }[];
  };
  expect(data.persona).toBe('Ana <b> Núñez');
  const part = (titulo: string) => data.partes.find((each) => each.titulo === titulo)?.filas;
  expect(part('Qué datos suyos guardamos')).toContainEqual(
    expect.objectContaining({ Dato: 'Documento', Valor: '20123456' }),
  );
  expect(part('Para qué los usamos')).toMatchObject([{ Campaña: here.campaign.name }]);
  expect(part('Llamados')?.map((row) => row['Lo que se anotó'])).toEqual([
    'quiere ir al taller',
    'Atendió otra persona: lo que dijo no es parte de este informe.',
  ]);
  for (const text of [page, JSON.stringify(data)]) {
    expect(text).toContain('quiere ir al taller');
    expect(text).not.toContain('Ajena');
    expect(text).not.toContain('secreto');
  }
  // Both have the same cells.
  const escaped = (text: string) => text.replace(/</g, '&lt;').replace(/>/g, '&gt;');
  const cells = data.partes.flatMap(({ filas }) => filas.flatMap((row) => Object.values(row)));
  const missing = cells.filter((cell) => typeof cell === 'string' && !page.includes(escaped(cell)));
  expect(missing).toEqual([]);
  expect(page).toContain('Ana &lt;b&gt; Núñez');
  expect(page).not.toMatch(/<script|https?:\/\//);
  expect(page).toContain('Ley 25.326');
});

test('omits notes about the other person on the number and counts rows with the name', async () => {
  await as(world, here.operators[0]!).call(api.contacts.saveDetail, {
    params: { phone: call.number, callId: call.id },
    body: { observations: 'Prefiere la mañana\nReservado sobre Vecina' },
  });
  const { rows: loads } = await sql<{ id: number }>`
    insert into audience_load (campaign_id, created_by, source, name, status, finished_at)
    values (${here.campaign.id}, ${admin.id}, 'csv', 'a.csv', 'CANCELLED', now()) returning id`.execute(world.db);
  await sql`
    insert into rejected_row (load_id, line, reason, cells)
    values (${loads[0]!.id}, 2, 'Sin número', array['', 'Ana <b>', 'F', 'Núñez'])`.execute(world.db);
  const id = await ask(world, admin, api.exports.personalData, { params: { id: call.personId } });
  await make(world, id);
  const data = strFromU8((await bytesOf(admin, id))['datos.json']!);
  expect(data).toContain('Prefiere la mañana');
  expect(data).not.toContain('Reservado');
  expect(data).toContain('Se omite una parte que se refiere a otra persona');
  expect(data).toContain('Hay una fila que tiene su nombre y puede ser de otra persona');
  expect(data).not.toContain('No hay ninguna');
});

test('has the city’s name and embedded logo', async () => {
  const logo = Buffer.from('no image, but the bytes of one');
  await world.db.insertInto('cityProfile').values({ city: 'Morón & Cía', logo, logoVersion: 'v1' }).execute();
  const id = await ask(world, admin, api.exports.personalData, { params: { id: call.personId } });
  await make(world, id);
  const files = await bytesOf(admin, id);
  const page = strFromU8(files['informe.html']!);
  expect(page).toContain(`<img src="data:image/png;base64,${logo.toString('base64')}" alt="">`);
  expect(page).toContain('<span>Morón &amp; Cía</span>');
  expect(JSON.parse(strFromU8(files['datos.json']!))).toMatchObject({ ciudad: 'Morón & Cía' });
});

test('is audited on the person, has no name in mail or file name, visible to the requester only', async () => {
  const id = await ask(world, admin, api.exports.personalData, { params: { id: call.personId } });
  await make(world, id);
  const records = (await auditOf(world)).filter(({ subaction }) => subaction === 'EXPORTAR').slice(-2);
  expect(records).toMatchObject([
    { objectType: 'person', objectId: String(call.personId) },
    { objectType: 'person', objectId: String(call.personId) },
  ]);
  const mail = await world.db.selectFrom('mail').select(['subject', 'body']).orderBy('id', 'desc').executeTakeFirst();
  expect(mail?.subject).toBe('La exportación está lista: Informe de datos personales');
  expect(JSON.stringify(mail)).not.toContain('Núñez');
  const job = await world.db.selectFrom('exportJob').select('fileName').where('id', '=', id).executeTakeFirst();
  expect(job?.fileName).toMatch(new RegExp(`^datos-personales-${call.personId}_\\d\\d-\\d\\d-\\d{4}\\.zip$`));
  expect((await download(world, here.manager, id)).status).toBe(404);
  expect((await download(world, await anAdministrator(world), id)).status).toBe(404);
  const copies = await as(world, admin).call(api.personalData.copies, { params: { id: call.personId } });
  expect(copies.body.exports).toContainEqual(expect.objectContaining({ id, kind: 'personal_data' }));
  const unknown = await as(world, admin).send(api.exports.personalData, { params: { id: 999_999_999 } });
  expect(unknown.status).toBe(404);
});

test('a report for an access request marks it as done', async () => {
  const administrator = as(world, admin);
  const { body: created } = await administrator.call(api.personalData.createRequest, {
    body: {
      kind: 'ACCESO',
      channel: 'MOSTRADOR',
      receivedOn: '2026-03-10',
      asker: 'Ana Núñez',
      personId: call.personId,
    },
  });
  const request = { params: { id: created.id } };
  const view = async () => (await administrator.call(api.personalData.request, request)).body;
  const asked = { params: { id: call.personId }, query: { requestId: created.id } };
  expect((await administrator.send(api.exports.personalData, asked)).body).toMatchObject({
    error: 'REQUEST_NOT_IDENTIFIED',
  });
  await administrator.call(api.personalData.changeRequest, {
    ...request,
    body: { identification: { means: 'DNI' }, version: 0 },
  });
  const other = { params: { id: call.personId }, query: { requestId: 99_999 } };
  expect((await administrator.send(api.exports.personalData, other)).body).toMatchObject({ error: 'REQUEST_UNFIT' });

  const id = await ask(world, admin, api.exports.personalData, asked);
  expect(await ask(world, admin, api.exports.personalData, asked)).toBe(id);
  expect(await view()).toMatchObject({ exportId: id, kinds: [{ kind: 'ACCESO', doneAt: null }] });
  await make(world, id);
  expect(await view()).toMatchObject({
    kinds: [{ doneAt: world.clock.now().toISOString(), doneBy: { id: admin.id } }],
  });
  const answered = await administrator.call(api.personalData.answerRequest, {
    ...request,
    body: { state: 'CUMPLIDO', answer: 'Se entregó en mano.', version: (await view()).version },
  });
  expect(answered.body).toMatchObject({ state: 'CUMPLIDO', exportId: id });
});
