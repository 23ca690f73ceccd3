import { api } from '@campanero/contract';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as } from '../../../test/actors.ts';
import { createTestApp, useWorld } from '../../../test/app.ts';
import { aBlockList, obey, refreshListed } from '../../../test/block-lists.ts';
import { aCallingCampaign, callNow, type Calling, type TestCall } from '../../../test/calling.ts';
import { aCampaign, anAdministrator, anOperator, type TestUser } from '../../../test/factories.ts';
import { callsOf, loadFiles } from '../../../test/loads.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { createWatchedPool, outlineOf, type SeenPlan } from '../../../test/plans.ts';
import { erasePeople, refreshCallsJob, refreshListedJob } from '../../call-store/write/index.ts';
import { createDb, createPool } from '../../db/client.ts';
import { verifyEverything } from '../../verify/verify.ts';
import { transact } from '../../work/transact.ts';

const world = useWorld();
let admin: TestUser;
beforeAll(async () => {
  await aCallingCampaign(world);
});
beforeEach(async () => {
  world.clock.set('2026-03-10T13:00:00.000Z');
  admin = await anAdministrator(world, { firstName: 'Ada', lastName: 'Paz' });
  world.enqueued.length = 0;
});

const next = (user: TestUser, { campaign }: Calling, current = 0) =>
  as(world, user).call(api.calls.next, { params: { id: campaign.id, current } });
const register = (user: TestUser, { campaign, states }: Calling, callId: number) =>
  as(world, user).call(api.calls.register, {
    params: { id: campaign.id, callId },
    body: { stateId: states.talked.id },
  });
const saidOf = async (user: TestUser, { id: callId, number }: { id: number; number: string }) =>
  (await as(world, user).call(api.contacts.detail, { params: { phone: number, callId } })).body.blocked;
const blockedOf = async (here: Calling) =>
  Promise.all(here.calls.map(async ({ id }) => (await callNow(world, id)).blocked));
/** As the audience list shows it. */
const shownOf = async ({ campaign, manager }: Calling) =>
  (await as(world, manager).call(api.audience.list, { params: { id: campaign.id }, query: {} })).body.calls.map(
    ({ blocked, blockReason }) => ({ blocked, blockReason }),
  );
const isLocked = async () =>
  (
    await sql`select from pg_locks where relation = 'listed_number'::regclass and mode = 'AccessExclusiveLock' and granted`.execute(
      world.db,
    )
  ).rows.length > 0;
/** After all pending jobs the denormalised flags are exact. */
const expectGreen = async () => {
  await refreshListed(world);
  const deps = {
    db: world.db,
    read: world.deps.read,
    files: world.deps.files,
    recordedHeads: [],
    now: world.clock.now(),
  };
  expect((await verifyEverything(deps)).flatMap(({ findings }) => findings)).toEqual([]);
};
const remove = (id: number) =>
  as(world, admin).call(api.blockLists.remove, { params: { id }, body: { reason: 'Prueba' } });

