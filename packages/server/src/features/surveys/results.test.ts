import { api } from '@campanero/contract';
import type { Answers, SurveyItem } from '@campanero/contract/surveys/definition';
import { sampleItem } from '@campanero/contract/test/survey-samples';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, type RawInput } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign } from '../../../test/calling.ts';
import { aCoordinator, anExternalCoordinator, aSession, type TestUser } from '../../../test/factories.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { anAskingCampaign, type Asking, say } from '../../../test/surveys.ts';
import { erasePeople } from '../../call-store/write/index.ts';
import { transact } from '../../work/index.ts';

const world = useWorld();
const QUESTIONS: SurveyItem[] = [
  sampleItem(1, 'section', { text: 'Su barrio' }),
  sampleItem(2, 'choice', { text: '¿Qué color?' }),
  sampleItem(3, 'choices', { text: '¿Qué come?' }),
  sampleItem(4, 'scale', { text: '¿Qué nota?', from: 0, to: 10 }),
  sampleItem(5, 'number', { text: '¿Qué edad?' }),
  sampleItem(6, 'date', { text: '¿Desde cuándo?' }),
  sampleItem(7, 'short', { text: '¿Qué mejoraría?', required: false }),
];

let here: Asking;
beforeEach(async () => {
  world.clock.set('2026-03-10T13:00:00.000Z');
  here = await anAskingCampaign(world, QUESTIONS, 3);
});

type Query = RawInput['query'];
const { results, texts, words, rates } = api.surveyResults;
const read = async (query: Query = {}, by: TestUser = here.manager) =>
  as(world, by).send(results, { params: { id: here.campaign.id }, query });
const question = async (id: number, query: Query = {}) => {
  const { status, body } = await read(query);
  expect(status).toBe(200);
  return body.questions.find((each) => each.id === id)!;
};
const begun = async (query: Query) => (await read(query)).body.begun;
const callOf = (place: number) => here.calls[place]!;
const answer = async (place: number, answers: Answers) => {
  const by = here.operators.find(({ id }) => id === callOf(place).operatorId)!;
  const reply = await say(world, here, answers, { by, callId: callOf(place).id });
  expect(reply.status).toBe(200);
};

const ANSWERS: Answers[] = [
  { 2: { value: 1 }, 3: { values: [1, 2] }, 4: { value: 10 }, 5: { value: 40.5 }, 6: { date: '2020-02-29' } },
  { 2: { value: 1 }, 3: { values: [2] }, 4: { value: 0 }, 5: { value: 20 }, 7: { text: 'Más LUZ en la plaza' } },
  { 2: { value: 3 }, 4: { none: 'unknown' }, 5: { value: 30 }, 7: { text: 'La luz, la luz y los árboles' } },
  { 2: { none: 'unknown' }, 4: { value: 8 }, 7: { none: 'skipped' } },
];
async function fourAnswers() {
  for (const [place, answers] of ANSWERS.entries()) {
    await answer(place, answers);
    world.clock.advance(60_000);
  }
}

describe('who sees them', () => {
  test('whoever may see the statistics of the campaign, and only of visible campaigns', async () => {
    const params = { id: here.campaign.id, questionId: 7 };
    const outsider = await anExternalCoordinator(world);
    for (const endpoint of [results, texts, words, rates]) {
      const ask = (user: TestUser | null, id = params.id) =>
        as(world, user).send(endpoint as typeof texts, { params: { ...params, id } });
      expect((await ask(null)).status).toBe(401);
      expect((await ask(here.ana)).status).toBe(403);
      expect((await ask(outsider)).status).toBe(404);
      expect((await ask(here.manager, 2_000_000_000)).status).toBe(404);
      expect((await ask(await aCoordinator(world))).status).toBe(200);
    }
    await sql`update campaign set external = true where id = ${here.campaign.id}`.execute(world.db);
    expect((await read({}, outsider)).status).toBe(200);
  });

  test('a campaign without a survey has none, and a question without texts no texts', async () => {
    const plain = await aCallingCampaign(world);
    const reply = await as(world, here.manager).send(results, { params: { id: plain.campaign.id } });
    expect(reply).toMatchObject({ status: 404 });
    for (const questionId of [1, 2, 99])
      expect((await as(world, here.manager).send(words, { params: { id: here.campaign.id, questionId } })).status).toBe(
        404,
      );
  });

  test('a finished campaign keeps its results', async () => {
    await fourAnswers();
    await sql`update campaign set status = 'FINALIZADA' where id = ${here.campaign.id}`.execute(world.db);
    expect((await read()).body.begun).toBe(4);
  });
});

