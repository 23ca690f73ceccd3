import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, callNow, type Calling } from '../../../test/calling.ts';
import { aCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
beforeEach(() => world.clock.set('2026-03-10T13:00:00.000Z'));

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(world.clock.now().getTime() + minutes * MINUTE).toISOString();
const next = (user: TestUser, { campaign }: Calling, current = 0) =>
  as(world, user).call(api.calls.next, { params: { id: campaign.id, current } });
const hold = (user: TestUser, { campaign }: Calling, callId: number) =>
  as(world, user).call(api.calls.hold, { params: { id: campaign.id, callId } });
const release = (user: TestUser, { campaign }: Calling, callId: number) =>
  as(world, user).call(api.calls.release, { params: { id: campaign.id, callId } });
const register = (user: TestUser, { campaign }: Calling, callId: number, stateId: number, callbackAt?: string) =>
  as(world, user).call(api.calls.register, {
    params: { id: campaign.id, callId },
    body: { stateId, ...(callbackAt && { callbackAt }) },
  });
const NONE = { status: 422, body: { error: 'NO_MORE_CONTACTS' } };

/** Requests and registers until none is left; returns the calls in order. */
async function drain(user: TestUser, here: Calling, stateId = here.states.talked.id): Promise<number[]> {
  const given: number[] = [];
  for (let current = 0; ; current = given.at(-1) ?? 0) {
    const reply = await next(user, here, current);
    if (reply.status === 422) return given;
    given.push(reply.body.callId);
    await register(user, here, reply.body.callId, stateId);
    world.clock.advance(1);
  }
}

test('returns own new calls in load order, each held, then 422', async () => {
  const [ana, luis] = [await anOperator(world), await anOperator(world)];
  const here = await aCallingCampaign(world, { operators: [ana, luis], unassigned: 2 });
  const first = await next(ana, here);
  const [call] = here.callsOf(ana);
  expect(first.body).toEqual({ callId: call!.id, number: call!.number });
  expect(await callNow(world, call!.id)).toMatchObject({
    holdBy: ana.id,
    holdUntil: new Date(inMinutes(10)),
    version: 0,
  });
  expect(await drain(ana, here)).toEqual(here.callsOf(ana).map(({ id }) => id));
  expect(await next(ana, here)).toMatchObject(NONE);
});

test('refuses a current call that is not of the campaign', async () => {
  const here = await aCallingCampaign(world);
  const [ana] = here.operators as [TestUser];
  const elsewhere = await aCallingCampaign(world, { operators: [ana] });
  for (const current of [elsewhere.calls[0]!.id, here.calls.at(-1)!.id + 1, Number.MAX_SAFE_INTEGER])
    expect(await next(ana, here, current)).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } });
  for (const { id } of here.calls) expect(await callNow(world, id)).toMatchObject({ holdBy: null });
  expect((await next(ana, here, here.calls[1]!.id)).body.callId).toBe(here.calls[0]!.id);
});

test('a repeated or concurrent request returns the same call, never the current one', async () => {
  const here = await aCallingCampaign(world);
  const [ana] = here.operators as [TestUser];
  const replies = await Promise.all(Array.from({ length: 6 }, () => next(ana, here)));
  expect(new Set(replies.map(({ body }) => body.callId))).toEqual(new Set([here.calls[0]!.id]));
  const ahead = await next(ana, here, here.calls[0]!.id);
  expect(ahead.body.callId).toBe(here.calls[1]!.id);
  expect((await next(ana, here, here.calls[0]!.id)).body.callId).toBe(here.calls[1]!.id);
  // Expired after ten minutes without renewal.
  world.clock.advance(10 * MINUTE);
  expect((await next(ana, here)).body.callId).toBe(here.calls[0]!.id);
});

test('a call released without registration goes to the end of its group', async () => {
  const here = await aCallingCampaign(world);
  const [ana] = here.operators as [TestUser];
  const [first, second, third] = here.calls.map(({ id }) => id);
  await next(ana, here);
  expect((await release(ana, here, first!)).status).toBe(204);
  expect(await callNow(world, first!)).toMatchObject({ holdBy: null, releasedAt: world.clock.now() });
  expect((await next(ana, here)).body.callId).toBe(second);
  world.clock.advance(1000);
  await release(ana, here, second!);
  expect((await next(ana, here)).body.callId).toBe(third);
  await register(ana, here, third!, here.states.talked.id);
  expect((await next(ana, here)).body.callId).toBe(first);
  await register(ana, here, first!, here.states.talked.id);
  // Registering has ended the hold.
  await release(ana, here, first!);
  expect((await callNow(world, first!)).releasedAt).toBeNull();
  expect((await next(ana, here)).body.callId).toBe(second);
});

