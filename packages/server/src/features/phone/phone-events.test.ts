import { api } from '@campanero/contract';
import { dialLink } from '@campanero/contract/phone/dial';
import type { PhoneEventBody } from '@campanero/contract/phone/schemas';
import { type RawBuilder, sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, addCalls, type Calling } from '../../../test/calling.ts';
import { aCoordinator, anAdministrator, anOperator, type TestUser } from '../../../test/factories.ts';
import { phoneSeconds } from '../../call-store/read/phone.ts';
import { exported } from '../../../test/exports.ts';
import { aServiceAccount } from '../../../test/service-accounts.ts';

const world = useWorld();
let exchange: { token: string };
let here: Calling;
let ana: TestUser;
beforeEach(async () => {
  world.published.length = 0;
  await world.db.deleteFrom('phoneEvent').execute();
  exchange = await aServiceAccount(world, { scopes: ['phone.events'] });
  here = await aCallingCampaign(world);
  [ana] = here.operators as [TestUser];
});

const ago = (seconds: number) => new Date(world.clock.now().getTime() - seconds * 1000).toISOString();
const tell = (event: Partial<PhoneEventBody>, as_: { token: string } = exchange) =>
  as(world, as_).send(api.phone.event, {
    body: { kind: 'ringing', operator: ana.email, callId: here.calls[0]!.id, at: ago(0), ...event },
  });
const factsOf = async (call = here.calls[0]!, user = ana, { campaign } = here) =>
  (await as(world, user).call(api.phone.calls, { params: { id: campaign.id, callId: call.id } })).body;
const register = (call = here.calls[0]!) =>
  as(world, ana).call(api.calls.register, {
    params: { id: here.campaign.id, callId: call.id },
    body: { stateId: here.states.again.id },
  });