describe('next contact', () => {
  test('applies a list from its commit, before the flags are refreshed; not in an exempt campaign', async () => {
    const here = await aCallingCampaign(world);
    const there = await aCallingCampaign(world);
    await obey(world, here.campaign.id);
    const list = await aBlockList(
      world,
      admin,
      [...here.calls, ...there.calls].slice(0, 5).map(({ number }) => number),
    );
    const [operator] = here.operators as [TestUser];
    expect(await blockedOf(here)).toEqual([false, false, false]);
    const why = `Está en la lista de bloqueo «${list.name}», que cargó Ada Paz el 10-03-2026.`;
    expect(await shownOf(here)).toEqual(here.calls.map(() => ({ blocked: true, blockReason: why })));
    expect(await shownOf(there)).toEqual(there.calls.map(() => ({ blocked: false, blockReason: null })));
    expect(await next(operator, here)).toMatchObject({ status: 422, body: { error: 'NO_MORE_CONTACTS' } });
    expect(await next(there.operators[0]!, there)).toMatchObject({ status: 200, body: { callId: there.calls[0]!.id } });

    expect(await refreshListed(world)).toBeGreaterThan(0);
    expect(await blockedOf(here)).toEqual([true, true, true]);
    expect(await blockedOf(there)).toEqual([false, false, false]);
    await expectGreen();

    expect((await remove(list.id)).status).toBe(204);
    // The denormalised flags are still stale.
    expect(await blockedOf(here)).toEqual([true, true, true]);
    expect((await next(operator, here)).body).toMatchObject({ callId: here.calls[0]!.id });
    expect(await register(operator, here, here.calls[0]!.id)).toMatchObject({ status: 200 });
    await expectGreen();
    expect(await blockedOf(here)).toEqual([false, false, false]);
    expect((await next(operator, here)).body).toMatchObject({ callId: here.calls[1]!.id });
  });

  test('a number is returned again once its last list is removed, replaced or exempted', async () => {
    const here = await aCallingCampaign(world, { each: 6 });
    const [operator] = here.operators as [TestUser];
    const [dead, erased, ...others] = here.calls as [TestCall, TestCall, ...TestCall[]];
    await obey(world, here.campaign.id);
    const numbers = here.calls.map(({ number }) => number);
    const list = await aBlockList(world, admin, numbers);
    const second = await aBlockList(world, admin, [others[1]!.number]);
    await refreshListed(world);
    // Blocked for other reasons than a list.
    await as(world, here.manager).call(api.contacts.savePerson, {
      params: { personId: dead.personId },
      query: { lead: '1' },
      body: { dead: true },
    });
    await transact(jobCtx(world), (work) => erasePeople(work, [erased.personId], { keepBlock: false }));

    const given = async () => {
      const reply = await next(operator, here);
      if (reply.status === 200) await register(operator, here, reply.body.callId);
      return reply.status === 200 ? reply.body.callId : reply.body.error;
    };
    expect(await given()).toBe('NO_MORE_CONTACTS');
    await as(world, admin).call(api.blockLists.removeNumber, {
      params: { id: list.id },
      body: { number: others[0]!.number, reason: 'Prueba' },
    });
    expect([await given(), await given()]).toEqual([others[0]!.id, 'NO_MORE_CONTACTS']);
    await aBlockList(world, admin, [dead.number, others[3]!.number], { listId: list.id, replaces: 1 });
    expect([await given(), await given()]).toEqual([others[2]!.id, 'NO_MORE_CONTACTS']);
    await remove(second.id);
    expect([await given(), await given()]).toEqual([others[1]!.id, 'NO_MORE_CONTACTS']);
    const body = { obeysLists: false, exemptReason: 'Aviso de corte de agua' };
    await as(world, here.manager).call(api.campaigns.ongoing, { params: { id: here.campaign.id }, body });
    expect([await given(), await given()]).toEqual([others[3]!.id, 'NO_MORE_CONTACTS']);
    await expectGreen();
  });

  test('finds a released number without reading all calls that are still marked', async () => {
    const here = await aCallingCampaign(world, {
      operators: [await anOperator(world), await anOperator(world)],
      each: 400,
    });
    const [operator, other] = here.operators as [TestUser, TestUser];
    await obey(world, here.campaign.id);
    const numbers = here.calls.map(({ number }) => number);
    const list = await aBlockList(world, admin, numbers);
    await refreshListed(world);
    await sql`
      update call set callback_at = ${new Date(world.clock.now().getTime() - 3_600_000)}
      where campaign_id = ${here.campaign.id} and operator_id = ${other.id}`.execute(world.db);
    await sql`analyze call`.execute(world.db);
    const seen: SeenPlan[] = [];
    const watched = await createTestApp({ beside: world, pool: createWatchedPool(world.databaseUrl, seen) });
    await as(watched, admin).call(api.blockLists.remove, { params: { id: list.id }, body: { reason: 'Prueba' } });
    seen.length = 0;
    const reply = await as(watched, operator).call(api.calls.next, { params: { id: here.campaign.id, current: 0 } });
    expect(here.callsOf(operator).map(({ id }) => id)).toContain(reply.body.callId);
    // The operator's own marked calls are scanned once, before released ones are searched.
    expect(seen.filter(({ work }) => work > 100).map(({ plan }) => outlineOf(plan))).toHaveLength(1);
    await watched.close();
  });

  test('a listed call is not returned again, but its outcome can be registered', async () => {
    const here = await aCallingCampaign(world);
    await obey(world, here.campaign.id);
    const [operator] = here.operators as [TestUser];
    const { callId } = (await next(operator, here)).body;
    await aBlockList(world, admin, [here.calls[0]!.number, here.calls[2]!.number]);
    expect((await next(operator, here)).body).toMatchObject({ callId: here.calls[1]!.id });
    expect(await register(here.manager, here, here.calls[2]!.id)).toMatchObject({
      status: 422,
      body: { error: 'NUMBER_BLOCKED' },
    });
    expect(await register(operator, here, callId)).toMatchObject({ status: 200 });
    await expectGreen();
  });

  test("an exemption does not lift a person's do-not-call request", async () => {
    const here = await aCallingCampaign(world, { each: 1 });
    const [call] = here.calls as [Calling['calls'][number]];
    await as(world, here.manager).call(api.contacts.savePerson, {
      params: { personId: call.personId },
      query: { lead: '1' },
      body: { doNotCall: true },
    });
    const list = await aBlockList(world, admin, [call.number]);
    expect(await next(here.operators[0]!, here)).toMatchObject({ status: 422 });
    expect(await saidOf(here.manager, call)).toBe('Una persona de este número pidió que no la llamen.');
    await obey(world, here.campaign.id);
    expect(await saidOf(here.manager, call)).toBe(
      `Una persona de este número pidió que no la llamen. Está en la lista de bloqueo «${list.name}», que cargó Ada Paz el 10-03-2026.`,
    );
    await remove(list.id);
    await expectGreen();
    expect(await blockedOf(here)).toEqual([true]);
  });
});

