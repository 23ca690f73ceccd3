import { api } from '@campanero/contract';
import type { CampaignFigures, OperatorFigures } from '@campanero/contract/statistics/campaign-endpoints';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { as, type RawInput } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import {
  aCampaign,
  aCoordinator,
  anExternalCoordinator,
  anExternalOperator,
  anOperator,
  aSession,
  type TestUser,
} from '../../../test/factories.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { closingWork } from '../campaigns/status/close-campaign.ts';

const world = useWorld();
beforeEach(() => world.clock.set('2026-03-10T13:00:00.000Z'));

/** Signs in again when the session has expired. */
const aSignedIn = async (user: TestUser): Promise<TestUser> => ({ ...user, ...(await aSession(world, user.id)) });

type Endpoint = keyof typeof api.campaignStatistics;
const ask = (user: TestUser | null, endpoint: Endpoint, campaignId: number, query: RawInput['query'] = {}) =>
  as(world, user).send(api.campaignStatistics[endpoint], { params: { campaignId }, query });
const register = async (user: TestUser, { campaign }: Calling, callId: number, body: object) => {
  const reply = await as(world, user).send(api.calls.register, { params: { id: campaign.id, callId }, body });
  expect(reply.status).toBe(200);
};
const NOTHING = {
  totalCalls: 0,
  totalCalled: 0,
  pending: 0,
  totalReCalled: 0,
  contacted: 0,
  effective: 0,
  participate: 0,
  takeoverByMail: 0,
  takeoverByWhatsapp: 0,
  affinity: { positive: 0, neutral: 0, negative: 0 },
};

test('managers see all figures, every role its own, only of visible campaigns', async () => {
  const operator = await anOperator(world);
  const { id } = await aCampaign(world, { operators: [operator.id] });
  const manager = await aCoordinator(world);
  for (const endpoint of ['campaign', 'days', 'own', 'ownDays', 'ownToday'] as const) {
    expect((await ask(null, endpoint, id)).status).toBe(401);
    expect((await ask(manager, endpoint, id)).status).toBe(200);
    expect((await ask(await anExternalCoordinator(world), endpoint, id)).status).toBe(404);
    expect((await ask(manager, endpoint, 2_000_000_000)).status).toBe(404);
    expect((await ask(operator, endpoint, id)).status).toBe(endpoint.startsWith('own') ? 200 : 403);
  }
  for (const endpoint of ['own', 'ownDays', 'ownToday'] as const) {
    expect((await ask(await anOperator(world), endpoint, id)).status).toBe(404);
    expect((await ask(await anExternalOperator(world), endpoint, id)).status).toBe(404);
  }
});

test('a campaign without audience has zero figures', async () => {
  const { id } = await aCampaign(world);
  const manager = await aCoordinator(world);
  expect((await ask(manager, 'campaign', id)).body).toEqual(NOTHING);
  expect((await ask(manager, 'campaign', id, { fromdate: '2026-03-10T15:00:00Z' })).body).toEqual(NOTHING);
  expect((await ask(manager, 'days', id)).body).toEqual([]);
});

test.each([
  [{ fromdate: '2026-03-11T00:00:00Z', todate: '2026-03-10T23:59:59Z' }, 'todate'],
  [{ fromdate: '2026-03-10' }, 'fromdate'],
  [{ fromdate: 'ayer' }, 'fromdate'],
  [{ todate: '0000-01-01T00:00:00Z' }, 'todate'],
  [{ todate: '9999-01-01T00:00:00Z' }, 'todate'],
])('refuses invalid dates %o with a message', async (query, field) => {
  const { id } = await aCampaign(world);
  const manager = await aCoordinator(world);
  for (const endpoint of ['campaign', 'days', 'own'] as const) {
    const reply = await ask(manager, endpoint, id, query);
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ field }] } });
    expect(reply.body.errors?.[0]?.message).toMatch(/^(Ingrese|La fecha)/);
  }
});