describe('callbacks', () => {
  test('a due callback comes first, a future one not at all, an overdue one to any colleague', async () => {
    const [ana, luis] = [await anOperator(world), await anOperator(world)];
    const here = await aCallingCampaign(world, { operators: [ana, luis], each: 2 });
    const [promised, other] = here.callsOf(ana).map(({ id }) => id);
    await register(ana, here, promised!, here.states.again.id, inMinutes(120));
    expect((await next(ana, here)).body.callId).toBe(other);
    expect(await next(ana, here, other)).toMatchObject(NONE);
    world.clock.advance(120 * MINUTE);
    expect((await next(ana, here)).body.callId).toBe(promised);
    // After half an hour any operator of the campaign may get it, before their own calls.
    world.clock.advance(29 * MINUTE);
    expect((await next(luis, here)).body.callId).toBe(here.callsOf(luis)[0]!.id);
    await release(luis, here, here.callsOf(luis)[0]!.id);
    world.clock.advance(1 * MINUTE);
    const elsewhere = here.callsOf(luis)[1]!.id;
    expect((await next(luis, here, elsewhere)).body.callId).toBe(promised);
    expect((await next(ana, here, elsewhere)).body.callId).toBe(other);
    expect((await register(luis, here, promised!, here.states.talked.id)).status).toBe(200);
    expect((await callNow(world, promised!)).operatorId).toBe(luis.id);
  });

  test('undated callbacks come after an hour, longest untouched first, three a day', async () => {
    const here = await aCallingCampaign(world, { each: 2 });
    const [ana] = here.operators as [TestUser];
    const [a, b] = here.calls.map(({ id }) => id);
    await register(ana, here, b!, here.states.again.id);
    world.clock.advance(MINUTE);
    await register(ana, here, a!, here.states.again.id);
    expect(await next(ana, here)).toMatchObject(NONE);
    world.clock.advance(60 * MINUTE);
    expect(await drain(ana, here, here.states.again.id)).toEqual([b, a]);
    world.clock.advance(61 * MINUTE);
    expect((await next(ana, here)).body.callId).toBe(b);
    await release(ana, here, b!);
    expect(await drain(ana, here, here.states.again.id)).toEqual([a, b]);
    expect((await callNow(world, a!)).dayCount).toBe(3);
    world.clock.advance(61 * MINUTE);
    expect(await next(ana, here)).toMatchObject(NONE);
    world.clock.set('2026-03-11T13:00:00.000Z');
    const today = await aSignedIn(ana);
    expect((await next(today, here)).body.callId).toBe(a);
  });

  test('a state that no longer allows callbacks ends them without changing calls', async () => {
    const here = await aCallingCampaign(world, { each: 1 });
    const [ana] = here.operators as [TestUser];
    await register(ana, here, here.calls[0]!.id, here.states.refused.id);
    world.clock.advance(61 * MINUTE);
    expect(await next(ana, here)).toMatchObject(NONE);
    await sql`update state set callback = true where id = ${here.states.refused.id}`.execute(world.db);
    const reply = await next(ana, here);
    await sql`update state set callback = false where id = ${here.states.refused.id}`.execute(world.db);
    expect(reply.body.callId).toBe(here.calls[0]!.id);
  });
});

/** Signs in again when the session has expired. */
async function aSignedIn(user: TestUser): Promise<TestUser> {
  const { aSession } = await import('../../../test/factories.ts');
  return { ...user, ...(await aSession(world, user.id)) };
}

test('skips blocked numbers from the commit of the block, before the flags are refreshed', async () => {
  const here = await aCallingCampaign(world);
  const [ana] = here.operators as [TestUser];
  await sql`update call set blocked = true where id = ${here.calls[0]!.id}`.execute(world.db);
  await sql`insert into blocked_number (number, reason) values (${Number(here.calls[1]!.number)}, 'DEAD')`.execute(
    world.db,
  );
  expect((await next(ana, here)).body.callId).toBe(here.calls[2]!.id);
});

