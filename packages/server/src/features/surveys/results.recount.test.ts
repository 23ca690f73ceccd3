import { api } from '@campanero/contract';
import { SKIPPED_CODE, UNKNOWN_CODE } from '@campanero/contract/surveys/answer-codes';
import type { SurveyItem } from '@campanero/contract/surveys/definition';
import { sampleItem } from '@campanero/contract/test/survey-samples';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { addCalls } from '../../../test/calling.ts';
import { anAskingCampaign, type Asking } from '../../../test/surveys.ts';

const world = useWorld();

const OPTIONS = Array.from({ length: 18 }, (_, place) => ({ id: place + 1, text: `Opción ${place + 1}` }));
const ITEMS: SurveyItem[] = [
  sampleItem(1, 'choice'),
  sampleItem(2, 'choices', { options: OPTIONS }),
  sampleItem(3, 'yesNo'),
  sampleItem(4, 'scale', { from: 0, to: 10 }),
  sampleItem(5, 'number', { min: null, max: null }),
  sampleItem(6, 'number', { min: null, max: null }),
  sampleItem(7, 'date'),
  sampleItem(8, 'short'),
  sampleItem(9, 'choice'),
  sampleItem(10, 'scale', { from: 1, to: 5 }),
];
const INTERVIEWS = 5000;

let here: Asking;
// Ten answers in each of five thousand interviews, in plain numbers: nothing of the product's own coding is used. `0 * call.id` draws
// them anew for each.
beforeAll(async () => {
  world.clock.set('2026-03-10T13:00:00.000Z');
  here = await anAskingCampaign(world, ITEMS, 0);
  const owners = Array.from({ length: INTERVIEWS }, (_, place) => [here.ana.id, here.luis.id][place % 2]!);
  await addCalls(world, here.campaign.id, owners);
  await sql`select setseed(0.38)`.execute(world.db);
  await sql`
    insert into interview (call_id, campaign_id, survey_id, number, answers, complete, channel, user_id, started_at, saved_at, completed_at)
    select call.id, call.campaign_id, ${here.survey.id}, 1,
      (select array_agg(case when random() < 0.1 then null when random() < 0.06 then -9000000000000001
          when random() < 0.05 then -9000000000000002 else code end order by place)
        from unnest(array[1 + floor(random() * 3) + 0 * call.id, 1 + floor(random() * 262143), 1 + floor(random() * 2), floor(random() * 11),
          floor(random() * 9000), floor((random() - 0.5) * 9000000000), 10000 + floor(random() * 900), 1, 1 + floor(random() * 3),
          1 + floor(random() * 5)]::bigint[]) with ordinality as given (code, place)),
      done, (array['phone', 'mail', 'whatsapp'])[1 + floor(random() * 3)], call.operator_id, at, at, case when done then at end
    from call cross join lateral (select random() < 0.7 as done, timestamptz '2026-03-01' + random() * interval '9 days' as at
      where call.id > 0) drawn
    where call.campaign_id = ${here.campaign.id}`.execute(world.db);
  await sql`
    update call set gender = (array['F', 'M', 'X'])[1 + (id % 3)]::"char", birth_year = 1940 + id % 60
    where campaign_id = ${here.campaign.id}`.execute(world.db);
});

interface Slice {
  query: Record<string, string>;
  where: string;
}
const SLICES: [string, Slice][] = [
  ['all', { query: {}, where: 'true' }],
  [
    'some days by mail',
    {
      query: { channel: 'mail', fromdate: '2026-03-03T00:00:00Z', todate: '2026-03-05T12:00:00Z' },
      where: `i.channel = 'mail' and i.saved_at >= '2026-03-03T00:00:00Z' and i.saved_at < '2026-03-05T12:00:00Z'`,
    },
  ],
  [
    'women of an age',
    {
      query: { gender: 'F', birthYearFrom: '1950', birthYearTo: '1969' },
      where: `c.gender = 'F' and c.birth_year between 1950 and 1969`,
    },
  ],
  [
    'who chose the 18th',
    { query: { questionId: '2', options: '18' }, where: '(i.answers[2] > 0 and i.answers[2] >= 131072)' },
  ],
  ['no sabe', { query: { questionId: '4', options: 'ns,0' }, where: 'i.answers[4] in (0, -9000000000000001)' }],
];

