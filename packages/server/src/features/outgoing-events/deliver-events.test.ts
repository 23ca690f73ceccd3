import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { Webhook } from 'standardwebhooks';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import { erasuresIn } from '../../../test/erasures.ts';
import { anEventReceiver, aSubscription, type EventReceiver, sendEvents } from '../../../test/events.ts';
import { anAdministrator, type TestUser } from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';
import { verifyEvents } from '../../verify/verify-events.ts';
import { claimDue } from './outgoing-events.queries.ts';

const world = useWorld({ config: { eventsAllowPrivate: true } });
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let admin: TestUser;
let here: Calling;
let receiver: EventReceiver;
beforeEach(async () => {
  await sql`truncate event_subscription, outgoing_event, event_delivery, event_attempt`.execute(world.db);
  admin = await anAdministrator(world);
  here = await aCallingCampaign(world);
  receiver = await anEventReceiver(world);
});

const register = async (place = 0, body: object = {}, campaign = here) => {
  const call = campaign.calls[place]!;
  const reply = await as(world, admin).send(api.calls.register, {
    params: { id: campaign.campaign.id, callId: call.id },
    body: { stateId: campaign.states.talked.id, ...body },
  });
  expect(reply.status).toBe(200);
  // Not a double click.
  world.clock.advance(11_000);
  return reply.body.id;
};
const correct = (place: number, entryId: number, body: object) =>
  as(world, admin).send(api.calls.correct, {
    params: { id: here.campaign.id, callId: here.calls[place]!.id, entryId },
    body: { reason: 'Se anotó mal', ...body },
  });
const send = () => sendEvents(world);
const passTime = async (milliseconds: number, stepMs = HOUR) => {
  for (let left = milliseconds; left > 0; left -= stepMs) {
    world.clock.advance(Math.min(stepMs, left));
    await send();
  }
};
const ask = (id: number) => as(world, admin).call(api.outgoingEvents.detail, { params: { id } });
const listDeliveries = async (id: number, query = {}) =>
  (await as(world, admin).call(api.outgoingEvents.deliveries, { params: { id }, query: { pageSize: 100, ...query } }))
    .body.deliveries;
const attemptsOf = async (id: number, eventId: number) =>
  (await as(world, admin).call(api.outgoingEvents.attempts, { params: { id, eventId } })).body;
const typesOf = ({ received }: EventReceiver) => received.map(({ type }) => type);
const findings = async () => (await verifyEvents(world.db, world.clock.now())).findings;
const relogin = async () => {
  admin = await anAdministrator(world);
};

test('a registration reaches the receiver as ids, signed as Standard Webhooks says, and is kept with its answer', async () => {
  const { id } = await aSubscription(world, admin, receiver);
  receiver.behave = (_event, response) => void response.writeHead(200).end('gracias');
  const at = world.clock.now();
  const entryId = await register(0, { observations: 'llamar a la tarde', personId: here.calls[0]!.personId });
  await send();
  const [call] = here.calls;
  expect(receiver.received).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: 'call.registered',
      timestamp: at.toISOString(),
      data: {
        campaignId: here.campaign.id,
        callId: call!.id,
        entryId,
        personId: call!.personId,
        userId: admin.id,
        stateId: here.states.talked.id,
        substateId: null,
        affinity: null,
        callbackAt: null,
      },
    },
  ]);
  const [delivery] = await listDeliveries(id);
  expect(delivery).toMatchObject({ key: receiver.received[0]!.id, status: 'DELIVERED', attempts: 1 });
  expect(await attemptsOf(id, delivery!.eventId)).toMatchObject([
    { attempt: 1, status: 200, answer: 'gracias', failure: null },
  ]);
  expect((await ask(id)).body).toMatchObject({ waiting: 0, parked: 0, succeededAt: expect.any(String) });
  expect(await findings()).toEqual([]);
});

test('with personal data the person goes along; without it no text of the person leaves', async () => {
  const other = await anEventReceiver(world);
  await aSubscription(world, admin, receiver, { withPerson: true });
  await aSubscription(world, admin, other);
  const [call] = here.calls;
  await sql`update person set first_name = 'Zulma', last_name = 'Ibarra', document = '30111222' where id = ${call!.personId}`.execute(
    world.db,
  );
  await register();
  await send();
  expect(receiver.received[0]!.data.person).toEqual({
    name: 'Zulma Ibarra',
    document: '30111222',
    phones: [call!.number],
  });
  expect(JSON.stringify(other.received)).not.toMatch(new RegExp(`Zulma|Ibarra|30111222|${call!.number}`));
  const { rows } = await sql<{ data: unknown }>`select data from outgoing_event`.execute(world.db);
  expect(JSON.stringify(rows)).not.toMatch(/Zulma|Ibarra|30111222/);
});

