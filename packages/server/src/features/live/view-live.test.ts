import { api } from '@campanero/contract';
import { type CallingRules, NO_RULES } from '@campanero/contract/calling-rules/schemas';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../test/calling.ts';
import {
  aCoordinator,
  anExternalCoordinator,
  anExternalOperator,
  anOperator,
  aSession,
  type TestUser,
} from '../../../test/factories.ts';
import { createWatchedPool, outlineOf, type SeenPlan } from '../../../test/plans.ts';

/** Tuesday 10:00, UTC-3. */
const NOW = Date.parse('2026-03-10T13:00:00.000Z');
const MINUTE = 60_000;
const DAY = 86_400_000;

const world = useWorld({ config: { inactivityAlertMinutes: 10 } });
let viewer: TestUser;
beforeEach(async () => {
  // Closes the campaigns of earlier tests, since the board shows all open ones.
  await sql`update campaign set status = 'PAUSADA', status_before_pause = 'EN CURSO'
    where status = 'EN CURSO'`.execute(world.db);
  // Early enough for every registration of a test.
  minutesAgo(180);
  viewer = await aCoordinator(world);
});

const minutesAgo = (minutes: number) => world.clock.set(new Date(NOW - minutes * MINUTE));
const watch = async (external: 0 | 1 = 0) => {
  const reply = await as(world, viewer).send(api.live.view, { query: { external } });
  expect(reply.status).toBe(200);
  return reply.body;
};
const boardNow = (external?: 0 | 1) => {
  minutesAgo(0);
  return watch(external);
};
async function register(user: TestUser, { campaign }: Calling, callId: number, stateId: number): Promise<number> {
  const params = { id: campaign.id, callId };
  const reply = await as(world, user).call(api.calls.register, { params, body: { stateId } });
  expect(reply.status).toBe(200);
  return reply.body.id;
}
const operatorOn = (board: Awaited<ReturnType<typeof watch>>, { id }: TestUser) =>
  board.operators.find((operator) => operator.id === id)!;
const campaignOn = (board: Awaited<ReturnType<typeof watch>>, { campaign }: Calling) =>
  board.campaigns.find(({ id }) => id === campaign.id)!;

/** Registrations with their effective outcome, in SQL independent of the product. */
const recount = async (campaignIds: readonly number[]) =>
  (
    await sql<{ userId: number; createdAt: Date; contacted: boolean }>`
      with recursive chain as (
        select id, corrects_id, user_id, created_at, state_id from call_history h
        where campaign_id = any(${[...campaignIds]}) and not exists (select from call_history c where c.corrects_id = h.id)
        union all
        select h.id, h.corrects_id, h.user_id, h.created_at, chain.state_id
        from chain join call_history h on h.id = chain.corrects_id
      )
      select chain.user_id, chain.created_at, state.contactability as contacted
      from chain join state on state.id = chain.state_id where corrects_id is null`.execute(world.db)
  ).rows;

