import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@campanero/contract';
import { fold } from '@campanero/contract/shared/text';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, addCalls, callNow, historyNow, type Calling } from '../../../test/calling.ts';
import { erasuresIn, type Case } from '../../../test/erasures.ts';
import { anAdministrator, anOperator, confirmed } from '../../../test/factories.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { callsOf, loadFiles, runLoad, upload } from '../../../test/loads.ts';
import { applyJournal } from './apply-journal.ts';
import { runErasure } from './run-erasure.ts';

const world = useWorld();

const { aCase, aRequest, askFor, view, erase, blockOf, personNow, figures, differences, aNeighbour } =
  erasuresIn(world);

test('the preview matches what is erased', async () => {
  const given = await aCase();
  const { here, operator, admin, personId, callId } = given;
  const { talked, again } = here.states;
  const register = (stateId: number, more: object = {}) =>
    as(world, operator).call(api.calls.register, {
      params: { id: here.campaign.id, callId },
      body: { stateId, observations: 'vive con Quixótica madre', ...more },
    });
  await register(talked.id, { affinity: 'Positivo' });
  world.clock.advance(3_600_000);
  await register(again.id, { callbackAt: new Date(world.clock.now().getTime() + 86_400_000).toISOString() });
  const before = await figures();
  const expected = { calls: 1, closed: 1, passedOn: 0, callbacks: 1, entries: 2 };
  expect(await view(admin, personId)).toMatchObject({
    ...expected,
    name: `Zulemina ${given.lastName}`,
    confirmWith: 'lastName',
    numbers: [{ number: given.number, isShared: false }],
    records: 3,
    last: null,
  });
  expect(await view(admin, personId)).toMatchObject(expected);

  const { requestId, erasureId } = await erase(given);
  expect(await personNow(personId)).toMatchObject({
    firstName: '',
    lastName: '',
    document: null,
    email: null,
    birthday: null,
    gender: null,
    erasedAt: expect.any(Date),
  });
  const call = await callNow(world, callId);
  expect(call).toMatchObject({ observations: null, callbackAt: null, blocked: true, gender: null, callCount: 2 });
  expect(call.number).toBeGreaterThanOrEqual(9_000_000_000);
  expect((await historyNow(world, callId)).map(({ observations }) => observations)).toEqual([null, null]);
  expect(await figures()).toEqual(before);
  expect(await differences()).toEqual({ campaigns: [], wrongBlocks: [] });
  const after = await view(admin, personId);
  expect(after).toMatchObject({ name: '', confirmWith: null, numbers: [], requests: [{ id: requestId }] });
  expect(after.last).toMatchObject({ id: erasureId, requestId, step: 'DONE', finishedAt: expect.any(String) });
  expect(after.last!.found).toContainEqual({ what: 'Llamados', count: 1 });
  expect(await world.db.selectFrom('erasure').select('id').where('terms', 'is not', null).execute()).toEqual([]);
  const records = await auditOf(world);
  expect(
    records.filter(({ objectType, objectId }) => objectType === 'erasure' && objectId === String(erasureId)),
  ).toHaveLength(2);
  expect(JSON.stringify(records)).toContain(`Borrado por el pedido ${requestId} el`);
  expect(JSON.stringify(records)).not.toContain(given.lastName);
});

test('erased calls are skipped by next contact and accept no changes', async () => {
  const given = await aCase();
  await erase(given);
  const { here, operator, callId } = given;
  const next = await as(world, operator).call(api.calls.next, { params: { id: here.campaign.id, current: 0 } });
  expect(next.body).not.toMatchObject({ callId });
  const write = await as(world, operator).send(api.calls.register, {
    params: { id: here.campaign.id, callId },
    body: { stateId: here.states.talked.id },
  });
  expect(write).toMatchObject({ status: 410, body: { error: 'CALL_ERASED' } });
  // Browsers get an event and drop drafts; one that was offline learns it when it reads the contact.
  const open = (params: { phone: string; callId: number }, user = operator) =>
    as(world, user).send(api.contacts.detail, { params });
  expect(await open({ phone: given.number, callId })).toMatchObject({ status: 410, body: { error: 'CALL_ERASED' } });
  const [, ...others] = here.callsOf(operator);
  expect(await open({ phone: given.number, callId: others[0]!.id })).toMatchObject({ status: 404 });
  expect(await open({ phone: given.number, callId }, await anOperator(world))).toMatchObject({ status: 404 });
  expect(world.published.findLast(({ event }) => event === 'erased')).toEqual({
    userIds: expect.arrayContaining([operator.id]),
    event: 'erased',
    payload: { callIds: [callId], personIds: [given.personId], rewrittenCallIds: [] },
  });
});

