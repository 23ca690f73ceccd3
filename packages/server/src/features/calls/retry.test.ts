import { api } from '@campanero/contract';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, callNow, type Calling } from '../../../test/calling.ts';
import { aState } from '../../../test/catalogue.ts';
import { aSession, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let here: Calling;
let ana: TestUser;
let calls: number[];
/** Answered, to be called again. */
let reached: { id: number };
beforeAll(async () => {
  reached = await aState(world, { name: 'Volver a llamar', callback: true, contactability: true });
});
beforeEach(async () => {
  world.clock.set('2026-03-10T12:00:00.000Z');
  here = await aCallingCampaign(world, { each: 3 });
  ana = here.operators[0]!;
  calls = here.calls.map(({ id }) => id);
  await world.db.insertInto('campaignState').values({ campaignId: here.campaign.id, stateId: reached.id }).execute();
});

/** Hours at UTC-3; the user is signed in again. */
const goTo = (moment: string) => world.clock.set(new Date(`2026-03-${moment}:00.000-03:00`).toISOString());
const signed = async (user: TestUser) => as(world, { ...user, ...(await aSession(world, user.id)) });
const ongoing = async (body: object) =>
  (await signed(here.manager)).call(api.campaigns.ongoing, { params: { id: here.campaign.id }, body });
async function register(moment: string, callId: number, stateId = here.states.again.id, callbackAt?: string) {
  goTo(moment);
  const body = { stateId, ...(callbackAt && { callbackAt }) };
  const reply = await (await signed(ana)).call(api.calls.register, { params: { id: here.campaign.id, callId }, body });
  expect(reply.status).toBe(200);
  return reply.body;
}
/** The next calls, each held and none registered. */
async function coming(moment: string, user = ana): Promise<number[]> {
  goTo(moment);
  const session = await signed(user);
  const given: number[] = [];
  for (let current = 0; ; current = given.at(-1)!) {
    const reply = await session.call(api.calls.next, { params: { id: here.campaign.id, current } });
    if (reply.status === 422) return given;
    given.push(reply.body.callId);
  }
}

describe('retry without answer', () => {
  test('comes in another part of the day before older calls already tried in this part', async () => {
    const [a, b, c] = calls as [number, number, number];
    await register('10T12:30', a);
    await register('10T13:30', b);
    await register('10T17:00', c);
    expect(await coming('11T12:30')).toEqual([c, a, b]);
  });

  test('with every part tried comes by age, after calls with an untried part', async () => {
    const [a, b] = calls as [number, number, number];
    await register('10T10:00', a);
    await register('10T13:00', a);
    await register('10T17:00', a);
    await register('10T18:00', b);
    expect((await callNow(world, a)).triedParts).toBe(7);
    await register('10T18:30', calls[2]!, here.states.talked.id);
    expect(await coming('11T10:00')).toEqual([b, a]);
  });

  test('never before an hour has passed, even in another part of the day', async () => {
    await register('10T11:45', calls[0]!);
    await register('10T11:50', calls[1]!, here.states.talked.id);
    await register('10T11:50', calls[2]!, here.states.talked.id);
    expect(await coming('10T12:30')).toEqual([]);
    expect(await coming('10T12:45')).toEqual([calls[0]]);
  });

  test('after due callbacks and calls never made', async () => {
    const [a, b, c] = calls as [number, number, number];
    await register('10T10:00', a);
    await register('10T10:10', b, here.states.again.id, new Date('2026-03-10T17:00:00.000Z').toISOString());
    expect(await coming('10T15:00')).toEqual([b, c, a]);
  });

  test('comes first for managers too', async () => {
    const [a, b, c] = calls as [number, number, number];
    await register('10T12:30', a);
    await register('10T13:30', b);
    await register('10T17:00', c);
    expect(await coming('11T12:30', here.manager)).toEqual([c, a, b]);
  });
});

test('an answered call comes by age at any hour', async () => {
  const [a, b, c] = calls as [number, number, number];
  await register('10T12:30', a);
  await register('10T16:30', b, reached.id);
  await register('10T17:00', c);
  expect(await coming('11T12:40')).toEqual([c, a, b]);
});

test('the campaign setting switches between age and hour', async () => {
  const [a, b, c] = calls as [number, number, number];
  await register('10T12:30', a);
  await register('10T13:30', b);
  await register('10T17:00', c);
  goTo('11T09:00');
  expect((await ongoing({ retryOtherHours: false })).body).toMatchObject({ retryOtherHours: false });
  expect(await coming('11T12:30')).toEqual([a, b, c]);
  const off = await (await signed(ana)).call(api.contacts.detail, { params: keyOf(c) });
  expect(off.body.retryAfter).toEqual([]);
  await ongoing({ retryOtherHours: true });
  expect(await coming('11T12:50')).toEqual([c, a, b]);
});

const keyOf = (callId: number) => ({ phone: here.calls.find(({ id }) => id === callId)!.number, callId });

test('the contact page shows the unanswered time only while it explains the retry', async () => {
  const [a] = calls as [number];
  const pageAt = async (moment: string) => {
    goTo(moment);
    return (await (await signed(ana)).call(api.contacts.detail, { params: keyOf(a) })).body.retryAfter;
  };
  expect(await pageAt('10T09:00')).toEqual([]);
  await register('10T10:00', a);
  expect(await pageAt('10T11:30')).toEqual([]);
  expect(await pageAt('10T13:00')).toEqual(['morning']);
  await register('10T13:10', a);
  expect(await pageAt('10T18:00')).toEqual(['morning', 'midday']);
  await register('10T18:10', a, reached.id);
  expect(await pageAt('11T13:00')).toEqual([]);
});

test('a correction changes the result of an attempt, not its hour', async () => {
  const [a, b, c] = calls as [number, number, number];
  await register('10T12:30', a);
  const { id: entryId } = await register('10T17:00', b, here.states.talked.id);
  await register('10T17:10', c, here.states.talked.id);
  goTo('11T12:00');
  const correction = { stateId: here.states.again.id, reason: 'No atendió nadie' };
  const key = { id: here.campaign.id, callId: b, entryId };
  const reply = await (await signed(here.manager)).call(api.calls.correct, { params: key, body: correction });
  expect(reply.status).toBe(200);
  expect((await callNow(world, b)).triedParts).toBe(4);
  expect(await coming('11T12:30')).toEqual([b, a]);
});

test('a changed state rule applies at once without rewriting calls', async () => {
  const [a, b, c] = calls as [number, number, number];
  const silent = await aState(world, { callback: true });
  await world.db.insertInto('campaignState').values({ campaignId: here.campaign.id, stateId: silent.id }).execute();
  await register('10T12:30', a);
  await register('10T16:30', b, silent.id);
  await register('10T17:00', c, here.states.talked.id);
  const before = await callNow(world, b);
  await world.db.updateTable('state').set({ contactability: true }).where('id', '=', silent.id).execute();
  expect(await coming('11T12:30')).toEqual([a, b]);
  await world.db.updateTable('state').set({ contactability: false }).where('id', '=', silent.id).execute();
  expect(await coming('11T12:50')).toEqual([b, a]);
  expect((await callNow(world, b)).updatedAt).toEqual(before.updatedAt);
});
