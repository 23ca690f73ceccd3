import { api } from '@campanero/contract';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { as, auditOf } from '../../../../test/actors.ts';
import { useWorld } from '../../../../test/app.ts';
import { someCalls } from '../../../../test/calls.ts';
import { aState, theSystemStates } from '../../../../test/catalogue.ts';
import {
  aCampaign,
  aCoordinator,
  anExternalCoordinator,
  anOperator,
  type TestUser,
} from '../../../../test/factories.ts';
import { jobCtx, runJob } from '../../../../test/jobs.ts';
import { closingWork } from './close-campaign.ts';

const world = useWorld();
let coordinator: TestUser;
beforeAll(async () => {
  await theSystemStates(world);
});
beforeEach(async () => {
  coordinator = await aCoordinator(world);
  world.enqueued.length = 0;
  world.published.length = 0;
});

const finish = (id: number, user = coordinator) => as(world, user).call(api.campaigns.finish, { params: { id } });
const statusOf = async (id: number) =>
  (await as(world, coordinator).call(api.campaigns.detail, { params: { id } })).body.status;
const close = (campaignId: number) => closingWork.jobs.large.handler(jobCtx(world), { campaignId });
const sweep = () => runJob(world.deps, 'campaign.sweep');

const OPEN: CampaignStatus[] = [
  'PENDIENTE',
  'CARGANDO AUDIENCIA',
  'AUDIENCIA PROCESADA',
  'EN CURSO',
  'PAUSADA',
  'REVISANDO',
];
test.each(OPEN)('from %s: 202, FINALIZANDO, job, audit record and event; a second time 409', async (status) => {
  const { id, name } = await aCampaign(world, { status });
  expect(await finish(id)).toMatchObject({ status: 202, body: { status: 'FINALIZANDO' } });
  expect(world.enqueued).toEqual([{ name: 'campaign.close', payload: { campaignId: id } }]);
  expect(world.published).toMatchObject([{ event: 'campaign', payload: { id, status: 'FINALIZANDO' } }]);
  expect((await auditOf(world)).at(-1)).toMatchObject({
    userId: coordinator.id,
    action: 'CAMPAÑA',
    subaction: 'ACCIÓN',
    info: {
      entries: [{ label: 'Estado', prevValue: status }],
      modifications: [
        { label: 'Campaña', value: name },
        { label: 'Estado', value: 'FINALIZANDO' },
      ],
    },
  });
  expect(await finish(id)).toMatchObject({ status: 409, body: { error: 'CAMPAIGN_FINISHED' } });
  await close(id);
  expect(await finish(id)).toMatchObject({ status: 409, body: { error: 'CAMPAIGN_FINISHED' } });
});

test('of two concurrent requests one succeeds, with one job', async () => {
  const { id } = await aCampaign(world, { status: 'EN CURSO' });
  const replies = await Promise.all([finish(id), finish(id, await aCoordinator(world)), finish(id)]);
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409, 409]);
  expect(world.enqueued).toHaveLength(1);
});

test('a campaign that is not visible is 404', async () => {
  const { id } = await aCampaign(world, { status: 'EN CURSO' });
  expect((await finish(id, await anExternalCoordinator(world))).status).toBe(404);
  expect(await statusOf(id)).toBe('EN CURSO');
});

test('cancels a running load', async () => {
  const { id } = await aCampaign(world, { status: 'CARGANDO AUDIENCIA' });
  await world.db
    .insertInto('audienceLoad')
    .values({ campaignId: id, source: 'csv', name: 'vecinos.csv', createdBy: coordinator.id })
    .execute();
  await finish(id);
  const load = await world.db
    .selectFrom('audienceLoad')
    .select(['status', 'finishedAt'])
    .where('campaignId', '=', id)
    .executeTakeFirstOrThrow();
  expect(load).toMatchObject({ status: 'CANCELLED', finishedAt: world.clock.now() });
});