test('a call that stays on a shared number accepts no texts', async () => {
  const given = await aCase();
  const { here, operator, callId } = given;
  const params = { id: here.campaign.id, callId };
  const register = () =>
    as(world, operator).send(api.calls.register, { params, body: { stateId: here.states.talked.id } });
  expect((await register()).status).toBe(200);
  // The neighbour counts differently in the figures, so the call does not pass to them.
  const beto = await aNeighbour(given);
  await world.db.updateTable('person').set({ interested: true }).where('id', '=', beto).execute();
  await erase(given);
  expect(await callNow(world, callId)).toMatchObject({ number: Number(given.number), blocked: true });
  expect((await register()).body.error).toBe('CALL_ERASED');
});

test('an open call passes to the second person on the number', async () => {
  const given = await aCase();
  const beto = await aNeighbour(given);
  const untouched = await personNow(beto);
  expect(await view(given.admin, given.personId)).toMatchObject({
    passedOn: 1,
    closed: 0,
    numbers: [{ number: given.number, isShared: true }],
  });
  await erase(given, { keepBlock: true });
  expect(await callNow(world, given.callId)).toMatchObject({
    number: Number(given.number),
    personId: beto,
    blocked: false,
  });
  expect(await personNow(beto)).toEqual(untouched);
  expect(await blockOf(given.number)).toEqual([]);
  expect(await differences()).toEqual({ campaigns: [], wrongBlocks: [] });
});

test('keeps outcomes of the second person, erases those of the erased one', async () => {
  const given = await aCase();
  const { here, operator, callId, personId } = given;
  const beto = await aNeighbour(given);
  const say = (who: number, observations: string) =>
    as(world, operator).call(api.calls.register, {
      params: { id: here.campaign.id, callId },
      body: { stateId: here.states.again.id, observations, personId: who },
    });
  await say(personId, 'dijo Zulemina');
  world.clock.advance(7_200_000);
  await say(beto, 'dijo Beto');
  await erase(given);
  expect((await historyNow(world, callId)).map(({ observations }) => observations)).toEqual([null, 'dijo Beto']);
  expect(await callNow(world, callId)).toMatchObject({ personId: beto, blocked: false });
});

/** Calls to the case's number in another campaign: one to the same person, one to another. */
async function callsElsewhere({ operator, number, personId }: Case) {
  const there = await aCallingCampaign(world, { operators: [operator], each: 0 });
  const elsewhere = await aCallingCampaign(world, { operators: [operator], each: 0 });
  const [own] = await addCalls(world, there.campaign.id, [operator.id], { numbers: [number] });
  const [others] = await addCalls(world, elsewhere.campaign.id, [operator.id], { numbers: [number] });
  await sql`update call set person_id = ${personId} where id = ${own!.id}`.execute(world.db);
  await sql`delete from person_phone where person_id = ${own!.personId}`.execute(world.db);
  const at = (calling: Calling, callId: number) => ({ id: calling.campaign.id, callId });
  return { own: at(there, own!.id), others: { ...at(elsewhere, others!.id), personId: others!.personId } };
}

