import { api } from '@campanero/contract';
import type { SurveyItem } from '@campanero/contract/surveys/definition';
import { sampleItem, when } from '@campanero/contract/test/survey-samples';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';
import { anAskingCampaign, aSurvey, ITEMS, say } from '../../../test/surveys.ts';

const world = useWorld();
const { surveys } = api;

let coordinator: TestUser;
beforeEach(async () => {
  coordinator = await aCoordinator(world);
});

const create = (name: string, items: SurveyItem[] = ITEMS) =>
  as(world, coordinator).call(surveys.create, { body: { name, items } });
const change = (id: number, body: object) => as(world, coordinator).call(surveys.update, { params: { id }, body });
const lastAudit = async () => (await auditOf(world)).at(-1)!;
const inWords = (info: unknown) => JSON.stringify(info);

describe('creating', () => {
  test('stores what is asked, with an audit record that says it in words', async () => {
    const made = await create('  Barrio  2027 ');
    expect(made).toMatchObject({
      status: 201,
      body: { name: 'Barrio  2027', items: ITEMS, number: 1, version: 0, disable: false, interviews: 0, campaigns: 0 },
    });
    expect(made.body.lastIds).toEqual({ item: 5, options: [{ itemId: 2, last: 3 }] });
    const read = await as(world, coordinator).call(surveys.get, { params: { id: made.body.id } });
    expect(read.body).toEqual(made.body);
    const record = await lastAudit();
    expect(record).toMatchObject({ action: 'ETIQUETA', subaction: 'CREAR', objectType: 'survey' });
    expect(inWords(record.info)).toContain('¿Qué le hace falta? (Una opción, obligatoria, Rojo / Verde / Azul)');
  });

  test('refuses a name that another one has, whatever its case and accents', async () => {
    await create('Opinión');
    expect(await create('  OPINION ')).toMatchObject({ status: 422, body: { errors: [{ field: 'name' }] } });
  });

  test('says each mistake at its question, and stores nothing', async () => {
    const before = (await as(world, coordinator).call(surveys.list)).body.length;
    const wrong = [
      sampleItem(1, 'choice', { options: [{ id: 1, text: 'Una' }] }),
      sampleItem(2, 'number', { min: 9, max: 1 }),
      sampleItem(3, 'yesNo', { showIf: when(7, 'answered') }),
    ];
    const { status, body } = await create('Con errores', wrong);
    expect([status, body]).toMatchObject([
      422,
      {
        errors: [
          { field: 'items.1', message: 'Escriba al menos dos opciones.' },
          { field: 'items.2', message: 'El mínimo es mayor que el máximo.' },
          {
            field: 'items.3',
            message: 'Una condición mira una pregunta que ya no está antes que esta. Elija otra o quítela.',
          },
        ],
      },
    ]);
    expect((await as(world, coordinator).call(surveys.list)).body).toHaveLength(before);
  });

  test('holds 60 questions of the largest texts, and no more letters than it says', async () => {
    const long = (id: number, letters: number) =>
      sampleItem(id, 'short', { text: 'ñ'.repeat(letters), help: '🙂'.repeat(letters / 2) });
    const full = Array.from({ length: 60 }, (_, place) => long(place + 1, 600));
    expect((await create('Largo', full)).status).toBe(201);
    const options = Array.from({ length: 30 }, (_, place) => ({ id: place + 1, text: `${place}${'x'.repeat(140)}` }));
    const over = Array.from({ length: 60 }, (_, place) => sampleItem(place + 1, 'choice', { options }));
    expect(await create('Más largo', over)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'items', message: 'Los textos del relevamiento suman más de 100.000 letras.' }] },
    });
    const more = Array.from({ length: 61 }, (_, place) => sampleItem(place + 1, 'yesNo'));
    expect((await create('Muchas', more)).body).toMatchObject({
      errors: [{ field: 'items', message: 'Un relevamiento tiene hasta 60 preguntas.' }],
    });
    expect((await create('a'.repeat(1_048_576))).status).toBe(413);
  });

  test('ten at once with one name make one', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => create('A la vez')));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...Array<number>(9).fill(422)]);
  });
});