test('corrections, callbacks, flags, status, loads and requests are told, and only to who wants them', async () => {
  const everything = await anEventReceiver(world);
  const elsewhere = await anEventReceiver(world);
  const other = await aCallingCampaign(world);
  const kinds = [
    'call.registered',
    'call.corrected',
    'call.callback',
    'contact.flagged',
    'campaign.status',
    'data_request.state',
  ] as const;
  await aSubscription(world, admin, everything, { name: 'Todo', kinds: [...kinds] });
  await aSubscription(world, admin, elsewhere, { name: 'Otra', kinds: [...kinds], campaignIds: [other.campaign.id] });
  await aSubscription(world, admin, receiver, {
    kinds: ['call.callback', 'contact.flagged'],
    campaignIds: [here.campaign.id],
  });
  const callbackAt = new Date(world.clock.now().getTime() + DAY).toISOString();
  const entryId = await register(0, { stateId: here.states.again.id, callbackAt, callbackConfirmed: true });
  expect((await correct(0, entryId, { stateId: here.states.talked.id })).status).toBe(200);
  const { personId, number, id: callId } = here.calls[1]!;
  const asManager = as(world, here.manager);
  await asManager.call(api.contacts.savePerson, {
    params: { personId },
    query: { lead: '1' },
    body: { doNotCall: true, firstName: 'Ana' },
  });
  await asManager.call(api.contacts.saveDetail, {
    params: { phone: here.calls[2]!.number, callId: here.calls[2]!.id },
    body: { invalid: 1 },
  });
  await asManager.call(api.contacts.markWrong, {
    params: { personId, wrong: '1' },
    query: { lead: '1' },
    body: { phone: number },
  });
  await asManager.call(api.campaigns.ongoing, { params: { id: here.campaign.id }, body: { paused: true } });
  await as(world, admin).call(api.personalData.createRequest, {
    body: {
      kind: 'ACCESO',
      channel: 'NOTA',
      receivedOn: world.clock.now().toISOString().slice(0, 10),
      asker: 'Ana Pérez',
      personId,
    },
  });
  await send();
  expect(callId).toBeDefined();
  expect(typesOf(everything).toSorted()).toEqual([
    'call.callback',
    'call.corrected',
    'call.registered',
    'campaign.status',
    'contact.flagged',
    'contact.flagged',
    'contact.flagged',
    'data_request.state',
  ]);
  const flags = everything.received.filter(({ type }) => type === 'contact.flagged').map(({ data }) => data.flags);
  expect(flags).toEqual(expect.arrayContaining([{ doNotCall: true }, { invalid: true }, { wrong: true }]));
  expect(everything.received.find(({ type }) => type === 'campaign.status')!.data).toEqual({
    campaignId: here.campaign.id,
    status: 'PAUSADA',
    statusBefore: 'EN CURSO',
  });
  expect(everything.received.find(({ type }) => type === 'data_request.state')!.data).toMatchObject({
    state: 'ABIERTO',
    kinds: ['ACCESO'],
    personId,
  });
  expect(JSON.stringify(everything.received)).not.toMatch(/Ana|Pérez/);
  expect(typesOf(receiver).toSorted()).toEqual([
    'call.callback',
    'contact.flagged',
    'contact.flagged',
    'contact.flagged',
  ]);
  expect(elsewhere.received).toEqual([]);
  expect(await findings()).toEqual([]);
});

test('a refused registration writes no event, and without a subscription there is none', async () => {
  await register();
  await aSubscription(world, admin, receiver);
  const reply = await as(world, here.manager).send(api.calls.register, {
    params: { id: here.campaign.id, callId: here.calls[0]!.id },
    body: { stateId: here.states.foreign.id },
  });
  expect(reply.status).toBe(422);
  expect(await sql`select from outgoing_event`.execute(world.db)).toMatchObject({ rows: [] });
});

