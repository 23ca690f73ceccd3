import { api } from '@campanero/contract';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { anAudience, ownersOf, type AudienceCall } from '../../../test/audience.ts';
import { countersOf, expectTrueCounters } from '../../../test/calling.ts';
import { aState, theSystemStates } from '../../../test/catalogue.ts';
import { aCampaign, aCoordinator, anExternalCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
let coordinator: TestUser;
let ana: TestUser;
let luis: TestUser;
let again: { id: number };
beforeAll(async () => {
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
  ana = await anOperator(world, { firstName: 'Ana', lastName: 'Díaz' });
  luis = await anOperator(world, { firstName: 'Luis', lastName: 'Paz' });
  again = await aState(world, { name: 'Volver a llamar', callback: true });
});

const HOUR = 3_600_000;
const later = () => new Date(world.clock.now().getTime() + HOUR);
const aRunning = (operators = [ana, luis]) =>
  aCampaign(world, { status: 'EN CURSO', operators: operators.map(({ id }) => id) });
const segment = (id: number, operators: TestUser[], amount?: number) =>
  as(world, coordinator).call(api.audience.segment, {
    params: { id },
    query: {},
    body: { operators: operators.map((one) => one.id), ...(amount && { amount }) },
  });
const undo = (id: number, segmentationId: number, user = coordinator) =>
  as(world, user).call(api.audience.undoSegmentation, { params: { id, segmentationId } });
const last = async (id: number) =>
  (await as(world, coordinator).call(api.audience.lastSegmentation, { params: { id } })).body.segmentation;
const rebalanceable = (id: number, from: number[], user = coordinator) =>
  as(world, user).send(api.audience.rebalanceable, { params: { id }, query: { from: from.join(',') } });
const rebalance = (id: number, from: (TestUser | number)[], to: TestUser[], user = coordinator) =>
  as(world, user).call(api.audience.rebalance, {
    params: { id },
    body: { from: from.map((one) => (typeof one === 'number' ? one : one.id)), to: to.map((one) => one.id) },
  });

test('undo unassigns all calls, once, and leaves an audit record', async () => {
  const { id, name } = await aRunning();
  await anAudience(world, id, [{}, {}, {}]);
  expect(await last(id)).toBeNull();
  const { body } = await segment(id, [ana, luis]);
  const { segmentationId } = body;
  expect(await last(id)).toEqual({
    segmentationId,
    total: 3,
    operators: [
      { id: ana.id, name: 'Ana Díaz', amount: 2 },
      { id: luis.id, name: 'Luis Paz', amount: 1 },
    ],
    createdAt: world.clock.now().toISOString(),
    userName: coordinator.name,
    undoable: true,
  });
  expect(await undo(id, segmentationId)).toMatchObject({ status: 200, body: { segmentationId, total: 3 } });
  expect(await ownersOf(world, id)).toEqual([null, null, null]);
  await expectTrueCounters(world, id);
  expect((await auditOf(world)).at(-1)).toMatchObject({
    action: 'CAMPAÑA',
    subaction: 'SEGMENTAR',
    info: {
      entries: [{ label: 'Operadores', prevValue: 'Ana Díaz: 2, Luis Paz: 1' }],
      modifications: [
        { label: 'Campaña', value: name },
        { label: 'Acción', value: 'Deshacer segmentación' },
        { label: 'Cantidad', value: 3 },
      ],
    },
  });
  expect(await last(id)).toBeNull();
  expect((await undo(id, segmentationId)).status).toBe(404);
});

test('a segmentation of another or invisible campaign is 404', async () => {
  const [one, two] = [await aRunning(), await aRunning()];
  await anAudience(world, one.id, [{}]);
  const { body } = await segment(one.id, [ana]);
  expect((await undo(two.id, body.segmentationId)).status).toBe(404);
  expect((await undo(one.id, body.segmentationId, await anExternalCoordinator(world))).status).toBe(404);
  expect(await ownersOf(world, one.id)).toEqual([ana.id]);
});

test.each([
  ['touched', { segmentationId: null }],
  ['open at this moment', { holdBy: 1, holdUntil: new Date('2100-01-01') }],
])('is refused when one call is %s', async (_, set) => {
  const { id } = await aRunning();
  const calls = await anAudience(world, id, [{}, {}]);
  const { body } = await segment(id, [ana]);
  await world.db.updateTable('call').set(set).where('id', '=', calls[1]!.id).execute();
  expect((await last(id))?.undoable).toBe(false);
  expect(await undo(id, body.segmentationId)).toMatchObject({ status: 409, body: { error: 'SEGMENTATION_TOUCHED' } });
  expect(await ownersOf(world, id)).toEqual([ana.id, ana.id]);
  await expectTrueCounters(world, id);
});

test.each([
  ['CARGANDO AUDIENCIA', 'CAMPAIGN_PROCESSING'],
  ['FINALIZANDO', 'CAMPAIGN_FINISHED'],
  ['FINALIZADA', 'CAMPAIGN_FINISHED'],
] as const)('in %s neither undo nor rebalance: 409', async (status, error) => {
  const { id } = await aRunning();
  await anAudience(world, id, [{}, { operatorId: luis.id }]);
  const { body } = await segment(id, [ana]);
  await world.db
    .updateTable('campaign')
    .set({ status, ...(status === 'CARGANDO AUDIENCIA' && { statusBeforeLoad: 'EN CURSO' }) })
    .where('id', '=', id)
    .execute();
  expect((await last(id))?.undoable).toBe(false);
  expect(await undo(id, body.segmentationId)).toMatchObject({ status: 409, body: { error } });
  expect(await rebalance(id, [luis], [ana])).toMatchObject({ status: 409, body: { error } });
});

test('of a concurrent hold and undo one is refused', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await aRunning();
    const calls = await anAudience(world, id, [{}, {}, {}]);
    const { body } = await segment(id, [ana]);
    const [held, undone] = await Promise.all([
      as(world, ana).call(api.calls.hold, { params: { id, callId: calls[0]!.id } }),
      undo(id, body.segmentationId),
    ]);
    const owners = await ownersOf(world, id);
    const outcome = { undone: undone.status, held: held.status === 200 && undone.status === 409, owners };
    const [unassigned, assigned] = [
      [null, null, null],
      [ana.id, ana.id, ana.id],
    ];
    expect([
      { undone: 200, held: false, owners: unassigned },
      { undone: 409, held: true, owners: assigned },
    ]).toContainEqual(outcome);
    await expectTrueCounters(world, id);
  }
});