describe('facts', () => {
  test('rang for 25 seconds without an answer', async () => {
    await tell({ kind: 'ringing', at: ago(60) });
    expect(await factsOf()).toMatchObject([{ isOpen: true, isAnswered: false, ringSeconds: null, end: null }]);
    expect(await tell({ kind: 'ended', at: ago(35), cause: 'NOANSWER' })).toMatchObject({
      status: 200,
      body: { callId: here.calls[0]!.id },
    });
    expect(await factsOf()).toEqual([
      {
        startedAt: ago(60),
        user: { id: ana.id, name: ana.name },
        isOpen: false,
        isAnswered: false,
        ringSeconds: 25,
        talkSeconds: 0,
        end: 'noAnswer',
        entryId: null,
      },
    ]);
    const events = world.published.filter(({ event }) => event === 'phone');
    expect(events).toEqual([
      { userIds: [ana.id], event: 'phone', payload: { callId: here.calls[0]!.id } },
      { userIds: [ana.id], event: 'phone', payload: { callId: here.calls[0]!.id } },
    ]);
  });

  test('rang and talked', async () => {
    await tell({ kind: 'ringing', at: ago(200) });
    await tell({ kind: 'answered', at: ago(180) });
    expect(await factsOf()).toMatchObject([{ isOpen: true, isAnswered: true, ringSeconds: 20, talkSeconds: null }]);
    await tell({ kind: 'ended', at: ago(50), cause: '16' });
    expect(await factsOf()).toMatchObject([{ isOpen: false, ringSeconds: 20, talkSeconds: 130, end: 'answered' }]);
  });

  test.each([
    ['the beginning', ['answered', 'ended'], { ringSeconds: 20, talkSeconds: 130 }],
    ['the answer', ['ringing', 'ended'], { isAnswered: true, talkSeconds: 130 }],
    ['the end', ['ringing', 'answered'], { ringSeconds: 20, talkSeconds: null }],
    ['all but the end', ['ended'], { isAnswered: true, talkSeconds: 130, startedAt: () => ago(180) }],
  ])('without %s', async (_what, kept, expected) => {
    const all = {
      ringing: { at: ago(200) },
      answered: { at: ago(180), seconds: 20 },
      ended: { at: ago(50), seconds: 130, cause: 'ANSWER' },
    };
    for (const kind of kept as (keyof typeof all)[]) await tell({ kind, ...all[kind] });
    const { startedAt, ...facts } = expected as { startedAt?: () => string };
    expect(await factsOf()).toMatchObject([{ ...facts, ...(startedAt && { startedAt: startedAt() }) }]);
  });

  test('two attempts are two, and belong to the registration that followed', async () => {
    await tell({ kind: 'ringing', at: ago(300) });
    await tell({ kind: 'ended', at: ago(290), cause: 'BUSY' });
    const first = (await register()).body;
    world.clock.advance(600_000);
    await tell({ kind: 'ringing', at: ago(100) });
    await tell({ kind: 'ended', at: ago(70), cause: 'NOANSWER' });
    const second = (await register()).body;
    world.clock.advance(1000);
    await tell({ kind: 'ringing', at: ago(0) });
    expect(await factsOf()).toMatchObject([
      { isOpen: true, entryId: null },
      { end: 'noAnswer', ringSeconds: 30, entryId: second.id },
      { end: 'busy', ringSeconds: 10, entryId: first.id },
    ]);
  });

  test('registered before the telephone was put down', async () => {
    await tell({ kind: 'ringing', at: ago(60) });
    await tell({ kind: 'answered', at: ago(50) });
    const { body } = await register();
    world.clock.advance(30_000);
    await tell({ kind: 'ended', at: ago(0) });
    expect(await factsOf()).toMatchObject([{ talkSeconds: 80, entryId: body.id }]);
  });

  test.each([
    ['ahead', 300],
    ['behind', -90],
  ])('of an exchange whose clock is %s belong to the registration that followed', async (_how, seconds) => {
    const told = (parts: Partial<PhoneEventBody>) => tell({ ...parts, at: ago(-seconds) });
    await told({ kind: 'ringing' });
    world.clock.advance(12_000);
    await told({ kind: 'ended', cause: 'BUSY' });
    world.clock.advance(5000);
    const { body } = await register();
    expect(await factsOf()).toMatchObject([{ ringSeconds: 12, end: 'busy', entryId: body.id }]);
    // The next one is not of that registration.
    world.clock.advance(120_000);
    await told({ kind: 'ringing' });
    expect(await factsOf()).toMatchObject([{ isOpen: true, entryId: null }, { entryId: body.id }]);
  });

  test.each(['NO ANSWER', 'no-answer', '480 Temporarily Unavailable'])('%s is an end in other words', async (cause) => {
    await tell({ kind: 'ended', at: ago(1), cause, seconds: 20 });
    expect(await factsOf()).toMatchObject([{ end: 'noAnswer', ringSeconds: 20 }]);
  });

  test('told ten times at once it is one', async () => {
    const replies = await Promise.all(Array.from({ length: 10 }, () => tell({ kind: 'ringing', at: ago(9) })));
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(await factsOf()).toHaveLength(1);
    expect(world.published.filter(({ event }) => event === 'phone')).toHaveLength(1);
    const { count } = await world.db
      .selectFrom('phoneEvent')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    expect(count).toBe(1);
  });

  test('never set a state', async () => {
    await tell({ kind: 'ended', at: ago(1), cause: 'BUSY', seconds: 20 });
    const history = await as(world, ana).call(api.calls.history, {
      params: { id: here.campaign.id, callId: here.calls[0]!.id },
    });
    expect(history.body).toEqual([]);
  });
});

