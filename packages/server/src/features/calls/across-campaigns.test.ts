import { api } from '@campanero/contract';
import { type CallingRules, NO_RULES } from '@campanero/contract/calling-rules/schemas';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, addCalls, callNow, type Calling } from '../../../test/calling.ts';
import { aCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';

// While attempts are counted across campaigns, a number held in one campaign is not returned in another.

const world = useWorld();
beforeEach(() => world.clock.set('2026-03-10T13:00:00.000Z'));
const ruleBy = (rules: CallingRules, across: boolean) =>
  sql`update calling_default set rules = ${JSON.stringify(rules)}::jsonb, across_campaigns = ${across}`.execute(
    world.db,
  );
afterEach(() => ruleBy(NO_RULES, false));

const next = (user: TestUser, { campaign }: Calling) =>
  as(world, user).call(api.calls.next, { params: { id: campaign.id, current: 0 } });
const hold = (user: TestUser, { campaign }: Calling, callId: number) =>
  as(world, user).call(api.calls.hold, { params: { id: campaign.id, callId } });
const release = (user: TestUser, { campaign }: Calling, callId: number) =>
  as(world, user).call(api.calls.release, { params: { id: campaign.id, callId } });
const register = (user: TestUser, { campaign, states }: Calling, callId: number) =>
  as(world, user).call(api.calls.register, {
    params: { id: campaign.id, callId },
    body: { stateId: states.talked.id },
  });

/** Two campaigns with the same numbers in the same order, each assigned to its own operators in turns. */
async function twoCampaigns(operatorsOfEach: number, callsOfEach: number): Promise<[Calling, Calling]> {
  const team = () => Promise.all(Array.from({ length: operatorsOfEach }, () => anOperator(world)));
  const here = await aCallingCampaign(world, { operators: await team(), each: callsOfEach });
  const there = await aCallingCampaign(world, { operators: await team(), each: 0 });
  const owners = here.calls.map((_, place) => there.operators[place % operatorsOfEach]!.id);
  const calls = await addCalls(world, there.campaign.id, owners, { numbers: here.calls.map(({ number }) => number) });
  const callsOf = (operator: TestUser | null) => calls.filter(({ operatorId }) => operatorId === operator?.id);
  return [here, { ...there, calls, callsOf }];
}

const deadlocks = async () => {
  const { rows } = await sql<{ n: number }>`
    select deadlocks::int as n from pg_stat_database where datname = current_database()`.execute(world.db);
  return rows[0]!.n;
};
const heldTwice = async () => {
  const { rows } = await sql<{ number: number }>`
    select number from call where hold_until > ${world.clock.now()} group by 1 having count(*) > 1`.execute(world.db);
  return rows.map(({ number }) => number);
};

/** All request at the same moment, register the call they get, and repeat until none is left. */
async function callEverything(seats: readonly { user: TestUser; here: Calling }[]): Promise<number> {
  let registered = 0;
  for (let isLeft = true; isLeft;) {
    const replies = await Promise.all(seats.map(({ user, here }) => next(user, here)));
    expect(replies.filter(({ status }) => status !== 200 && status !== 422)).toEqual([]);
    expect(await heldTwice()).toEqual([]);
    const given = replies.flatMap((reply) => (reply.status === 200 ? [reply.body.number] : []));
    expect(new Set(given).size).toBe(given.length);
    isLeft = given.length > 0;
    registered += given.length;
    const done = await Promise.all(
      replies.flatMap((reply, seat) =>
        reply.status === 200 ? [register(seats[seat]!.user, seats[seat]!.here, reply.body.callId)] : [],
      ),
    );
    expect(done.filter(({ status }) => status !== 200)).toEqual([]);
    world.clock.advance(1000);
  }
  return registered;
}

test.each([
  ['without limits', NO_RULES],
  ['with limits', { ...NO_RULES, attemptsInAll: 5 }],
])(
  'forty operators of two campaigns with the same numbers never have one at once: %s',
  async (_what, rules) => {
    await ruleBy(rules, true);
    const before = await deadlocks();
    const both = await twoCampaigns(20, 4);
    const seats = both.flatMap((here) => here.operators.map((user) => ({ user, here })));
    // In the end every call of both campaigns was returned once.
    expect(await callEverything(seats)).toBe(160);
    expect(await deadlocks()).toBe(before);
  },
  60_000,
);

test('forty managers over two campaigns never hold one number at once', async () => {
  await ruleBy(NO_RULES, true);
  const both = await twoCampaigns(1, 100);
  const seats = await Promise.all(
    both.flatMap((here) => Array.from({ length: 20 }, async () => ({ user: await aCoordinator(world), here }))),
  );
  expect(await callEverything(seats)).toBe(200);
}, 60_000);

test('of a manual hold and next contact at the same moment one gets the number', async () => {
  await ruleBy(NO_RULES, true);
  const [here, there] = await twoCampaigns(20, 1);
  for (let round = 0; round < 4; round += 1) {
    const replies = await Promise.all([
      ...here.operators.map((user) => hold(user, here, here.callsOf(user)[0]!.id)),
      ...there.operators.map((user) => next(user, there)),
    ]);
    expect(await heldTwice()).toEqual([]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    const refused = replies.flatMap((reply) => (reply.status === 200 ? [] : [reply.body.error]));
    expect(refused.filter((error) => error !== 'NUMBER_HELD' && error !== 'NO_MORE_CONTACTS')).toEqual([]);
    await sql`update call set hold_by = null, hold_until = null, hold_for = null, released_at = null`.execute(world.db);
  }
});

test('a number held in another campaign is not returned and cannot be held; its outcome can be registered', async () => {
  const [here, there] = await twoCampaigns(1, 2);
  const [ana, luis] = [here.operators[0]!, there.operators[0]!];
  const [first, second] = there.calls as [Calling['calls'][number], Calling['calls'][number]];
  // Not applied without counting across campaigns.
  await ruleBy(NO_RULES, false);
  await hold(ana, here, here.calls[0]!.id);
  expect((await next(luis, there)).body.callId).toBe(first.id);
  await release(luis, there, first.id);
  await sql`update call set released_at = null where id = ${first.id}`.execute(world.db);

  await ruleBy(NO_RULES, true);
  expect((await next(luis, there)).body.callId).toBe(second.id);
  expect(await hold(luis, there, first.id)).toMatchObject({ status: 409, body: { error: 'NUMBER_HELD' } });
  expect(await callNow(world, first.id)).toMatchObject({ holdBy: null });
  // The own hold is renewed, and one user may hold the number in both campaigns.
  expect((await hold(ana, here, here.calls[0]!.id)).status).toBe(200);
  expect((await register(luis, there, first.id)).status).toBe(200);
  expect((await release(ana, here, here.calls[0]!.id)).status).toBe(204);
  expect((await hold(luis, there, first.id)).status).toBe(200);
});

test('a repeated request for next contact gets the same call while another campaign requests its number', async () => {
  await ruleBy(NO_RULES, true);
  const [here, there] = await twoCampaigns(1, 1);
  const [ana, luis] = [here.operators[0]!, there.operators[0]!];
  const { body: given } = await next(ana, here);
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, n) => (n % 2 ? next(ana, here) : next(luis, there))),
  );
  for (const [n, reply] of replies.entries())
    expect(reply).toMatchObject(n % 2 ? { status: 200, body: { callId: given.callId } } : { status: 422 });
});