test('figures equal a recount of two campaigns with corrections', async () => {
  const [ana, eva] = [await anOperator(world), await anOperator(world)];
  const first = await aCallingCampaign(world, { operators: [ana, eva], each: 12, unassigned: 3 });
  const second = await aCallingCampaign(world, { operators: [eva], each: 8 });
  const paused = await aCallingCampaign(world, { operators: [ana], each: 2 });
  const { talked, again, refused } = first.states;
  const entries: { calling: Calling; callId: number; entryId: number }[] = [];
  const done = async (minutes: number, user: TestUser, calling: Calling, stateId: number) => {
    minutesAgo(minutes);
    const callId = calling.callsOf(user)[entries.filter((each) => each.calling === calling).length % 8]!.id;
    entries.push({ calling, callId, entryId: await register(user, calling, callId, stateId) });
  };
  const states = [talked.id, again.id, refused.id, again.id];
  // Edges of both hours and the middle of each ten minutes.
  const moments = [150, 120, 119, 110, 95, 60.001, 60, 59, 55, 45, 44, 35, 25, 15, 10, 5, 1, 0];
  for (const [n, minutes] of moments.entries()) {
    await done(minutes, n % 3 === 0 ? ana : eva, first, states[n % 4]!);
    if (n % 2 === 0) await done(minutes, eva, second, states[(n + 1) % 4]!);
  }
  await done(3, ana, paused, talked.id);
  const correct = async ({ calling, callId, entryId }: (typeof entries)[number], stateId: number) => {
    const params = { id: calling.campaign.id, callId, entryId };
    const body = { stateId, reason: 'Se equivocó de estado' };
    const reply = await as(world, calling.manager).call(api.calls.correct, { params, body });
    expect(reply.status).toBe(200);
    return { calling, callId, entryId: reply.body.id };
  };
  minutesAgo(0);
  await correct(entries[4]!, talked.id);
  await correct(await correct(entries.at(-3)!, again.id), refused.id);
  await sql`update campaign set status = 'PAUSADA', status_before_pause = 'EN CURSO'
    where id = ${paused.campaign.id}`.execute(world.db);

  const board = await boardNow();
  const ids = [first.campaign.id, second.campaign.id];
  const all = await recount(ids);
  const within = (from: number, to: number) =>
    all.filter(({ createdAt }) => {
      const ago = (NOW - createdAt.getTime()) / MINUTE;
      return ago >= from && ago < to;
    });
  const reached = (rows: typeof all) => ({
    calls: rows.length,
    contacted: rows.filter(({ contacted }) => contacted).length,
  });
  expect(all.length).toBe(27);
  expect(board).toMatchObject({
    at: new Date(NOW).toISOString(),
    alertMinutes: 10,
    lastHour: reached(within(0, 60)),
    hourBefore: reached(within(60, 120)),
    today: reached(all),
  });
  for (const user of [ana, eva]) {
    const own = (from: number, to: number) => within(from, to).filter(({ userId }) => userId === user.id);
    expect(operatorOn(board, user)).toMatchObject({
      lastHour: reached(own(0, 60)),
      tenMinutes: [50, 40, 30, 20, 10, 0].map((from) => own(from, from + 10).length),
    });
  }
  const { rows: counted } = await sql<{ id: number; total: number; called: number }>`
    select campaign_id as id, count(*)::int as total, count(*) filter (where call_count > 0)::int as called
    from call where campaign_id = any(${ids}) group by 1 order by 1`.execute(world.db);
  expect(
    board.campaigns.map(({ id, total, called }) => ({ id, total, called })).toSorted((a, b) => a.id - b.id),
  ).toEqual(counted);
  const { rows: open } = await sql<{ all: number; ofEva: number }>`
    select count(*)::int as all, count(*) filter (where operator_id = ${eva.id})::int as of_eva
    from call join state on state.id = call.state_id
    where campaign_id = any(${ids}) and (call_count = 0 or state.callback)`.execute(world.db);
  expect(board.pending).toBe(open[0]!.all);
  expect(operatorOn(board, eva).pending).toBe(open[0]!.ofEva);
});

