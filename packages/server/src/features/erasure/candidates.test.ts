import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@campanero/contract';
import type { ErrorBody } from '@campanero/contract/errors';
import { ERASURE_STEP } from '@campanero/contract/shared/paging';
import { fold } from '@campanero/contract/shared/text';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { callNow } from '../../../test/calling.ts';
import { erasuresIn, type Case } from '../../../test/erasures.ts';
import { aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { loadFiles } from '../../../test/loads.ts';
import { everyRow, traces } from '../../../test/traces.ts';
import { clearAnsweredRequests } from './erasures.queries.ts';
import { runErasure } from './run-erasure.ts';

const world = useWorld();
const { aCase, aRequest, askFor, view, erase, personNow, blockOf, differences } = erasuresIn(world);

const copiesOf = async ({ admin, personId }: Case) =>
  (await as(world, admin).call(api.personalData.copies, { params: { id: personId } })).body;
const rejectedCells = async () =>
  (await world.db.selectFrom('rejectedRow').select('cells').orderBy('line').execute()).map(({ cells }) =>
    cells.join(''),
  );
const rectify = async ({ admin, personId }: Case, values: object) => {
  const { version } = await personNow(personId);
  const { status } = await as(world, admin).send(api.contacts.rectify, {
    params: { id: personId },
    body: { version, reason: 'Se lee en su documento', ...values },
  });
  expect(status).toBe(204);
};

test('erases every rejected row that the page shows: split names, no area code, former values', async () => {
  const given = await aCase();
  const local = given.number.slice(2);
  await rectify(given, { document: '20999888', email: 'nueva@quix.example', businessName: 'Kiosco El Trébol' });
  await loadFiles(world, given.admin, given.here.campaign.id, [
    {
      content:
        'telefono;nombre;genero;apellido;documento;email\n' +
        `12;Zulemina;F;${given.lastName};;\n` +
        `15 ${local.slice(0, 4)}-${local.slice(4)};Sra;F;Algo;;\n` +
        `12;x;F;y;${given.document};\n` +
        `12;x;F;y;;${given.email}\n` +
        '12;Zulemina;F;Otra;;\n',
    },
  ]);
  const shown = (await copiesOf(given)).rejectedRows.map(({ line, namedBy }) => [line, namedBy]);
  expect(shown).toEqual([
    [2, 'name'],
    [3, 'number'],
    [4, 'document'],
    [5, 'email'],
  ]);
  await erase(given);
  expect(await rejectedCells()).toEqual(['', '', '', '', '12ZuleminaFOtra']);
});

test('clears requests of others that name the person, open ones once they are answered', async () => {
  const given = await aCase();
  const asker = `Zulemina ${given.lastName}`;
  const request = async (personId: number | null, state: string) => {
    const id = await aRequest(personId, given.admin.id, { kind: 'ACCESO', state });
    await world.db.updateTable('dataRequest').set({ asker, answer: 'x' }).where('id', '=', id).execute();
    return id;
  };
  const other = given.here.calls[1]!.personId;
  const ids = [await request(null, 'ABIERTO'), await request(other, 'ABIERTO'), await request(other, 'CUMPLIDO')];
  await erase(given);
  const askers = async () =>
    (await world.db.selectFrom('dataRequest').select('asker').where('id', 'in', ids).orderBy('id').execute()).map(
      (row) => row.asker,
    );
  expect(await askers()).toEqual([asker, asker, '(borrado)']);
  await sql`update data_request set state = 'CUMPLIDO', answered_at = now(), answered_by = ${given.admin.id}
    where id = any(${ids}::int[])`.execute(world.db);
  await world.db.transaction().execute(clearAnsweredRequests);
  expect(await askers()).toEqual(['(borrado)', '(borrado)', '(borrado)']);
});

test('removes the outbox file of an erased mail', async () => {
  const given = await aCase();
  const { rows } = await sql<{ id: number }>`
    insert into mail (user_id, recipient, subject, body, message_id, sent_at)
    values (${given.admin.id}, 'a@x.example', ${`Sobre Zulemina ${given.lastName}`}, 'x', 'a', now()),
      (${given.admin.id}, 'a@x.example', 'Sobre otra', 'x', 'b', now()) returning id`.execute(world.db);
  const folder = join(world.deps.config.dataDir, 'outbox');
  await mkdir(folder, { recursive: true });
  const names = rows.map(({ id }) => `${String(id).padStart(8, '0')}.eml`);
  for (const name of names) await writeFile(join(folder, name), 'x');
  await erase(given);
  expect(await readdir(folder)).toEqual([names[1]]);
});

test('removes mails to the person, and leaves those to a user with the same address', async () => {
  const given = await aCase();
  await sql`
    insert into mail (user_id, recipient, subject, body, message_id, sent_at)
    values (null, ${given.email.toUpperCase()}, 'Unas preguntas', 'x', 'own', now()), (${given.admin.id}, ${given.email}, 'Informe', 'x', 'of-user', now()),
      (null, 'beto@vecinos.example', 'Unas preguntas', 'x', 'of-other', null)`.execute(world.db);
  await erase(given);
  const ours = world.db.selectFrom('mail').where('messageId', 'in', ['own', 'of-user', 'of-other']);
  const left = await ours.select(['messageId', 'body']).orderBy('id').execute();
  expect(left).toEqual([
    { messageId: 'of-user', body: 'x' },
    { messageId: 'of-other', body: 'x' },
  ]);
});

/** Notes on calls to others that possibly name the person. */
async function aCaseWithDoubts() {
  const given = await aCase();
  const { here, operator, admin, personId } = given;
  const [, first, second] = here.callsOf(operator);
  const note = (call: typeof first, observations: string) =>
    as(world, operator).call(api.contacts.saveDetail, {
      params: { phone: call!.number, callId: call!.id },
      body: { observations },
    });
  await note(first, `Llamar de tarde\nEs prima de la Sra. ${given.lastName}`);
  await note(second, `Pregunta por ${given.number.slice(2)}`);
  const requestId = await aRequest(personId, admin.id);
  await askFor(admin, personId, { requestId, confirmation: given.lastName, keepBlock: false });
  const { id } = (await view(admin, personId)).last!;
  expect(await runErasure(jobCtx(world), id)).toBe(false);
  const candidates = async () =>
    (await as(world, admin).call(api.erasure.candidates, { params: { id: personId }, query: { pageSize: 50 } })).body
      .candidates;
  const decide = async (candidateId: number, body: object, user = admin) => {
    const reply = await as(world, user).send(api.erasure.decide, { params: { id: candidateId }, body });
    return { status: reply.status, body: reply.body as unknown as ErrorBody };
  };
  return { ...given, erasureId: id, first: first!, second: second!, candidates, decide };
}

test('uncertain matches are listed and decided before the erasure ends', async () => {
  const given = await aCaseWithDoubts();
  const { admin, personId, erasureId, first, second, candidates, decide } = given;
  expect((await view(admin, personId)).last).toMatchObject({ step: 'REVIEW', finishedAt: null, undecided: 4 });
  const listed = await candidates();
  // Each note and its audit record.
  expect(listed.map(({ place, namedBy, excerpt }) => [place.replace(/ \d+$/, ''), namedBy, excerpt])).toEqual([
    ['Notas de llamados a otras personas', 'endOfNumber', `Pregunta por ${given.number.slice(2)}`],
    ['Notas de llamados a otras personas', 'lastName', `Es prima de la Sra. ${given.lastName}`],
    ['Registros de auditoría', 'endOfNumber', `Observaciones: Pregunta por ${given.number.slice(2)}`],
    ['Registros de auditoría', 'lastName', `Es prima de la Sra. ${given.lastName}`],
  ]);
  // Only the user who requested it is notified.
  const bells = async (user: TestUser) =>
    (await as(world, user).call(api.notifications.list)).body.notifications.map(({ reason }) => reason);
  const asked = (await view(admin, personId)).last!.requestId;
  expect(await bells(admin)).toEqual([
    `El borrado por el pedido ${asked} espera que se decida sobre 4 textos o fichas que pueden tratarse de la persona.`,
  ]);
  expect(await bells(await anAdministrator(world))).toEqual([]);
  const before = await callNow(world, first.id);
  const [other, note, otherRecord, record] = listed.map(({ id }) => id) as [number, number, number, number];

  expect((await decide(note, { decision: 'ERASE' }, await aCoordinator(world))).status).toBe(403);
  expect((await decide(999_999, { decision: 'ERASE' })).status).toBe(404);
  expect((await decide(other, { decision: 'KEEP', reason: 'no' })).status).toBe(400);
  for (const reason of [`Es otra ${given.lastName}`, `El ${given.number} es de otro`])
    expect((await decide(other, { decision: 'KEEP', reason })).body.error).toBe('REASON_NAMES_PERSON');

  expect((await decide(note, { decision: 'ERASE' })).status).toBe(204);
  expect((await decide(note, { decision: 'ERASE' })).body.error).toBe('CANDIDATE_DECIDED');
  expect(await callNow(world, first.id)).toMatchObject({
    observations: 'Llamar de tarde\n(borrado)',
    version: before.version + ERASURE_STEP,
  });
  // A page that was open before cannot restore the old text, and its browser is notified.
  const stale = await as(world, given.operator).send(api.contacts.saveDetail, {
    params: { phone: first.number, callId: first.id },
    body: { observations: before.observations, version: before.version },
  });
  expect(stale).toMatchObject({ status: 409, body: { error: 'TEXT_ERASED' } });
  expect(world.published.findLast(({ event }) => event === 'erased')).toMatchObject({
    payload: { callIds: [], personIds: [], rewrittenCallIds: [first.id] },
  });
  expect((await decide(record, { decision: 'ERASE' })).status).toBe(204);
  const why = { decision: 'KEEP', reason: 'Es el interno de una oficina' };
  expect((await decide(other, why)).status).toBe(204);
  expect(await runErasure(jobCtx(world), erasureId)).toBe(false);
  expect((await decide(otherRecord, why)).status).toBe(204);
  expect(world.enqueued.at(-1)).toMatchObject({ payload: { erasureId } });
  expect(await runErasure(jobCtx(world), erasureId)).toBe(true);

  expect((await view(admin, personId)).last).toMatchObject({ step: 'DONE', undecided: 0 });
  expect(await bells(admin)).toHaveLength(1);
  expect(await callNow(world, second.id)).toMatchObject({ observations: expect.stringContaining('Pregunta por') });
  // Kept texts and reasons stay in the audit record, without the text.
  const kept = (await candidates()).filter(({ decision }) => decision === 'KEEP');
  expect(kept).toMatchObject([
    { excerpt: null, reason: why.reason, decidedAt: expect.any(String) },
    { excerpt: null, reason: why.reason },
  ]);
  const words = JSON.stringify(await auditOf(world));
  expect(words).toContain('Texto dejado por decisión');
  expect(words).not.toContain(given.lastName);
});

test('searches every typed name and reason: catalogue, forms, audiences, campaigns', async () => {
  const given = await aCase();
  const { admin, personId, lastName, here } = given;
  const words = `Zulemina ${lastName}`;
  const { version } = await world.db
    .updateTable('campaign')
    .set({
      exemptReason: `Lo pidió ${words}`,
      externalId: `EX ${words}`,
      formName: words,
      formId: '1',
      obeysLists: false,
    })
    .where('id', '=', here.campaign.id)
    .returning('version')
    .executeTakeFirstOrThrow();
  await sql`insert into objective (name) values (${words})`.execute(world.db);
  await sql`insert into state (name) values (${words})`.execute(world.db);
  await sql`insert into substate (name) values (${words})`.execute(world.db);
  await sql`insert into form (name, url) values (${words}, 'https://forms.example/1')`.execute(world.db);
  await sql`insert into dashboard_audience (description) values (${words})`.execute(world.db);
  // Reason why a text was kept in another erasure.
  await sql`
    with other as (insert into erasure (person_id, step, created_at, finished_at) values (0, 'DONE', now(), now()) returning id)
    insert into erasure_candidate (erasure_id, place, row_key, named_by, decision, reason, decided_by, decided_at)
    select id, 'note', '1', 'lastName', 'KEEP', ${`Es de ${words}`}, ${admin.id}, now() from other`.execute(world.db);
  const requestId = await aRequest(personId, admin.id);
  await askFor(admin, personId, { requestId, confirmation: lastName, keepBlock: false });
  const { id } = (await view(admin, personId)).last!;
  expect(await runErasure(jobCtx(world), id)).toBe(false);
  const { candidates } = (
    await as(world, admin).call(api.erasure.candidates, { params: { id: personId }, query: { pageSize: 50 } })
  ).body;
  expect(candidates.map(({ place }) => place.replace(/ \d+$/, ''))).toEqual([
    'Identificadores externos de campañas',
    'Formularios de campañas',
    'Nombres de objetivos',
    'Nombres de estados',
    'Nombres de subestados',
    'Nombres de formularios',
    'Audiencias del tablero telefónico',
  ]);
  for (const { id: candidateId } of candidates)
    await as(world, admin).call(api.erasure.decide, { params: { id: candidateId }, body: { decision: 'ERASE' } });
  expect(await runErasure(jobCtx(world), id)).toBe(true);
  await sql`update data_request set state = 'CUMPLIDO', answered_at = now(), answered_by = ${admin.id}
    where id = ${requestId}`.execute(world.db);
  await world.db.transaction().execute(clearAnsweredRequests);
  expect(traces(await everyRow(world.databaseUrl), [fold(lastName)])).toEqual([]);
  expect(
    await world.db.selectFrom('campaign').selectAll().where('id', '=', here.campaign.id).executeTakeFirstOrThrow(),
  ).toMatchObject({
    exemptReason: '(borrado)',
    externalId: null,
    formName: '(borrado)',
    version: version + 3 * ERASURE_STEP,
  });
});

test('notifies the other administrators if the requester is inactive', async () => {
  const given = await aCaseWithDoubts();
  const another = await anAdministrator(world);
  await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', given.admin.id).execute();
  // As when the search is repeated after five hundred decisions.
  await world.db.updateTable('erasure').set({ step: 'LOADS' }).where('id', '=', given.erasureId).execute();
  expect(await runErasure(jobCtx(world), given.erasureId)).toBe(false);
  const { notifications } = (await as(world, another).call(api.notifications.list)).body;
  expect(notifications).toMatchObject([{ action: 'DATA REQUEST', reason: expect.stringContaining('4 textos') }]);
});

test('offers other rows of the same person and erases the chosen ones', async () => {
  const given = await aCase();
  const { admin, personId, number, document, email, lastName } = given;
  // Same document, email, number and name; then a neighbour on the number, and a namesake.
  const another = async (parts: object, phone?: string) => {
    const { id } = await world.db
      .insertInto('person')
      .values({ kind: 'lead', firstName: 'Otra', lastName: 'Persona', ...parts })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (phone)
      await world.db
        .insertInto('personPhone')
        .values({ number: Number(phone), personId: id })
        .execute();
    return id;
  };
  const byDocument = await another({ document, firstName: 'Zule', lastName: 'Quixotesca' }, '1147119999');
  const byMail = await another({ email: email.toUpperCase() });
  const byName = await another({ firstName: 'ZULEMINA', lastName }, number);
  await another({}, number);
  await another({ firstName: 'Zulemina', lastName });
  await as(world, admin).call(api.quickPanel.addNote, { body: { text: 'Llamar a Zule Quixotesca\nYerba' } });
  const ofOther = await aRequest(byDocument, admin.id, { kind: 'ACCESO', state: 'CUMPLIDO' });

  const requestId = await aRequest(personId, admin.id);
  await askFor(admin, personId, { requestId, confirmation: lastName, keepBlock: true });
  const { id: erasureId } = (await view(admin, personId)).last!;
  expect(await runErasure(jobCtx(world), erasureId)).toBe(false);
  const candidates = async () =>
    (await as(world, admin).call(api.erasure.candidates, { params: { id: personId }, query: { pageSize: 50 } })).body
      .candidates;
  const listed = await candidates();
  expect(listed.map(({ place, personId: id, namedBy }) => [place, id, namedBy])).toEqual([
    [`También figura como ficha ${byDocument}`, byDocument, 'document'],
    [`También figura como ficha ${byMail}`, byMail, 'email'],
    [`También figura como ficha ${byName}`, byName, 'numberAndName'],
  ]);
  expect(listed[0]!.excerpt).toBe(`Zule Quixotesca · documento ${document} · 11 4711 9999`);

  const decide = (at: number, body: object) =>
    as(world, admin).send(api.erasure.decide, { params: { id: listed[at]!.id }, body });
  expect((await decide(1, { decision: 'KEEP', reason: 'Es un correo de la familia' })).status).toBe(204);
  expect((await decide(0, { decision: 'ERASE' })).status).toBe(204);
  expect(await runErasure(jobCtx(world), erasureId)).toBe(false);
  expect(await personNow(byDocument)).toMatchObject({ document: null, firstName: '', erasedAt: expect.any(Date) });
  expect(await personNow(byName)).toMatchObject({ erasedAt: null });
  // The options of the request apply to the row: the number stays blocked. Copies that only that row names are erased,
  // too.
  expect(await blockOf('1147119999')).toHaveLength(1);
  const { notes } = (await as(world, admin).call(api.quickPanel.data)).body;
  expect(notes).toMatchObject([{ text: '(borrado)\nYerba' }]);
  expect((await view(admin, byDocument)).last).toMatchObject({ id: erasureId, requestId });

  expect((await decide(2, { decision: 'ERASE' })).status).toBe(204);
  expect(await runErasure(jobCtx(world), erasureId)).toBe(true);
  expect(await personNow(byMail)).toMatchObject({ email: email.toUpperCase(), erasedAt: null });
  expect(await personNow(byName)).toMatchObject({ lastName: '', erasedAt: expect.any(Date) });
  await world.db.transaction().execute(clearAnsweredRequests);
  expect(
    await world.db.selectFrom('dataRequest').select('asker').where('id', '=', ofOther).executeTakeFirstOrThrow(),
  ).toEqual({ asker: '(borrado)' });
  expect(await differences()).toEqual({ campaigns: [], wrongBlocks: [] });
});

test('erases a row that is chosen during the search before continuing', async () => {
  const given = await aCase();
  const { admin, personId, document, lastName } = given;
  const other = await world.db
    .insertInto('person')
    .values({ kind: 'lead', firstName: 'Zule', lastName: 'Quixotesca', document })
    .returning('id')
    .executeTakeFirstOrThrow();
  const requestId = await aRequest(personId, admin.id);
  await askFor(admin, personId, { requestId, confirmation: lastName, keepBlock: false });
  const { id: erasureId } = (await view(admin, personId)).last!;
  // The search waits for the locked table of notes; meanwhile a user decides.
  const running = await world.db.transaction().execute(async (trx) => {
    await sql`lock table note in access exclusive mode`.execute(trx);
    const job = runErasure(jobCtx(world), erasureId);
    const candidate = () =>
      world.db.selectFrom('erasureCandidate').select('id').where('erasureId', '=', erasureId).executeTakeFirst();
    await vi.waitFor(async () => expect(await candidate()).toBeDefined(), 5_000);
    const { id } = (await candidate())!;
    const { status } = await as(world, admin).send(api.erasure.decide, { params: { id }, body: { decision: 'ERASE' } });
    expect(status).toBe(204);
    return { job };
  });
  expect(await running.job).toBe(true);
  expect(await personNow(other.id)).toMatchObject({ lastName: '', erasedAt: expect.any(Date) });
});

test('concurrent decisions: only one counts', async () => {
  const { candidates, decide } = await aCaseWithDoubts();
  const [one] = await candidates();
  const second = await anAdministrator(world);
  const replies = await Promise.all([
    ...Array.from({ length: 5 }, () => decide(one!.id, { decision: 'ERASE' })),
    ...Array.from({ length: 5 }, () => decide(one!.id, { decision: 'KEEP', reason: 'Es de otra casa' }, second)),
  ]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    204,
    ...Array.from({ length: 9 }, () => 409),
  ]);
});