test('changing the exemption of a campaign updates its calls', async () => {
  const here = await aCallingCampaign(world, { each: 2, unassigned: 1 });
  await aBlockList(world, admin, [here.calls[0]!.number, here.calls[2]!.number]);
  const change = (obeysLists: boolean) =>
    as(world, here.manager).call(api.campaigns.ongoing, {
      params: { id: here.campaign.id },
      body: { obeysLists, exemptReason: 'Prueba' },
    });
  expect((await change(true)).body).toMatchObject({ obeysLists: true });
  expect((await next(here.operators[0]!, here)).body).toMatchObject({ callId: here.calls[1]!.id });
  await expectGreen();
  expect(await blockedOf(here)).toEqual([true, false, true]);
  expect((await change(false)).body).toMatchObject({ obeysLists: false });
  await expectGreen();
  expect(await blockedOf(here)).toEqual([false, false, false]);
});

test('segmenting excludes listed numbers before their flags are refreshed', async () => {
  const here = await aCallingCampaign(world, { each: 0, unassigned: 4 });
  await obey(world, here.campaign.id);
  await aBlockList(
    world,
    admin,
    here.calls.slice(0, 3).map(({ number }) => number),
  );
  const reply = await as(world, here.manager).call(api.audience.segment, {
    params: { id: here.campaign.id },
    query: {},
    body: { operators: [here.operators[0]!.id] },
  });
  expect(reply).toMatchObject({ status: 200 });
  expect((await callNow(world, here.calls[3]!.id)).operatorId).toBe(here.operators[0]!.id);
  expect((await callNow(world, here.calls[0]!.id)).operatorId).toBeNull();
  await expectGreen();
});