describe('managers', () => {
  test('managers without own calls get all open calls of the campaign, also unassigned ones', async () => {
    const [ana, luis] = [await anOperator(world), await anOperator(world)];
    const here = await aCallingCampaign(world, { operators: [ana, luis], each: 1, unassigned: 1 });
    await next(ana, here);
    const other = await aCoordinator(world);
    expect((await next(here.manager, here)).body.callId).toBe(here.callsOf(luis)[0]!.id);
    expect((await next(other, here)).body.callId).toBe(here.callsOf(null)[0]!.id);
    expect(await next(await aCoordinator(world), here)).toMatchObject(NONE);
  });

  test("a colleague's due callback is left to them until it is overdue", async () => {
    const here = await aCallingCampaign(world, { each: 1 });
    await register(here.operators[0]!, here, here.calls[0]!.id, here.states.again.id, inMinutes(1));
    world.clock.advance(10 * MINUTE);
    expect(await next(here.manager, here)).toMatchObject(NONE);
    world.clock.advance(30 * MINUTE);
    expect((await next(here.manager, here)).body.callId).toBe(here.calls[0]!.id);
    await register(here.manager, here, here.calls[0]!.id, here.states.talked.id);
    expect((await callNow(world, here.calls[0]!.id)).operatorId).toBe(here.operators[0]!.id);
  });

  test("a manager who only viewed an operator's call does not move it to the end", async () => {
    const here = await aCallingCampaign(world);
    await hold(here.manager, here, here.calls[0]!.id);
    await release(here.manager, here, here.calls[0]!.id);
    expect(await callNow(world, here.calls[0]!.id)).toMatchObject({ holdBy: null, releasedAt: null });
  });
});

describe('holding', () => {
  test('takes and renews a hold, refuses others, and releases only the own hold', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const callId = here.calls[0]!.id;
    const taken = await hold(ana, here, callId);
    expect(taken.body).toEqual({ callId, heldUntil: inMinutes(10) });
    world.clock.advance(9 * MINUTE);
    expect((await hold(ana, here, callId)).body.heldUntil).toBe(inMinutes(10));
    expect(await hold(here.manager, here, callId)).toMatchObject({ status: 409, body: { error: 'CALL_HELD' } });
    expect((await release(here.manager, here, callId)).status).toBe(204);
    expect((await callNow(world, callId)).holdBy).toBe(ana.id);
    world.clock.advance(10 * MINUTE);
    expect((await hold(here.manager, here, callId)).status).toBe(200);
    expect(await hold(ana, here, callId)).toMatchObject({ status: 409, body: { error: 'CALL_HELD' } });
  });

  test('refuses users who could not register; invisible campaigns are 404, paused ones code 600', async () => {
    const [ana, luis] = [await anOperator(world), await anOperator(world)];
    const here = await aCallingCampaign(world, { operators: [ana, luis] });
    const there = await aCallingCampaign(world, { status: 'PAUSADA' });
    expect((await hold(luis, here, here.callsOf(ana)[0]!.id)).body.error).toBe('INVALID_OPERATOR');
    expect((await hold(ana, there, there.calls[0]!.id)).status).toBe(404);
    expect((await release(ana, here, there.calls[0]!.id)).status).toBe(404);
    expect((await next(ana, there)).status).toBe(404);
    const [eva] = there.operators as [TestUser];
    expect((await hold(eva, there, there.calls[0]!.id)).body).toMatchObject({ error: 'CAMPAIGN_NOT_OPEN', code: 600 });
    expect((await next(eva, there)).body).toMatchObject({ error: 'CAMPAIGN_NOT_OPEN', code: 600 });
  });
});

test('twenty concurrent managers get every call exactly once', async () => {
  const here = await aCallingCampaign(world, { each: 150 });
  const managers = await Promise.all(Array.from({ length: 20 }, () => aCoordinator(world)));
  const given = await Promise.all(managers.map((manager) => drain(manager, here)));
  expect(given.flat().toSorted((a, b) => a - b)).toEqual(here.calls.map(({ id }) => id));
  // Each got the calls in order.
  for (const own of given) expect(own).toEqual(own.toSorted((a, b) => a - b));
  const { total } = await world.db
    .selectFrom('callHistory')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('campaignId', '=', here.campaign.id)
    .executeTakeFirstOrThrow();
  expect(total).toBe(150);
});