test('rebalance moves only open calls, evenly', async () => {
  const gone = await anOperator(world, { firstName: 'Zoe', lastName: 'Ruiz', disabled: true });
  const { id, name } = await aRunning();
  const done = await aState(world);
  const calls: AudienceCall[] = [
    { operatorId: gone.id },
    { operatorId: gone.id, stateId: again.id, callCount: 1, affinity: 1, interested: true, callbackAt: later() },
    { operatorId: gone.id, stateId: done.id, callCount: 1 },
    { operatorId: gone.id, blocked: true },
    { operatorId: gone.id, stateId: 17, blocked: true },
    { operatorId: gone.id, holdBy: coordinator.id, holdUntil: later() },
    { operatorId: gone.id },
    {},
    { operatorId: luis.id },
  ];
  const stored = await anAudience(world, id, calls);
  world.published.length = 0;
  // The preview excludes blocked, held and finished calls.
  expect(await rebalanceable(id, [gone.id, 2_000_000_000])).toMatchObject({ status: 200, body: { total: 3 } });
  const reply = await rebalance(id, [gone, 2_000_000_000], [luis, ana]);
  expect(reply).toMatchObject({
    status: 200,
    body: {
      total: 3,
      operators: [
        { id: luis.id, amount: 2 },
        { id: ana.id, amount: 1 },
      ],
    },
  });
  const [z, l, a] = [gone.id, luis.id, ana.id];
  expect(await ownersOf(world, id)).toEqual([l, a, z, z, z, z, l, null, l]);
  expect(
    await world.db.selectFrom('call').select('callbackAt').where('id', '=', stored[1]!.id).executeTakeFirst(),
  ).toEqual({ callbackAt: later() });
  await expectTrueCounters(world, id);
  expect((await auditOf(world)).at(-1)).toMatchObject({
    info: {
      entries: [{ label: 'Operadores', prevValue: 'Zoe Ruiz: 3' }],
      modifications: [
        { label: 'Campaña', value: name },
        { label: 'Acción', value: 'Rebalancear' },
        { label: 'Cantidad', value: 3 },
        { label: 'Operadores', value: 'Luis Paz: 2, Ana Díaz: 1' },
      ],
    },
  });
  expect(world.published.filter(({ event }) => event === 'notification').map(({ userIds }) => userIds[0])).toEqual([
    a,
    l,
  ]);
  expect(await rebalance(id, [gone], [ana])).toMatchObject({ status: 422, body: { error: 'NOTHING_TO_REBALANCE' } });
  expect(await rebalance(id, [luis], [gone])).toMatchObject({
    status: 422,
    body: { error: 'PERSON_NOT_ALLOWED', errors: [{ field: 'to' }] },
  });
  expect((await rebalance(id, [luis], [luis])).status).toBe(400);
  expect((await rebalance(id, [luis], [ana], await anExternalCoordinator(world))).status).toBe(404);
});

