import { api } from '@campanero/contract';
import { beforeEach, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, addCalls, type Calling } from '../../../test/calling.ts';
import { anExternalCoordinator, anOperator, aSession, type TestUser } from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';

const world = useWorld();
beforeEach(() => world.clock.set('2026-03-10T13:00:00.000Z'));

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const inMinutes = (minutes: number) => new Date(world.clock.now().getTime() + minutes * MINUTE).toISOString();
const promise = (user: TestUser, { campaign, states }: Calling, callId: number, callbackAt: string) =>
  as(world, user).call(api.calls.register, {
    params: { id: campaign.id, callId },
    body: { stateId: states.again.id, callbackAt },
  });

test('lists own callbacks of open campaigns, soonest first', async () => {
  const ana = await anOperator(world);
  const [here, there] = [
    await aCallingCampaign(world, { operators: [ana], each: 2 }),
    await aCallingCampaign(world, { operators: [ana], each: 1 }),
  ];
  await promise(ana, here, here.calls[0]!.id, inMinutes(60));
  await promise(ana, there, there.calls[0]!.id, inMinutes(30));
  const mine = await as(world, ana).call(api.calls.callbacks);
  expect(mine.body).toEqual([
    {
      callId: there.calls[0]!.id,
      campaignId: there.campaign.id,
      campaignName: there.campaign.name,
      number: there.calls[0]!.number,
      name: 'Persona 1',
      callbackAt: inMinutes(30),
      observations: null,
      openForCalls: true,
    },
    expect.objectContaining({ callId: here.calls[0]!.id }),
  ]);
  expect((await as(world, here.manager).call(api.calls.callbacks)).body).toEqual([]);
  await world.db.updateTable('campaign').set({ status: 'FINALIZADA' }).where('id', '=', there.campaign.id).execute();
  expect((await as(world, ana).call(api.calls.callbacks)).body).toHaveLength(1);
});

test('a callback shows the last note, as corrected, and whether its campaign is open', async () => {
  const here = await aCallingCampaign(world, { each: 1 });
  const [ana] = here.operators as [TestUser];
  const params = { id: here.campaign.id, callId: here.calls[0]!.id };
  const register = (observations: string | null) => {
    world.clock.advance(MINUTE);
    return as(world, ana).call(api.calls.register, {
      params,
      body: { stateId: here.states.again.id, callbackAt: inMinutes(60), observations },
    });
  };
  const mine = async () => (await as(world, ana).call(api.calls.callbacks)).body[0];
  await register('Atiende desde las 19.');
  expect(await mine()).toMatchObject({ observations: 'Atiende desde las 19.', openForCalls: true });
  const { body: latest } = await register('Se mudó');
  await register('  ');
  expect((await mine())?.observations).toBe('Se mudó');
  await as(world, here.manager).call(api.calls.correct, {
    params: { ...params, entryId: latest.id },
    body: { stateId: here.states.again.id, reason: 'Era otra persona' },
  });
  expect((await mine())?.observations).toBe('Atiende desde las 19.');
  await world.db
    .updateTable('campaign')
    .set({ status: 'PAUSADA', statusBeforePause: 'EN CURSO' })
    .where('id', '=', here.campaign.id)
    .execute();
  expect((await mine())?.openForCalls).toBe(false);
});

