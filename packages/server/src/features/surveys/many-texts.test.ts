import { api } from '@campanero/contract';
import type { SurveyItem } from '@campanero/contract/surveys/definition';
import { sampleItem } from '@campanero/contract/test/survey-samples';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { addCalls } from '../../../test/calling.ts';
import { anAskingCampaign, type Asking } from '../../../test/surveys.ts';

const world = useWorld();
const ITEMS: SurveyItem[] = [sampleItem(1, 'yesNo'), sampleItem(2, 'long'), sampleItem(3, 'long')];
const TEXTS = 5000;
const LETTERS = 1000;
const PAGE = 100;
/** Of a busy machine; they take a tenth of it. */
const PAGE_MS = 500;
const LOOK_MS = 2_000;
const OTHERS_WAIT_MS = 300;

let here: Asking;
// Five thousand answers of as many letters as fit, each with words of its own, and before each one that it replaced.
beforeAll(async () => {
  world.clock.set('2026-03-10T13:00:00.000Z');
  here = await anAskingCampaign(world, ITEMS, 0);
  await addCalls(world, here.campaign.id, Array<number>(TEXTS).fill(here.ana.id));
  await sql`
    insert into interview (call_id, campaign_id, survey_id, number, answers, complete, channel, user_id, started_at, saved_at, completed_at)
    select id, campaign_id, ${here.survey.id}, 1, array[1 + n % 2, 1, 1], true, 'phone', operator_id, at, at, at
    from (select call.*, row_number() over (order by id) as n from call where campaign_id = ${here.campaign.id}) call
    cross join lateral (select timestamptz '2026-03-01 12:00:00Z' + n % 4999 * interval '1 minute' as at) moment`.execute(
    world.db,
  );
  const save = sql`
    insert into interview_save (call_id, campaign_id, user_id, channel, survey_id, number, answers, complete, saved_at)
    select call_id, campaign_id, user_id, channel, survey_id, number, answers, complete, saved_at
    from interview where campaign_id = ${here.campaign.id} order by call_id`;
  await save.execute(world.db);
  await save.execute(world.db);
  await sql`
    insert into interview_text (save_id, question_id, call_id, campaign_id, words, is_current)
    select id, question_id, call_id, campaign_id, rpad('Texto ' || call_id || case when call_id % 2 = 0 then ' plaza' else ' vereda' end
      || case when is_last then '' else ' reemplazado' end || ' barrio', ${LETTERS}, ' calle' || call_id % 700 || ' Árbol'), is_last
    from (select *, row_number() over (partition by call_id order by id desc) = 1 as is_last from interview_save
      where campaign_id = ${here.campaign.id}) saved cross join (values (2), (3)) as asked (question_id)`.execute(
    world.db,
  );
  await sql`analyze interview, interview_text`.execute(world.db);
});

const wanted = async (questionId: number) =>
  (
    await sql<{ callId: number; words: string }>`
      select i.call_id as "callId", t.words from interview i
      join interview_text t on t.call_id = i.call_id and t.question_id = ${questionId} and t.is_current
      where i.campaign_id = ${here.campaign.id} order by i.saved_at desc, i.call_id desc`.execute(world.db)
  ).rows;
/** The longest time in which the server did nothing else. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  let [last, longest] = [performance.now(), 0];
  const turn = setInterval(() => {
    const now = performance.now();
    [last, longest] = [now, Math.max(longest, now - last)];
  }, 1);
  await work();
  clearInterval(turn);
  return longest;
}
async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  return [await work(), performance.now() - begun];
}
const params = (questionId = 2) => ({ id: here.campaign.id, questionId });

test(`every page of ${TEXTS} texts of ${LETTERS} letters is exact, and quick`, async () => {
  const all = await wanted(2);
  expect([all.length, all[0]!.words.length]).toEqual([TEXTS, LETTERS]);
  const took: number[] = [];
  for (let page = 0; page < TEXTS / PAGE; page += 1) {
    const query = { pageNumber: page, pageSize: PAGE };
    const [{ body }, ms] = await timed(() =>
      as(world, here.manager).call(api.surveyResults.texts, { params: params(), query }),
    );
    took.push(ms);
    expect([body.page, body.totalElementsCount]).toEqual([page, TEXTS]);
    expect(body.texts.map(({ callId, words }) => ({ callId, words }))).toEqual(
      all.slice(page * PAGE, (page + 1) * PAGE),
    );
  }
  expect(took.toSorted((a, b) => a - b)[Math.floor(took.length * 0.95)]).toBeLessThan(PAGE_MS);
  const beyond = await as(world, here.manager).call(api.surveyResults.texts, {
    params: params(),
    query: { pageNumber: TEXTS / PAGE, pageSize: PAGE },
  });
  expect(beyond.body).toMatchObject({ texts: [], totalElementsCount: TEXTS });
});

test('their words are counted exactly, and nobody waits for it', async () => {
  const askWords = () => as(world, here.manager).call(api.surveyResults.words, { params: params(), query: {} });
  const [{ body }, ms] = await timed(askWords);
  const { rows } = await sql<{ word: string; count: number }>`
    select word, count(distinct call_id)::int as count
    from interview_text, lower(words) as said, regexp_split_to_table(said, '[^[:alnum:]]+') as word
    where campaign_id = ${here.campaign.id} and question_id = 2 and is_current and length(word) > 1
    group by 1 order by 2 desc limit 30`.execute(world.db);
  expect(body.texts).toBe(TEXTS);
  expect(body.words.map(({ count }) => count)).toEqual(rows.map(({ count }) => count));
  const isCommon = ({ count }: { count: number }) => count > rows.at(-1)!.count;
  const byName = (words: readonly { word: string }[]) => words.toSorted((a, b) => (a.word < b.word ? -1 : 1));
  expect(byName(body.words.filter(isCommon))).toEqual(byName(rows.filter(isCommon)));
  expect(body.words.map(({ word }) => word)).not.toContain('reemplazado');
  expect(ms).toBeLessThan(LOOK_MS);
  expect(await longestWait(askWords)).toBeLessThan(OTHERS_WAIT_MS);
});

test('the results beside them are as quick and as exact', async () => {
  const [{ body }, ms] = await timed(() =>
    as(world, here.manager).call(api.surveyResults.results, { params: { id: here.campaign.id }, query: {} }),
  );
  expect(body).toMatchObject({ begun: TEXTS, complete: TEXTS });
  expect(body.questions.map(({ answered }) => answered)).toEqual([TEXTS, TEXTS, TEXTS]);
  expect(body.questions[0]!.options.map(({ count }) => count)).toEqual([TEXTS / 2, TEXTS / 2]);
  expect(ms).toBeLessThan(PAGE_MS);
});