describe('operator state', () => {
  const open = async () => {
    const ana = await anOperator(world);
    return { ana, calling: await aCallingCampaign(world, { operators: [ana] }) };
  };
  const stateOf = async (user: TestUser) => operatorOn(await watch(), user).state;
  /** Any request updates the session, as an open page does. */
  const isSeen = (user: TestUser) => as(world, user).call(api.calls.today);

  test('inactive after exactly the configured minutes without registration, with pending calls', async () => {
    const { ana, calling } = await open();
    minutesAgo(30);
    await register(ana, calling, calling.calls[0]!.id, calling.states.talked.id);
    const registeredAt = world.clock.now().getTime();
    world.clock.set(new Date(registeredAt + 10 * MINUTE - 1));
    await isSeen(ana);
    expect(await stateOf(ana)).toBe('active');
    expect(campaignOn(await watch(), calling).isInactive).toBe(false);
    world.clock.set(new Date(registeredAt + 10 * MINUTE));
    const board = await watch();
    expect(operatorOn(board, ana)).toMatchObject({
      state: 'inactive',
      campaignName: calling.campaign.name,
      lastActivityAt: new Date(registeredAt).toISOString(),
    });
    expect(campaignOn(board, calling)).toMatchObject({
      isInactive: true,
      lastActivityAt: new Date(registeredAt).toISOString(),
    });
    expect(board.operators[0]!.id).toBe(ana.id);
  });

  test('no alert without work; an overdue callback is work', async () => {
    const { ana, calling } = await open();
    minutesAgo(30);
    for (const { id } of calling.calls) await register(ana, calling, id, calling.states.talked.id);
    minutesAgo(0);
    await isSeen(ana);
    expect(await stateOf(ana)).toBe('finished');
    expect(campaignOn(await watch(), calling)).toMatchObject({ pending: 0, isInactive: false, forecastDay: null });
    const [late, later] = calling.calls;
    const promise = (callId: number, minutes: number) =>
      sql`update call set callback_at = ${new Date(NOW + minutes * MINUTE)}, state_id = ${calling.states.again.id}
        where id = ${callId}`.execute(world.db);
    await promise(late!.id, -25);
    await promise(later!.id, 90);
    const board = await watch();
    expect(operatorOn(board, ana)).toMatchObject({ state: 'inactive', overdueCallbacks: 1, callbacksToday: 1 });
    expect(board).toMatchObject({ overdueCallbacks: 1, oldestCallbackAt: new Date(NOW - 25 * MINUTE).toISOString() });
  });

  test('a call from the queue or opened by hand is open until released or expired', async () => {
    const { ana, calling } = await open();
    const other = await aCallingCampaign(world, { operators: [ana] });
    minutesAgo(0);
    const { id } = calling.campaign;
    const taken = await as(world, ana).call(api.calls.next, { params: { id, current: 0 } });
    expect(operatorOn(await watch(), ana)).toMatchObject({ state: 'calling', campaignName: calling.campaign.name });
    const key = { id, callId: taken.body.callId };
    await as(world, ana).call(api.calls.release, { params: key });
    expect(await stateOf(ana)).toBe('active');
    const byHand = { id: other.campaign.id, callId: other.calls[1]!.id };
    await as(world, ana).call(api.calls.hold, { params: byHand });
    expect(operatorOn(await watch(), ana)).toMatchObject({ state: 'calling', campaignName: other.campaign.name });
    world.clock.advance(10 * MINUTE);
    await isSeen(ana);
    expect(await stateOf(ana)).toBe('inactive');
  });

  test('opening a call by hand does not change the next call of the queue', async () => {
    const { ana, calling } = await open();
    const next = () => as(world, ana).call(api.calls.next, { params: { id: calling.campaign.id, current: 0 } });
    const first = await next();
    const other = calling.calls.find(({ id }) => id !== first.body.callId)!;
    await as(world, ana).call(api.calls.hold, { params: { id: calling.campaign.id, callId: other.id } });
    expect((await next()).body.callId).toBe(first.body.callId);
  });

  test('offline without an open page; signing out applies at once', async () => {
    const { ana, calling } = await open();
    minutesAgo(3);
    await register(ana, calling, calling.calls[0]!.id, calling.states.talked.id);
    minutesAgo(0.5);
    expect(await stateOf(ana)).toBe('active');
    minutesAgo(0.4);
    expect(await stateOf(ana)).toBe('offline');
    await isSeen(ana);
    expect(await stateOf(ana)).toBe('active');
    await as(world, ana).call(api.auth.logout);
    expect(await stateOf(ana)).toBe('offline');
  });

  test('the alert time starts at sign-in', async () => {
    minutesAgo(9);
    const { ana } = await open();
    minutesAgo(0);
    await isSeen(ana);
    expect(await stateOf(ana)).toBe('active');
    world.clock.advance(MINUTE);
    expect(await stateOf(ana)).toBe('inactive');
  });
});