test('a due callback notifies its operator once and again for a new date; a pause delays it', async () => {
  const here = await aCallingCampaign(world);
  const [ana] = here.operators as [TestUser];
  const callId = here.calls[0]!.id;
  await promise(ana, here, callId, inMinutes(5));
  const notifications = async () => {
    await runJob(world.deps, 'calls.ring-callbacks');
    const rows = await world.db.selectFrom('notification').selectAll().where('userId', '=', ana.id).execute();
    return rows.map(({ action, status, callId: about, campaignId }) => ({ action, status, about, campaignId }));
  };
  expect(await notifications()).toEqual([]);
  world.clock.advance(5 * MINUTE);
  const notification = { action: 'CALLBACK', status: 'DUE', about: callId, campaignId: here.campaign.id };
  expect(await notifications()).toEqual([notification]);
  expect(await notifications()).toEqual([notification]);
  expect(world.published.filter(({ userIds }) => userIds.includes(ana.id))).toHaveLength(1);
  await promise(ana, here, callId, inMinutes(5));
  world.clock.advance(6 * MINUTE);
  await world.db
    .updateTable('campaign')
    .set({ status: 'PAUSADA', statusBeforePause: 'EN CURSO' })
    .where('id', '=', here.campaign.id)
    .execute();
  expect(await notifications()).toEqual([notification]);
  await world.db
    .updateTable('campaign')
    .set({ status: 'EN CURSO', statusBeforePause: null })
    .where('id', '=', here.campaign.id)
    .execute();
  expect(await notifications()).toEqual([notification, notification]);
});

test('notifies and lists more callbacks than one batch', async () => {
  const [ana, luis] = [await anOperator(world), await anOperator(world)];
  const here = await aCallingCampaign(world, { operators: [ana, luis], each: 600 });
  await world.db
    .updateTable('call')
    .set({ callbackAt: inMinutes(-1) })
    .where('campaignId', '=', here.campaign.id)
    .execute();
  await runJob(world.deps, 'calls.ring-callbacks');
  const { rung } = await world.db
    .selectFrom('notification')
    .select((eb) => eb.fn.countAll<number>().as('rung'))
    .where('campaignId', '=', here.campaign.id)
    .executeTakeFirstOrThrow();
  expect(rung).toBe(1200);
  expect((await as(world, ana).call(api.calls.callbacks)).body).toHaveLength(600);
});