describe('figures', () => {
  test('before the first answer every question is there, with nothing', async () => {
    const { body } = await read();
    expect(body).toMatchObject({ begun: 0, complete: 0, days: [], survey: { id: here.survey.id } });
    expect(body.questions.map(({ id, section, answered }) => [id, section, answered])).toEqual(
      [2, 3, 4, 5, 6, 7].map((id) => [id, 'Su barrio', 0]),
    );
  });

  test('are counted by question, with "no sabe" and passed over apart', async () => {
    await fourAnswers();
    const { body } = await read();
    expect(body).toMatchObject({
      begun: 4,
      complete: 0,
      channels: [
        { channel: 'phone', begun: 4, complete: 0 },
        { channel: 'mail', begun: 0 },
        { channel: 'whatsapp', begun: 0 },
      ],
      days: [{ date: '2026-03-10', begun: 4, complete: 0 }],
    });
    const of = (id: number) => body.questions.find((each) => each.id === id)!;
    expect(of(2)).toMatchObject({ answered: 3, unknown: 1, skipped: 0 });
    expect(of(2).options.map(({ text, count }) => [text, count])).toEqual([
      ['Rojo', 2],
      ['Verde', 0],
      ['Azul', 1],
    ]);
    // Of persons: two answered, both with cheese.
    expect(of(3)).toMatchObject({ answered: 2, unknown: 0 });
    expect(of(3).options.map(({ count }) => count)).toEqual([1, 2, 0]);
    expect(of(4)).toMatchObject({ answered: 3, unknown: 1 });
    expect(of(4).distribution).toEqual({
      mean: 6,
      median: 8,
      deviation: expect.closeTo(Math.sqrt(28), 10),
      min: 0,
      max: 10,
    });
    expect(of(5)).toMatchObject({
      answered: 3,
      unit: 'años',
      distribution: { mean: expect.closeTo(30.166_67, 4), median: 30, min: 20, max: 40.5 },
      classes: [
        { from: 20, to: 20, count: 1 },
        { from: 30, to: 30, count: 1 },
        { from: 40.5, to: 40.5, count: 1 },
      ],
    });
    expect(of(6).periods).toEqual([{ period: '2020-02', count: 1 }]);
    expect(of(7)).toMatchObject({ answered: 2, skipped: 1 });
  });

  test('a complete interview, corrected later, counts once and as it is now', async () => {
    const whole = { ...ANSWERS[0], 7: { none: 'skipped' as const } };
    await answer(0, whole);
    expect((await read()).body).toMatchObject({ begun: 1, complete: 1 });
    await answer(0, { 2: { value: 2 } });
    expect((await question(2)).options.map(({ count }) => count)).toEqual([0, 1, 0]);
    expect((await read()).body).toMatchObject({ begun: 1, complete: 1 });
  });

  test('numbers and options that two bytes do not hold are counted too', async () => {
    const options = Array.from({ length: 20 }, (_, place) => ({ id: place + 1, text: `Opción ${place + 1}` }));
    here = await anAskingCampaign(world, [
      sampleItem(1, 'number', { min: null, max: null }),
      sampleItem(2, 'choices', { options }),
      sampleItem(3, 'date'),
    ]);
    await answer(0, { 1: { value: 1_000_000_000 }, 2: { values: [1, 20] }, 3: { date: '1816-07-09' } });
    await answer(1, { 1: { value: -0.05 }, 2: { values: [1] }, 3: { date: '2099-12-31' } });
    await answer(2, { 1: { none: 'unknown' }, 2: { none: 'unknown' } });
    expect(await question(1)).toMatchObject({
      answered: 2,
      unknown: 1,
      distribution: { min: -0.05, max: 1_000_000_000, mean: 499_999_999.975 },
    });
    const chosen = await question(2);
    expect([chosen.options[0]!.count, chosen.options[19]!.count, chosen.answered, chosen.unknown]).toEqual([
      2, 1, 2, 1,
    ]);
    expect((await question(3)).periods).toEqual([
      { period: '1816-07', count: 1 },
      { period: '2099-12', count: 1 },
    ]);
  });
});

