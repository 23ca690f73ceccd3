import { api } from '@campanero/contract';
import { UNKNOWN_CODE } from '@campanero/contract/surveys/answer-codes';
import type { SurveyItem } from '@campanero/contract/surveys/definition';
import { sampleItem } from '@campanero/contract/test/survey-samples';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, expectTrueCounters, historyNow } from '../../../test/calling.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { anAskingCampaign, answered, aSurvey, type Asking, interviewNow, ITEMS, say } from '../../../test/surveys.ts';
import { erasePeople } from '../../call-store/write/index.ts';
import { verifyEverything } from '../../verify/verify.ts';
import { transact } from '../../work/index.ts';

const world = useWorld();
let here: Asking;
beforeEach(async () => {
  here = await anAskingCampaign(world);
});

const WHOLE = { 2: { value: 1 }, 3: { value: 1 }, 4: { value: 3 }, 5: { text: ' Más luz  en la plaza ' } };
const callId = () => here.callsOf(here.ana)[0]!.id;
const key = () => ({ id: here.campaign.id, callId: callId() });
const historyOf = async () => (await as(world, here.ana).call(api.calls.history, { params: key() })).body;
const stored = async () =>
  (await world.db.selectFrom('interview').selectAll().where('campaignId', '=', here.campaign.id).execute())[0];
const savesNow = () =>
  world.db.selectFrom('interviewSave').selectAll().where('callId', '=', callId()).orderBy('id').execute();
const textsNow = async () =>
  (
    await world.db.selectFrom('interviewText').selectAll().where('callId', '=', callId()).orderBy('saveId').execute()
  ).map(({ words, isCurrent }) => [words, isCurrent]);
const findings = async () =>
  (await verifyEverything({ ...world.deps, now: world.clock.now(), recordedHeads: [] })).flatMap(
    (each) => each.findings,
  );