describe('a receiver that fails', () => {
  test.each([500, 404, 302])(
    '%i: the event is sent again with the same id, later ones of its call wait, other calls go on',
    async (status) => {
      const { id } = await aSubscription(world, admin, receiver);
      const elsewhere = await anEventReceiver(world);
      elsewhere.secret = receiver.secret;
      let isBroken = true;
      receiver.behave = ({ data }, response) =>
        isBroken && data.callId === here.calls[0]!.id
          ? void response.writeHead(status, { location: elsewhere.url }).end('no')
          : undefined;
      const first = await register(0);
      const second = await register(0);
      await register(1);
      await send();
      expect(receiver.received.map(({ data }) => Number(data.callId)).toSorted((one, other) => one - other)).toEqual([
        here.calls[0]!.id,
        here.calls[1]!.id,
      ]);
      isBroken = false;
      await passTime(10_000, 10_000);
      const ofCall = receiver.received.filter(({ data }) => data.callId === here.calls[0]!.id);
      expect(ofCall.map(({ data }) => data.entryId)).toEqual([first, first, second]);
      expect(ofCall[0]!.id).toBe(ofCall[1]!.id);
      const [, , delivery] = await listDeliveries(id);
      expect(await attemptsOf(id, delivery!.eventId)).toMatchObject([
        { status, answer: 'no' },
        { status: 204, answer: '' },
      ]);
      expect(elsewhere.received).toEqual([]);
      expect(await findings()).toEqual([]);
    },
  );

  test('comes back after an hour: everything arrives, with growing pauses, after a bell and an audit record', async () => {
    const { id } = await aSubscription(world, admin, receiver);
    const { port } = new URL(receiver.url);
    await receiver.close();
    for (let place = 0; place < 3; place += 1) await register(place);
    await passTime(HOUR, 20_000);
    const [delivery] = await listDeliveries(id);
    const times = (await attemptsOf(id, delivery!.eventId)).map(({ at }) => Date.parse(at));
    const pauses = times.slice(1).map((at, place) => at - times[place]!);
    expect(pauses).toEqual(pauses.toSorted((one, other) => one - other));
    expect((await attemptsOf(id, delivery!.eventId))[0]).toMatchObject({
      status: null,
      failure: 'El servidor no acepta conexiones.',
    });
    const again = await anEventReceiver(world, { port: Number(port) });
    again.secret = receiver.secret;
    await passTime(HOUR, 60_000);
    expect(new Set(again.received.map(({ data }) => data.callId)).size).toBe(3);
    expect((await ask(id)).body).toMatchObject({ waiting: 0, parked: 0, pausedAt: null });
    expect(await findings()).toEqual([]);
  });

  test('after 20 failures in a row it is paused with a notification; a success resumes it', async () => {
    const many = await aCallingCampaign(world, { each: 30 });
    const { id } = await aSubscription(world, admin, receiver);
    receiver.behave = () => 503;
    for (let place = 0; place < 30; place += 1) await register(place, {}, many);
    await send();
    expect((await ask(id)).body).toMatchObject({ pauseReason: 'FAILURES', waiting: 30 });
    const tried = receiver.received.length;
    expect(tried).toBeLessThan(30);
    const { notifications } = (await as(world, admin).call(api.notifications.list)).body;
    expect(notifications).toMatchObject([
      { action: 'EVENTS PAUSED', reason: expect.stringContaining('falló 20 veces seguidas. Respondió 503.') },
    ]);
    await passTime(30_000, 30_000);
    expect(receiver.received).toHaveLength(tried);
    await passTime(60_000, 30_000);
    expect(receiver.received).toHaveLength(tried + 1);
    receiver.behave = () => {};
    await passTime(HOUR, 60_000);
    expect(new Set(receiver.received.map(({ data }) => data.callId)).size).toBe(30);
    expect((await ask(id)).body).toMatchObject({ pausedAt: null, waiting: 0 });
    const words = (await auditOf(world)).filter(
      ({ objectType, objectId }) => objectType === 'event subscription' && objectId === String(id),
    );
    expect(words.map(({ userId, info }) => [userId, JSON.stringify(info)])).toEqual([
      [admin.id, expect.stringContaining('Mesa 147')],
      [null, expect.stringContaining('En pausa: el receptor falla')],
      [null, expect.stringContaining('Se reanudan')],
    ]);
    expect(await findings()).toEqual([]);
  });

  test('410 pauses it at once, until an administrator resumes it', async () => {
    const { id } = await aSubscription(world, admin, receiver);
    receiver.behave = () => 410;
    await register(0);
    await send();
    await passTime(2 * HOUR);
    expect(receiver.received).toHaveLength(1);
    expect((await ask(id)).body).toMatchObject({ pauseReason: 'GONE', probeAt: null });
    receiver.behave = () => {};
    await as(world, admin).call(api.outgoingEvents.pause, { params: { id }, body: { isPaused: false } });
    await send();
    expect(receiver.received).toHaveLength(2);
    expect((await ask(id)).body).toMatchObject({ pausedAt: null, waiting: 0 });
  });

  test('after 72 hours the event is parked; Reenviar sends one or all of them with the same id', async () => {
    const { id } = await aSubscription(world, admin, receiver);
    receiver.behave = () => 500;
    await register(0);
    await register(1);
    await passTime(71 * HOUR);
    await relogin();
    expect((await ask(id)).body).toMatchObject({ waiting: 2, parked: 0 });
    await passTime(2 * HOUR);
    await runJob(world.deps, 'events.sweep');
    expect((await ask(id)).body).toMatchObject({ waiting: 0, parked: 2 });
    const [newest] = await listDeliveries(id, { status: 'PARKED' });
    const tries = receiver.received.filter(({ id: key }) => key === newest!.key).length;
    // One delivery an hour tries the paused receiver, in turns.
    expect(tries).toBeGreaterThan(5);
    expect(tries).toBeLessThan(45);
    receiver.behave = () => {};
    const params = { id, eventId: newest!.eventId };
    expect((await as(world, admin).call(api.outgoingEvents.resend, { params })).status).toBe(204);
    await as(world, admin).call(api.outgoingEvents.pause, { params: { id }, body: { isPaused: false } });
    await send();
    expect((await ask(id)).body).toMatchObject({ waiting: 0, parked: 1 });
    expect((await as(world, admin).call(api.outgoingEvents.resendParked, { params: { id } })).body).toEqual({
      count: 1,
    });
    await send();
    expect((await ask(id)).body).toMatchObject({ waiting: 0, parked: 0 });
    expect(await findings()).toEqual([]);
  });

  test('a wrong certificate and a closed connection are failures in words', async () => {
    const secure = await anEventReceiver(world, { tls: true });
    const { id } = await aSubscription(world, admin, secure);
    await register(0);
    await send();
    const [delivery] = await listDeliveries(id);
    expect(delivery!.last).toMatchObject({
      status: null,
      failure: expect.stringMatching(/^El certificado del servidor no es válido/),
    });
    expect(secure.received).toEqual([]);
    const cutting = await anEventReceiver(world);
    const { id: cutId } = await aSubscription(world, admin, cutting, { name: 'Corta' });
    cutting.behave = (_event, response) => void response.destroy();
    await register(1);
    await send();
    expect((await listDeliveries(cutId))[0]!.last).toMatchObject({ failure: 'El servidor cortó la conexión.' });
  });
});