describe('changing', () => {
  const renamed = ITEMS.map((each) => (each.id === 2 ? { ...each, text: '¿Qué falta en su cuadra?' } : each));

  test('what is asked makes a version, another name does not', async () => {
    const { id } = await aSurvey(world, coordinator);
    expect((await change(id, { name: 'Otro nombre', version: 0 })).body).toMatchObject({ number: 1, version: 1 });
    expect((await change(id, { items: renamed, version: 1 })).body).toMatchObject({ number: 2, items: renamed });
    expect((await change(id, { items: renamed, version: 2 })).body).toMatchObject({ number: 2, version: 3 });
    expect(inWords((await auditOf(world)).at(-2)!.info)).toContain('¿Qué falta en su cuadra?');
  });

  test.each<[string, Partial<SurveyItem>, string]>([
    ['the help', { id: 3, help: 'Los que viven en la casa' }, 'ayuda: Los que viven en la casa'],
    ['a limit', { id: 4, max: 15 }, 'entre 1 y 15'],
    ['a condition', { id: 4, showIf: when(2, 'is', 1, 3) }, 'se muestra si n.º 2 es 1 o 3'],
    ['the end of a long question', { id: 3, text: `${'¿'.repeat(590)} final` }, ' final'],
  ])('the audit says who changed %s', async (_what, part, said) => {
    const { id } = await aSurvey(world, coordinator);
    const items = ITEMS.map((each) => (each.id === part.id ? ({ ...each, ...part } as SurveyItem) : each));
    expect((await change(id, { items })).status).toBe(200);
    const { info, userId } = await lastAudit();
    expect(userId).toBe(coordinator.id);
    const { modifications } = info as { modifications: { label: string; value: string }[] };
    expect(modifications).toMatchObject([{ label: `N.º ${part.id}`, value: expect.stringContaining(said) as string }]);
  });

  test('refuses an older page, also when both press at once', async () => {
    const { id } = await aSurvey(world, coordinator);
    const pressed = await Promise.all(Array.from({ length: 10 }, () => change(id, { items: renamed, version: 0 })));
    expect(pressed.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(409)]);
    expect((await change(id, { name: 'Tarde', version: 0 })).status).toBe(409);
  });

  test('a saved question keeps its type, and its id is not given to another one', async () => {
    const { id } = await aSurvey(world, coordinator);
    const otherKind = ITEMS.map((each) => (each.id === 3 ? sampleItem(3, 'long') : each));
    expect((await change(id, { items: otherKind.filter((each) => each.id !== 4) })).body).toMatchObject({
      errors: [{ field: 'items.3', message: 'El tipo de una pregunta guardada no cambia: haga una pregunta nueva.' }],
    });
    const without = ITEMS.filter((each) => each.id !== 5);
    expect((await change(id, { items: without })).status).toBe(200);
    expect((await change(id, { items: [...without, sampleItem(5, 'date')] })).status).toBe(422);
    expect((await change(id, { items: [...without, sampleItem(6, 'date')] })).status).toBe(200);
  });

  test('an option that was taken away does not come back with other words', async () => {
    const { id } = await aSurvey(world, coordinator);
    const withOptions = (...options: [number, string][]) =>
      ITEMS.map((each) =>
        each.kind === 'choice' ? { ...each, options: options.map(([option, text]) => ({ id: option, text })) } : each,
      );
    expect((await change(id, { items: withOptions([1, 'Rojo'], [2, 'Verde']) })).status).toBe(200);
    expect((await change(id, { items: withOptions([1, 'Rojo'], [3, 'Negro']) })).status).toBe(422);
    expect((await change(id, { items: withOptions([1, 'Rojo'], [4, 'Negro']) })).status).toBe(200);
  });

  test('versions that were answered stay, unanswered ones go after eight days', async () => {
    const here = await anAskingCampaign(world);
    expect((await say(world, here, { 2: { value: 1 } })).status).toBe(200);
    const { id } = here.survey;
    const wording = (text: string) => ITEMS.map((each) => (each.id === 2 ? { ...each, text } : each));
    await change(id, { items: wording('Segunda') });
    await change(id, { items: wording('Tercera') });
    await sql`update survey_version set made_at = made_at - interval '9 days' where survey_id = ${id}`.execute(
      world.db,
    );
    const { body } = await change(id, { items: wording('Cuarta') });
    expect(body.versions).toMatchObject([
      { number: 4, interviews: 0 },
      { number: 1, interviews: 1 },
    ]);
    const left = world.db.selectFrom('surveyVersion').select('number').where('surveyId', '=', id).orderBy('number');
    // The third was on screens until now.
    expect((await left.execute()).map(({ number }) => number)).toEqual([1, 3, 4]);
  });
});