describe('with a registration', () => {
  test('are stored with it, said in the history, counted in the audit and read by whoever calls next', async () => {
    const reply = await say(world, here, WHOLE);
    expect(reply).toMatchObject({ status: 200, body: { interview: { answered: 4, complete: true } } });
    expect(await historyOf()).toEqual([reply.body]);
    expect(await interviewNow(world, here)).toMatchObject({
      answers: { ...WHOLE, 5: { text: 'Más luz  en la plaza' } },
      complete: true,
      saves: [{ userName: here.ana.name, channel: 'phone', answered: 4, complete: true }],
    });
    expect(await stored()).toMatchObject({
      answers: [null, 1, 1, 300, 1],
      complete: true,
      channel: 'phone',
      userId: here.ana.id,
      completedAt: world.clock.now(),
    });
    const record = (await auditOf(world)).find(({ objectId }) => objectId === String(callId()));
    expect(JSON.stringify(record)).toContain('4 respuestas, completo');
    expect(JSON.stringify(record)).not.toContain('Más luz');
    await expectTrueCounters(world, here.campaign.id);
  });

  test('half a call keeps what was answered, and the next one goes on', async () => {
    await say(world, here, { 2: { value: 2 } }, { stateId: here.states.again.id });
    await as(world, here.manager).call(api.calls.reassign, { params: { ...key(), operatorId: here.luis.id } });
    world.clock.advance(3_600_000);
    const reply = await say(
      world,
      here,
      { 3: { value: 2 }, 5: { none: 'skipped' } },
      { by: here.luis, callId: callId() },
    );
    expect(reply.body.interview).toEqual({ answered: 3, complete: true });
    expect(await savesNow()).toMatchObject([
      { userId: here.ana.id, answers: [null, 2], complete: false },
      { userId: here.luis.id, answers: [null, 2, 2, null, expect.any(Number)], complete: true },
    ]);
  });

  test('an answer that hides others forgets exactly those', async () => {
    await say(world, here, WHOLE);
    const reply = await say(world, here, { 3: { value: 2 } });
    expect(reply.body.interview).toEqual({ answered: 3, complete: true });
    expect((await interviewNow(world, here)).answers).toEqual({
      2: { value: 1 },
      3: { value: 2 },
      5: { text: 'Más luz  en la plaza' },
    });
  });

  test('"no sabe" is an answer that is none', async () => {
    await say(world, here, { 3: { none: 'unknown' } });
    expect((await stored())!.answers).toEqual([null, null, UNKNOWN_CODE]);
    expect((await interviewNow(world, here)).answers).toEqual({ 3: { none: 'unknown' } });
  });

  test('none come, none are stored', async () => {
    const without = await as(world, here.ana).call(api.calls.register, {
      params: key(),
      body: { stateId: here.states.talked.id, interview: { surveyId: here.survey.id, number: 1, answers: [] } },
    });
    expect(without).toMatchObject({ status: 200, body: { interview: null } });
    expect(await stored()).toBeUndefined();
  });

  test.each<[string, object]>([
    ['an option that is not there', { 2: { value: 9 } }],
    ['a number out of its range', { 4: { value: 13 } }],
    ['a text where a number goes', { 4: { text: 'tres' } }],
    ['a text that is too long', { 5: { text: 'x'.repeat(201) } }],
    ['a question that is not there', { 77: { value: 1 } }],
    ['the title of a section', { 1: { text: 'x' } }],
    ['passing over what is required', { 2: { none: 'skipped' } }],
  ])('refuses %s, and registers nothing', async (_what, answers) => {
    const reply = await say(world, here, answers as never);
    expect(reply.status).toBe(422);
    expect((reply.body as unknown as { errors: { field: string }[] }).errors[0]!.field).toMatch(/^interview\.\d+$/);
    expect(await historyNow(world, callId())).toEqual([]);
  });

  test('refuses those of another questionnaire, in words that say what to do', async () => {
    const other = await aSurvey(world, here.manager);
    const reply = await as(world, here.ana).call(api.calls.register, {
      params: key(),
      body: { stateId: here.states.talked.id, interview: answered({ survey: other }, { 2: { value: 1 } }) },
    });
    expect(reply).toMatchObject({ status: 409, body: { error: 'SURVEY_CHANGED' } });
    expect(await historyNow(world, callId())).toEqual([]);
    const plain = await aCallingCampaign(world, { operators: [here.ana] });
    const elsewhere = await as(world, here.ana).call(api.calls.register, {
      params: { id: plain.campaign.id, callId: plain.calls[0]!.id },
      body: { stateId: plain.states.talked.id, interview: answered(here, { 2: { value: 1 } }) },
    });
    expect(elsewhere.status).toBe(409);
  });

  test('an older page answers the version that was on the screen', async () => {
    const items = [...ITEMS.filter(({ id }) => id !== 3 && id !== 4), sampleItem(6, 'date')] as SurveyItem[];
    await as(world, here.manager).call(api.surveys.update, { params: { id: here.survey.id }, body: { items } });
    expect((await say(world, here, WHOLE)).body.interview).toEqual({ answered: 4, complete: true });
    // Whoever opens it now is asked what is new, and what is gone stays stored.
    expect((await interviewNow(world, here)).answers).toEqual({ 2: { value: 1 }, 5: { text: 'Más luz  en la plaza' } });
    here = { ...here, survey: { ...here.survey, number: 2 } };
    const reply = await say(world, here, { 6: { date: '1959-02-28' } });
    expect(reply.body.interview).toEqual({ answered: 5, complete: true });
    expect((await stored())!.answers.slice(0, 5)).toEqual([null, 1, 1, 300, 1]);
  });

  test('a closed campaign takes no more', async () => {
    await sql`update campaign set status = 'FINALIZADA' where id = ${here.campaign.id}`.execute(world.db);
    expect((await say(world, here, WHOLE)).status).toBe(422);
    expect(await stored()).toBeUndefined();
  });

  test('the largest interview fits, and a longer body is refused', async () => {
    const items = Array.from({ length: 60 }, (_, place) => sampleItem(place + 1, 'long'));
    here = await anAskingCampaign(world, items);
    const full = Object.fromEntries(items.map(({ id }) => [id, { text: '🙂'.repeat(500) }]));
    expect((await say(world, here, full)).body.interview).toEqual({ answered: 60, complete: true });
    expect((await say(world, here, { 1: { text: 'a'.repeat(1_048_576) } })).status).toBe(413);
  });

  test('HTML is what was said', async () => {
    await say(world, here, { 5: { text: '<img src=x onerror=alert(1)>' } });
    expect((await interviewNow(world, here)).answers[5]).toEqual({ text: '<img src=x onerror=alert(1)>' });
  });
});