test('a worker that dies after claiming an event leaves it to the next one, with the same id', async () => {
  const { id } = await aSubscription(world, admin, receiver);
  await register(0);
  const claimed = await claimDue(world.db, id, world.clock.now());
  expect(claimed).toMatchObject({ attempts: 1 });
  await send();
  expect(receiver.received).toEqual([]);
  world.clock.advance(31_000);
  await send();
  expect(receiver.received.map(({ id: key }) => key)).toEqual([claimed!.key]);
  expect(await findings()).toEqual([]);
});

test('two workers send each event once and keep the order of each call', async () => {
  const many = await aCallingCampaign(world, { each: 20 });
  await aSubscription(world, admin, receiver);
  for (let round = 0; round < 3; round += 1)
    for (let place = 0; place < 20; place += 1) await register(place, {}, many);
  await Promise.all([send(), send(), send()]);
  expect(receiver.received).toHaveLength(60);
  for (const call of many.calls) {
    const entries = receiver.received
      .filter(({ data }) => data.callId === call.id)
      .map(({ data }) => Number(data.entryId));
    expect(entries).toEqual(entries.toSorted((one, other) => one - other));
    expect(entries).toHaveLength(3);
  }
  expect(await findings()).toEqual([]);
});

test('with a receiver that fails half the time each event arrives once or more, none is missing', async () => {
  const many = await aCallingCampaign(world, { each: 100 });
  const { id } = await aSubscription(world, admin, receiver);
  let turn = 0;
  receiver.behave = () => ((turn += 1) % 2 === 0 ? 204 : 500);
  const entries = [];
  for (let place = 0; place < 100; place += 1) entries.push(await register(place, {}, many));
  await passTime(6 * HOUR, 5 * 60_000);
  expect(new Set(receiver.received.map(({ data }) => data.entryId))).toEqual(new Set(entries));
  expect(receiver.received.length).toBeGreaterThan(150);
  expect((await ask(id)).body).toMatchObject({ waiting: 0, parked: 0 });
  expect(await findings()).toEqual([]);
});