describe('work that cannot be done now', () => {
  /** Marks all of them as do-not-call. */
  const refuseAll = async ({ calls, manager }: Calling) => {
    for (const { personId } of calls) {
      const request = { params: { personId }, query: { lead: '1' as const }, body: { doNotCall: true } };
      expect((await as(world, manager).call(api.contacts.savePerson, request)).status).toBe(200);
    }
  };
  const isSeen = (user: TestUser) => as(world, user).call(api.calls.today);
  const quiet = async (each = 3) => {
    const ana = await anOperator(world);
    return { ana, calling: await aCallingCampaign(world, { operators: [ana], each, unassigned: 1 }) };
  };

  test('blocked calls are not counted, forecast or alerted', async () => {
    const { ana, calling } = await quiet();
    minutesAgo(30);
    const [first] = calling.calls;
    await register(ana, calling, first!.id, calling.states.talked.id);
    minutesAgo(0);
    await isSeen(ana);
    expect(campaignOn(await watch(), calling)).toMatchObject({ pending: 3, neverCalled: 3, isInactive: true });
    await refuseAll(calling);
    const board = await watch();
    expect(campaignOn(board, calling)).toMatchObject({
      total: 4,
      called: 1,
      pending: 0,
      neverCalled: 0,
      forecastDay: null,
      isInactive: false,
    });
    expect(operatorOn(board, ana)).toMatchObject({ state: 'finished', pending: 0 });
    expect(board.pending).toBe(0);
    expect((await as(world, ana).call(api.calls.today)).body.pending).toBe(0);
  });

  test('a retry is work after its pause, a callback at its time', async () => {
    const { ana, calling } = await quiet(1);
    await sql`update call set blocked = true where campaign_id = ${calling.campaign.id} and operator_id is null`.execute(
      world.db,
    );
    minutesAgo(50);
    await register(ana, calling, calling.calls[0]!.id, calling.states.again.id);
    const stateAt = async (minutes: number) => {
      minutesAgo(minutes);
      await isSeen(ana);
      const board = await watch();
      return [operatorOn(board, ana).state, campaignOn(board, calling).isInactive];
    };
    expect(await stateAt(0)).toEqual(['finished', false]);
    expect(campaignOn(await watch(), calling)).toMatchObject({ pending: 1, neverCalled: 0 });
    expect(await stateAt(-10)).toEqual(['inactive', true]);
    await sql`update call set callback_at = ${new Date(NOW + 30 * MINUTE)} where id = ${calling.calls[0]!.id}`.execute(
      world.db,
    );
    expect(await stateAt(-29)).toEqual(['finished', false]);
    expect(await stateAt(-30)).toEqual(['inactive', true]);
  });

  test('no alerts outside calling hours; Sundays are off by default', async () => {
    const { ana, calling } = await quiet();
    /** Sunday 8:00: last week's sessions have expired, an open page of Ana's has not. */
    const atEight = async (day: string, minutes = 0) => {
      world.clock.set(new Date(Date.parse(`${day}T08:00:00-03:00`) + minutes * MINUTE));
      viewer = await aCoordinator(world);
      await sql`update session set last_seen_at = ${world.clock.now()}, expires_at = ${new Date('2026-12-31')}
        where user_id = ${ana.id}`.execute(world.db);
      return watch();
    };
    const sunday = await atEight('2026-03-15');
    expect(sunday.callingHours).toEqual({ isLearned: expect.any(Boolean), isOpen: false, today: null });
    expect(campaignOn(sunday, calling)).toMatchObject({ pending: 4, isInactive: false });
    expect(operatorOn(sunday, ana).state).toBe('offHours');
    // After four Sundays of work it counts as a working day.
    for (const day of ['2026-02-22', '2026-03-01', '2026-03-08', '2026-03-15'])
      await sql`insert into outcome_count (campaign_id, operator_id, day, state_id, affinity, n, first_at, last_at)
        values (${calling.campaign.id}, ${ana.id}, ${day}, ${calling.states.talked.id}, 0, 5,
          ${new Date(`${day}T08:20:00-03:00`)}, ${new Date(`${day}T12:10:00-03:00`)})`.execute(world.db);
    const begun = await atEight('2026-03-22');
    expect(begun.callingHours).toEqual({ isLearned: true, isOpen: true, today: { from: 8, to: 13 } });
    expect(campaignOn(begun, calling).isInactive).toBe(false);
    expect(operatorOn(begun, ana).state).toBe('active');
    const later = await atEight('2026-03-22', 10);
    expect(campaignOn(later, calling).isInactive).toBe(true);
    expect(operatorOn(later, ana).state).toBe('inactive');
    await sql`delete from outcome_count where campaign_id = ${calling.campaign.id}`.execute(world.db);
  });
});

