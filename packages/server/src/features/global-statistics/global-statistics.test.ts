import { api } from '@campanero/contract';
import { STATISTICS_LOCK_MS } from '@campanero/contract/limits';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import {
  aCampaign,
  aCoordinator,
  anAdministrator,
  anExternalCoordinator,
  anExternalOperator,
  anObjective,
  anOperator,
  aSession,
  type TestUser,
} from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';
import type { Trx } from '../../db/client.ts';
import { recentMonths } from './global-statistics.queries.ts';

const world = useWorld();
let manager: TestUser;
beforeEach(async () => {
  world.clock.set('2026-03-10T13:00:00.000Z');
  await world.db.deleteFrom('globalStatistics').execute();
  manager = await aCoordinator(world);
  world.enqueued.length = 0;
  world.published.length = 0;
});

const call = async () => as(world, await aSession(world, manager.id));
const view = async () => (await (await call()).call(api.globalStatistics.view)).body;
const grouped = async () => (await (await call()).call(api.globalStatistics.grouped)).body;
const metrics = async () => (await (await call()).call(api.globalStatistics.metrics)).body;
const ask = async (user: Pick<TestUser, 'id'> = manager) =>
  as(world, await aSession(world, user.id)).call(api.globalStatistics.refresh);
const recount = (deps = world.deps) => runJob(deps, 'statistics.refresh');

async function register(here: Calling, place: number, stateId: number) {
  const { id, operatorId } = here.calls[place]!;
  const params = { id: here.campaign.id, callId: id };
  const reply = await as(world, await aSession(world, operatorId!)).call(api.calls.register, {
    params,
    body: { stateId },
  });
  expect(reply.status).toBe(200);
  return reply.body.id;
}

test('permissions', async () => {
  const { view: page, refresh, grouped: series, metrics: rates } = api.globalStatistics;
  for (const spec of [page, refresh, series, rates]) {
    expect(await as(world, null).send(spec)).toMatchObject({ status: 401 });
    for (const user of [await anOperator(world), await anExternalCoordinator(world)])
      expect(await as(world, user).send(spec)).toMatchObject({ status: 403 });
  }
  expect(world.enqueued).toEqual([]);
});

describe('refresh', () => {
  test('202, one job, one audit record; locked for ten minutes for all users', async () => {
    const before = await view();
    expect(before.expires * 1000).toBeLessThanOrEqual(world.clock.now().getTime());
    world.published.length = 0;
    const audited = (await auditOf(world)).length;
    const until = new Date(world.clock.now().getTime() + STATISTICS_LOCK_MS);
    expect(await ask()).toMatchObject({ status: 202, body: { expires: until.getTime() / 1000 } });
    expect(world.enqueued).toEqual([{ name: 'statistics.refresh', payload: {} }]);
    expect((await auditOf(world)).slice(audited)).toMatchObject([
      {
        userId: manager.id,
        action: 'ESTADÍSTICA',
        subaction: 'GENERAR',
        info: {
          entries: [{ label: 'Última actualización', prevValue: before.updatedAt }],
          modifications: [{ label: 'Se podrá actualizar', value: until.toISOString() }],
        },
      },
    ]);
    expect(await view()).toEqual({ ...before, expires: until.getTime() / 1000 });

    world.clock.advance(60_000);
    const refused = await ask(await anAdministrator(world));
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '540' },
      body: {
        error: 'STATISTICS_LOCKED',
        message: 'Las estadísticas se actualizaron hace poco. Espere unos minutos e inténtelo de nuevo.',
      },
    });
    expect(world.enqueued).toHaveLength(1);
    expect(await auditOf(world)).toHaveLength(audited + 1);

    world.clock.set(until);
    expect((await ask()).status).toBe(202);
  });

  test('refuses the second of two concurrent requests, also on a new installation', async () => {
    const replies = await Promise.all([ask(), ask(await aCoordinator(world)), ask()]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 429, 429]);
    expect(world.enqueued).toHaveLength(1);
  });

  test('the job replaces the figures, keeps the lock and sends an event', async () => {
    const administrator = await anAdministrator(world);
    const [external, operator] = [await anExternalCoordinator(world), await anOperator(world)];
    const before = await view();
    const { expires } = (await ask()).body;
    await aCampaign(world);
    world.clock.advance(5_000);
    world.published.length = 0;
    await recount();
    const updatedAt = world.clock.now().toISOString();
    const after = await view();
    expect(after).toMatchObject({ updatedAt, expires });
    expect(after.campaigns.general.total).toBe(before.campaigns.general.total + 1);
    expect(world.published).toMatchObject([{ event: 'statistics', payload: { updatedAt } }]);
    const told = world.published[0]!.userIds;
    expect(told).toEqual(expect.arrayContaining([manager.id, administrator.id]));
    expect(told).not.toContain(external.id);
    expect(told).not.toContain(operator.id);
  });

  test('commits although the queue updates the job row meanwhile', async () => {
    await world.db.insertInto('installation').values({ key: 'job', value: '0' }).execute();
    const job = world.db.updateTable('installation').set({ value: '1' }).where('key', '=', 'job');
    const fence = async (trx: Trx) => {
      await job.execute();
      await sql`select from installation where key = 'job' for share`.execute(trx);
    };
    await runJob({ ...world.deps, fence }, 'statistics.refresh');
    expect(await world.db.selectFrom('globalStatistics').select('computedAt').execute()).toEqual([
      { computedAt: world.clock.now() },
    ]);
  });

  test('commits although another node computed figures meanwhile', async () => {
    await view();
    const beside = await createTestApp({ beside: world });
    await Promise.all([recount(), recount(beside.deps), ask()]);
    await beside.close();
    expect(await world.db.selectFrom('globalStatistics').select('id').execute()).toHaveLength(1);
    expect((await view()).expires * 1000).toBe(world.clock.now().getTime() + STATISTICS_LOCK_MS);
  });
});