describe('versions', () => {
  test('what newer versions do not ask stays, with its last words', async () => {
    await fourAnswers();
    const [section, color, ...others] = QUESTIONS as [SurveyItem, Extract<SurveyItem, { kind: 'choice' }>];
    const items = [
      section,
      { ...color, text: '¿Qué color prefiere?', options: [{ id: 1, text: 'Colorado' }, ...color.options.slice(1, 2)] },
      ...others.filter(({ id }) => id !== 4),
      sampleItem(8, 'yesNo', { text: '¿Volvería?' }),
    ];
    const changed = await as(world, here.manager).call(api.surveys.update, {
      params: { id: here.survey.id },
      body: { items },
    });
    expect(changed.status).toBe(200);
    const { questions } = (await read()).body;
    expect(questions.map(({ id, isRetired }) => [id, isRetired])).toEqual([
      ...[2, 3, 5, 6, 7, 8].map((id) => [id, false]),
      [4, true],
    ]);
    expect(questions[0]).toMatchObject({ text: '¿Qué color prefiere?', answered: 3 });
    expect(questions[0]!.options).toEqual([
      { id: 1, text: 'Colorado', isRetired: false, count: 2 },
      { id: 2, text: 'Verde', isRetired: false, count: 0 },
      { id: 3, text: 'Azul', isRetired: true, count: 1 },
    ]);
    expect(questions.at(-1)).toMatchObject({ text: '¿Qué nota?', answered: 3, distribution: { mean: 6 } });
    // A removed option can still be counted by.
    expect(await begun({ questionId: '2', options: '3' })).toBe(1);
  });

  test('what was changed before anybody answered is not listed', async () => {
    const items = QUESTIONS.filter(({ id }) => id !== 6);
    await as(world, here.manager).call(api.surveys.update, { params: { id: here.survey.id }, body: { items } });
    expect((await read()).body.questions.map(({ id }) => id)).toEqual([2, 3, 4, 5, 7]);
  });
});

describe('filters', () => {
  beforeEach(async () => {
    await fourAnswers();
    const [first, second] = [callOf(0).id, callOf(1).id];
    await sql`update call set gender = 'F', birth_year = 1960, district_id = '1', section_id = '2' where id = ${first}`.execute(
      world.db,
    );
    await sql`update call set gender = 'M', birth_year = 1990, district_id = '1', section_id = '3' where id = ${second}`.execute(
      world.db,
    );
    await sql`update interview set channel = 'mail', user_id = null where call_id = ${second}`.execute(world.db);
  });

  test.each<[string, Record<string, string>, number]>([
    ['nothing', {}, 4],
    ['from', { fromdate: '2026-03-10T13:01:00Z' }, 3],
    ['to, excluded', { todate: '2026-03-10T13:01:00Z' }, 1],
    ['channel', { channel: 'mail' }, 1],
    ['gender', { gender: 'F' }, 1],
    ['born from', { birthYearFrom: '1961' }, 1],
    ['born until', { birthYearTo: '1960' }, 1],
    ['district', { districtId: '1' }, 2],
    ['section', { districtId: '1', sectionId: '3' }, 1],
    ['place and channel', { districtId: '1', channel: 'phone' }, 1],
    ['an answer', { questionId: '2', options: '1' }, 2],
    ['any of two answers', { questionId: '2', options: '1,3' }, 3],
    ['no sabe', { questionId: '2', options: 'ns' }, 1],
    ['no sabe or an answer', { questionId: '2', options: '3,ns' }, 2],
    ['one of several choices', { questionId: '3', options: '1' }, 1],
    ['another of several choices', { questionId: '3', options: '2' }, 2],
    ['a choice named twice', { questionId: '3', options: '1,1' }, 1],
    ['the zero of a scale', { questionId: '4', options: '0' }, 1],
    ['an operator who is not there', { operatorId: '2000000000' }, 0],
  ])('by %s', async (_what, query, wanted) => {
    expect(await begun(query)).toBe(wanted);
    const list = await as(world, here.manager).send(texts, { params: { id: here.campaign.id, questionId: 7 }, query });
    expect(list.status).toBe(200);
  });

  test('by operator: who asked', async () => {
    const asked = [0, 2, 3].filter((place) => callOf(place).operatorId === here.ana.id).length;
    expect(await begun({ operatorId: String(here.ana.id) })).toBe(asked);
  });

  test('by an answer, the other questions are counted among those', async () => {
    expect(await question(4, { questionId: '2', options: '1' })).toMatchObject({
      answered: 2,
      distribution: { mean: 5, median: 5 },
    });
  });

  test.each<[Record<string, string>, string, string]>([
    [{ channel: 'fax' }, 'channel', 'Elija teléfono, mail o WhatsApp.'],
    [
      { fromdate: '2026-03-11T00:00:00Z', todate: '2026-03-10T00:00:00Z' },
      'todate',
      'La fecha Hasta debe ser posterior a la fecha Desde.',
    ],
    [{ birthYearFrom: '1990', birthYearTo: '1960' }, 'birthYearTo', 'El primer año no puede ser posterior al último.'],
    [{ questionId: '2' }, 'options', 'Elija una o más de las respuestas de la pregunta.'],
    [{ questionId: '2', options: '1;drop' }, 'options', 'Elija una o más de las respuestas de la pregunta.'],
    [{ questionId: '2', options: '9' }, 'options', 'Esa opción no está en la pregunta.'],
    [{ questionId: '99', options: '1' }, 'questionId', 'Esa pregunta no está en el relevamiento.'],
    [{ questionId: '501', options: '1' }, 'questionId', 'Esa pregunta no existe.'],
    [{ questionId: '5', options: '1' }, 'questionId', 'Solo se puede filtrar por preguntas con opciones.'],
    [{ options: 'x'.repeat(2000) }, 'options', 'Elija una o más de las respuestas de la pregunta.'],
    [{ nada: '1' }, 'nada', 'El parámetro no existe.'],
  ])('refuses %o with a sentence', async (query, field, message) => {
    const reply = await read(query);
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field, message }] } });
  });
});