describe('whose call', () => {
  test('is named by number in any notation and by extension', async () => {
    await as(world, ana).call(api.phone.setExtension, { body: { extension: 'SIP-204' } });
    const { number, id } = here.calls[1]!;
    const reply = await tell({
      operator: 'sip-204',
      callId: null,
      number: `+54 9 ${number.slice(0, 2)} ${number.slice(2)}`,
    });
    expect(reply).toMatchObject({ status: 200, body: { callId: id } });
    expect(await factsOf(here.calls[1])).toHaveLength(1);
  });

  test.each([
    ['without the area code of the city', 'tel:{number}', { shortLocal: true }],
    ['with 0 and 15', 'tel:{number}', { zero: true, fifteen: true }],
    ['in full', 'tel:{e164}', { nine: true }],
  ])('is named as its link dialled it, %s', async (_how, template, prefixes) => {
    await sql`insert into city_profile (area_code) values ('11') on conflict (id) do update set area_code = '11'`.execute(
      world.db,
    );
    const { number, id } = here.calls[1]!;
    for (const mobile of [false, true]) {
      const none = { zero: false, fifteen: false, nine: false, allMobile: false, shortLocal: false };
      const rules = { template, ...none, fifteen: mobile, ...prefixes, areaCode: '11' };
      const dialled = dialLink(rules, { number, mobile, callId: id });
      const reply = await tell({ callId: null, number: dialled.slice('tel:'.length) });
      expect(reply, dialled).toMatchObject({ status: 200, body: { callId: id } });
    }
  });

  test('a number that is no call of the operator leaves nothing', async () => {
    const other = await aCallingCampaign(world, { operators: [await anOperator(world)] });
    for (const number of ['1145551234', other.calls[0]!.number, 'anónimo', ''])
      expect([200, 400]).toContain((await tell({ callId: null, number })).status);
    expect(await world.db.selectFrom('phoneEvent').selectAll().execute()).toEqual([]);
  });

  test('late events of a number join the same call, whatever became of it', async () => {
    const [call] = here.calls;
    const second = await aCallingCampaign(world, { operators: [ana], each: 0 });
    const [twin] = await addCalls(world, second.campaign.id, [ana.id], { numbers: [call!.number] });
    await sql`update call set hold_by = ${ana.id}, hold_until = ${ago(-300)} where id = ${call!.id}`.execute(world.db);
    expect((await tell({ callId: null, number: call!.number, at: ago(60) })).body.callId).toBe(call!.id);
    await sql`update call set hold_by = null, hold_until = null, operator_id = null where id = ${call!.id}`.execute(
      world.db,
    );
    const late = await tell({ kind: 'ended', callId: null, number: call!.number, at: ago(20) });
    expect(late.body.callId).toBe(call!.id);
    expect(await factsOf(twin, ana, second)).toEqual([]);
  });

  test('one beyond the reach of account or operator is not found', async () => {
    const external = await aCallingCampaign(world, { external: true, operators: [await anOperator(world)] });
    const outside = await aServiceAccount(world, { scopes: ['phone.events'], external: true });
    expect((await tell({}, outside)).status).toBe(404);
    expect((await tell({ callId: external.calls[0]!.id })).status).toBe(404);
    expect((await tell({ callId: 999_999_999 })).status).toBe(404);
    const some = await aServiceAccount(world, { scopes: ['phone.events'], campaignIds: [external.campaign.id] });
    expect((await tell({}, some)).status).toBe(404);
  });

  test('an erased number takes no event', async () => {
    await sql`update call set number = 9000000001 where id = ${here.calls[0]!.id}`.execute(world.db);
    expect((await tell({})).status).toBe(404);
  });
});

describe('refusals', () => {
  test.each([
    ['an unknown operator', { operator: 'nadie@x.example' }, 422],
    ['no operator', { operator: '' }, 400],
    ['a moment to come', { at: '2031-01-01T00:00:00Z' }, 400],
    ['a moment of last year', { at: '2024-01-01T00:00:00Z' }, 400],
    ['an unknown kind', { kind: 'sonó' as never }, 400],
    ['negative seconds', { seconds: -1 }, 400],
    ['neither number nor call', { callId: null }, 400],
    ['signs in the cause', { cause: '<b>' }, 400],
    ['a megabyte of cause', { cause: 'A'.repeat(1_048_576) }, 413],
    ['a megabyte of number', { number: '1'.repeat(1_048_576) }, 413],
    ['a long operator', { operator: 'a@'.repeat(5000) }, 400],
  ])('%s', async (_what, event, status) => {
    expect((await tell(event)).status).toBe(status);
    expect(await world.db.selectFrom('phoneEvent').selectAll().execute()).toEqual([]);
  });

  test('users and accounts without the scope', async () => {
    const other = await aServiceAccount(world, { scopes: ['campaign.detail'] });
    for (const user of [ana, await anAdministrator(world), other]) expect((await tell({}, user)).status).toBe(403);
    expect((await as(world, null).send(api.phone.event, { body: {} })).status).toBe(401);
  });

  test('a disabled operator; the facts of another campaign’s call', async () => {
    await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', ana.id).execute();
    expect((await tell({})).status).toBe(422);
    const stranger = await anOperator(world);
    const params = { id: here.campaign.id, callId: here.calls[0]!.id };
    expect((await as(world, stranger).send(api.phone.calls, { params })).status).toBe(404);
    const mixed = { ...params, callId: 999 };
    expect((await as(world, here.manager).send(api.phone.calls, { params: mixed })).status).toBe(404);
  });
});