describe('secrets', () => {
  test('for a day after a new one both sign; then only the new one', async () => {
    const { id } = await aSubscription(world, admin, receiver);
    const old = receiver.secret;
    const renewed = await as(world, admin).call(api.outgoingEvents.renewSecret, { params: { id } });
    expect(renewed.body.subscription.previousUntil).toBe(new Date(world.clock.now().getTime() + DAY).toISOString());
    await register(0);
    await send();
    receiver.secret = renewed.body.secret;
    await register(1);
    await send();
    expect([receiver.received.length, receiver.refused]).toEqual([2, []]);
    expect(receiver.headers.at(-1)!['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
    world.clock.advance(DAY);
    await relogin();
    await register(2);
    await send();
    const { headers } = receiver;
    expect(headers.at(-1)!['webhook-signature']).toMatch(/^v1,\S+$/);
    expect((await ask(id)).body.previousUntil).toBeNull();
    expect(() => new Webhook(old).verify('{}', headers.at(-1) as Record<string, string>)).toThrow();
  });

  test('are stored encrypted; under another key of the installation the delivery says so', async () => {
    const { id } = await aSubscription(world, admin, receiver);
    const { rows } = await sql<{
      text: string;
    }>`select event_subscription::text as text from event_subscription`.execute(world.db);
    const bytes = Buffer.from(receiver.secret.replace('whsec_', ''), 'base64');
    expect(rows[0]!.text).not.toContain(bytes.toString('hex'));
    const jwtSecret = world.deps.config.jwtSecret;
    await register(0);
    world.deps.config.jwtSecret = 'another-secret-that-is-long-enough-too';
    await send();
    world.deps.config.jwtSecret = jwtSecret;
    expect((await listDeliveries(id))[0]!.last).toMatchObject({ failure: expect.stringContaining('cree otro') });
    expect(receiver.received).toEqual([]);
  });
});

test('an erased person is sent as ids only, also what waited, and answers about them are emptied', async () => {
  const { aCase, erase } = erasuresIn(world);
  const { id } = await aSubscription(world, admin, receiver, {
    withPerson: true,
    kinds: ['call.registered', 'contact.flagged'],
  });
  const erased = await aCase();
  here = erased.here;
  receiver.behave = ({ data }, response) => void response.writeHead(500).end(JSON.stringify(data));
  await register(0);
  await send();
  const [delivery] = await listDeliveries(id);
  expect((await attemptsOf(id, delivery!.eventId))[0]!.answer).toContain(erased.lastName);
  await erase(erased);
  expect((await attemptsOf(id, delivery!.eventId))[0]!.answer).toBe('');
  receiver.received.length = 0;
  receiver.behave = () => {};
  await passTime(10_000, 10_000);
  expect(receiver.received.length).toBeGreaterThan(0);
  for (const { data } of receiver.received) expect(data).not.toHaveProperty('person');
  expect(JSON.stringify(receiver.received)).not.toMatch(
    new RegExp(`${erased.lastName}|${erased.document}|${erased.number}`),
  );
});

test('deliveries older than 30 days are removed and still add up; what waits stays', async () => {
  const { id } = await aSubscription(world, admin, receiver);
  await register(0);
  await send();
  world.clock.advance(31 * DAY);
  await relogin();
  const { id: eventId } = (await sql<{ id: number }>`select id from outgoing_event`.execute(world.db)).rows[0]!;
  await runJob(world.deps, 'events.sweep');
  expect(await listDeliveries(id)).toEqual([]);
  for (const table of ['outgoing_event', 'event_delivery', 'event_attempt'])
    expect((await sql`select from ${sql.table(table)}`.execute(world.db)).rows).toEqual([]);
  expect(await findings()).toEqual([]);
  expect((await as(world, admin).call(api.outgoingEvents.attempts, { params: { id, eventId } })).status).toBe(404);
});

describe('verification finds', () => {
  test.each([
    [
      'a delivery that was deleted',
      sql`delete from event_delivery where event_id = (select min(event_id) from event_delivery)`,
      /2 eventos escritos y 1 entregados/,
    ],
    [
      'an event that was never written',
      sql`with gone as (delete from outgoing_event where id = (select min(id) from outgoing_event) returning id)
      delete from event_delivery using gone where event_id = gone.id`,
      /faltan 1 eventos «Resultado registrado»/,
    ],
    [
      'a wrong order',
      sql`update event_delivery set stream = 'call:1', settled_at = settled_at - make_interval(secs => 1000 * event_id)`,
      /antes que uno anterior/,
    ],
  ])('%s', async (_what, change, words) => {
    await aSubscription(world, admin, receiver);
    world.clock.advance(6 * 60_000);
    await register(0);
    await register(1);
    await send();
    expect(await findings()).toEqual([]);
    await change.execute(world.db);
    expect((await findings()).join()).toMatch(words);
  });
});
