import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { erasePeople } from '../../call-store/write/index.ts';
import { verifyEverything } from '../../verify/verify.ts';
import { transact } from '../../work/index.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import {
  aCampaign,
  aCoordinator,
  anAdministrator,
  anExternalCoordinator,
  anOperator,
  type TestUser,
} from '../../../test/factories.ts';

const world = useWorld();
const { questions, calls, notifications, live, mail } = api;

let here: Calling;
let ana: TestUser;
let luis: TestUser;
beforeEach(async () => {
  [ana, luis] = [await anOperator(world), await anOperator(world)];
  here = await aCallingCampaign(world, { operators: [ana, luis] });
  await sql`update campaign set coordinated_by = ${here.manager.id} where id = ${here.campaign.id}`.execute(world.db);
});

const TEXT = 'Quiere cambiar el día de la visita';
const callId = () => here.callsOf(ana)[0]!.id;
const ask = (question: string | null | undefined = TEXT, headers: Record<string, string> = {}) =>
  as(world, ana).call(
    calls.register,
    { params: { id: here.campaign.id, callId: callId() }, body: { stateId: here.states.talked.id, question } },
    headers,
  );
const list = async (user: TestUser, query: object = {}) =>
  (await as(world, user).call(questions.list, { query: { campaignId: here.campaign.id, ...query } })).body.questions;
const answer = (user: TestUser, id: number, text = 'Puede ir el jueves.') =>
  as(world, user).call(questions.answer, { params: { id }, body: { answer: text } });
const historyOf = async (user: TestUser) =>
  (await as(world, user).call(calls.history, { params: { id: here.campaign.id, callId: callId() } })).body;
const bell = async (user: TestUser) => (await as(world, user).call(notifications.list)).body.notifications;
const inbox = async (user: TestUser) => (await as(world, user).call(mail.list, { query: {} })).body.mails;
const message = async (user: TestUser) => {
  const [newest] = await inbox(user);
  return (await as(world, user).call(mail.get, { params: { id: newest!.id } })).body;
};
const asked = async () => {
  expect((await ask()).status).toBe(200);
  return (await list(here.manager))[0]!;
};

describe('asking', () => {
  test('stands in the history, in the list of the coordinators and in the bell of the campaign’s', async () => {
    const reply = await ask(`  ${TEXT}  `);
    expect(reply.body.question).toEqual({ text: TEXT, answer: null, closedAt: null, closedBy: null });
    expect(await historyOf(ana)).toEqual([reply.body]);
    expect(await list(here.manager)).toMatchObject([
      {
        question: TEXT,
        askedAt: world.clock.now().toISOString(),
        askedBy: { id: ana.id, name: ana.name },
        campaign: { id: here.campaign.id, name: here.campaign.name },
        callId: callId(),
        number: here.callsOf(ana)[0]!.number,
        answer: null,
        closedBy: null,
        closedAt: null,
      },
    ]);
    expect(await bell(here.manager)).toMatchObject([{ action: 'QUESTION', campaignId: here.campaign.id }]);
    const record = (await auditOf(world)).find(({ objectId }) => objectId === String(callId()));
    expect(JSON.stringify(record)).toContain('Necesita coordinador');
    expect(JSON.stringify(record)).not.toContain(TEXT);
  });

  test.each([[null], [''], ['   ']])('%j asks nothing', async (question) => {
    expect((await ask(question)).body.question).toBeNull();
    expect(await list(here.manager)).toEqual([]);
  });

  test('a registration sent again by the queue asks once', async () => {
    const replies = [];
    for (let at = 0; at < 3; at += 1) replies.push(await ask(TEXT, { 'idempotency-key': 'en-espera' }));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ body }) => JSON.stringify(body.question))).size).toBe(1);
    expect(await list(here.manager)).toHaveLength(1);
    expect(await bell(here.manager)).toHaveLength(1);
  });

  test('refuses more than 500 characters, and 1 MiB', async () => {
    expect((await ask('a'.repeat(501))).body).toMatchObject({ errors: [{ field: 'question' }] });
    expect((await ask('a'.repeat(1_048_576))).status).toBe(413);
    expect(await list(here.manager)).toEqual([]);
  });

  test('a correction keeps the question at the entry that asked it', async () => {
    await ask();
    const [entry] = await historyOf(here.manager);
    const corrected = await as(world, here.manager).call(calls.correct, {
      params: { id: here.campaign.id, callId: callId(), entryId: entry!.id },
      body: { stateId: here.states.refused.id, reason: 'Se equivocó' },
    });
    expect(corrected.body.question).toBeNull();
    expect((await historyOf(ana)).map(({ question }) => question?.text)).toEqual([undefined, TEXT]);
  });
});

