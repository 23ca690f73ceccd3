import { api } from '@campanero/contract';
import { MAIL_STATE } from '@campanero/contract/configuration/schemas';
import type { LinkChannel } from '@campanero/contract/surveys/link-schemas';
import { sampleItem } from '@campanero/contract/test/survey-samples';
import { sql } from 'kysely';
import { createHash, randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { callNow, expectTrueCounters, historyNow } from '../../../test/calling.ts';
import { anOperator } from '../../../test/factories.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { anAskingCampaign, aSurvey, type Asking, interviewNow, ITEMS, say } from '../../../test/surveys.ts';
import { erasePeople } from '../../call-store/write/index.ts';
import { transact } from '../../work/index.ts';

const world = useWorld();
let here: Asking;
beforeEach(async () => {
  here = await anAskingCampaign(world);
  await sql`insert into city_profile (city) values ('Morón') on conflict (id) do update set city = 'Morón'`.execute(
    world.db,
  );
});

const MAIL = 'zulema@vecinos.example';
const call = () => here.callsOf(here.ana)[0]!;
const key = () => ({ id: here.campaign.id, callId: call().id });
const send = (channel: LinkChannel = 'whatsapp', by = here.ana) =>
  as(world, by).call(api.surveys.sendLink, { params: key(), body: { channel } });

/** The token of a new link. */
async function aLink(): Promise<string> {
  const { body } = await send();
  return /\/r\/([\w-]{22})$/.exec(decodeURIComponent(body.whatsappUrl!))![1]!;
}

const open = (token: string) => world.app.inject({ method: 'GET', url: `/r/${token}` });
const post = (token: string, body: string | URLSearchParams, remoteAddress = '198.51.100.7') =>
  world.app.inject({
    method: 'POST',
    url: `/r/${token}`,
    remoteAddress,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: String(body),
  });

/** The form as a browser sends it: the hidden fields of the page, and what was typed. */
async function fill(token: string, typed: Record<string, string | string[]>): Promise<URLSearchParams> {
  const { body } = await open(token);
  const hidden = [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)].map(
    ([, name, value]) => [name!, value!] as [string, string],
  );
  const fields = Object.entries(typed).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as [string, string]),
  );
  return new URLSearchParams([...hidden, ...fields, ['action', 'save']]);
}
const answer = async (token: string, typed: Record<string, string | string[]>) => post(token, await fill(token, typed));