const rowsOf = async <T>(statement: string) => (await sql.raw<T>(statement).execute(world.db)).rows;

async function distributionOf(kind: string, code: string, given: string) {
  if (kind !== 'number' && kind !== 'scale') return null;
  const value = kind === 'number' ? `${code} / 100.0` : code;
  const [figures] = await rowsOf<Record<string, number>>(`select avg(${value})::float8 as mean,
    stddev_samp(${value})::float8 as deviation, percentile_cont(0.5) within group (order by ${value}) as median,
    min(${value})::float8 as min, max(${value})::float8 as max from ${given}`);
  const close = (wanted: number): unknown => expect.closeTo(wanted, 4);
  return Object.fromEntries(Object.entries(figures!).map(([name, wanted]) => [name, close(wanted)]));
}

const monthsOf = (code: string, given: string) =>
  rowsOf(`select to_char(date '1970-01-01' + ${code}::int, 'YYYY-MM') as period, count(*)::int as count
    from ${given} group by 1 order by 1`);

test.each(SLICES)('fifty thousand answers, recounted by plain SQL: %s', async (_name, { query, where }) => {
  const { status, body } = await as(world, here.manager).send(api.surveyResults.results, {
    params: { id: here.campaign.id },
    query,
  });
  expect(status).toBe(200);
  const from = `interview i join call c on c.id = i.call_id where i.campaign_id = ${here.campaign.id} and ${where}`;
  const [totals] = await rowsOf<{ begun: number; complete: number }>(
    `select count(*)::int as begun, (count(*) filter (where i.complete))::int as complete from ${from}`,
  );
  expect(body).toMatchObject(totals!);
  expect(totals!.begun).toBeGreaterThan(50);
  expect(body.days).toEqual(
    await rowsOf(`select (i.saved_at - interval '3 hours')::date::text as date, count(*)::int as begun,
      (count(*) filter (where i.complete))::int as complete from ${from} group by 1 order by 1`),
  );
  for (const question of body.questions) {
    const code = `i.answers[${question.id}]`;
    const given = `${from} and ${code} not in (${UNKNOWN_CODE}, ${SKIPPED_CODE})`;
    const [counts] =
      await rowsOf(`select (count(${code}) filter (where ${code} not in (${UNKNOWN_CODE}, ${SKIPPED_CODE})))::int as answered,
      (count(*) filter (where ${code} = ${UNKNOWN_CODE}))::int as unknown,
      (count(*) filter (where ${code} = ${SKIPPED_CODE}))::int as skipped from ${from}`);
    expect(question).toMatchObject(counts as object);
    for (const { id, count } of question.options) {
      const isChosen = question.kind === 'choices' ? `(${code} >> ${id - 1}) % 2 = 1` : `${code} = ${id}`;
      const [row] = await rowsOf<{ n: number }>(`select count(*)::int as n from ${given} and ${isChosen}`);
      expect([question.id, id, count]).toEqual([question.id, id, row!.n]);
    }
    expect(question.distribution).toEqual(await distributionOf(question.kind, code, given));
    for (const { from: least, to, count } of question.classes) {
      const [row] = await rowsOf<{ n: number }>(`select count(*)::int as n from ${given} and ${code} / 100.0 >= ${least}
        and ${code} / 100.0 ${least === to ? '<=' : '<'} ${to}`);
      expect(count).toBe(row!.n);
    }
    const isNumber = question.kind === 'number';
    expect(question.classes.reduce((sum, { count }) => sum + count, 0)).toBe(isNumber ? question.answered : 0);
    expect(question.periods).toEqual(question.kind === 'date' ? await monthsOf(code, given) : []);
  }
});
