import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, callNow, expectTrueCounters, historyNow, type Calling } from '../../../test/calling.ts';
import { anOperator, type TestUser } from '../../../test/factories.ts';

// Short runs; `npm run faults` has the long ones. Of each pair one succeeds or both are serialised, and the figures equal the history.
const ROUNDS = 8;
const world = useWorld();

/** Both concurrently, one slightly later. */
function together<A, B>(round: number, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const late = async <T>(run: () => Promise<T>, isLate: boolean) => {
    if (isLate) await pause(round % 5);
    return run();
  };
  return Promise.all([late(first, round % 2 === 1), late(second, round % 2 === 0)]);
}
const register = (user: TestUser, { campaign, states }: Calling, callId: number, stateId = states.talked.id) =>
  as(world, user).call(api.calls.register, { params: { id: campaign.id, callId }, body: { stateId } });

test('registering and reassigning', async () => {
  const [ana, luis] = [await anOperator(world), await anOperator(world)];
  const here = await aCallingCampaign(world, { operators: [ana, luis], each: ROUNDS });
  for (const [round, call] of here.callsOf(ana).entries()) {
    const params = { id: here.campaign.id, callId: call.id, operatorId: luis.id };
    const [registered, reassigned] = await together(
      round,
      () => register(ana, here, call.id),
      () => as(world, here.manager).call(api.calls.reassign, { params }),
    );
    expect(reassigned.status).toBe(200);
    expect([200, 403]).toContain(registered.status);
    expect((await historyNow(world, call.id)).length).toBe(registered.status === 200 ? 1 : 0);
    expect((await callNow(world, call.id)).operatorId).toBe(luis.id);
  }
  await expectTrueCounters(world, here.campaign.id);
});

test('registering, pausing and finishing', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const here = await aCallingCampaign(world, { each: 4 });
    const params = { id: here.campaign.id };
    const change = async () => {
      const manager = as(world, here.manager);
      if (round % 3 === 0) return (await manager.call(api.campaigns.finish, { params })).status;
      return (await manager.call(api.campaigns.ongoing, { params, body: { paused: true } })).status;
    };
    const [replies, changed] = await together(
      round,
      () => Promise.all(here.calls.map(({ id }) => register(here.operators[0]!, here, id))),
      change,
    );
    expect([200, 202]).toContain(changed);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [422, 600]));
    // Later requests are refused.
    const late = await register(here.operators[0]!, here, here.calls[0]!.id, here.states.refused.id);
    expect(late.body.code).toBe(600);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from call_history where campaign_id = ${here.campaign.id}`.execute(world.db);
    expect(rows[0]?.n).toBe(replies.filter(({ status }) => status === 200).length);
    await expectTrueCounters(world, here.campaign.id);
  }
});

test('registering and correcting the previous entry', async () => {
  const here = await aCallingCampaign(world, { each: ROUNDS });
  for (const [round, call] of here.calls.entries()) {
    const { body: entry } = await register(here.operators[0]!, here, call.id, here.states.again.id);
    const params = { id: here.campaign.id, callId: call.id, entryId: entry.id };
    const body = { stateId: here.states.refused.id, reason: 'Otro estado' };
    world.clock.advance(20_000);
    const [registered, corrected] = await together(
      round,
      () => register(here.operators[0]!, here, call.id),
      () => as(world, here.manager).call(api.calls.correct, { params, body }),
    );
    expect([registered.status, corrected.status]).toEqual([200, 200]);
    // In any order the later registration is the current state.
    expect(await callNow(world, call.id)).toMatchObject({ stateId: here.states.talked.id, callCount: 2 });
  }
  await expectTrueCounters(world, here.campaign.id);
});

test('two users registering on one call, one of them a manager', async () => {
  const here = await aCallingCampaign(world, { each: ROUNDS });
  for (const [round, call] of here.calls.entries()) {
    const replies = await together(
      round,
      () => register(here.operators[0]!, here, call.id),
      () => register(here.manager, here, call.id, here.states.refused.id),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect((await callNow(world, call.id)).callCount).toBe(2);
  }
  await expectTrueCounters(world, here.campaign.id);
});

test('two reassignments of one call are serialised', async () => {
  const [ana, luis, eva] = [await anOperator(world), await anOperator(world), await anOperator(world)];
  const here = await aCallingCampaign(world, { operators: [ana, luis, eva], each: ROUNDS });
  for (const [round, call] of here.callsOf(ana).entries()) {
    const give = (operatorId: number) => () =>
      as(world, here.manager).call(api.calls.reassign, {
        params: { id: here.campaign.id, callId: call.id, operatorId },
      });
    const replies = await together(round, give(luis.id), give(eva.id));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect([luis.id, eva.id]).toContain((await callNow(world, call.id)).operatorId);
  }
  await expectTrueCounters(world, here.campaign.id);
});

test('a block concurrent with registering and next contact loses nothing and figures stay exact', async () => {
  const here = await aCallingCampaign(world, { each: ROUNDS });
  for (const [round, call] of here.calls.entries()) {
    const [registered, flagged] = await together(
      round,
      () => register(here.operators[0]!, here, call.id),
      () =>
        as(world, here.manager).call(api.contacts.savePerson, {
          params: { personId: call.personId },
          query: { lead: '1' },
          body: { doNotCall: true, interested: true },
        }),
    );
    expect([registered.status, flagged.status]).toEqual([200, 200]);
  }
  const next = await as(world, here.operators[0]!).call(api.calls.next, {
    params: { id: here.campaign.id, current: 0 },
  });
  expect(next.status).toBe(422);
  await expectTrueCounters(world, here.campaign.id);
});

test('a block that commits while a registration waits for the call is applied', async () => {
  const here = await aCallingCampaign(world, { each: 1 });
  const [call] = here.calls;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>();
  const holding = world.db.transaction().execute(async (trx) => {
    await sql`update call set version = version + 1 where id = ${call!.id}`.execute(trx);
    locked();
    await released;
  });
  await isLocked;
  // By a manager: the call's operator may still register on a blocked number.
  const registering = register(here.manager, here, call!.id);
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(world.db);
      return rows.length;
    })
    .toBe(1);
  await sql`insert into blocked_number (number, reason, at) values (${call!.number}, 'DO_NOT_CALL', now())`.execute(
    world.db,
  );
  release();
  await holding;
  expect((await registering).status).toBe(422);
  expect(await historyNow(world, call!.id)).toEqual([]);
});
