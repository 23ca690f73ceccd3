import { api } from '@campanero/contract';
import type { SubscriptionBody } from '@campanero/contract/outgoing-events/schemas';
import { sql } from 'kysely';
import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import { erasuresIn } from '../../../test/erasures.ts';
import { anEventReceiver, aSubscription, type EventReceiver, sendEvents } from '../../../test/events.ts';
import { ask, make } from '../../../test/exports.ts';
import { anAdministrator, type TestUser } from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';
import { loadFiles } from '../../../test/loads.ts';
import { verifyEvents } from '../../verify/verify-events.ts';
import { createEventTask, deliverDue } from './deliver-events.ts';

// What becomes of events when somebody changes the subscription, or the receiver misbehaves, before they are delivered.

const world = useWorld({ config: { eventsAllowPrivate: true } });
let admin: TestUser;
let here: Calling;
let receiver: EventReceiver;
beforeEach(async () => {
  await sql`truncate event_subscription, outgoing_event, event_delivery, event_attempt`.execute(world.db);
  admin = await anAdministrator(world);
  here = await aCallingCampaign(world);
  receiver = await anEventReceiver(world);
});

async function register(place: number, campaign = here) {
  const reply = await as(world, admin).send(api.calls.register, {
    params: { id: campaign.campaign.id, callId: campaign.calls[place]!.id },
    body: { stateId: campaign.states.talked.id },
  });
  expect(reply.status).toBe(200);
  // Not a double click.
  world.clock.advance(11_000);
}
const send = () => sendEvents(world);
const countsOf = async () =>
  (
    await sql<{ status: string; n: number }>`select status, count(*)::int as n from event_delivery group by 1`.execute(
      world.db,
    )
  ).rows;
const findings = async () => (await verifyEvents(world.db, world.clock.now())).findings;
const change = async ({ id, version }: { id: number; version: number }, parts: Partial<SubscriptionBody>) => {
  const body = {
    name: 'Mesa 147',
    url: receiver.url,
    kinds: ['call.registered' as const],
    campaignIds: null,
    withPerson: false,
    version,
    ...parts,
  };
  const reply = await as(world, admin).call(api.outgoingEvents.update, { params: { id }, body });
  expect(reply.status).toBe(200);
  return reply.body;
};

test('a removed subscription gets nothing more; what waited is parked and still adds up', async () => {
  const { id } = await aSubscription(world, admin, receiver);
  await register(0);
  expect((await as(world, admin).call(api.outgoingEvents.remove, { params: { id } })).status).toBe(204);
  await register(1);
  await send();
  expect(receiver.received).toEqual([]);
  await runJob(world.deps, 'events.sweep');
  expect(await countsOf()).toEqual([{ status: 'PARKED', n: 1 }]);
  expect(await findings()).toEqual([]);
});

test('removed while a delivery is on its way: its answer is kept, and nothing is left waiting', async () => {
  const { id } = await aSubscription(world, admin, receiver);
  receiver.behave = async () => {
    await as(world, admin).call(api.outgoingEvents.remove, { params: { id } });
    return 500;
  };
  await register(0);
  await send();
  world.clock.advance(60_000);
  await send();
  expect(receiver.received).toHaveLength(1);
  await runJob(world.deps, 'events.sweep');
  expect(await countsOf()).toEqual([{ status: 'PARKED', n: 1 }]);
  expect(await sql`select status from event_attempt`.execute(world.db)).toMatchObject({ rows: [{ status: 500 }] });
  expect(await findings()).toEqual([]);
});

test('a person erased while a delivery about them is on its way: the answer is not kept', async () => {
  const { aCase, erase } = erasuresIn(world);
  const { id } = await aSubscription(world, admin, receiver, { withPerson: true });
  const erased = await aCase();
  receiver.behave = async ({ data }, response) => {
    await erase(erased);
    response.writeHead(500).end(JSON.stringify(data));
  };
  await register(0, erased.here);
  await send();
  expect(JSON.stringify(receiver.received)).toContain(erased.lastName);
  const { rows } = await sql<{
    answer: string;
  }>`select answer from event_attempt where subscription_id = ${id}`.execute(world.db);
  expect(rows).toEqual([{ answer: '' }]);
});

test('what happens to a call whose earlier event failed waits as long as it, and goes right after it', async () => {
  const { id } = await aSubscription(world, admin, receiver);
  const other = await aCallingCampaign(world);
  const next = async () =>
    (
      await sql<{ at: Date }>`select next_attempt_at as at from event_delivery where status = 'WAITING'
        order by event_id`.execute(world.db)
    ).rows.map(({ at }) => at.getTime() - world.clock.now().getTime());
  receiver.behave = ({ data }) => (data.callId === here.calls[0]!.id ? 500 : 204);
  for (let n = 0; n < 3; n += 1) await register(0);
  await register(0, other);
  await send();
  expect(await next()).toEqual([5_000, 5_000, 5_000]);
  world.clock.advance(5_000);
  await send();
  expect(await next()).toEqual([30_000, 30_000, 30_000]);
  receiver.behave = () => {};
  world.clock.advance(30_000);
  await send();
  expect(await countsOf()).toEqual([{ status: 'DELIVERED', n: 4 }]);
  expect((await as(world, admin).call(api.outgoingEvents.detail, { params: { id } })).body.waiting).toBe(0);
  expect(await findings()).toEqual([]);
});