/** Ana registers at 10:00 and the same call again at 15:00, Luis the next day at 10:00 (UTC-3). */
async function twoDays() {
  const operators = [await anOperator(world), await anOperator(world)];
  const here = await aCallingCampaign(world, { operators, each: 2, unassigned: 1 });
  const [ana, luis] = operators as [TestUser, TestUser];
  const { talked, again } = here.states;
  const first = here.callsOf(ana)[0]!;
  await register(ana, here, first.id, { stateId: again.id });
  world.clock.set('2026-03-10T18:00:00.000Z');
  await register(ana, here, first.id, { stateId: talked.id, affinity: 'Positivo' });
  await as(world, here.manager).call(api.contacts.savePerson, {
    params: { personId: first.personId },
    query: { lead: '1' },
    body: { interested: true },
  });
  world.clock.set('2026-03-11T13:00:00.000Z');
  for (const user of [here.manager, ana, luis]) Object.assign(user, await aSession(world, user.id));
  await register(luis, here, here.callsOf(luis)[0]!.id, { stateId: again.id, affinity: 'Negativo' });
  return { here, ana, luis };
}

test('counts calls without dates and registrations with dates; base and pending are the same', async () => {
  const { here, ana, luis } = await twoDays();
  const { id } = here.campaign;
  const calls = { ...NOTHING, totalCalls: 5, totalCalled: 2, pending: 3, totalReCalled: 1, contacted: 1, effective: 1 };
  expect((await ask(here.manager, 'campaign', id)).body).toEqual({
    ...calls,
    participate: 1,
    affinity: { positive: 1, neutral: 0, negative: 1 },
  });
  expect((await ask(here.manager, 'campaign', id, { fromdate: '2026-03-10T03:00:00Z' })).body).toEqual({
    ...calls,
    totalCalled: 3,
    participate: 2,
    affinity: { positive: 1, neutral: 0, negative: 1 },
  });
  expect((await ask(ana, 'own', id)).body).toEqual({
    totalCalls: 2,
    totalCalled: 1,
    totalReCalled: 1,
    contacted: 1,
    effective: 1,
  });
  expect((await ask(luis, 'own', id, { todate: '2026-03-11T13:00:00Z' })).body).toEqual({
    totalCalls: 2,
    totalCalled: 0,
    totalReCalled: 0,
    contacted: 0,
    effective: 0,
  });
  expect((await ask(here.manager, 'days', id)).body).toEqual([
    { date: '2026-03-10', callsMade: 2, contacted: 1, effective: 1, contactedOnly: 0 },
    { date: '2026-03-11', callsMade: 1, contacted: 0, effective: 0, contactedOnly: 0 },
  ]);
});

test.each([
  // The span includes Desde and excludes Hasta.
  ['2026-03-10T13:00:00.000Z', '2026-03-10T18:00:00.000Z', 1, 0],
  ['2026-03-10T13:00:00.001Z', '2026-03-10T18:00:00.001Z', 1, 1],
  ['2026-03-10T13:00:00.000Z', '2026-03-11T13:00:00.000Z', 2, 1],
  ['2026-03-10T18:00:00.000Z', '2026-03-11T13:00:00.001Z', 2, 1],
  ['2026-03-10T21:00:00.000-03:00', '2026-03-11T10:00:00.001-03:00', 1, 0],
])('from %s to %s: %i registrations, %i of them again', async (fromdate, todate, totalCalled, totalReCalled) => {
  const { here } = await twoDays();
  const { body } = await ask(here.manager, 'campaign', here.campaign.id, { fromdate, todate });
  expect(body).toMatchObject({ totalCalls: 5, pending: 3, totalCalled, totalReCalled });
});