describe('the own extension', () => {
  const save = (user: TestUser, extension: string) =>
    as(world, user).send(api.phone.setExtension, { body: { extension } });

  test('is set, shown and removed, with audit records', async () => {
    expect(await save(ana, '204')).toMatchObject({ status: 200, body: { extension: '204' } });
    expect((await as(world, ana).call(api.phone.dial)).body.extension).toBe('204');
    expect(await save(ana, '')).toMatchObject({ status: 200 });
    expect((await as(world, ana).call(api.phone.dial)).body.extension).toBeNull();
    const records = (await auditOf(world)).filter(
      ({ userId, objectType }) => userId === ana.id && objectType === 'user',
    );
    expect(records.map(({ info }) => info)).toMatchObject([
      { modifications: [{ label: 'Interno', value: '204' }] },
      { entries: [{ label: 'Interno', prevValue: '204' }] },
    ]);
  });

  test('is one person’s, but that of a disabled user may be taken', async () => {
    const luis = await anOperator(world);
    await save(luis, 'a-7');
    expect(await save(ana, 'A-7')).toMatchObject({ status: 422, body: { error: 'EXTENSION_TAKEN' } });
    await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', luis.id).execute();
    expect((await save(ana, 'A-7')).status).toBe(200);
    expect((await save(ana, 'dos palabras')).status).toBe(400);
  });
});

test('the states that ends propose are of the catalogue', async () => {
  const admin = await anAdministrator(world);
  const { version, ...dial } = (await as(world, admin).call(api.phone.dial)).body;
  const save = (causeStates: object, user = admin) =>
    as(world, user).send(api.phone.setDial, { body: { ...dial, causeStates, version } });
  expect((await save({ busy: 99_999 })).body).toMatchObject({ error: 'UNKNOWN_STATE' });
  expect((await save({ busy: here.states.again.id }, await aCoordinator(world))).status).toBe(403);
  const reply = await save({ busy: here.states.again.id, noAnswer: null });
  expect(reply.body).toMatchObject({ causeStates: { busy: here.states.again.id } });
});