test('progress and forecast of a list equal those of the board, within reach', async () => {
  const [ana, luis] = [await anOperator(world), await anExternalOperator(world)];
  const here = await aCallingCampaign(world, { operators: [ana], each: 5 });
  const external = await aCallingCampaign(world, { operators: [luis], each: 4, external: true });
  const paused = await aCallingCampaign(world, { operators: [ana], each: 2 });
  await sql`update campaign set status = 'PAUSADA', status_before_pause = 'EN CURSO'
    where id = ${paused.campaign.id}`.execute(world.db);
  minutesAgo(5);
  await register(ana, here, here.callsOf(ana)[0]!.id, here.states.talked.id);
  await register(luis, external, external.callsOf(luis)[0]!.id, external.states.talked.id);
  const boards = [...(await boardNow(0)).campaigns, ...(await watch(1)).campaigns];
  const ids = [here, external, paused].map(({ campaign }) => campaign.id);
  const ask = (user: TestUser, asked: string) => as(world, user).send(api.live.forecasts, { query: { ids: asked } });

  const { body } = await ask(viewer, ids.join(','));
  expect(body).toEqual(
    boards.map(({ id, total, called, forecastDay, daysLate }) => ({ id, total, called, forecastDay, daysLate })),
  );
  expect(body).toMatchObject([{ total: 5, called: 1, forecastDay: expect.any(String) }, { total: 4 }]);
  const outsider = await anExternalCoordinator(world);
  expect((await ask(outsider, ids.join(','))).body.map(({ id }) => id)).toEqual([external.campaign.id]);
  for (const wrong of ['', 'x', '1;2', '0', Array.from({ length: 101 }, () => 1).join(','), '1'.repeat(5000)])
    expect((await ask(viewer, wrong)).status).toBe(400);
});

test('with a limit of attempts the forecast of a list equals that of the board and reads no attempts', async () => {
  const ana = await anOperator(world);
  const here = await aCallingCampaign(world, { operators: [ana], each: 6 });
  await sql`update campaign set calling_rules = ${JSON.stringify({ ...NO_RULES, attemptsInAll: 1 })}::jsonb
    where id = ${here.campaign.id}`.execute(world.db);
  const [first, blocked] = here.callsOf(ana).map(({ id }) => id);
  await sql`update call set blocked = true where id = ${blocked}`.execute(world.db);
  minutesAgo(5);
  await register(ana, here, first!, here.states.again.id);
  const { total, called, pending, neverCalled, forecastDay, daysLate } = campaignOn(await boardNow(), here);
  expect({ total, called, pending, neverCalled }).toEqual({ total: 6, called: 1, pending: 4, neverCalled: 4 });
  const seen: SeenPlan[] = [];
  const watched = await createTestApp({ beside: world, pool: createWatchedPool(world.databaseUrl, seen) });
  const query = { ids: String(here.campaign.id) };
  const { body } = await as(watched, viewer).call(api.live.forecasts, { query });
  await watched.close();
  expect(body).toEqual([{ id: here.campaign.id, total, called, forecastDay, daysLate }]);
  expect(seen).toHaveLength(1);
  expect(JSON.stringify(seen[0]!.plan)).not.toContain('call_count');
});