test('an address without encryption gets nothing once EVENTS_ALLOW_PRIVATE is off', async () => {
  const { id } = await aSubscription(world, admin, receiver);
  await register(0);
  const deps = { ...world.deps, config: { ...world.deps.config, eventsAllowPrivate: false } };
  await deliverDue(deps, id, new AbortController().signal);
  expect(receiver.received).toEqual([]);
  const { body } = await as(world, admin).call(api.outgoingEvents.deliveries, { params: { id }, query: {} });
  expect(body.deliveries[0]!.last).toMatchObject({ failure: expect.stringContaining('no es https://') });
});

test('address and personal data count for what waits; kinds and campaigns for what happens next', async () => {
  const other = await anEventReceiver(world);
  const made = await aSubscription(world, admin, receiver, { kinds: ['call.registered'], withPerson: true });
  other.secret = receiver.secret;
  await register(0);
  const elsewhere = await aCallingCampaign(world);
  await change(made, {
    url: other.url,
    kinds: ['call.registered', 'campaign.status'],
    campaignIds: [elsewhere.campaign.id],
  });
  await register(1);
  await register(0, elsewhere);
  await send();
  expect(receiver.received).toEqual([]);
  expect(new Set(other.received.map(({ data }) => data.callId))).toEqual(
    new Set([here.calls[0]!.id, elsewhere.calls[0]!.id]),
  );
  expect(other.received).toHaveLength(2);
  for (const { data } of other.received) expect(data).not.toHaveProperty('person');
  world.clock.advance(10 * 60_000);
  expect(await findings()).toEqual([]);
});

test('loads and exports are told when they end, to whom the campaign is wanted', async () => {
  const elsewhere = await aCallingCampaign(world);
  const other = await anEventReceiver(world);
  const kinds: SubscriptionBody['kinds'] = ['load.finished', 'export.ready'];
  await aSubscription(world, admin, receiver, { kinds, campaignIds: [here.campaign.id] });
  await aSubscription(world, admin, other, { kinds, campaignIds: [elsewhere.campaign.id] });
  const params = { id: here.campaign.id };
  await loadFiles(world, here.manager, params.id, [{ content: 'telefono\n1155559001\nx\n' }]);
  const exportId = await ask(world, here.manager, api.exports.audience, { params });
  await make(world, exportId);
  await send();
  // One is not about the same call as the other: they may come in any order.
  const told = Object.fromEntries(receiver.received.map(({ type, data }) => [type, data]));
  expect(receiver.received).toHaveLength(2);
  expect(told).toMatchObject({
    'load.finished': { campaignId: params.id, status: 'COMPLETED', read: 2, loaded: 1, rejected: 1 },
    'export.ready': { campaignId: params.id, exportId, userId: here.manager.id },
  });
  expect(other.received).toEqual([]);
});

test('ten changes of one version at once: one is saved', async () => {
  const made = await aSubscription(world, admin, receiver);
  const replies = await Promise.all(
    Array.from({ length: 10 }, (_, place) =>
      as(world, admin).send(api.outgoingEvents.update, {
        params: { id: made.id },
        body: {
          name: `Mesa ${place}`,
          url: receiver.url,
          kinds: ['call.registered'],
          campaignIds: null,
          withPerson: false,
          version: made.version,
        },
      }),
    ),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ status }) => status === 409)).toHaveLength(9);
});

test('of an answer of 1 MiB the beginning is stored', async () => {
  const { id } = await aSubscription(world, admin, receiver);
  receiver.behave = (_event, response) => void response.writeHead(500).end('ñ'.repeat(512 * 1024));
  await register(0);
  await send();
  const { body } = await as(world, admin).call(api.outgoingEvents.deliveries, { params: { id }, query: {} });
  expect(body.deliveries[0]!.last).toMatchObject({ status: 500, answer: 'ñ'.repeat(500) });
});

test('a megabyte in each field is refused', async () => {
  const huge = 'x'.repeat(1024 * 1024);
  const body = { name: 'Mesa', url: receiver.url, kinds: ['call.registered'], campaignIds: null, withPerson: false };
  for (const parts of [{ name: huge }, { url: `https://${huge}` }, { kinds: [huge] }, { campaignIds: huge }])
    expect([400, 413]).toContain(
      (await as(world, admin).send(api.outgoingEvents.create, { body: { ...body, ...parts } })).status,
    );
});

test('a receiver that hangs delays nobody else, and stopping waits for what is on its way', async () => {
  await aSubscription(world, admin, receiver, { name: 'Cuelga' });
  const quick = await anEventReceiver(world);
  await aSubscription(world, admin, quick, { name: 'Responde' });
  let release = () => {};
  const hanging = new Promise<void>((resolve) => (release = resolve));
  receiver.behave = () => hanging;
  await register(0);
  const stopping = new AbortController();
  const deps = { ...world.deps, log: pino({ level: 'silent' }) };
  const round = createEventTask().run(deps, stopping.signal);
  await expect.poll(() => quick.received.length).toBe(1);
  await register(1);
  await expect.poll(() => quick.received.length, { timeout: 5_000 }).toBe(2);
  expect(receiver.received.length).toBeGreaterThan(0);
  release();
  await round;
  expect(await countsOf()).toEqual([{ status: 'DELIVERED', n: 4 }]);
});
