import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { someCalls } from '../../../test/calls.ts';
import { theSystemStates } from '../../../test/catalogue.ts';
import { aCampaign, aCoordinator, anExternalCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';
import { insertNotifications } from '../../../test/notifications.ts';
import { createWatchedPool, type SeenPlan } from '../../../test/plans.ts';

const world = useWorld();
let ana: TestUser;
beforeAll(() => theSystemStates(world));
beforeEach(async () => {
  ana = await aCoordinator(world);
  world.published.length = 0;
});

const list = async (user: TestUser) => (await as(world, user).call(api.notifications.list)).body.notifications;
const idsOf = async (user: TestUser) => (await list(user)).map(({ id }) => id);
const read = (user: TestUser, id: number) => as(world, user).call(api.notifications.read, { params: { id } });
const clear = (user: TestUser, ids: number[], headers = {}) =>
  as(world, user).call(api.notifications.clear, { body: { notifications: ids } }, headers);
const clearAndOlder = (user: TestUser, ids: number[]) =>
  as(world, user).call(api.notifications.clear, { body: { notifications: ids, andOlder: true } });
const aHundredAndThreeFor = (user: TestUser) =>
  insertNotifications(
    world.deps,
    ...Array.from({ length: 103 }, (_, n) => ({ userId: user.id, action: 'ASSIGNAMENT' as const, subject: `${n}` })),
  );

async function threeFor(user: TestUser): Promise<number[]> {
  await insertNotifications(
    world.deps,
    ...['a', 'b', 'c'].map((subject) => ({ userId: user.id, action: 'ASSIGNAMENT' as const, subject })),
  );
  return idsOf(user);
}

describe('list', () => {
  test('own unread ones, newest first, with their subject', async () => {
    const campaign = await aCampaign(world, { name: 'Veredas de Flores' });
    const luis = await anOperator(world);
    await insertNotifications(world.deps, {
      userId: ana.id,
      action: 'BULK AUDIENCE',
      subject: 'load:1',
      campaignId: campaign.id,
      status: 'ERROR',
    });
    world.clock.advance(1000);
    await insertNotifications(
      world.deps,
      { userId: ana.id, action: 'ASSIGNAMENT', subject: 'segmentation:1', campaignId: campaign.id, amount: 240 },
      { userId: luis.id, action: 'ASSIGNAMENT', subject: 'segmentation:1', campaignId: campaign.id, amount: 3 },
    );
    const about = {
      read: 0,
      campaignId: campaign.id,
      campaignName: 'Veredas de Flores',
      callId: null,
      number: null,
      exportId: null,
      about: null,
      load: null,
    };
    expect(await list(ana)).toEqual([
      {
        ...about,
        id: expect.any(Number),
        action: 'ASSIGNAMENT',
        amount: 240,
        reason: null,
        status: { status: 'COMPLETED' },
        createdAt: world.clock.now().toISOString(),
      },
      {
        ...about,
        id: expect.any(Number),
        action: 'BULK AUDIENCE',
        amount: null,
        reason: null,
        status: { status: 'ERROR' },
        createdAt: expect.any(String),
      },
    ]);
    expect(await list(luis)).toMatchObject([{ amount: 3, campaignName: null }]);
  });

  test('shows the number of a callback to its operator', async () => {
    const luis = await anOperator(world);
    const campaign = await aCampaign(world, { operators: [luis.id], status: 'EN CURSO' });
    const [callId = 0] = await someCalls(world, campaign.id, [{ operatorId: luis.id }]);
    const { number } = await world.db
      .selectFrom('call')
      .select('number')
      .where('id', '=', callId)
      .executeTakeFirstOrThrow();
    await insertNotifications(world.deps, {
      userId: luis.id,
      action: 'CALLBACK',
      subject: 'c',
      campaignId: campaign.id,
      callId,
      status: 'DUE',
    });
    expect(await list(luis)).toMatchObject([
      { callId, campaignId: campaign.id, number: String(number), status: { status: 'DUE' } },
    ]);
  });

  test('keeps the row of a hidden campaign without its subject', async () => {
    const [luis, eva] = [await anOperator(world), await anExternalCoordinator(world)];
    const campaign = await aCampaign(world, { operators: [luis.id], status: 'EN CURSO' });
    const [callId] = await someCalls(world, campaign.id, [{ operatorId: luis.id }]);
    const subject = { action: 'CALLBACK', subject: 'c', campaignId: campaign.id, callId, status: 'DUE' } as const;
    await insertNotifications(world.deps, { ...subject, userId: luis.id }, { ...subject, userId: eva.id });
    await world.db.deleteFrom('campaignOperator').where('userId', '=', luis.id).execute();
    const hidden = { action: 'CALLBACK', campaignId: null, campaignName: null, callId: null, number: null };
    expect(await list(luis)).toMatchObject([hidden]);
    expect(await list(eva)).toMatchObject([hidden]);
  });

  test('counts of loads, each read by its id without planner statistics; none of a hidden campaign', async () => {
    const eva = await anExternalCoordinator(world);
    const { id: campaignId } = await aCampaign(world);
    await sql`insert into audience_load (campaign_id, source, name, created_by, status, finished_at, read, loaded, rejected)
      select ${campaignId}, 'csv', 'a.csv', ${ana.id}, 'COMPLETED', now(), 3, 2, 1 from generate_series(1, 3000)`.execute(
      world.db,
    );
    const loads = await world.db.selectFrom('audienceLoad').select('id').orderBy('id').limit(50).execute();
    const told = { action: 'BULK AUDIENCE', campaignId, status: 'COMPLETED' } as const;
    const toBoth = loads.flatMap(({ id }) =>
      [ana, eva].map((user) => ({ ...told, userId: user.id, subject: `load:${id}` })),
    );
    await insertNotifications(world.deps, ...toBoth);
    const seen: SeenPlan[] = [];
    const watched = await createTestApp({
      beside: world,
      pool: createWatchedPool(world.databaseUrl, seen, /audience_load/),
    });
    const { body } = await as(watched, ana).call(api.notifications.list);
    await watched.close();
    expect(body.notifications.map(({ load }) => load)).toEqual(loads.map(() => ({ loaded: 2, rejected: 1 })));
    expect(seen.map(({ work }) => work < 3000)).toEqual([true]);
    expect((await list(eva)).map(({ load }) => load)).toEqual(loads.map(() => null));
  });

  test('is limited to a hundred with a total; clearing shows older ones', async () => {
    const totalOf = async () => (await as(world, ana).call(api.notifications.list)).body.total;
    expect(await totalOf()).toBe(0);
    await aHundredAndThreeFor(ana);
    expect(await totalOf()).toBe(103);
    const first = await idsOf(ana);
    expect(first).toHaveLength(100);
    expect(first).toEqual(first.toSorted((a, b) => b - a));
    expect((await clear(ana, first)).body).toEqual({ cleared: 100 });
    expect(await idsOf(ana)).toHaveLength(3);
    expect(await totalOf()).toBe(3);
  });
});

describe('reading', () => {
  test('marks it as read with an event; idempotent', async () => {
    const [newest = 0, ...others] = await threeFor(ana);
    world.published.length = 0;
    expect(await read(ana, newest)).toMatchObject({ status: 200, body: { id: newest, read: 1 } });
    const first = await world.db
      .selectFrom('notification')
      .select('readAt')
      .where('id', '=', newest)
      .executeTakeFirst();
    world.clock.advance(5000);
    expect((await read(ana, newest)).status).toBe(200);
    expect(
      await world.db.selectFrom('notification').select('readAt').where('id', '=', newest).executeTakeFirst(),
    ).toEqual(first);
    expect(await idsOf(ana)).toEqual(others);
    expect(world.published[0]).toEqual({ userIds: [ana.id], event: 'notification', payload: { id: newest } });
  });

  test('404 for another user’s notification', async () => {
    const luis = await anOperator(world);
    const [theirs = 0] = await threeFor(luis);
    world.published.length = 0;
    const foreign = await read(ana, theirs);
    const missing = await read(ana, 2_000_000_000_000);
    expect(foreign).toMatchObject({ status: 404, body: { error: 'NOT_FOUND' } });
    expect(missing.status).toBe(404);
    expect(await idsOf(luis)).toHaveLength(3);
    expect(world.published).toEqual([]);
  });
});

describe('clearing', () => {
  test('marks and counts the given ones only', async () => {
    const [newest = 0, ...older] = await threeFor(ana);
    world.published.length = 0;
    expect(await clear(ana, older)).toMatchObject({ status: 200, body: { cleared: 2 } });
    expect(await idsOf(ana)).toEqual([newest]);
    expect(world.published).toMatchObject([{ userIds: [ana.id], event: 'notification' }]);
    expect((await clear(ana, older)).body).toEqual({ cleared: 0 });
    expect(world.published).toHaveLength(1);
  });

  test('with older ones, but without new arrivals', async () => {
    const luis = await anOperator(world);
    const theirs = await threeFor(luis);
    await aHundredAndThreeFor(ana);
    const seen = await idsOf(ana);
    await insertNotifications(world.deps, { userId: ana.id, action: 'ASSIGNAMENT', subject: 'meanwhile' });
    expect((await clearAndOlder(ana, seen)).body).toEqual({ cleared: 103 });
    expect(await idsOf(ana)).toHaveLength(1);
    expect(await idsOf(luis)).toEqual(theirs);
    expect((await clearAndOlder(ana, [])).body).toEqual({ cleared: 0 });
  });

  test('ignores other users’ notifications', async () => {
    const luis = await anOperator(world);
    const [mine, theirs] = [await threeFor(ana), await threeFor(luis)];
    expect((await clear(ana, [...theirs, ...mine, 2_000_000_000_000])).body).toEqual({ cleared: 3 });
    expect(await idsOf(luis)).toEqual(theirs);
    expect((await clear(ana, [])).body).toEqual({ cleared: 0 });
  });

  test('replays the answer', async () => {
    const ids = await threeFor(ana);
    const key = { 'idempotency-key': `clear-${ana.id}` };
    expect((await clear(ana, ids, key)).body).toEqual({ cleared: 3 });
    expect((await clear(ana, ids, key)).body).toEqual({ cleared: 3 });
  });

  test.each([
    {},
    { notifications: 'all' },
    { notifications: [0] },
    { notifications: Array.from({ length: 1001 }, (_, n) => n + 1) },
  ])('refuses a body that is no list of ids (%#)', async (body) => {
    expect(await as(world, ana).send(api.notifications.clear, { body })).toMatchObject({
      status: 400,
      body: { error: 'VALIDATION' },
    });
  });
});

test('leaves no audit records', async () => {
  const before = await auditOf(world);
  const [one = 0, ...others] = await threeFor(ana);
  await read(ana, one);
  await clear(ana, others);
  expect(await auditOf(world)).toHaveLength(before.length);
});
