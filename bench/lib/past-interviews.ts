import type { SurveyItem } from '@campanero/contract/surveys/definition';
import { sampleItem } from '@campanero/contract/test/survey-samples';
import type pg from 'pg';
import type { BigCampaign } from './big-campaign.ts';

const options = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ id: place + 1, text: `Opción ${place + 1}` }));

/** Thirty questions of all kinds. */
export const ITEMS: SurveyItem[] = Array.from({ length: 30 }, (_, place) => {
  const id = place + 1;
  const text = `Pregunta ${id}`;
  if (id <= 14) return sampleItem(id, 'choice', { text, options: options(5) });
  if (id <= 18) return sampleItem(id, 'choices', { text, options: options(8) });
  if (id <= 22) return sampleItem(id, 'yesNo', { text });
  if (id <= 25) return sampleItem(id, 'scale', { text, from: 0, to: 10 });
  if (id <= 27) return sampleItem(id, 'number', { text, min: null, max: null, unit: '' });
  if (id === 28) return sampleItem(id, 'date', { text });
  return sampleItem(id, id === 29 ? 'short' : 'long', { text });
});

/** One in twenty passed over, one in thirty "no sabe", one in six was never asked. */
const codeOf = (id: number, kindRange: string) => `
  case when (mixed * ${id * 13 + 7}) % 997 < 50 then -9000000000000002
    when (mixed * ${id * 17 + 5}) % 991 < 33 then -9000000000000001
    when (mixed * ${id * 29 + 3}) % 983 < 160 then null
    else ${kindRange} end`;

const rangeOf = (id: number): string => {
  const drawn = `(mixed * ${id * 31 + 11}) % 10007`;
  if (id <= 14) return `1 + (${drawn}) % 5`;
  if (id <= 18) return `1 + (${drawn}) % 255`;
  if (id <= 22) return `1 + (${drawn}) % 2`;
  if (id <= 25) return `(${drawn}) % 11`;
  if (id <= 27) return `100 * ((${drawn}) % 90)`;
  return id === 28 ? `18000 + (${drawn}) % 3000` : '1';
};

const CODES = ITEMS.map(({ id }) => codeOf(id, rangeOf(id))).join(', ');

const INTERVIEWS = `
  insert into interview (call_id, campaign_id, survey_id, number, answers, complete, channel, user_id, started_at, saved_at, completed_at)
  select $1::bigint + i, $2, $3, 1, array[${CODES}]::bigint[], mixed % 5 > 0,
    (array['phone', 'phone', 'phone', 'mail', 'whatsapp'])[1 + mixed % 5], ($5::int[])[1 + i % cardinality($5::int[])],
    at, at, case when mixed % 5 > 0 then at end
  from (select i, ((i::bigint * 7919) % 1000003)::bigint as mixed, now() - make_interval(secs => (i::bigint * 48271) % 2000000) as at
    from generate_series(0, $4::int - 1) i) numbered`;

const WORDS = `array['Más luz en la plaza', 'Veredas rotas', 'Que pase el camión de la basura', 'Más árboles', 'Seguridad de noche',
  'Nada, está todo bien', 'El ruido de los colectivos', 'Una plaza para los chicos']`;

const SAVES = `
  insert into interview_save (call_id, campaign_id, user_id, channel, survey_id, number, answers, complete, saved_at)
  select call_id, campaign_id, user_id, channel, survey_id, number, answers, complete, saved_at from interview where campaign_id = $1
  order by saved_at`;

const TEXTS = `
  insert into interview_text (save_id, question_id, call_id, campaign_id, words)
  select s.id, q, s.call_id, s.campaign_id, (${WORDS})[1 + (s.id * q) % 8] || ' ' || s.id % 1000
  from interview_save s cross join (values (29), (30)) asked (q) where s.campaign_id = $1 and s.answers[q] = 1`;

/** As many answered questionnaires of thirty questions as the campaign has calls, as its operators would have left them. */
export async function answerAll(client: pg.Client, campaign: BigCampaign): Promise<number> {
  const made = await client.query<{ id: number }>(
    `insert into survey (name, created_at, updated_at) values ('Para medir ' || gen_random_uuid(), now(), now()) returning id`,
  );
  const id = made.rows.at(0)?.id ?? Number.NaN;
  await client.query(
    `insert into survey_version (survey_id, number, items, made_by, made_at)
     values ($1, 1, $2, (select min(user_id) from user_role where role_id = 4), now())`,
    [id, JSON.stringify(ITEMS)],
  );
  await client.query('update campaign set survey_id = $2 where id = $1', [campaign.id, id]);
  await client.query(INTERVIEWS, [campaign.idLo, campaign.id, id, campaign.calls, campaign.operators]);
  await client.query(SAVES, [campaign.id]);
  await client.query(TEXTS, [campaign.id]);
  await client.query('vacuum analyze interview, interview_save, interview_text');
  return id;
}