test('with a limit of attempts the board does not read calls without any', async () => {
  const ana = await anOperator(world);
  const here = await aCallingCampaign(world, { operators: [ana], each: 2 });
  await sql`update campaign set calling_rules = ${JSON.stringify({ ...NO_RULES, attemptsInAll: 1 })}::jsonb
    where id = ${here.campaign.id}`.execute(world.db);
  const last = Math.max(...here.callsOf(ana).map(({ id }) => id));
  await sql`insert into call (id, campaign_id, number, person_id, operator_id)
    select ${last}::bigint + n, ${here.campaign.id}, 4_000_000_000 + n, 1, ${ana.id} from generate_series(1, 20000) n`.execute(
    world.db,
  );
  await sql`analyze call`.execute(world.db);
  await register(ana, here, here.callsOf(ana)[0]!.id, here.states.again.id);
  const seen: SeenPlan[] = [];
  const watched = await createTestApp({ beside: world, pool: createWatchedPool(world.databaseUrl, seen) });
  const { body } = await as(watched, viewer).call(api.live.view, { query: { external: '0' } });
  await watched.close();
  expect(campaignOn(body, here)).toMatchObject({ total: 2, called: 1, pending: 1 });
  const counted = seen.find(({ plan }) => JSON.stringify(plan).includes('call_count >='))!;
  expect(counted.work, outlineOf(counted.plan)).toBeLessThan(500);
});

test('a list that asks about campaigns closed, loading or unknown meanwhile gets those open for calls, each once', async () => {
  const ana = await anOperator(world);
  const [open, loading, closed] = [
    await aCallingCampaign(world, { operators: [ana] }),
    await aCallingCampaign(world, { operators: [ana] }),
    await aCallingCampaign(world, { operators: [ana] }),
  ];
  const change = (of: Calling, set: object) =>
    world.db.updateTable('campaign').set(set).where('id', '=', of.campaign.id).execute();
  await change(loading, { status: 'CARGANDO AUDIENCIA', statusBeforeLoad: 'EN CURSO' });
  await change(closed, { status: 'FINALIZANDO' });
  minutesAgo(0);
  const asked = [open, open, loading, closed].map(({ campaign }) => campaign.id);
  const ask = async () => {
    const query = { ids: [...asked, 2_147_483_647].join(',') };
    return (await as(world, viewer).call(api.live.forecasts, { query })).body.map(({ id }) => id);
  };
  expect(await ask()).toEqual([open.campaign.id, loading.campaign.id]);
  // The server's clock was set wrong and is corrected: nothing is kept.
  const session = viewer.token;
  const { startDate, endDate } = await world.db
    .selectFrom('campaign')
    .select(['startDate', 'endDate'])
    .where('id', '=', open.campaign.id)
    .executeTakeFirstOrThrow();
  for (const wrong of [new Date(startDate.getTime() - DAY), endDate]) {
    world.clock.set(wrong);
    viewer = { ...viewer, ...(await aSession(world, viewer.id)) };
    expect(await ask()).toEqual([]);
  }
  minutesAgo(0);
  viewer = { ...viewer, token: session };
  await change(loading, { status: 'FINALIZANDO', statusBeforeLoad: null });
  expect(await ask()).toEqual([open.campaign.id]);
});

test('each side has its own board with operators of running campaigns', async () => {
  const [ana, ext] = [await anOperator(world), await anExternalOperator(world)];
  const inside = await aCallingCampaign(world, { operators: [ana] });
  const outside = await aCallingCampaign(world, { operators: [ext], external: true });
  await aCallingCampaign(world, { operators: [await anOperator(world)], startDate: new Date(NOW + DAY) });
  const boards = [await boardNow(0), await boardNow(1)];
  expect(boards.map(({ campaigns }) => campaigns.map(({ id }) => id))).toEqual([
    [inside.campaign.id],
    [outside.campaign.id],
  ]);
  expect(boards.map(({ operators }) => operators.map(({ id }) => id))).toEqual([[ana.id], [ext.id]]);
});