test('the rebalance preview equals the moved calls', async () => {
  const aCall = fc.record({
    operatorId: fc.constantFrom(ana.id, luis.id, null),
    stateId: fc.constantFrom(1, again.id, 17),
    callCount: fc.integer({ min: 0, max: 2 }),
    blocked: fc.boolean(),
    holdUntil: fc.constantFrom(null, later(), new Date(world.clock.now().getTime() - 1000)),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(aCall, { minLength: 1, maxLength: 30 }), async (calls) => {
      const { id } = await aRunning();
      await anAudience(
        world,
        id,
        calls.map((call) => ({ ...call, holdBy: call.holdUntil && coordinator.id })),
      );
      const { total } = (await rebalanceable(id, [ana.id])).body;
      const reply = await rebalance(id, [ana], [luis]);
      expect(reply.status === 200 ? (reply.body as { total: number }).total : 0).toBe(total);
      expect((await rebalanceable(id, [ana.id])).body.total).toBe(0);
    }),
    { numRuns: 25, seed: 5 },
  );
}, 60_000);

test('the event goes to the other managers who see the campaign, not to the actor', async () => {
  const other = await aCoordinator(world);
  const external = await anExternalCoordinator(world);
  const { id } = await aRunning();
  await anAudience(world, id, [{}, {}]);
  const recipientsOf = async (request: Promise<{ status: number }>) => {
    world.published.length = 0;
    expect((await request).status).toBe(200);
    const events = world.published.filter(({ event }) => event === 'campaign');
    expect(events).toMatchObject([{ payload: { id, status: 'EN CURSO' } }]);
    return events[0]!.userIds;
  };
  const requests = [
    () => segment(id, [ana]),
    () => last(id).then((segmentation) => undo(id, segmentation!.segmentationId)),
    () => segment(id, [ana]),
    () => rebalance(id, [ana], [luis]),
  ];
  for (const request of requests) {
    const recipients = await recipientsOf(request());
    expect(recipients).toContain(other.id);
    for (const user of [coordinator, external, ana, luis]) expect(recipients).not.toContain(user.id);
  }
  world.published.length = 0;
  expect((await rebalance(id, [ana], [luis])).status).toBe(422);
  expect(world.published).toEqual([]);
});

test('assigned calls list members and other users with calls; blocked calls are not open', async () => {
  const gone = await anOperator(world, { firstName: 'Aldo', lastName: 'Ex', disabled: true });
  const { id } = await aRunning();
  const done = await aState(world);
  await anAudience(world, id, [
    { operatorId: gone.id, stateId: done.id, callCount: 1 },
    { operatorId: ana.id },
    { operatorId: ana.id, stateId: again.id, callCount: 1 },
    { operatorId: ana.id, stateId: done.id, callCount: 1 },
    { operatorId: ana.id, blocked: true },
    { operatorId: ana.id, stateId: again.id, callCount: 1, blocked: true },
    {},
  ]);
  const NEW = { pace: null, perDay: null };
  expect((await as(world, coordinator).call(api.audience.assigned, { params: { id } })).body.operators).toEqual([
    { id: gone.id, name: 'Aldo Ex', assigned: 1, pending: 0, disable: true, isMember: false, ...NEW },
    { id: ana.id, name: 'Ana Díaz', assigned: 5, pending: 2, disable: false, isMember: true, ...NEW },
    { id: luis.id, name: 'Luis Paz', assigned: 0, pending: 0, disable: false, isMember: true, ...NEW },
  ]);
});

test('counters stay exact after any sequence of segmenting, undoing and rebalancing', async () => {
  const step = fc.record({
    kind: fc.constantFrom('segment', 'undo', 'rebalance'),
    amount: fc.integer({ min: 1, max: 9 }),
    swap: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
      const { id } = await aRunning();
      await anAudience(
        world,
        id,
        Array.from({ length: 25 }, (_, n): AudienceCall => ({
          ...(n % 5 === 0 && { blocked: true }),
          ...(n % 7 === 0 && { stateId: again.id, callCount: 2, affinity: 1 + (n % 3), interested: n % 2 === 0 }),
        })),
      );
      for (const { kind, amount, swap } of steps) {
        const [one, other] = swap ? [luis, ana] : [ana, luis];
        if (kind === 'segment') await segment(id, [one, other], amount);
        else if (kind === 'rebalance') await rebalance(id, [one], [other]);
        else await undo(id, (await last(id))?.segmentationId ?? 1);
        const { kept, counted } = await countersOf(world, id);
        expect(kept).toEqual(counted);
      }
    }),
    { numRuns: 12, seed: 3 },
  );
}, 60_000);