describe('at the same time', () => {
  test('a double click without a key registers once, in whatever order options were chosen', async () => {
    here = await anAskingCampaign(world, [sampleItem(1, 'choices')]);
    await say(world, here, { 1: { values: [3, 1] } });
    expect((await say(world, here, { 1: { values: [3, 1] } })).status).toBe(200);
    expect(await historyNow(world, callId())).toHaveLength(1);
  });

  test('the queue that sends twice saves once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => say(world, here, WHOLE, { key: 'una-vez' })));
    // Whoever comes while the first is at work is told to come back.
    const done = replies.filter(({ status }) => status === 200);
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1);
    expect(replies.every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect((await say(world, here, WHOLE, { key: 'una-vez' })).body).toEqual(done[0]!.body);
    expect(await savesNow()).toHaveLength(1);
    expect(await historyNow(world, callId())).toHaveLength(1);
  });

  test('ten registrations of one call with an answer each lose none of them', async () => {
    const items = Array.from({ length: 10 }, (_, place) => sampleItem(place + 1, 'yesNo'));
    here = await anAskingCampaign(world, items);
    const replies = await Promise.all(items.map(({ id }) => say(world, here, { [id]: { value: 1 } })));
    const saved = replies.filter(({ status }) => status === 200).length;
    expect(saved).toBeGreaterThan(0);
    const now = await stored();
    expect(now!.answers.filter((code) => code !== null)).toHaveLength(saved);
    expect(await savesNow()).toHaveLength(saved);
    expect(await findings()).toEqual([]);
  });

  test('a change of the questionnaire and a registration both count', async () => {
    const items = [...ITEMS, sampleItem(6, 'date')] as SurveyItem[];
    const change = () =>
      as(world, here.manager).call(api.surveys.update, { params: { id: here.survey.id }, body: { items } });
    const [reply, changed] = await Promise.all([say(world, here, WHOLE), change()]);
    expect([reply.status, changed.status]).toEqual([200, 200]);
    expect((await stored())!.number).toBe(1);
  });
});

describe('correcting', () => {
  test('changes answers with a reason, keeps who asked, and leaves a trail', async () => {
    const first = await say(world, here, WHOLE);
    world.clock.advance(60_000);
    const reply = await as(world, here.manager).call(api.calls.correct, {
      params: { ...key(), entryId: first.body.id },
      body: {
        stateId: here.states.talked.id,
        reason: 'Dijo otra cosa',
        interview: answered(here, { 4: { value: 5 } }),
      },
    });
    expect(reply).toMatchObject({ status: 200, body: { interview: { answered: 4, complete: true } } });
    expect(await stored()).toMatchObject({ answers: [null, 1, 1, 500, 1], userId: here.ana.id, channel: 'phone' });
    expect(await savesNow()).toMatchObject([
      { userId: here.ana.id, answers: [null, 1, 1, 300, 1] },
      { userId: here.manager.id, answers: [null, 1, 1, 500, 1] },
    ]);
    expect(await findings()).toEqual([]);
  });
});

describe('an erasure', () => {
  test('takes the words of every save and leaves the figures', async () => {
    await say(world, here, WHOLE);
    await say(world, here, { 5: { text: 'Soy Zulema, de Mitre 123' } });
    expect(await textsNow()).toEqual([
      ['Más luz  en la plaza', false],
      ['Soy Zulema, de Mitre 123', true],
    ]);
    const { personId } = here.callsOf(here.ana)[0]!;
    await transact(jobCtx(world), (work) => erasePeople(work, [personId], { keepBlock: true }));
    expect(await textsNow()).toEqual([
      ['(borrado)', false],
      ['(borrado)', true],
    ]);
    expect((await stored())!.answers).toEqual([null, 1, 1, 300, 1]);
    expect(await findings()).toEqual([]);
  });
});