test('writes that waited for the erasure are refused', async () => {
  const given = await aCase();
  const { here, operator, admin, personId, callId, number } = given;
  const { own, others } = await callsElsewhere(given);
  const { talked, again } = here.states;
  const saying = { observations: 'habló Quixquote', stateId: again.id };
  const said = await as(world, operator).call(api.calls.register, { params: own, body: { stateId: talked.id } });
  // The neighbour counts differently in the figures: the finished call stays, the open one passes to them.
  await world.db.updateTable('person').set({ interested: true }).where('id', '=', others.personId).execute();
  const requestId = await aRequest(personId, admin.id);
  await askFor(admin, personId, { requestId, confirmation: given.lastName, keepBlock: false });
  const { id } = (await view(admin, personId)).last!;

  // The erasure has locked its calls and waits for its last row.
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const holding = world.db.transaction().execute(async (trx) => {
    await sql`select from person_phone where person_id = ${personId} for update`.execute(trx);
    locked();
    await released;
  });
  await isLocked;
  const waiting = async () => {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
    return rows.length;
  };
  const erasing = runErasure(jobCtx(world), id);
  await expect.poll(waiting).toBe(1);
  const desk = as(world, operator);
  const writers = [
    desk.send(api.calls.register, { params: { id: here.campaign.id, callId }, body: saying }),
    desk.send(api.contacts.saveDetail, { params: { phone: number, callId }, body: { observations: 'nota Quixquote' } }),
    desk.send(api.calls.register, { params: own, body: saying }),
    desk.send(api.calls.register, { params: others, body: { ...saying, personId } }),
    as(world, admin).send(api.calls.correct, {
      params: { ...own, entryId: said.body.id },
      body: { ...saying, reason: 'dijo Quixquote', personId },
    }),
  ];
  await expect.poll(waiting).toBe(1 + writers.length);
  release();
  await holding;
  expect(await erasing).toBe(true);
  expect((await Promise.all(writers)).map(({ body }) => body.error)).toEqual([
    'CALL_ERASED',
    'CALL_ERASED',
    'CALL_ERASED',
    'PERSON_NOT_ON_NUMBER',
    'CALL_ERASED',
  ]);
  const { rows } = await sql<{ words: string }>`
    select concat(observations, reason) as words from call_history union all select observations from call
    union all select info::text from audit`.execute(world.db);
  expect(rows.filter(({ words }) => words?.includes('Quixquote'))).toEqual([]);
  // Outcomes of the neighbour stay.
  const kept = await desk.call(api.calls.register, { params: others, body: { ...saying, personId: others.personId } });
  expect(kept.body.observations).toBe(saying.observations);
  expect(await differences()).toEqual({ campaigns: [], wrongBlocks: [] });
});

test('keeps the bare number blocked on request, without a person', async () => {
  const given = await aCase();
  await erase(given, { keepBlock: true });
  const [blocked] = await blockOf(given.number);
  expect(blocked).toMatchObject({ number: Number(given.number), reason: 'DO_NOT_CALL' });
  const [phone] = await world.db
    .selectFrom('personPhone')
    .selectAll()
    .where('number', '=', Number(given.number))
    .execute();
  expect(phone!.personId).not.toBe(given.personId);
  expect(await personNow(phone!.personId)).toMatchObject({
    firstName: '',
    doNotCall: true,
    erasedAt: expect.any(Date),
  });
  expect(await differences()).toEqual({ campaigns: [], wrongBlocks: [] });
});

test('figures of closed campaigns do not change', async () => {
  const given = await aCase();
  await world.db
    .updateTable('campaign')
    .set({ status: 'FINALIZADA' })
    .where('id', '=', given.here.campaign.id)
    .execute();
  await sql`update call set gender = 'F' where id = ${given.callId}`.execute(world.db);
  const free = () => world.db.selectFrom('callFigure').selectAll().orderBy('figure').execute();
  const before = await free();
  await erase(given);
  expect(await free()).toEqual(before);
  expect(await callNow(world, given.callId)).toMatchObject({ blocked: false, gender: null });
});

const HEADER = 'Teléfono;Nombre;Apellido;DNI\n';

test('a later load creates a new person', async () => {
  const given = await aCase();
  await erase(given);
  const { campaign } = await aCallingCampaign(world, { status: 'PENDIENTE', each: 0 });
  await loadFiles(world, await anAdministrator(world), campaign.id, [
    { content: `${HEADER}${given.number};Zulemina;${given.lastName};${given.document}\n` },
  ]);
  const [call] = await callsOf(world, campaign.id);
  expect(call).toMatchObject({ number: given.number, name: `Zulemina ${given.lastName}` });
  expect(call!.personId).not.toBe(given.personId);
  expect(await personNow(given.personId)).toMatchObject({ firstName: '', document: null });
});