test('closing freezes the figures and sets FINALIZADA; repeated or too early it changes nothing', async () => {
  const operator = await anOperator(world);
  const good = await aState(world, { contactability: true, effectiveness: true });
  const { id } = await aCampaign(world, { status: 'EN CURSO', operators: [operator.id] });
  await someCalls(world, id, [
    { operatorId: operator.id, stateId: good.id, callCount: 2, interested: true },
    { operatorId: operator.id, callCount: 0 },
    {},
  ]);
  await close(id);
  expect(await statusOf(id)).toBe('EN CURSO');
  const progress = await as(world, operator).call(api.campaigns.progress, { params: { id } });
  expect(progress.body).toMatchObject({
    total: 3,
    called: 1,
    pending: 2,
    unassigned: 1,
    states: [
      { id: 1, count: 2 },
      { id: good.id, count: 1 },
    ],
  });

  await finish(id);
  world.published.length = 0;
  await close(id);
  expect(world.published).toMatchObject([{ event: 'campaign', payload: { id, status: 'FINALIZADA' } }]);
  expect(await statusOf(id)).toBe('FINALIZADA');
  const frozen = () => world.db.selectFrom('frozenStatistics').selectAll().where('campaignId', '=', id).execute();
  const [first] = await frozen();
  expect(first?.figures).toMatchObject({
    totalCalls: 3,
    totalCalled: 1,
    pending: 2,
    totalReCalled: 1,
    contacted: 1,
    effective: 1,
    participate: 1,
  });

  await world.db.updateTable('state').set({ effectiveness: false }).where('id', '=', good.id).execute();
  world.clock.advance(60_000);
  await close(id);
  expect(await frozen()).toEqual([first]);
  const row = await world.db
    .selectFrom('campaign')
    .select(['status', 'finishedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(row.finishedAt).toEqual(first?.frozenAt);
});

test('the sweep enqueues a job only for a closing campaign without one', async () => {
  const { id } = await aCampaign(world, { status: 'FINALIZANDO' });
  const others = await world.db
    .selectFrom('campaign')
    .select('id')
    .where('status', '=', 'FINALIZANDO')
    .where('id', '<>', id)
    .execute();
  for (const other of others) await close(other.id);
  await sweep();
  expect(world.enqueued).toEqual([{ name: 'campaign.close', payload: { campaignId: id } }]);
  await sweep();
  expect(world.enqueued).toHaveLength(1);
});

test('a status by dates applies at once in detail, list, filter and order; the sweep stores and publishes it', async () => {
  const now = world.clock.now().getTime();
  const operator = await anOperator(world);
  const parts = {
    operators: [operator.id],
    startDate: new Date(now + 60_000),
    endDate: new Date(now + 120_000),
    coordinatedBy: coordinator.id,
  };
  const ready = await aCampaign(world, { ...parts, status: 'AUDIENCIA PROCESADA' });
  await someCalls(world, ready.id, [{ operatorId: operator.id }]);
  const unassigned = await aCampaign(world, { ...parts, status: 'AUDIENCIA PROCESADA' });
  await someCalls(world, unassigned.id, [{}]);
  const paused = await aCampaign(world, { ...parts, status: 'PAUSADA' });
  const all = [ready.id, unassigned.id, paused.id];
  const seen = async (filter?: CampaignStatus) => {
    const { body } = await as(world, coordinator).call(api.campaigns.list, {
      query: { userId: coordinator.id, orderbytitle: 'status', ...(filter && { status: filter }) },
    });
    return body.campaigns
      .filter(({ id }) => all.includes(id))
      .map(({ id, status, paused: isPaused }) => [id, status, isPaused]);
  };
  expect(await seen()).toEqual([
    [ready.id, 'AUDIENCIA PROCESADA', false],
    [unassigned.id, 'AUDIENCIA PROCESADA', false],
    [paused.id, 'PAUSADA', true],
  ]);
  world.clock.advance(60_000);
  expect(await seen()).toEqual([
    [unassigned.id, 'AUDIENCIA PROCESADA', false],
    [ready.id, 'EN CURSO', false],
    [paused.id, 'PAUSADA', true],
  ]);
  expect(await seen('EN CURSO')).toEqual([[ready.id, 'EN CURSO', false]]);
  expect(await statusOf(ready.id)).toBe('EN CURSO');
  await sweep();
  expect(world.published.filter(({ payload }) => (payload as { id: number }).id === ready.id)).toMatchObject([
    { event: 'campaign', payload: { id: ready.id, status: 'EN CURSO' } },
  ]);
  const { body: events } = await as(world, coordinator).call(api.campaigns.events, { params: { id: ready.id } });
  expect(events).toMatchObject([
    { summary: 'La campaña comenzó', userName: 'Sistema', action: 'CAMPAÑA', subaction: 'ACCIÓN' },
  ]);

  world.clock.advance(60_000);
  expect((await seen('REVISANDO')).map(([id]) => id)).toEqual(all);
  expect((await seen()).map(([, status, isPaused]) => [status, isPaused])).toEqual(all.map(() => ['REVISANDO', false]));
  await sweep();
  await sweep();
  const stored = await world.db
    .selectFrom('campaign')
    .select(['status', 'statusBeforePause'])
    .where('id', 'in', all)
    .execute();
  expect(stored).toEqual(all.map(() => ({ status: 'REVISANDO', statusBeforePause: null })));
  expect((await auditOf(world)).filter(({ objectId }) => objectId === String(paused.id))).toHaveLength(1);
});