describe('answering', () => {
  test('closes it, goes to the bell of who asked and stands in the history for whoever calls next', async () => {
    const { id } = await asked();
    world.clock.advance(60_000);
    const closedAt = world.clock.now().toISOString();
    expect((await answer(here.manager, id)).body).toEqual({ id, closedAt });
    const said = { text: TEXT, answer: 'Puede ir el jueves.', closedAt, closedBy: here.manager.name };
    // Another operator of the campaign calls the contact next.
    await as(world, here.manager).call(calls.reassign, {
      params: { id: here.campaign.id, callId: callId(), operatorId: luis.id },
    });
    expect((await historyOf(luis))[0]?.question).toEqual(said);
    const told = (await bell(ana)).filter(({ action }) => action === 'ANSWER');
    expect(told).toMatchObject([{ reason: 'Puede ir el jueves.', campaignId: here.campaign.id, callId: callId() }]);
    expect(await list(here.manager)).toEqual([]);
    expect(await list(here.manager, { closed: '1' })).toMatchObject([
      { id, answer: 'Puede ir el jueves.', closedBy: { id: here.manager.id }, closedAt },
    ]);
    const record = (await auditOf(world)).findLast(
      ({ subaction, objectId }) => subaction === 'ACCIÓN' && objectId === String(callId()),
    );
    expect(record).toMatchObject({ userId: here.manager.id, objectType: 'call' });
    expect(JSON.stringify(record)).toContain('Consulta respondida');
    expect(JSON.stringify(record)).not.toContain('jueves');
  });

  test('stands in the inbox of who asked, whose mail does not say the words; not in that of who left', async () => {
    const { id } = await asked();
    await answer(here.manager, id);
    const [row, ...more] = await inbox(ana);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ subject: `Respondieron su consulta: ${here.campaign.name}`, read: false });
    expect(row!.preview).toContain(`Consulta: ${TEXT} Respuesta: `);
    const { number } = here.callsOf(ana)[0]!;
    expect((await message(ana)).body).toContain(
      `Respuesta: Puede ir el jueves.\n\n${world.deps.config.publicUrl}/campaign/detail/${here.campaign.id}/contact/${callId()}/${number}\n\nCampanero`,
    );
    const stored = await world.db.selectFrom('mail').selectAll().where('questionId', '=', id).executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ recipient: ana.email });
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`jueves|${TEXT}|${number}`));

    // Out of the campaign, its words are out of reach.
    await world.db.deleteFrom('campaignOperator').where('userId', '=', ana.id).execute();
    expect((await message(ana)).body).not.toContain('jueves');

    await as(world, luis).call(calls.register, {
      params: { id: here.campaign.id, callId: here.callsOf(luis)[0]!.id },
      body: { stateId: here.states.talked.id, question: 'Otra' },
    });
    const [second] = await list(here.manager);
    await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', luis.id).execute();
    expect((await answer(here.manager, second!.id)).status).toBe(200);
    expect(await world.db.selectFrom('mail').select('id').where('userId', '=', luis.id).execute()).toEqual([]);
  });

  test('without an answer it is only closed, and no bell tells of it', async () => {
    const { id } = await asked();
    expect((await answer(here.manager, id, '  ')).status).toBe(200);
    expect((await historyOf(ana))[0]?.question).toMatchObject({ answer: null, closedBy: here.manager.name });
    expect((await bell(ana)).filter(({ action }) => action === 'ANSWER')).toEqual([]);
    expect(await inbox(ana)).toEqual([]);
  });

  test('of ten at once one answers', async () => {
    const { id } = await asked();
    const other = await aCoordinator(world);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, at) => answer(at % 2 ? other : here.manager, id, `Respuesta ${at}`)),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => 'error' in body && body.error === 'QUESTION_CLOSED')).toHaveLength(9);
    expect((await bell(ana)).filter(({ action }) => action === 'ANSWER')).toHaveLength(1);
  });

  test('external coordinators neither see nor answer those of internal campaigns; operators none', async () => {
    const { id } = await asked();
    const outside = await anExternalCoordinator(world);
    expect(await list(outside)).toEqual([]);
    expect((await answer(outside, id)).status).toBe(404);
    expect((await answer(here.manager, 999_999)).status).toBe(404);
    expect((await as(world, luis).send(questions.list, { query: {} })).status).toBe(403);
    expect((await as(world, luis).send(questions.answer, { params: { id }, body: { answer: 'x' } })).status).toBe(403);
  });

  test('once the campaign is closed it waits no longer and cannot be answered', async () => {
    const { id } = await asked();
    const { open } = await openOnBoard();
    await sql`update campaign set status = 'FINALIZADA' where id = ${here.campaign.id}`.execute(world.db);
    expect((await answer(here.manager, id)).body).toMatchObject({ error: 'CAMPAIGN_FINISHED' });
    expect(await list(here.manager)).toEqual([]);
    expect((await openOnBoard()).open).toBe(open - 1);
  });
});

