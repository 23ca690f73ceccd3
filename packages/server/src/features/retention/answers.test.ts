import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { ask, download, make } from '../../../test/exports.ts';
import { runJob } from '../../../test/jobs.ts';
import { anAskingCampaign, type Asking, say } from '../../../test/surveys.ts';
import { verifyEverything } from '../../verify/verify.ts';

const world = useWorld();
const MAIL = 'zulema@vecinos.example';

/** What a person sees of the answers of a campaign. */
async function shown({ manager, campaign }: Asking) {
  const params = { id: campaign.id };
  const asker = as(world, manager);
  const { at: _at, ...results } = (await asker.call(api.surveyResults.results, { params, query: {} })).body;
  const { cells } = (await asker.call(api.surveys.quotas, { params })).body;
  const links = (await asker.call(api.surveys.linkCounts, { params, query: {} })).body;
  const { counts } = (await asker.call(api.surveyResults.rates, { params })).body;
  return { results, cells, links, counts };
}
const textsOf = async ({ manager, campaign }: Asking) => {
  const params = { id: campaign.id, questionId: 5 };
  const { texts } = (await as(world, manager).call(api.surveyResults.texts, { params, query: {} })).body;
  return texts.map(({ words }) => words);
};
const rowsOf = async ({ campaign }: Asking) => ({
  words: (
    await sql<{ words: string }>`
      select words from interview_text where campaign_id = ${campaign.id} order by save_id`.execute(world.db)
  ).rows.map(({ words }) => words),
  links: (
    await sql`select digest is not null as usable from survey_link where campaign_id = ${campaign.id}`.execute(world.db)
  ).rows,
  saves: (
    await sql`select answers from interview_save where campaign_id = ${campaign.id} order by id`.execute(world.db)
  ).rows,
});

test('the end of the period takes the words of answers, links, mails and files, and leaves every figure', async () => {
  const here = await anAskingCampaign(world);
  const [, second] = here.callsOf(here.ana);
  const params = { id: here.campaign.id };
  const cell = { sectionId: null, gender: null, ageFrom: null, ageTo: null, target: 9, isOff: false };
  await as(world, here.manager).call(api.surveys.saveQuotas, {
    params,
    body: { cells: [{ ...cell, answer: { questionId: 2, value: 1 } }], version: 0 },
  });
  await say(world, here, { 2: { value: 1 }, 3: { value: 1 }, 4: { value: 3 }, 5: { text: 'Vivo en Mitre 123' } });
  await say(world, here, { 5: { text: 'Soy Zulema, de Mitre 123' } });
  // The neighbour answers by a link; another one was sent by mail.
  await sql`update person set email = ${MAIL} where id = ${second!.personId}`.execute(world.db);
  const send = async (channel: 'mail' | 'whatsapp') =>
    (
      await as(world, here.ana).call(api.surveys.sendLink, {
        params: { ...params, callId: second!.id },
        body: { channel },
      })
    ).body;
  await send('mail');
  const url = /\/r\/[\w-]{22}$/.exec(decodeURIComponent((await send('whatsapp')).whatsappUrl!))![0];
  const { body: form } = await world.app.inject({ method: 'GET', url });
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name, value]) => [name!, value!] as [string, string],
  );
  const typed = { q2: '1', q3: '2', q5: 'Me dicen Zule', action: 'save' };
  const replied = await world.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(new URLSearchParams([...hidden, ...Object.entries(typed)])),
  });
  expect(replied.statusCode).toBe(200);
  const files = [
    await ask(world, here.manager, api.exports.answers, { params, query: {} }),
    await ask(world, here.manager, api.exports.answers, { params, query: { by: 'answer' } }),
  ];
  for (const file of files) await make(world, file);
  for (const file of files) expect((await download(world, here.manager, file)).status).toBe(200);
  const [before, { saves, words }] = [await shown(here), await rowsOf(here)];
  expect(before).toMatchObject({ results: { begun: 2, complete: 2 }, cells: [{ filled: 2 }], counts: { I: 2 } });
  expect(words).toEqual(['Vivo en Mitre 123', 'Soy Zulema, de Mitre 123', 'Me dicen Zule']);

  const finishedAt = new Date('2024-01-01T12:00:00Z');
  await world.db
    .updateTable('campaign')
    .set({ status: 'FINALIZADA', finishedAt })
    .where('id', '=', here.campaign.id)
    .execute();
  const closed = await shown(here);
  expect(closed.results).toEqual(before.results);
  await runJob(world.deps, 'retention.anonymise');

  expect(await shown(here)).toEqual(closed);
  expect(await rowsOf(here)).toEqual({
    words: ['(borrado)', '(borrado)', '(borrado)'],
    links: [{ usable: false }, { usable: false }],
    saves,
  });
  expect(await textsOf(here)).toEqual(['(borrado)', '(borrado)']);
  expect(await world.db.selectFrom('mail').select('id').where('recipient', '=', MAIL).execute()).toEqual([]);
  for (const file of files) expect((await download(world, here.manager, file)).status).toBe(410);
  const verified = await verifyEverything({ ...world.deps, now: world.clock.now(), recordedHeads: [] });
  expect(verified.flatMap(({ findings }) => findings)).toEqual([]);
});