test('an answer that is being saved keeps its version, which nobody had answered', async () => {
  const here = await anAskingCampaign(world);
  const { id } = here.survey;
  const change = (text: string) =>
    as(world, coordinator).call(surveys.update, {
      params: { id },
      body: { items: ITEMS.map((each) => (each.id === 2 ? { ...each, text } : each)) },
    });
  await change('Segunda');
  await sql`update survey_version set made_at = made_at - interval '9 days' where survey_id = ${id}`.execute(world.db);
  const saving = await world.db.startTransaction().execute();
  try {
    await sql`select from survey_version where survey_id = ${id} and number = 1 for key share`.execute(saving);
    expect((await change('Tercera')).status).toBe(200);
    const callId = here.callsOf(here.ana)[0]!.id;
    await sql`
      insert into interview (call_id, campaign_id, survey_id, number, answers, complete, channel, started_at, saved_at)
      values (${callId}, ${here.campaign.id}, ${id}, 1, '{null,1}', false, 'phone', now(), now())`.execute(saving);
    await sql`
      insert into interview_save (call_id, campaign_id, channel, survey_id, number, answers, complete, saved_at)
      values (${callId}, ${here.campaign.id}, 'phone', ${id}, 1, '{null,1}', false, now())`.execute(saving);
    await saving.commit().execute();
    expect((await change('Cuarta')).body.versions).toMatchObject([{ number: 4 }, { number: 1, interviews: 1 }]);
  } finally {
    if (!saving.isCommitted) await saving.rollback().execute();
  }
});

test('operators read what their campaigns ask, and not the library', async () => {
  const here = await anAskingCampaign(world);
  const asked = await as(world, here.ana).call(surveys.ofCampaign, { params: { id: here.campaign.id } });
  expect(asked.body).toEqual({ id: here.survey.id, name: here.survey.name, number: 1, items: ITEMS });
  expect((await as(world, here.ana).call(surveys.get, { params: { id: here.survey.id } })).status).toBe(403);
  const stranger = await anOperator(world);
  expect((await as(world, stranger).call(surveys.ofCampaign, { params: { id: here.campaign.id } })).status).toBe(404);
});

describe('of a campaign', () => {
  test('cannot be exchanged or taken away once somebody answered, nor be a disabled one', async () => {
    const here = await anAskingCampaign(world);
    const other = await aSurvey(world, coordinator);
    const calling = (surveyId: number | null) =>
      as(world, here.manager).call(api.campaigns.ongoing, { params: { id: here.campaign.id }, body: { surveyId } });
    expect((await calling(other.id)).status).toBe(200);
    await change(here.survey.id, { disable: true });
    expect(await calling(here.survey.id)).toMatchObject({ status: 422, body: { errors: [{ field: 'surveyId' }] } });
    await change(here.survey.id, { disable: false });
    expect((await calling(here.survey.id)).status).toBe(200);
    // A quota by an answer would mean whatever has the same number in the other one.
    const cells = (answer: { questionId: number; value: number } | null, version: number) =>
      as(world, here.manager).call(surveys.saveQuotas, {
        params: { id: here.campaign.id },
        body: {
          cells: [{ sectionId: null, gender: 'F', ageFrom: null, ageTo: null, answer, target: 5, isOff: false }],
          version,
        },
      });
    const board = await as(world, here.manager).call(surveys.quotas, { params: { id: here.campaign.id } });
    const kept = await cells({ questionId: 3, value: 1 }, board.body.version);
    expect(await calling(other.id)).toMatchObject({ status: 400, body: { errors: [{ field: 'surveyId' }] } });
    await cells(null, kept.body.version);
    expect((await calling(other.id)).status).toBe(200);
    expect((await calling(here.survey.id)).status).toBe(200);
    await say(world, here, { 2: { value: 1 } });
    expect((await calling(other.id)).status).toBe(409);
    expect((await calling(null)).status).toBe(409);
    // Disabled, it goes on where it is used.
    await change(here.survey.id, { disable: true });
    expect((await say(world, here, { 3: { value: 2 } }, { callId: here.callsOf(here.ana)[1]!.id })).status).toBe(200);
  });
});