describe('figures', () => {
  test('campaigns by status and objective, calls and operators, by side', async () => {
    const before = await view();
    const objective = await anObjective(world, { name: 'Relevamiento' });
    const other = await anObjective(world, { name: 'Actualización' });
    await aCampaign(world, { status: 'EN CURSO', objectiveId: objective.id });
    await aCampaign(world, { status: 'EN CURSO', objectiveId: objective.id, external: true });
    await aCampaign(world, { status: 'FINALIZADA', objectiveId: other.id });
    await aCallingCampaign(world, { each: 4, unassigned: 3 });
    await aCallingCampaign(world, { each: 2, external: true, operators: [await anExternalOperator(world)] });
    await anOperator(world, { disabled: true });
    await recount();
    const { campaigns, operators } = await view();
    expect(campaigns.general.total).toBe(before.campaigns.general.total + 5);
    expect(campaigns.external.total).toBe(before.campaigns.external.total + 2);
    expect(campaigns.internal.total + campaigns.external.total).toBe(campaigns.general.total);
    expect(campaigns.internal.calls.total).toBe(before.campaigns.internal.calls.total + 7);
    expect(campaigns.external.calls.total).toBe(before.campaigns.external.calls.total + 2);
    expect(campaigns.general.objectives).toContainEqual({ name: 'Relevamiento', count: 2 });
    expect(campaigns.external.objectives).toContainEqual({ name: 'Relevamiento', count: 1 });
    expect(campaigns.internal.objectives).toContainEqual({ name: 'Actualización', count: 1 });
    const counts = campaigns.general.objectives.map(({ count }) => count);
    expect(counts).toEqual(counts.toSorted((a, b) => b - a));
    for (const side of [campaigns.general, campaigns.internal, campaigns.external]) {
      expect(side.status.reduce((sum, { count }) => sum + count, 0)).toBe(side.total);
      expect(side.objectives.reduce((sum, { count }) => sum + count, 0)).toBe(side.total);
      expect(side.status.every(({ count }) => count > 0)).toBe(true);
    }
    expect(operators.internal.total).toBe(before.operators.internal.total + 1);
    expect(operators.external.total).toBe(before.operators.external.total + 1);
    expect(operators.general.total).toBe(operators.internal.total + operators.external.total);
  });

  test('eight months in UTC-3, the current one last; no percentage without calls', async () => {
    const inner = await aCallingCampaign(world, { each: 4 });
    const outer = await aCallingCampaign(world, {
      each: 2,
      external: true,
      operators: [await anExternalOperator(world)],
    });
    const { talked, refused, again } = inner.states;
    // Still February in UTC-3.
    world.clock.set('2026-03-01T02:59:00.000Z');
    await sql`update campaign set start_date = '2026-02-01T03:00:00Z', end_date = '2026-12-01' where id = ${inner.campaign.id}`.execute(
      world.db,
    );
    await sql`update campaign set start_date = '2026-02-01T02:59:59Z', end_date = '2026-12-01' where id = ${outer.campaign.id}`.execute(
      world.db,
    );
    await sql`select ensure_history_months('2026-02-01'::date, '2026-04-01'::date)`.execute(world.db);
    await register(inner, 0, talked.id);
    await register(inner, 1, again.id);
    world.clock.set('2026-03-01T03:00:00.000Z');
    const wrong = await register(inner, 2, again.id);
    await register(inner, 3, again.id);
    await register(outer, 0, talked.id);
    world.clock.set('2026-03-20T12:00:00.000Z');
    const correction = await (
      await call()
    ).call(api.calls.correct, {
      params: { id: inner.campaign.id, callId: inner.calls[2]!.id, entryId: wrong },
      body: { stateId: refused.id, reason: 'Se anotó mal' },
    });
    expect(correction.status).toBe(200);
    await world.db
      .insertInto('audienceLoad')
      .values({
        campaignId: outer.campaign.id,
        source: 'csv',
        name: 'marzo.csv',
        status: 'COMPLETED',
        read: 9,
        loaded: 9,
        createdBy: manager.id,
        finishedAt: new Date('2026-03-05T12:00:00Z'),
      })
      .execute();
    await recount();
    const series = await grouped();
    expect(series.map(({ year, month }) => `${year}-${month}`)).toEqual(
      '2025-8 2025-9 2025-10 2025-11 2025-12 2026-1 2026-2 2026-3'.split(' '),
    );
    const months = (year: number, month: number) => ({
      series: series.find((row) => row.year === year && row.month === month)!,
      rates: allRates.find((row) => row.year === year && row.month === month)!,
    });
    const allRates = await metrics();
    expect(months(2026, 1).series.externalCampaigns).toBe(1);
    expect(months(2026, 2).series.internalCampaigns).toBe(1);
    expect(months(2026, 2).series).toMatchObject({ internalOperatorCalls: 2, externalOperatorCalls: 0 });
    expect(months(2026, 3).series).toMatchObject({
      internalOperatorCalls: 2,
      externalOperatorCalls: 1,
      externalCalls: 9,
    });
    expect(months(2026, 2).rates).toEqual({
      year: 2026,
      month: 2,
      total: 2,
      contactability: 50,
      effectiveness: 50,
      internal: { total: 2, contactability: 50, effectiveness: 50 },
      external: { total: 0, contactability: null, effectiveness: null },
    });
    // Two of three contacted: a correction counts on the day of the original.
    expect(months(2026, 3).rates).toMatchObject({ total: 3, contactability: 66.7, effectiveness: 33.3 });
    expect(months(2025, 9).rates).toMatchObject({ total: 0, contactability: null, effectiveness: null });
    expect((await view()).campaigns.general.operatorCalls.total).toBe(5);
  });

  test('equal a recount of calls and history in plain SQL', async () => {
    const world2 = await aCallingCampaign(world, { each: 6 });
    const { talked, refused, again } = world2.states;
    for (const [place, state] of [talked, refused, again, talked, again, talked].entries()) {
      world.clock.advance(3_600_000);
      await register(world2, place, state.id);
    }
    await recount();
    const { rows: calls } = await sql<{ total: number }>`select count(*)::int as total from call`.execute(world.db);
    const { rows: outcomes } = await sql<{ total: number; contacted: number }>`
      select count(*)::int as total, count(*) filter (where state.contactability)::int as contacted
      from call_history h join state on state.id = h.state_id
      where not exists (select from call_history later where later.corrects_id = h.id)`.execute(world.db);
    const { campaigns } = await view();
    expect(campaigns.general.calls.total).toBe(calls[0]!.total);
    const rates = await metrics();
    expect(rates.reduce((sum, { total }) => sum + total, 0)).toBe(outcomes[0]!.total);
    const reached = rates.reduce((sum, { total, contactability }) => sum + (total * (contactability ?? 0)) / 100, 0);
    expect(Math.round(reached)).toBe(outcomes[0]!.contacted);
  });
});

test.each([
  ['2026-01-01T02:59:59.999Z', '2025-12'],
  ['2026-01-01T03:00:00.000Z', '2026-01'],
  ['2026-03-31T23:00:00.000Z', '2026-03'],
])('the current month at %s is %s', (now, month) => {
  const months = recentMonths(new Date(now), 8);
  expect(months).toHaveLength(8);
  expect(months.at(-1)).toBe(month);
});