const openOnBoard = async () =>
  (await as(world, await anAdministrator(world)).call(live.view, { query: {} })).body.questions;

test('the live board counts those that wait, of its side', async () => {
  const boards = async () => {
    const outside = await as(world, await anAdministrator(world)).call(live.view, { query: { external: '1' } });
    return [(await openOnBoard()).open, outside.body.questions.open];
  };
  const [internal, external] = await boards();
  const { askedAt } = await asked();
  expect(await boards()).toEqual([internal! + 1, external]);
  expect((await openOnBoard()).oldestAt! <= askedAt).toBe(true);
});

test('the oldest waits first; of one campaign', async () => {
  await asked();
  world.clock.advance(60_000);
  const second = here.callsOf(luis)[0]!.id;
  await as(world, luis).call(calls.register, {
    params: { id: here.campaign.id, callId: second },
    body: { stateId: here.states.talked.id, question: 'Otra' },
  });
  expect((await list(here.manager)).map(({ question }) => question)).toEqual([TEXT, 'Otra']);
  expect(await list(here.manager, { pageNumber: 1, pageSize: 1 })).toMatchObject([{ question: 'Otra' }]);
  const elsewhere = await aCampaign(world);
  expect(await list(here.manager, { campaignId: elsewhere.id })).toEqual([]);
  expect(await list(here.manager, { campaignId: here.campaign.id })).toHaveLength(2);
});

test('verification finds a question that belongs to no registration of its call', async () => {
  await asked();
  const findings = async () => {
    const { db, deps, clock } = world;
    const sections = await verifyEverything({
      db,
      read: deps.read,
      files: deps.files,
      recordedHeads: [],
      now: clock.now(),
    });
    return sections.flatMap((section) => section.findings).filter((finding) => finding.includes('consulta'));
  };
  expect(await findings()).toEqual([]);
  const ofCampaign = sql`where campaign_id = ${here.campaign.id}`;
  await sql`update call_question set entry_id = -entry_id ${ofCampaign}`.execute(world.db);
  expect(await findings()).toEqual(['1 consultas no corresponden a su registro.']);
  await sql`update call_question set entry_id = -entry_id ${ofCampaign}`.execute(world.db);
});

test('the words of both go with the erased person, and nothing more is written', async () => {
  const { id } = await asked();
  const { personId } = here.callsOf(ana)[0]!;
  await answer(here.manager, id);
  const later = here.callsOf(luis)[0]!;
  await as(world, luis).call(calls.register, {
    params: { id: here.campaign.id, callId: later.id },
    body: { stateId: here.states.talked.id, question: 'Sin responder' },
  });
  const [open] = await list(here.manager);
  await transact(jobCtx(world), (work) => erasePeople(work, [personId, later.personId], { keepBlock: false }));
  expect((await historyOf(here.manager))[0]?.question).toMatchObject({ text: '(borrado)', answer: '(borrado)' });
  const { body } = await message(ana);
  expect(body).toContain('Consulta: (borrado)\n\nRespuesta: (borrado)\n\nCampanero');
  expect((await answer(here.manager, open!.id)).body).toMatchObject({ error: 'CALL_ERASED' });
  expect((await answer(here.manager, open!.id, '')).status).toBe(200);
  const stored = await world.db
    .selectFrom('callQuestion')
    .select(['question', 'answer'])
    .where('campaignId', '=', here.campaign.id)
    .orderBy('id')
    .execute();
  expect(stored).toEqual([
    { question: '(borrado)', answer: '(borrado)' },
    { question: '(borrado)', answer: null },
  ]);
});