describe('sending', () => {
  test('gives an address for WhatsApp, keeps its digest only, and says so in the audit without it', async () => {
    const { status, body } = await send();
    expect(status).toBe(200);
    expect(body).toMatchObject({ to: null, expiresAt: expect.any(String) });
    expect(body.whatsappUrl).toMatch(
      new RegExp(`^https://wa\\.me/549${call().number}\\?text=Hola\\.%20Somos%20de%20Mor`),
    );
    const token = /\/r\/([\w-]+)$/.exec(decodeURIComponent(body.whatsappUrl!))![1]!;
    expect(Buffer.from(token, 'base64url')).toHaveLength(16);
    const [row] = await world.db.selectFrom('surveyLink').selectAll().where('callId', '=', call().id).execute();
    expect(row!.digest).toEqual(createHash('sha256').update(token).digest());
    const record = (await auditOf(world)).at(-1);
    expect(JSON.stringify(record)).toContain('Enlace del relevamiento');
    expect(JSON.stringify(record)).not.toContain(token);
    const everything = await sql<{ all: string }>`select string_agg(k::text, '') as all from idempotency_key k`.execute(
      world.db,
    );
    expect(everything.rows[0]!.all ?? '').not.toContain(token);
  });

  test('by mail goes to the stored address, without the name; the mail is erased with the person', async () => {
    expect(await send('mail')).toMatchObject({ status: 422, body: { error: 'PERSON_NO_MAIL' } });
    await sql`update person set email = ${MAIL}, first_name = 'Zulema' where id = ${call().personId}`.execute(world.db);
    expect((await send('mail')).body).toMatchObject({ to: MAIL, whatsappUrl: null });
    const [mail] = await world.db.selectFrom('mail').selectAll().execute();
    expect(mail).toMatchObject({ recipient: MAIL, userId: null, subject: 'Unas preguntas de Morón' });
    expect(mail!.body).toMatch(/\n\nhttp.*\/r\/[\w-]{22}\n\n/);
    expect(mail!.body).not.toContain('Zulema');
    expect(mail!.inboxBody).not.toContain('/r/');
  });

  test('a mail whose answer got lost is not sent twice by the same key', async () => {
    await sql`update person set email = ${MAIL} where id = ${call().personId}`.execute(world.db);
    const sent = async () =>
      (
        await as(world, here.ana).call(
          api.surveys.sendLink,
          { params: key(), body: { channel: 'mail' } },
          { 'idempotency-key': 'un-mail' },
        )
      ).body;
    const first = await sent();
    expect(first.to).toBe(MAIL);
    expect(await sent()).toEqual(first);
    const links = await world.db.selectFrom('surveyLink').select('id').where('callId', '=', call().id).execute();
    expect(links).toHaveLength(1);
  });

  test('ends with the campaign, or after fourteen days', async () => {
    const days = async () => (Date.parse((await send()).body.expiresAt) - world.clock.now().getTime()) / 86_400_000;
    await sql`update campaign set end_date = ${new Date(world.clock.now().getTime() + 90 * 86_400_000)}`.execute(
      world.db,
    );
    expect(await days()).toBe(14);
    await sql`update campaign set end_date = ${new Date(world.clock.now().getTime() + 3 * 86_400_000)}`.execute(
      world.db,
    );
    expect(await days()).toBe(3);
  });

  test('is for who may register the call, in a running campaign with a survey, to a number that may be called', async () => {
    expect((await send('whatsapp', here.luis)).status).toBe(403);
    expect((await send('whatsapp', await anOperator(world))).status).toBe(404);
    await sql`update campaign set survey_id = null where id = ${here.campaign.id}`.execute(world.db);
    expect(await send()).toMatchObject({ status: 422, body: { error: 'SURVEY_NONE' } });
    await sql`update campaign set survey_id = ${here.survey.id}, status = 'PAUSADA', status_before_pause = 'EN CURSO' where id = ${here.campaign.id}`.execute(
      world.db,
    );
    expect((await send()).body).toMatchObject({ error: 'CAMPAIGN_NOT_OPEN' });
  });

  test('five a day for one call, also when pressed ten times at once', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => send()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

test('the statistics count calls that were sent a link beside those that answered', async () => {
  const counts = async (query = {}) =>
    (await as(world, here.manager).call(api.surveys.linkCounts, { params: { id: here.campaign.id }, query })).body;
  expect(await counts()).toEqual({ mail: { sent: 0, answered: 0 }, whatsapp: { sent: 0, answered: 0 } });
  const token = await aLink();
  await aLink();
  expect(await counts()).toMatchObject({ whatsapp: { sent: 1, answered: 0 } });
  await answer(token, { q2: '1', q3: '2' });
  expect(await counts()).toMatchObject({ mail: { sent: 0 }, whatsapp: { sent: 1, answered: 1 } });
  expect(await counts({ todate: world.clock.now().toISOString() })).toMatchObject({ whatsapp: { sent: 0 } });
  expect(
    (await as(world, here.ana).call(api.surveys.linkCounts, { params: { id: here.campaign.id }, query: {} })).status,
  ).toBe(403);
});

describe('the page', () => {
  test('asks without a script, names nobody, sets no cookie and is not to be found by search', async () => {
    await sql`update person set first_name = 'Zulema', last_name = 'Quixote' where id = ${call().personId}`.execute(
      world.db,
    );
    const { statusCode, headers, body } = await open(await aLink());
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['x-robots-tag']).toContain('noindex');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(body).toContain('<meta name="robots" content="noindex">');
    expect(body).not.toContain('<script');
    for (const secret of ['Zulema', 'Quixote', call().number]) expect(body).not.toContain(secret);
    for (const text of [
      'Su barrio',
      '¿Qué le hace falta?',
      '¿Vive con chicos?',
      '¿Qué mejoraría?',
      'No sabe / No contesta',
    ])
      expect(body).toContain(text);
    expect(body).not.toContain('¿Cuántos?');
  });

  test('saves, asks what the answers open, and can be changed by the same link', async () => {
    const token = await aLink();
    const first = await answer(token, { q2: '3', q3: '1', q5: '<b>luz</b>' });
    expect(first.statusCode).toBe(200);
    expect(first.body).toContain('hay algo más que preguntarle');
    expect(first.body).toContain('¿Cuántos?');
    expect(first.body).toContain('value="&lt;b&gt;luz&lt;/b&gt;"');
    const second = await answer(token, { q2: '3', q3: '1', q4: '2', q5: '<b>luz</b>' });
    expect(second.body).toContain('Gracias. Sus respuestas quedaron guardadas.');
    expect(await interviewNow(world, here)).toMatchObject({
      answers: { 2: { value: 3 }, 3: { value: 1 }, 4: { value: 2 }, 5: { text: '<b>luz</b>' } },
      complete: true,
      saves: [
        { userName: null, channel: 'whatsapp', answered: 4, complete: true },
        { userName: null, channel: 'whatsapp', answered: 3, complete: false },
      ],
    });
    // Changing an answer forgets what it hides.
    await answer(token, { q2: '1', q3: '2', q4: '2', q5: '' });
    expect((await interviewNow(world, here)).answers).toEqual({
      2: { value: 1 },
      3: { value: 2 },
      5: { none: 'skipped' },
    });
    const record = (await auditOf(world)).at(-1)!;
    expect(record).toMatchObject({ userId: null, objectType: 'call', objectId: String(call().id) });
    expect(JSON.stringify(record.info)).not.toContain('luz');
  });

  test('leaves state, history and counters of the call as they were registered', async () => {
    await sql`insert into campaign_state (campaign_id, state_id) values (${here.campaign.id}, ${MAIL_STATE})`
      .execute(world.db)
      .catch(() => {});
    await say(world, here, {});
    const before = await callNow(world, call().id);
    await answer(await aLink(), { q2: '1', q3: '2' });
    const after = await callNow(world, call().id);
    expect(after).toEqual(before);
    expect(await historyNow(world, call().id)).toHaveLength(1);
    await expectTrueCounters(world, here.campaign.id);
  });

  test('keeps what is right, says what is wrong and shows what was typed', async () => {
    here = await anAskingCampaign(world, [
      sampleItem(1, 'number', { min: 0, max: 10, unit: '' }),
      sampleItem(2, 'date'),
      sampleItem(3, 'choices'),
      sampleItem(4, 'yesNo'),
      sampleItem(5, 'long', { required: false }),
    ]);
    const token = await aLink();
    const reply = await answer(token, { q1: 'diez "y" pico', q2: '2026-13-45', q3: ['1', '3'], q5: 'a'.repeat(1001) });
    expect(reply.statusCode).toBe(422);
    for (const said of [
      'Ingrese un número.',
      'Ingrese una fecha completa',
      'Responda esta pregunta o elija «No sabe / No contesta».',
      'Excede los 1000 caracteres.',
      'value="diez &quot;y&quot; pico"',
      'a'.repeat(1001),
    ])
      expect(reply.body).toContain(said);
    expect((await interviewNow(world, here)).answers).toEqual({ 3: { values: [1, 3] } });
    const again = await answer(token, { q1: '7,5', q2: '1959-02-28', q3: ['1', '3'], q4: 'ns', q5: '' });
    expect(again.body).toContain('Gracias.');
    expect((await interviewNow(world, here)).answers).toEqual({
      1: { value: 7.5 },
      2: { date: '1959-02-28' },
      3: { values: [1, 3] },
      4: { none: 'unknown' },
      5: { none: 'skipped' },
    });
  });

  test('blanks for names stay empty, also where it is said what is missing', async () => {
    here = await anAskingCampaign(world, [sampleItem(1, 'yesNo', { text: '{nombre}, ¿vive en el barrio?' })]);
    const reply = await answer(await aLink(), {});
    expect(reply.statusCode).toBe(422);
    expect(reply.body).toContain('¿vive en el barrio?</a>');
    expect(reply.body).not.toContain('nombre');
  });

  test('two windows at once: the older one is told, and what it typed is shown', async () => {
    const token = await aLink();
    const [mine, other] = [
      await fill(token, { q2: '1', q3: '2', q5: 'lo mío' }),
      await fill(token, { q2: '3', q3: '2' }),
    ];
    expect((await post(token, other)).statusCode).toBe(200);
    const late = await post(token, mine);
    expect(late.statusCode).toBe(409);
    expect(late.body).toContain('Mientras tanto se guardaron otras respuestas');
    expect(late.body).toContain('value="lo mío"');
    expect((await interviewNow(world, here)).answers[2]).toEqual({ value: 3 });
  });

  test('ten times at once saves once', async () => {
    const token = await aLink();
    const form = await fill(token, { q2: '1', q3: '2' });
    const replies = await Promise.all(Array.from({ length: 10 }, () => post(token, form)));
    expect(replies.every(({ statusCode }) => statusCode === 200 || statusCode === 409)).toBe(true);
    expect((await interviewNow(world, here)).saves).toHaveLength(1);
  });

  test('the questions changed meanwhile: nothing is lost', async () => {
    const token = await aLink();
    const form = await fill(token, { q2: '1', q3: '2', q5: 'lo mío' });
    const items = [...ITEMS, sampleItem(6, 'date')];
    await as(world, here.manager).call(api.surveys.update, { params: { id: here.survey.id }, body: { items } });
    const reply = await post(token, form);
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain('Pregunta 6');
    expect((await interviewNow(world, here)).answers).toMatchObject({ 5: { text: 'lo mío' } });
  });

  test('the campaign asks something else meanwhile: nothing is saved as an answer to the new questions', async () => {
    const token = await aLink();
    const form = await fill(token, { q2: '1', q3: '2' });
    const other = await aSurvey(world, here.manager, [
      sampleItem(2, 'choice', { text: '¿Otra cosa?' }),
      sampleItem(3, 'yesNo'),
    ]);
    await as(world, here.manager).call(api.campaigns.ongoing, {
      params: { id: here.campaign.id },
      body: { surveyId: other.id },
    });
    const reply = await post(token, form);
    expect(reply.statusCode).toBe(409);
    expect(reply.body).toContain('¿Otra cosa?');
    expect((await interviewNow(world, here)).saves).toEqual([]);
  });

  test.each([
    ['NUL in a text', 'q5=a%00b&q2=1&q3=2'],
    ['half a character', 'q5=%ED%A0%80&q2=1&q3=2'],
    ['a field twice', 'q2=1&q2=3&q3=2'],
    ['numbers without end', `q2=1e999&q3=${'9'.repeat(400)}`],
    ['names of objects', '__proto__=1&q__proto__=2&constructor=3'],
    ['many fields', Array.from({ length: 20_000 }, (_, place) => `q${place}=1`).join('&')],
    ['nothing', ''],
  ])('%s never ends in a 5xx', async (_what, body) => {
    const token = await aLink();
    const hidden = 'number=1&shown=2,3,4,5&seen=&';
    expect((await post(token, `${hidden}${body}`)).statusCode).toBeLessThan(500);
    expect((await post(token, body)).statusCode).toBeLessThan(500);
  });

  test('a body of another kind or size is refused with a page', async () => {
    const token = await aLink();
    const large = await post(token, `q5=${'a'.repeat(1_048_576)}`);
    expect([large.statusCode, large.headers['content-type']]).toEqual([413, 'text/html; charset=utf-8']);
    const json = await world.app.inject({ method: 'POST', url: `/r/${token}`, payload: { q2: '1' } });
    expect([json.statusCode, json.headers['content-type']]).toEqual([415, 'text/html; charset=utf-8']);
  });

  test('sixty questions of the largest texts with the largest answers', async () => {
    const items = Array.from({ length: 60 }, (_, place) =>
      sampleItem(place + 1, 'long', { text: 'ñ'.repeat(600), help: '<'.repeat(600) }),
    );
    here = await anAskingCampaign(world, items);
    const token = await aLink();
    const typed = Object.fromEntries(items.map(({ id }) => [`q${id}`, '🙂'.repeat(500)]));
    expect((await answer(token, typed)).body).toContain('Gracias.');
  });
});

describe('a link that cannot be used', () => {
  const page = async (token: string) => {
    const { statusCode, body, headers } = await open(token);
    return { statusCode, body, headers: { ...headers, 'x-request-id': '', date: '' } };
  };

  test('says the same whatever the reason, for reading and for sending', async () => {
    const unknown = await page(randomBytes(16).toString('base64url'));
    expect(unknown.statusCode).toBe(404);
    expect(unknown.body).toContain('Este enlace no está disponible');
    expect(await page('x')).toEqual(unknown);
    expect(await page(`${'a'.repeat(22)}'`)).toEqual(unknown);

    const expired = await aLink();
    await sql`update survey_link set sent_at = sent_at - interval '20 days', expires_at = expires_at - interval '20 days'`.execute(
      world.db,
    );
    expect(await page(expired)).toEqual(unknown);

    const closed = await aLink();
    await sql`update campaign set status = 'FINALIZADA' where id = ${here.campaign.id}`.execute(world.db);
    expect(await page(closed)).toEqual(unknown);
    const sent = await post(closed, 'q2=1&number=1&shown=2&seen=');
    expect([sent.statusCode, sent.body]).toEqual([404, unknown.body]);
    await sql`update campaign set status = 'EN CURSO' where id = ${here.campaign.id}`.execute(world.db);
    expect((await page(closed)).statusCode).toBe(200);

    await transact(jobCtx(world), (work) => erasePeople(work, [call().personId], { keepBlock: true }));
    expect(await page(closed)).toEqual(unknown);
  });

  test('ends with the campaign, also if its end came nearer after the link was sent', async () => {
    const token = await aLink();
    await sql`update campaign set end_date = ${new Date(world.clock.now().getTime() + 3_600_000)} where id = ${here.campaign.id}`.execute(
      world.db,
    );
    const form = await fill(token, { q2: '1', q3: '2' });
    world.clock.advance(2 * 3_600_000);
    expect((await open(token)).statusCode).toBe(404);
    expect((await post(token, form)).statusCode).toBe(404);
  });

  test('10,000 guesses find nothing and are stopped by address', async () => {
    await aLink();
    let refused = 0;
    for (let round = 0; round < 100; round += 1) {
      const guesses = Array.from({ length: 100 }, () => randomBytes(16).toString('base64url'));
      const replies = await Promise.all(
        guesses.map((token) => world.app.inject({ method: 'GET', url: `/r/${token}`, remoteAddress: '203.0.113.9' })),
      );
      expect(replies.every(({ statusCode }) => statusCode === 404 || statusCode === 429)).toBe(true);
      refused += replies.filter(({ statusCode }) => statusCode === 429).length;
    }
    expect(refused).toBeGreaterThan(9_500);
    // Another address is not held up.
    expect((await open(await aLink())).statusCode).toBe(200);
  }, 120_000);

  test('forms of one link are limited', async () => {
    const token = await aLink();
    const replies = [];
    for (let at = 0; at < 61; at += 1) replies.push(await post(token, 'number=1&shown=2&seen=&q2=1'));
    expect(replies.at(-1)!.statusCode).toBe(429);
    expect(replies.at(-1)!.headers['content-type']).toBe('text/html; charset=utf-8');
  });
});

describe('what else the page offers', () => {
  test('not to be called any more: the mark, and a request that is answered', async () => {
    const token = await aLink();
    const reply = await post(token, 'action=no-calls');
    expect(reply.body).toContain('Listo: no lo llamaremos más');
    const person = await world.db
      .selectFrom('person')
      .selectAll()
      .where('id', '=', call().personId)
      .executeTakeFirstOrThrow();
    expect(person.doNotCall).toBe(true);
    expect(await callNow(world, call().id)).toMatchObject({ blocked: true });
    const requests = () =>
      world.db.selectFrom('dataRequest').selectAll().where('personId', '=', call().personId).execute();
    expect(await requests()).toMatchObject([
      { kind: 'OPOSICION', channel: 'WEB', state: 'CUMPLIDO', createdBy: here.ana.id },
    ]);
    expect((await auditOf(world)).at(-1)).toMatchObject({
      userId: null,
      objectType: 'person',
      subaction: 'ACTUALIZAR',
    });
    // Again, and ten times at once: one request.
    await Promise.all(Array.from({ length: 10 }, () => post(token, 'action=no-calls')));
    expect(await requests()).toHaveLength(1);
    // Answers are still taken.
    expect((await answer(token, { q2: '1', q3: '2' })).statusCode).toBe(200);
  });

  test('who asked for an hour is not handed out before it, also if never called', async () => {
    const token = await aLink();
    await as(world, here.ana).call(api.calls.release, { params: key() });
    const [, first] = /<option value="([^"]+)">/.exec((await open(token)).body)!;
    await post(token, `action=later&callbackAt=${encodeURIComponent(first!)}`);
    const handedOut: number[] = [];
    for (let current = 0; ;) {
      const { status, body } = await as(world, here.ana).call(api.calls.next, {
        params: { id: here.campaign.id, current },
      });
      if (status !== 200) break;
      handedOut.push((current = body.callId));
      await say(world, here, {}, { callId: current, stateId: here.states.refused.id });
    }
    expect(handedOut.toSorted((a, b) => a - b)).toEqual(
      here
        .callsOf(here.ana)
        .slice(1)
        .map(({ id }) => id),
    );
  });

  test('a call at another hour: a full hour within calling hours, and no other', async () => {
    const token = await aLink();
    const { body } = await open(token);
    const [, first] = /<option value="([^"]+)">/.exec(body)!;
    const reply = await post(token, `action=later&callbackAt=${encodeURIComponent(first!)}`);
    expect(reply.body).toContain('Listo: lo llamaremos');
    expect((await callNow(world, call().id)).callbackAt?.toISOString()).toBe(first);
    await expectTrueCounters(world, here.campaign.id);
    const night = new Date(Date.parse(first!));
    night.setUTCHours(6);
    for (const wrong of [night.toISOString(), '2199-01-01T15:00:00.000Z', 'mañana', ''])
      expect((await post(token, `action=later&callbackAt=${encodeURIComponent(wrong)}`)).statusCode).toBe(422);
  });
});