test('a load that had already read the person does not restore them', async () => {
  const given = await aCase();
  const { admin, personId, number } = given;
  const { campaign } = await aCallingCampaign(world, { each: 0 });
  const { id: loadId } = await world.db
    .insertInto('audienceLoad')
    .values({ campaignId: campaign.id, createdBy: admin.id, source: 'csv', name: 'a.csv', working: true })
    .returning('id')
    .executeTakeFirstOrThrow();
  const requestId = await aRequest(personId, admin.id);
  await askFor(admin, personId, { requestId, confirmation: given.lastName, keepBlock: false });
  const { id } = (await view(admin, personId)).last!;
  expect(await runErasure(jobCtx(world), id)).toBe(false);
  expect(await view(admin, personId)).toMatchObject({ last: { step: 'LOADS', finishedAt: null } });

  // What the load may commit: a call to the known person, and a new person row.
  const [known] = await addCalls(world, campaign.id, [null], { numbers: [number] });
  await sql`update call set person_id = ${personId} where id = ${known!.id}`.execute(world.db);
  const { id: twin } = await world.db
    .insertInto('person')
    .values({
      kind: 'lead',
      firstName: 'Zulemina',
      lastName: given.lastName,
      document: given.document,
      createdAt: world.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`update person_phone set person_id = ${personId} where number = ${number} and person_id = ${known!.personId}`.execute(
    world.db,
  );
  await world.db
    .insertInto('personPhone')
    .values({ number: Number(number), personId: twin })
    .execute();
  expect(await runErasure(jobCtx(world), id)).toBe(false);
  await world.db
    .updateTable('audienceLoad')
    .set({ working: false, status: 'CANCELLED', finishedAt: world.clock.now() })
    .where('id', '=', loadId)
    .execute();
  expect(await runErasure(jobCtx(world), id)).toBe(true);
  expect(await personNow(twin)).toMatchObject({ firstName: '', document: null, erasedAt: expect.any(Date) });
  expect((await callsOf(world, campaign.id)).map((call) => Number(call.number))).toEqual([expect.any(Number)]);
  expect(await world.db.selectFrom('personPhone').selectAll().where('number', '=', Number(number)).execute()).toEqual(
    [],
  );
  expect(await differences()).toEqual({ campaigns: [], wrongBlocks: [] });
});

test('waits for pending files and erases the persons they add', async () => {
  const given = await aCase();
  const { admin, personId } = given;
  const { campaign } = await aCallingCampaign(world, { each: 0, status: 'PAUSADA' });
  const content = `telefono;nombre;apellido;documento\n${given.number};Zulemina;${given.lastName};${given.document}\n`;
  const { body: load } = await upload(world, admin, campaign.id, [{ content }]);
  const requestId = await aRequest(personId, admin.id);
  await askFor(admin, personId, { requestId, confirmation: given.lastName, keepBlock: false });
  const { id } = (await view(admin, personId)).last!;
  expect(await runErasure(jobCtx(world), id)).toBe(false);
  await runLoad(world, load.id);
  expect((await callsOf(world, campaign.id)).map(({ name }) => name)).toEqual([`Zulemina ${given.lastName}`]);
  expect(await runErasure(jobCtx(world), id)).toBe(true);
  expect((await callsOf(world, campaign.id)).map(({ name, blocked }) => [name, blocked])).toEqual([['', true]]);
  expect(await differences()).toEqual({ campaigns: [], wrongBlocks: [] });
});

test('an interrupted run resumes', async () => {
  const given = await aCase();
  const requestId = await aRequest(given.personId, given.admin.id);
  await askFor(given.admin, given.personId, { requestId, confirmation: given.lastName, keepBlock: false });
  const { id } = (await view(given.admin, given.personId)).last!;
  const stopping = new AbortController();
  await world.db
    .insertInto('rejectedRow')
    .values({
      loadId: await aLoad(given.here.campaign.id, given.admin.id),
      line: 2,
      reason: 'x',
      cells: [given.document],
    })
    .execute();
  stopping.abort(new Error('killed'));
  await expect(runErasure(jobCtx(world), id, stopping.signal)).rejects.toThrow('killed');
  expect(await runErasure(jobCtx(world), id)).toBe(true);
  expect(await world.db.selectFrom('rejectedRow').select(['cells', 'reason']).execute()).toEqual([
    { cells: [''], reason: '(borrado)' },
  ]);
  // A repeated run does nothing.
  expect(await runErasure(jobCtx(world), id)).toBe(true);
});

const aLoad = async (campaignId: number, createdBy: number) =>
  (
    await world.db
      .insertInto('audienceLoad')
      .values({ campaignId, createdBy, source: 'csv', name: 'a.csv', status: 'CANCELLED', finishedAt: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

test('closes its request if asked to, once everything was done', async () => {
  const given = await aCase();
  const { admin, personId, lastName } = given;
  const requestId = await aRequest(personId, admin.id);
  await sql`update data_request set other_kinds = '{OPOSICION}' where id = ${requestId}`.execute(world.db);
  const withAccess = await aRequest(personId, admin.id);
  await sql`update data_request set other_kinds = '{ACCESO}' where id = ${withAccess}`.execute(world.db);
  await confirmed(world, admin);
  const body = { requestId, confirmation: lastName, keepBlock: false, closeRequest: true };
  expect((await askFor(admin, personId, body)).status).toBe(202);
  const { id } = (await view(admin, personId)).last!;
  expect(await runErasure(jobCtx(world), id)).toBe(true);
  const requestNow = async (asked: number) =>
    (await as(world, admin).call(api.personalData.request, { params: { id: asked } })).body;
  expect(await requestNow(requestId)).toMatchObject({
    state: 'CUMPLIDO',
    answeredBy: { id: admin.id },
    attendedBy: { id: admin.id },
    undoneReason: null,
    kinds: [{ doneAt: expect.any(String) }, { doneAt: expect.any(String) }],
  });
  const closing = (await auditOf(world)).findLast(({ objectType }) => objectType === 'data_request');
  expect(closing).toMatchObject({ objectId: String(requestId), userId: admin.id });
  expect(JSON.stringify(closing)).toContain(`Pedido de datos ${requestId} respondido`);
  expect(await requestNow(withAccess)).toMatchObject({ state: 'ABIERTO' });
});

test('an erasure does not close a request of which something is left', async () => {
  const given = await aCase();
  const { admin, personId, lastName } = given;
  const requestId = await aRequest(personId, admin.id);
  await sql`update data_request set other_kinds = '{ACCESO}' where id = ${requestId}`.execute(world.db);
  await confirmed(world, admin);
  await askFor(admin, personId, { requestId, confirmation: lastName, keepBlock: false, closeRequest: true });
  expect(await runErasure(jobCtx(world), (await view(admin, personId)).last!.id)).toBe(true);
  expect((await as(world, admin).call(api.personalData.request, { params: { id: requestId } })).body).toMatchObject({
    state: 'ABIERTO',
    answer: null,
  });
});

test('ten orders and ten runs at once close the request once; an older page is refused', async () => {
  const { admin, personId, lastName } = await aCase();
  const requestId = await aRequest(personId, admin.id);
  await confirmed(world, admin);
  const body = { requestId, confirmation: lastName, keepBlock: false, closeRequest: true };
  const replies = await Promise.all(Array.from({ length: 10 }, () => askFor(admin, personId, body)));
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, ...Array<number>(9).fill(409)]);
  const { id } = (await view(admin, personId)).last!;
  await Promise.all(Array.from({ length: 10 }, () => runErasure(jobCtx(world), id)));
  const params = { id: requestId };
  expect((await as(world, admin).call(api.personalData.request, { params })).body).toMatchObject({
    state: 'CUMPLIDO',
    version: 1,
  });
  expect(await answersOf(requestId)).toHaveLength(1);
  const late = { state: 'RECHAZADO', answer: 'Ya estaba respondido.', version: 0 };
  expect(await as(world, admin).send(api.personalData.answerRequest, { params, body: late })).toMatchObject({
    status: 409,
    body: { error: 'REQUEST_ANSWERED' },
  });
});

test('a request that is answered while the erasure runs keeps its answer', async () => {
  const { admin, personId, lastName } = await aCase();
  const requestId = await aRequest(personId, admin.id);
  await confirmed(world, admin);
  await askFor(admin, personId, { requestId, confirmation: lastName, keepBlock: false, closeRequest: true });
  const rejected = { state: 'RECHAZADO', answer: 'No acreditó identidad.', version: 0 };
  await as(world, admin).send(api.personalData.answerRequest, { params: { id: requestId }, body: rejected });
  expect(await runErasure(jobCtx(world), (await view(admin, personId)).last!.id)).toBe(true);
  expect((await as(world, admin).call(api.personalData.request, { params: { id: requestId } })).body).toMatchObject({
    state: 'RECHAZADO',
    answer: rejected.answer,
    version: 1,
  });
  expect(await answersOf(requestId)).toEqual([]);
});

/** Records written after the erasure; it has emptied those before. */
const answersOf = async (requestId: number) =>
  (await auditOf(world)).filter((record) => JSON.stringify(record).includes(`Pedido de datos ${requestId} respondido`));

test('refuses a wrong name, an unfit request and a second erasure', async () => {
  const given = await aCase();
  const { admin, personId, here } = given;
  const requestId = await aRequest(personId, admin.id);
  const confirmation = given.lastName;
  const refusals: [object, number, string][] = [
    [{ requestId, confirmation: 'Zulemina', keepBlock: false }, 422, 'ERASURE_NOT_CONFIRMED'],
    [{ requestId, confirmation: '', keepBlock: false }, 422, 'ERASURE_NOT_CONFIRMED'],
    [{ requestId: 99, confirmation, keepBlock: false }, 422, 'REQUEST_UNFIT'],
    [
      { requestId: await aRequest(personId, admin.id, { kind: 'ACCESO' }), confirmation, keepBlock: false },
      422,
      'REQUEST_UNFIT',
    ],
    [
      { requestId: await aRequest(here.calls[1]!.personId, admin.id), confirmation, keepBlock: false },
      422,
      'REQUEST_UNFIT',
    ],
    [
      { requestId: await aRequest(personId, admin.id, { state: 'RECHAZADO' }), confirmation, keepBlock: false },
      422,
      'REQUEST_UNFIT',
    ],
    [{ requestId, confirmation }, 400, 'VALIDATION'],
    [{ requestId, confirmation, keepBlock: false, closeRequest: 'x' }, 400, 'VALIDATION'],
    [{ requestId, confirmation, keepBlock: false, closeRequest: 'x'.repeat(2 ** 20) }, 413, 'TOO_LARGE'],
  ];
  for (const [body, status, error] of refusals)
    expect(await askFor(admin, personId, body)).toMatchObject({ status, body: { error } });
  expect(await askFor(admin, 987_654, { requestId, confirmation, keepBlock: false })).toMatchObject({ status: 404 });
  expect(await personNow(personId)).toMatchObject({ lastName: given.lastName });

  await erase(given);
  const again = await aRequest(personId, admin.id);
  expect(await askFor(admin, personId, { requestId: again, confirmation, keepBlock: false })).toMatchObject({
    status: 409,
    body: { error: 'ERASURE_DONE' },
  });
});

test('refuses a report about an erased person', async () => {
  const { admin, personId, lastName } = await aCase();
  const report = async () => {
    const { status, body } = await as(world, admin).send(api.exports.personalData, { params: { id: personId } });
    return { status, error: body.error, message: body.message };
  };
  const requestId = await aRequest(personId, admin.id);
  await askFor(admin, personId, { requestId, confirmation: lastName, keepBlock: false });
  const refused = {
    status: 409,
    error: 'ERASURE_DONE',
    message: 'Los datos de esta persona ya se borraron o se están borrando.',
  };
  expect(await report()).toEqual(refused);
  expect(await runErasure(jobCtx(world), (await view(admin, personId)).last!.id)).toBe(true);
  expect(await report()).toEqual(refused);
  const made = await world.db.selectFrom('exportJob').select('id').where('kind', '=', 'personal_data').execute();
  expect(made).toEqual([]);
});

test('clears answered requests that name the person', async () => {
  const given = await aCase();
  const register = async (parts: { contact?: string; asker?: string; state?: string }) => {
    const id = await aRequest(null, given.admin.id, { kind: 'ACCESO', state: parts.state ?? 'CUMPLIDO' });
    await world.db
      .updateTable('dataRequest')
      .set({ asker: parts.asker ?? 'Una vecina', contact: parts.contact ?? '', answer: 'Se respondió.' })
      .where('id', '=', id)
      .execute();
    return id;
  };
  const byName = await register({ asker: `${given.lastName}, Zulemina` });
  const byNumber = await register({ contact: `tel. 0${given.number.slice(0, 2)} ${given.number.slice(2)}` });
  const open = await register({ asker: `Zulemina ${given.lastName}`, state: 'ABIERTO' });
  const another = await register({ asker: 'Zulemina Otra' });
  await erase(given);
  const askerOf = async (id: number) =>
    (await as(world, given.admin).call(api.personalData.request, { params: { id } })).body.asker;
  expect(await Promise.all([byName, byNumber].map(askerOf))).toEqual(['(borrado)', '(borrado)']);
  expect(await askerOf(open)).toContain('Zulemina');
  expect(await askerOf(another)).toBe('Zulemina Otra');
});

test('a person without a name is confirmed by the number', async () => {
  const { campaign } = await aCallingCampaign(world, { each: 0 });
  const admin = await anAdministrator(world);
  const [call] = await addCalls(world, campaign.id, [null]);
  await sql`update person set first_name = '', last_name = '' where id = ${call!.personId}`.execute(world.db);
  expect(await view(admin, call!.personId)).toMatchObject({ confirmWith: 'number' });
  const requestId = await aRequest(call!.personId, admin.id);
  const ask = (confirmation: string) => askFor(admin, call!.personId, { requestId, confirmation, keepBlock: false });
  expect((await ask('1100000000')).status).toBe(422);
  expect((await ask(`+54 9 ${call!.number}`)).status).toBe(202);
});

/** As a restored backup has the person. */
const bringBack = ({ personId, lastName, number }: Case, createdAt: Date) =>
  sql`
    with row as (
      update person set first_name = 'Zulemina', last_name = ${lastName}, erased_at = null, created_at = ${createdAt}
      where id = ${personId})
    insert into person_phone (number, person_id) values (${Number(number)}, ${personId})`.execute(world.db);

test('erases restored persons again, but not another person with the same id', async () => {
  const given = await aCase();
  const { createdAt } = await personNow(given.personId);
  const { requestId } = await erase(given);
  const journal = await readFile(join(world.deps.config.dataDir, 'erasures.log'), 'utf8');
  expect(fold(journal)).not.toContain(fold(given.lastName));
  expect(journal).not.toContain(given.number);
  expect(await applyJournal(jobCtx(world))).toMatchObject({ erased: 0 });

  await bringBack(given, new Date(createdAt.getTime() + 1));
  expect(await applyJournal(jobCtx(world))).toMatchObject({ erased: 0 });
  expect(await personNow(given.personId)).toMatchObject({ lastName: given.lastName });

  await sql`delete from person_phone where person_id = ${given.personId}`.execute(world.db);
  await bringBack(given, createdAt);
  expect(await applyJournal(jobCtx(world))).toMatchObject({ erased: 1, waiting: 0 });
  expect(await personNow(given.personId)).toMatchObject({ lastName: '', erasedAt: expect.any(Date) });
  expect((await view(given.admin, given.personId)).last).toMatchObject({ requestId, step: 'DONE' });
  expect(await applyJournal(jobCtx(world))).toMatchObject({ erased: 0 });
});
