import { api } from '@campanero/contract';
import type { Answers } from '@campanero/contract/surveys/definition';
import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { strFromU8, unzipSync } from 'fflate';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { ask, make } from '../../../test/exports.ts';
import { anAdministrator, type TestUser } from '../../../test/factories.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { runLoad } from '../../../test/loads.ts';
import { anAskingCampaign, answered, type Asking, ITEMS, say } from '../../../test/surveys.ts';
import { erasePeople } from '../../call-store/write/index.ts';
import { transact } from '../../work/index.ts';

const world = useWorld();
let admin: TestUser;
let here: Asking;
beforeAll(async () => {
  admin = await anAdministrator(world);
});
beforeEach(async () => {
  here = await anAskingCampaign(world);
});

const WHOLE: Answers = { 2: { value: 1 }, 3: { value: 1 }, 4: { value: 3 }, 5: { text: 'Más luz' } };
const call = () => here.callsOf(here.ana)[0]!;

/** By call, what the page of the person shows. */
async function answersOf(personId: number) {
  const { calls } = (await as(world, admin).call(api.personalData.calls, { params: { id: personId }, query: {} })).body;
  return new Map(
    calls.map(({ id, answers }) => [id, answers.map(({ question, answer, before }) => [question, answer, ...before])]),
  );
}
const IN_WORDS = [
  ['¿Qué le hace falta?', 'Rojo'],
  ['¿Vive con chicos?', 'Sí'],
  ['¿Cuántos?', '3'],
  ['¿Qué mejoraría?', 'Más luz'],
];