describe('texts', () => {
  const list = async (query: Query = {}) =>
    (await as(world, here.manager).send(texts, { params: { id: here.campaign.id, questionId: 7 }, query })).body;
  const top = async (query: Query = {}) =>
    (await as(world, here.manager).send(words, { params: { id: here.campaign.id, questionId: 7 }, query })).body;

  test('are listed from the newest on, by pages', async () => {
    await fourAnswers();
    expect(await list({ pageSize: '1' })).toEqual({
      texts: [{ callId: callOf(2).id, words: 'La luz, la luz y los árboles', savedAt: '2026-03-10T13:02:00.000Z' }],
      totalElementsCount: 2,
      page: 0,
    });
    expect((await list({ pageSize: '1', pageNumber: '1' })).texts[0]!.words).toBe('Más LUZ en la plaza');
    expect((await list({ questionId: '2', options: '3' })).totalElementsCount).toBe(1);
  });

  test('their words are counted once for each text, without accents and small words', async () => {
    await fourAnswers();
    expect(await top()).toEqual({
      texts: 2,
      words: [
        { word: 'luz', count: 2 },
        { word: 'árboles', count: 1 },
        { word: 'plaza', count: 1 },
      ],
    });
  });

  test('of an erased person the place is kept and the words are not counted', async () => {
    await fourAnswers();
    await transact(jobCtx(world), (work) => erasePeople(work, [callOf(2).personId], { keepBlock: true }));
    expect((await list()).texts.map(({ words: said }) => said)).toEqual(['(borrado)', 'Más LUZ en la plaza']);
    expect(await top()).toMatchObject({ texts: 1, words: [{ word: 'luz' }, { word: 'plaza' }] });
    expect(await question(7)).toMatchObject({ answered: 2 });
  });

  test('a text that was replaced is not listed any more', async () => {
    await answer(0, { 7: { text: 'Antes' } });
    await answer(0, { 7: { text: '<b>Después</b>' } });
    expect((await list()).texts.map(({ words: said }) => said)).toEqual(['<b>Después</b>']);
  });
});

describe('rates', () => {
  test('every call is in one class, and interviews in theirs', async () => {
    await fourAnswers();
    await answer(0, { 7: { none: 'skipped' }, 6: { date: '2020-01-01' } });
    const reply = await as(world, here.manager).send(rates, { params: { id: here.campaign.id } });
    expect(reply.status).toBe(200);
    // Six calls: one complete, three begun, two that nobody called.
    expect(reply.body.counts).toEqual({ I: 1, P: 3, R: 0, NC: 0, O: 0, UH: 2, UO: 0, NE: 0 });
    expect(reply.body.states.find(({ id }) => id === 1)).toMatchObject({
      class: 'UH',
      calls: 2,
      complete: 0,
      begun: 0,
    });
  });
});

test('ten readers at once see the same', async () => {
  await fourAnswers();
  const manager = { ...here.manager, ...(await aSession(world, here.manager.id)) };
  const replies = await Promise.all(Array.from({ length: 10 }, () => read({}, manager)));
  expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});