test('sorts late campaigns first, then by end; without pace last', async () => {
  const ana = await anOperator(world);
  const endDate = (days: number) => new Date(NOW + days * DAY);
  const make = async (calls: number, days: number, yesterday: number) => {
    const calling = await aCallingCampaign(world, { operators: [ana], each: calls, endDate: endDate(days) });
    if (yesterday > 0)
      await sql`insert into outcome_count (campaign_id, operator_id, day, state_id, affinity, n, first_at, last_at)
        values (${calling.campaign.id}, ${ana.id}, '2026-03-09', ${calling.states.again.id}, 0, ${yesterday},
          ${endDate(-1)}, ${endDate(-1)})`.execute(world.db);
    return calling;
  };
  const slow = await make(12, 30, 2);
  const late = await make(12, 2, 2);
  const soon = await make(4, 30, 4);
  const fresh = await make(4, 30, 0);
  const board = await boardNow();
  const order = board.campaigns.map(({ id }) => id);
  expect(order).toEqual([late, soon, slow, fresh].map(({ campaign }) => campaign.id));
  // Six working days from Tuesday on: no weekend was worked yet.
  expect(campaignOn(board, late)).toMatchObject({ pace: 2, forecastDay: '2026-03-17', daysLate: 5 });
  expect(campaignOn(board, soon)).toMatchObject({ pace: 4, forecastDay: '2026-03-10', daysLate: -30 });
  expect(campaignOn(board, fresh)).toMatchObject({ pace: null, forecastDay: null, daysLate: null });
});

test('permissions', async () => {
  const ask = async (user: TestUser | null) => (await as(world, user).send(api.live.view)).status;
  expect([await ask(null), await ask(await anOperator(world)), await ask(viewer)]).toEqual([401, 403, 200]);
});

test('a campaign closed by its rules shows until when, has no alerts and is forecast for open days', async () => {
  const ana = await anOperator(world);
  const endDate = new Date(NOW + 30 * DAY);
  const here = await aCallingCampaign(world, { operators: [ana], each: 12, endDate });
  await sql`insert into outcome_count (campaign_id, operator_id, day, state_id, affinity, n, first_at, last_at)
    values (${here.campaign.id}, ${ana.id}, '2026-03-09', ${here.states.again.id}, 0, 4, ${new Date(NOW - DAY)},
      ${new Date(NOW - DAY)})`.execute(world.db);
  const rule = (rules: CallingRules) =>
    sql`update campaign set calling_rules = ${JSON.stringify(rules)}::jsonb where id = ${here.campaign.id}`.execute(
      world.db,
    );
  // Only Mondays 9 to 13 and half as long on Wednesdays: 4 on a Monday are 2 on a Wednesday.
  const spans = (from: string, to: string) => [{ from, to }];
  const week = [[], spans('09:00', '13:00'), [], spans('09:00', '11:00'), [], [], []];
  expect(campaignOn(await boardNow(), here)).toMatchObject({ closed: null, isInactive: true });
  await rule({ ...NO_RULES, week });
  const board = await boardNow();
  expect(campaignOn(board, here)).toMatchObject({
    closed: { reason: 'hours', until: '2026-03-11T12:00:00.000Z', detail: null },
    isInactive: false,
    // 2 on the 11th, 4 on the 16th, 2 on the 18th, 4 on the 23rd; holidays do not count.
    forecastDay: '2026-03-23',
  });
  await rule({ ...NO_RULES, week, closesOnHolidays: true });
  expect(campaignOn(await boardNow(), here)).toMatchObject({ forecastDay: '2026-03-30' });
});