describe('the time on the phone', () => {
  const timesOf = async (user = here.manager, query = {}) =>
    as(world, user).call(api.phone.times, { params: { campaignId: here.campaign.id }, query });

  test('by operator and outcome, after corrections', async () => {
    await tell({ kind: 'ringing', at: ago(300) });
    await tell({ kind: 'ended', at: ago(275), cause: 'NOANSWER' });
    const { body: entry } = await register();
    await tell({ kind: 'ringing', callId: here.calls[1]!.id, at: ago(200) });
    await tell({ kind: 'answered', callId: here.calls[1]!.id, at: ago(190) });
    await tell({ kind: 'ended', callId: here.calls[1]!.id, at: ago(130) });
    const operator = { id: ana.id, name: ana.name };
    const unregistered = { operator, state: null, calls: 1, answered: 1, ringSeconds: 10, talkSeconds: 60 };
    const missed = { operator, calls: 1, answered: 0, ringSeconds: 25, talkSeconds: 0 };
    const { again, refused } = here.states;
    expect((await timesOf()).body).toEqual([unregistered, { ...missed, state: expect.objectContaining(again) }]);
    await as(world, here.manager).call(api.calls.correct, {
      params: { id: here.campaign.id, callId: here.calls[0]!.id, entryId: entry.id },
      body: { stateId: refused.id, reason: 'Se equivocó de estado' },
    });
    expect((await timesOf()).body).toEqual([unregistered, { ...missed, state: expect.objectContaining(refused) }]);
    expect((await timesOf(here.manager, { fromdate: ago(250) })).body).toEqual([unregistered]);
    expect((await timesOf(ana)).status).toBe(403);
  });

  test('of the registration in the export of calls', async () => {
    await tell({ kind: 'ringing', at: ago(300) });
    await tell({ kind: 'ended', at: ago(290), cause: 'BUSY' });
    await tell({ kind: 'ringing', at: ago(100) });
    await tell({ kind: 'answered', at: ago(80) });
    await tell({ kind: 'ended', at: ago(20) });
    await register();
    await register(here.calls[1]);
    const campaign = await world.db
      .selectFrom('campaign')
      .select(['id', 'idLo', 'idHi'])
      .where('id', '=', here.campaign.id)
      .executeTakeFirstOrThrow();
    const written = await exported(world, here.manager, api.exports.calls, { params: { id: here.campaign.id } });
    expect(written.map((line) => [line['Segundos sonando'], line['Segundos hablados']])).toEqual([
      ['30', '60'],
      ['', ''],
    ]);
    const rows = await world.db.connection().execute(async (db) => {
      const { rows: found } = await sql<{ ringSeconds: string | null; talkSeconds: string | null }>`
        select phone.* from call_history h cross join lateral (${phoneSeconds(campaign.id)}) phone
        where h.campaign_id = ${campaign.id} order by h.id`.execute(db);
      return found.map(({ ringSeconds, talkSeconds }) => [Number(ringSeconds), Number(talkSeconds)]);
    });
    expect(rows).toEqual([
      [30, 60],
      [0, 0],
    ]);
  });

  test('the live board shows who is talking', async () => {
    const shown = async () => {
      const { body } = await as(world, here.manager).call(api.live.view, { query: {} });
      return body.operators.find(({ id }) => id === ana.id)?.onPhone;
    };
    expect(await shown()).toBeNull();
    await tell({ kind: 'ringing', at: ago(20) });
    expect(await shown()).toBe('ringing');
    await tell({ kind: 'answered', at: ago(10) });
    expect(await shown()).toBe('talking');
    await tell({ kind: 'ended', at: ago(1) });
    expect(await shown()).toBeNull();
  });
});

test('among 30,000 events those of a call, a small campaign and a user are read by index', async () => {
  const small = await aCallingCampaign(world);
  await sql`
    insert into phone_event (campaign_id, call_id, user_id, kind, at)
    select ${here.campaign.id}, n / 4, ${ana.id}, 1 + n % 3, ${ago(0)}::timestamptz - n * interval '1 second'
    from generate_series(1, 30000) n`.execute(world.db);
  await tell({ callId: small.calls[0]!.id, operator: small.operators[0]!.email });
  await sql`analyze phone_event`.execute(world.db);
  const planOf = async (statement: RawBuilder<unknown>) => {
    const { rows } = await sql<Record<string, string>>`explain ${statement}`.execute(world.db);
    return rows.flatMap((row) => Object.values(row)).join('\n');
  };
  const plans = [
    await planOf(sql`select * from phone_call where call_id = ${here.calls[0]!.id}`),
    await planOf(sql`select * from phone_call where campaign_id = ${small.campaign.id}`),
    await planOf(sql`
      select kind, at from phone_event where user_id = ${small.operators[0]!.id} and at > ${ago(9999)}::timestamptz
      order by at desc, kind desc limit 1`),
  ];
  for (const [n, index] of ['phone_event_pkey', 'phone_event_span', 'phone_event_user'].entries()) {
    expect(plans[n]).toContain(index);
    expect(plans[n]).not.toContain('Seq Scan on phone_event');
  }
}, 60_000);