test('own days count only the caller; today is compared with the same weekday until the same hour', async () => {
  const [ana, eva] = [await anOperator(world), await anOperator(world)];
  const calling = await aCallingCampaign(world, { operators: [ana, eva], each: 30 });
  const { talked, again } = calling.states;
  let place = 0;
  const at = async (moment: string, user: TestUser, stateId = talked.id) => {
    world.clock.set(moment);
    const { id } = calling.callsOf(user)[place++ % 30]!;
    await register(await aSignedIn(user), calling, id, { stateId });
  };
  const params = { campaignId: calling.campaign.id };
  const day = async () =>
    (await as(world, await aSignedIn(ana)).call(api.campaignStatistics.ownToday, { params })).body;
  const TEN = 'T13:00:00.000Z';
  expect(await day()).toMatchObject({ callsMade: 0, usual: null });
  // A Wednesday without earlier ones.
  for (const moment of ['T12:00:00.000Z', 'T12:30:00.000Z']) await at(`2026-03-11${moment}`, ana);
  world.clock.set(`2026-03-12${TEN}`);
  expect((await day()).usual).toEqual({ days: 1, isSameWeekday: false, callsMade: 2, contacted: 2, wholeDay: 2 });
  // Two Thursdays: three and one until ten, two after; registrations of others do not count.
  for (const moment of ['T11:00:00.000Z', 'T12:00:00.000Z']) await at(`2026-03-12${moment}`, ana);
  await at(`2026-03-12${TEN}`, ana, again.id);
  await at('2026-03-12T13:00:00.001Z', ana);
  await at('2026-03-12T18:00:00.000Z', eva);
  await at('2026-03-19T12:00:00.000Z', ana);
  await at('2026-03-19T20:00:00.000Z', ana);
  await at('2026-03-26T12:45:00.000Z', ana);
  world.clock.set(`2026-03-26${TEN}`);
  expect(await day()).toEqual({
    at: `2026-03-26${TEN}`,
    callsMade: 1,
    contacted: 1,
    usual: { days: 2, isSameWeekday: true, callsMade: 2, contacted: 2, wholeDay: 3 },
  });
  const days = await as(world, await aSignedIn(ana)).call(api.campaignStatistics.ownDays, { params, query: {} });
  expect(days.body.map(({ date, callsMade, contacted }) => [date, callsMade, contacted])).toEqual([
    ['2026-03-11', 2, 2],
    ['2026-03-12', 4, 3],
    ['2026-03-19', 2, 2],
    ['2026-03-26', 1, 1],
  ]);
  const since = { fromdate: '2026-03-19T12:00:01.000Z' };
  expect((await ask(await aSignedIn(ana), 'ownDays', calling.campaign.id, since)).body).toHaveLength(2);
});

test('a figure introduced after a campaign finished is 0 there', async () => {
  const { here, ana } = await twoDays();
  const { id } = here.campaign;
  await as(world, here.manager).call(api.campaigns.finish, { params: { id } });
  await closingWork.jobs.large.handler(jobCtx(world), { campaignId: id });
  const all = (await ask(here.manager, 'campaign', id)).body as CampaignFigures;
  const own = (await ask(ana, 'own', id)).body as OperatorFigures;
  await sql`
    update frozen_statistics set figures = figures #- '{contacted}' #- '{affinity,neutral}',
      operators = operators #- array[${String(ana.id)}, 'contacted'] where campaign_id = ${id}`.execute(world.db);
  expect(await ask(here.manager, 'campaign', id)).toMatchObject({
    status: 200,
    body: { ...all, contacted: 0, affinity: { ...all.affinity, neutral: 0 } },
  });
  expect(await ask(ana, 'own', id)).toMatchObject({ status: 200, body: { ...own, contacted: 0 } });
});

test('a finished campaign shows the stored figures, to operators too; users without calls see zeros', async () => {
  const { here, ana } = await twoDays();
  const { id } = here.campaign;
  const before = (await ask(ana, 'own', id)).body;
  await as(world, here.manager).call(api.campaigns.finish, { params: { id } });
  // Until the closing job has run, the figures are live.
  expect((await ask(ana, 'own', id)).body).toEqual(before);
  await closingWork.jobs.large.handler(jobCtx(world), { campaignId: id });
  expect((await ask(ana, 'own', id)).body).toEqual(before);
  expect((await ask(here.manager, 'own', id)).body).toMatchObject({ totalCalls: 0, totalCalled: 0 });
  expect((await ask(here.manager, 'campaign', id)).body).toMatchObject({ totalCalls: 5, totalCalled: 2 });
});