test('a locked call is left to the job that waits for it', async () => {
  const here = await aCallingCampaign(world, { each: 2 });
  await obey(world, here.campaign.id);
  await aBlockList(
    world,
    admin,
    here.calls.map(({ number }) => number),
  );
  await world.db.transaction().execute(async (trx) => {
    await trx.selectFrom('call').select('id').where('id', '=', here.calls[0]!.id).forUpdate().execute();
    await refreshListed(world);
    expect(await blockedOf(here)).toEqual([false, true]);
  });
  const left = world.enqueued.find(({ name }) => name === refreshCallsJob.name);
  await refreshCallsJob.handler(jobCtx(world), left!.payload as { numbers: number[] });
  expect(await blockedOf(here)).toEqual([true, true]);
  await expectGreen();
});

test('flags are updated even if finding the calls is slow', async () => {
  const here = await aCallingCampaign(world);
  await obey(world, here.campaign.id);
  await aBlockList(world, admin, [here.calls[0]!.number]);
  // As with millions of calls: finding them takes longer than the statement timeout.
  const impatient = createDb(createPool(world.databaseUrl, { max: 1, statementTimeout: 1_000 }));
  const slow = world.db.transaction().execute(async (trx) => {
    await sql`lock table listed_number in access exclusive mode`.execute(trx);
    await sql`select pg_sleep(3)`.execute(trx);
  });
  await expect.poll(() => isLocked()).toBe(true);
  await refreshListedJob.handler(jobCtx({ deps: { ...world.deps, heavyDb: impatient } }), {
    campaignId: here.campaign.id,
  });
  await slow;
  await impatient.destroy();
  expect((await blockedOf(here))[0]).toBe(true);
});

describe('loading an audience', () => {
  const people = (base: number) =>
    ['telefono;nombre', ...[0, 1, 2].map((place) => `${base + place};Persona ${place}`)].join('\n');

  test('skips listed numbers and counts them as blocked; an exempt campaign loads them', async () => {
    const base = 1_142_000_100;
    await aBlockList(world, admin, [base, base + 1]);
    const [exempt, obeying] = [await aCampaign(world), await aCampaign(world)];
    await obey(world, obeying.id);
    const report = await loadFiles(world, admin, obeying.id, [{ content: people(base) }]);
    expect(report).toMatchObject({ read: 3, loaded: 1, skipped: 2, skippedBreakdown: { blocked: 2 } });
    expect(await loadFiles(world, admin, exempt.id, [{ content: people(base) }])).toMatchObject({
      loaded: 3,
      skipped: 0,
    });
    await expectGreen();
  });

  test('a listed number of a deceased person stays excluded although the file has another person', async () => {
    const number = 1_142_000_200;
    const first = await aCampaign(world);
    await loadFiles(world, admin, first.id, [{ content: `telefono;nombre\n${number};Ana\n` }]);
    const [call] = await callsOf(world, first.id);
    const dead = await as(world, admin).call(api.contacts.savePerson, {
      params: { personId: call!.personId },
      query: { lead: '1' },
      body: { dead: true },
    });
    expect(dead.status).toBe(200);
    await aBlockList(world, admin, [number]);
    const obeying = await aCampaign(world);
    await obey(world, obeying.id);
    const content = `telefono;nombre\n${number};Otra\n${number + 1};Más\n`;
    const report = await loadFiles(world, admin, obeying.id, [{ content }]);
    expect(report).toMatchObject({ loaded: 1, skippedBreakdown: { blocked: 1 } });
    await expectGreen();
  });

  test('a list that commits during the load blocks its calls too', async () => {
    const base = 1_142_000_300;
    const { id } = await aCampaign(world);
    await obey(world, id);
    let list: Promise<unknown> | undefined;
    await loadFiles(world, admin, id, [{ content: people(base) }], {
      onStep: (step) => {
        if (step === 'write') list = aBlockList(world, admin, [base]);
      },
    });
    await list;
    await expectGreen();
    expect((await callsOf(world, id)).map(({ number, blocked }) => ({ number, blocked }))).toEqual([
      ...((await callsOf(world, id)).length === 3 ? [{ number: String(base), blocked: true }] : []),
      { number: String(base + 1), blocked: false },
      { number: String(base + 2), blocked: false },
    ]);
  });
});