/** Another person on the number of the call. */
async function aNeighbour(): Promise<number> {
  const { id } = await world.db
    .insertInto('person')
    .values({ kind: 'lead', firstName: 'Beto', lastName: 'Vecino' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto('personPhone')
    .values({ number: Number(call().number), personId: id })
    .execute();
  return id;
}

/** Said by this person. */
async function saidBy(personId: number, answers: Answers) {
  const reply = await as(world, here.ana).call(api.calls.register, {
    params: { id: here.campaign.id, callId: call().id },
    body: { stateId: here.states.talked.id, personId, interview: answered(here, answers) },
  });
  expect(reply.status).toBe(200);
}

test('a lead whom the phone dashboard recognises keeps their answers, and those of both campaigns are on one page', async () => {
  const { personId, id: callId } = call();
  const who = { firstName: 'Zulema', lastName: 'Quix', document: '39888777' };
  const saved = await as(world, here.ana).call(api.contacts.savePerson, {
    params: { personId },
    query: { lead: '1' },
    body: who,
  });
  expect(saved.status).toBe(200);
  await say(world, here, WHOLE);
  const there = await anAskingCampaign(world, ITEMS, 0);
  await sql`update campaign set status = 'PAUSADA', status_before_pause = 'EN CURSO' where id = ${there.campaign.id}`.execute(
    world.db,
  );
  const { id: audienceId } = await world.db
    .insertInto('dashboardAudience')
    .values({ description: 'Vecinos', total: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto('dashboardAudienceContact')
    .values({ ...who, audienceId, position: 0, orionId: 'O-77', phone: '1150009977' })
    .execute();
  const asked = await as(world, there.manager).call(api.loads.importDashboard, {
    params: { id: there.campaign.id, audienceId: String(audienceId) },
    query: {},
  });
  expect(asked.status).toBe(202);
  await runLoad(world, asked.body.id);
  await sql`update campaign set status = 'EN CURSO', status_before_pause = null where id = ${there.campaign.id}`.execute(
    world.db,
  );
  const page = (await as(world, admin).call(api.personalData.person, { params: { id: personId } })).body;
  expect(page).toMatchObject({ name: 'Zulema Quix', person: { lead: false, orionId: 'O-77' } });
  expect(page.numbers).toHaveLength(2);
  const newCall = [...(await answersOf(personId)).keys()].find((id) => id !== callId)!;
  await say(world, there, { 2: { value: 3 }, 5: { text: 'Más árboles' } }, { by: there.manager, callId: newCall });
  // Going on with the first call, as it stood.
  await say(world, here, { 4: { value: 5 } });
  expect(await answersOf(personId)).toEqual(
    new Map([
      [
        newCall,
        [
          ['¿Qué le hace falta?', 'Azul'],
          ['¿Qué mejoraría?', 'Más árboles'],
        ],
      ],
      [callId, IN_WORDS.with(2, ['¿Cuántos?', '5'])],
    ]),
  );
});

test('two persons on a number: each has on their page what they said', async () => {
  const { personId, id: callId } = call();
  const other = await aNeighbour();
  await say(world, here, WHOLE);
  await saidBy(other, { 2: { value: 3 }, 5: { text: 'Menos ruido' } });
  expect((await answersOf(personId)).get(callId)).toEqual(IN_WORDS);
  expect((await answersOf(other)).get(callId)).toEqual([
    ['¿Qué le hace falta?', 'Azul'],
    ['¿Qué mejoraría?', 'Menos ruido'],
  ]);
  await saidBy(personId, { 5: { text: 'Más sombra' } });
  expect((await answersOf(personId)).get(callId)).toEqual(
    IN_WORDS.with(3, ['¿Qué mejoraría?', 'Más sombra', 'Más luz']),
  );
});

test('whoever gets the call of an erased person did not give their answers', async () => {
  const other = await aNeighbour();
  await say(world, here, { 2: { value: 1 }, 5: { text: 'Soy Zulema' } }, { stateId: here.states.again.id });
  world.clock.advance(60_000);
  await transact(jobCtx(world), (work) => erasePeople(work, [call().personId], { keepBlock: false }));
  expect((await answersOf(other)).get(call().id)).toEqual([]);
  world.clock.advance(60_000);
  await say(world, here, { 3: { value: 2 } });
  expect((await answersOf(other)).get(call().id)).toEqual([['¿Vive con chicos?', 'No']]);
});

test('what newer versions do not ask any more is still kept, and shown in the words of then', async () => {
  await say(world, here, WHOLE);
  const items = ITEMS.filter(({ id }) => id !== 3 && id !== 4);
  const changed = await as(world, here.manager).call(api.surveys.update, {
    params: { id: here.survey.id },
    body: { items },
  });
  here = { ...here, survey: changed.body };
  await say(world, here, { 2: { value: 2 } });
  expect((await answersOf(call().personId)).get(call().id)).toEqual([
    ['¿Qué le hace falta?', 'Verde'],
    ['¿Qué mejoraría?', 'Más luz'],
    ['¿Vive con chicos?', 'Sí'],
    ['¿Cuántos?', '3'],
  ]);
});

test('the report for the person has the answers in words, without those of another person', async () => {
  const { personId } = call();
  await sql`update person set first_name = 'Zulema', last_name = 'Quix' where id = ${personId}`.execute(world.db);
  const other = await aNeighbour();
  await say(world, here, { ...WHOLE, 4: { none: 'unknown' } });
  await say(world, here, { 5: { text: 'Más sombra\nBeto se queja del ruido' } });
  await saidBy(other, { 5: { text: 'Menos ruido' } });
  const id = await ask(world, admin, api.exports.personalData, { params: { id: personId } });
  await make(world, id);
  const reply = await world.app.inject({
    method: 'GET',
    url: `/api/export/${id}`,
    headers: { authorization: `Bearer ${admin.token}` },
  });
  const files = unzipSync(reply.rawPayload);
  const [page, data] = ['informe.html', 'datos.json'].map((name) => strFromU8(files[name]!)) as [string, string];
  const { partes } = JSON.parse(data) as { partes: { titulo: string; filas: Record<string, unknown>[] }[] };
  const rows = partes.find(({ titulo }) => titulo === 'Respuestas a relevamientos')!.filas;
  expect(rows).toEqual(
    [
      ['¿Qué le hace falta?', 'Rojo'],
      ['¿Vive con chicos?', 'Sí'],
      ['¿Cuántos?', 'No sabe / No contesta'],
      ['¿Qué mejoraría?', 'Más sombra\n(Se omite una parte que se refiere a otra persona.) Antes: Más luz'],
    ].map(([Pregunta, Respuesta]) => ({ Campaña: here.campaign.name, Pregunta, Respuesta })),
  );
  for (const text of [page, data]) {
    expect(text).toContain('No sabe / No contesta');
    expect(text).not.toContain('Menos ruido');
    expect(text).not.toContain('Beto');
  }
});