test('caller search finds whole numbers, prefixes and suffixes among visible calls', async () => {
  const [here, there] = [await aCallingCampaign(world), await aCallingCampaign(world)];
  const [ana] = here.operators as [TestUser];
  await addCalls(world, here.campaign.id, [ana.id], { numbers: ['3514442211'] });
  await addCalls(world, there.campaign.id, [null], { numbers: ['3514442211'] });
  const search = async (user: TestUser, number: string) => {
    const reply = await as(world, user).call(api.calls.search, { query: { number } });
    return reply.status === 200 ? reply.body.map(({ campaignId }) => campaignId) : reply.status;
  };
  expect(await search(ana, '3514442211')).toEqual([here.campaign.id]);
  expect(await search(ana, '+54 9 351 444-2211')).toEqual([here.campaign.id]);
  expect(await search(ana, '35144')).toEqual([here.campaign.id]);
  expect(await search(ana, '2211')).toEqual([here.campaign.id]);
  expect(await search(ana, '442211')).toEqual([here.campaign.id]);
  expect(await search(here.manager, '3514442211')).toEqual([there.campaign.id, here.campaign.id]);
  expect(await search(await anExternalCoordinator(world), '3514442211')).toEqual([]);
  expect(await search(ana, '221')).toBe(400);
  expect(await search(ana, 'a-b-c')).toBe(400);
  const reply = await as(world, ana).call(api.calls.search, { query: { number: '3514442211' } });
  expect(reply.body[0]).toMatchObject({
    name: 'Persona 1',
    stateName: 'Pendiente',
    userName: ana.name,
    lastCallAt: null,
  });
  await as(world, ana).call(api.calls.register, {
    params: { id: here.campaign.id, callId: reply.body[0]!.callId },
    body: { stateId: here.states.talked.id },
  });
  const { body } = await as(world, ana).call(api.calls.search, { query: { number: '3514442211' } });
  expect(body[0]).toMatchObject({
    stateName: here.states.talked.name,
    stateColor: expect.stringMatching(/^#/),
    lastCallAt: world.clock.now().toISOString(),
  });
});

test('caller search never drops a call of a running campaign for one of a finished campaign', async () => {
  const finished = await aCallingCampaign(world, { status: 'FINALIZADA', each: 0 });
  const running = await aCallingCampaign(world, { each: 0 });
  const latest = await aCallingCampaign(world, { status: 'FINALIZADA', each: 0 });
  const numbers = (first: number) => Array.from({ length: 30 }, (_, place) => String(3_871_110_000 + first + place));
  await addCalls(
    world,
    finished.campaign.id,
    numbers(0).map(() => null),
    { numbers: numbers(0) },
  );
  await addCalls(
    world,
    latest.campaign.id,
    numbers(0).map(() => null),
    { numbers: numbers(30) },
  );
  await addCalls(world, running.campaign.id, [null], { numbers: ['3871119999'] });
  const { body } = await as(world, running.manager).call(api.calls.search, { query: { number: '387111' } });
  expect(body).toHaveLength(50);
  expect(body.map(({ campaignId }) => campaignId)).toEqual([
    running.campaign.id,
    ...Array.from({ length: 30 }, () => latest.campaign.id),
    ...Array.from({ length: 19 }, () => finished.campaign.id),
  ]);
});

test("the own day counts today's registrations and open calls", async () => {
  const here = await aCallingCampaign(world, { each: 4 });
  const [ana] = here.operators as [TestUser];
  const register = (place: number, stateId: number) =>
    as(world, ana).call(api.calls.register, {
      params: { id: here.campaign.id, callId: here.calls[place]!.id },
      body: { stateId },
    });
  const today = async () => (await as(world, ana).call(api.calls.today)).body;
  expect(await today()).toEqual({ callsMade: 0, contacted: 0, effective: 0, pending: 4 });
  await register(0, here.states.talked.id);
  await register(1, here.states.refused.id);
  await register(1, here.states.again.id);
  expect(await today()).toEqual({ callsMade: 3, contacted: 2, effective: 1, pending: 3 });
  // 23:59 at UTC-3; a minute later it is the next day.
  world.clock.set('2026-03-11T02:59:00.000Z');
  const late = await freshSession(ana);
  expect((await as(world, late).call(api.calls.today)).body.callsMade).toBe(3);
  world.clock.advance(MINUTE);
  expect((await as(world, late).call(api.calls.today)).body).toMatchObject({ callsMade: 0, pending: 3 });
});

async function freshSession(user: TestUser): Promise<TestUser> {
  const { aSession } = await import('../../../test/factories.ts');
  return { ...user, ...(await aSession(world, user.id)) };
}

test('a campaign names its most used states, the same for the whole day', async () => {
  const here = await aCallingCampaign(world, { each: 4 });
  const [ana] = here.operators as [TestUser];
  const { again, talked } = here.states;
  const entryIds: number[] = [];
  for (const [place, { id }] of [again, talked, talked].entries()) {
    const params = { id: here.campaign.id, callId: here.calls[place]!.id };
    entryIds.push((await as(world, ana).call(api.calls.register, { params, body: { stateId: id } })).body.id);
  }
  // A session lasts a day.
  const manager = async () => as(world, { ...here.manager, ...(await aSession(world, here.manager.id)) });
  const usedStates = async () =>
    (await (await manager()).call(api.campaigns.detail, { params: { id: here.campaign.id } })).body.usedStates;
  expect(await usedStates()).toEqual([]);
  world.clock.advance(DAY);
  expect(await usedStates()).toEqual([talked.id, again.id]);
  const params = { id: here.campaign.id, callId: here.calls[2]!.id, entryId: entryIds[2]! };
  const body = { stateId: again.id, reason: 'Se equivocó de estado' };
  expect(await (await manager()).call(api.calls.correct, { params, body })).toMatchObject({ status: 200 });
  expect(await usedStates()).toEqual([talked.id, again.id]);
  world.clock.advance(DAY);
  expect(await usedStates()).toEqual([again.id, talked.id]);
  world.clock.advance(13 * DAY);
  expect(await usedStates()).toEqual([]);
});
