import { api } from '@campanero/contract';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { productDay } from '@campanero/contract/shared/dates';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { anAudience, ownersOf, type AudienceCall } from '../../../test/audience.ts';
import { expectTrueCounters } from '../../../test/calling.ts';
import { aState, theSystemStates } from '../../../test/catalogue.ts';
import {
  aCampaign,
  aCoordinator,
  anAdministrator,
  anExternalCoordinator,
  anOperator,
  type TestUser,
} from '../../../test/factories.ts';

const world = useWorld();
let coordinator: TestUser;
let ana: TestUser;
let luis: TestUser;
let zoe: TestUser;
beforeAll(async () => {
  await theSystemStates(world);
  coordinator = await aCoordinator(world);
});
beforeEach(async () => {
  ana = await anOperator(world, { firstName: 'Ana', lastName: 'Díaz' });
  luis = await anOperator(world, { firstName: 'Luis', lastName: 'Paz' });
  zoe = await anOperator(world, { firstName: 'Zoe', lastName: 'Ruiz' });
  world.published.length = 0;
});

const aProcessed = (parts: Parameters<typeof aCampaign>[1] = {}) =>
  aCampaign(world, { status: 'AUDIENCIA PROCESADA', operators: [ana.id, luis.id, zoe.id], ...parts });
/** Registrations of an operator on a day, from the first hour to the last. */
const worked = (id: number, user: TestUser, [day, from, to, n]: [string, string, string, number]) =>
  sql`insert into outcome_count (campaign_id, operator_id, day, state_id, affinity, n, first_at, last_at)
    values (${id}, ${user.id}, ${day}, 2, 0, ${n}, ${new Date(`${day}T${from}-03:00`)}, ${new Date(`${day}T${to}-03:00`)})`.execute(
    world.db,
  );
const free = (count: number, parts: AudienceCall = {}): AudienceCall[] => Array.from({ length: count }, () => parts);
const segment = (
  id: number,
  operators: (TestUser | number)[],
  {
    amount,
    split,
    user = coordinator,
    ...query
  }: { amount?: number; split?: 'equal' | 'pace'; user?: TestUser; [filter: string]: unknown } = {},
  headers: Record<string, string> = {},
) =>
  as(world, user).send(
    api.audience.segment,
    {
      params: { id },
      query: query as never,
      body: {
        operators: operators.map((one) => (typeof one === 'number' ? one : one.id)),
        ...(amount !== undefined && { amount }),
        ...(split && { split }),
      },
    },
    headers,
  );

test('splits equally in load order, leaves an audit record and notifications, and starts the calling', async () => {
  const { id, name } = await aProcessed();
  await anAudience(world, id, free(5));
  const reply = await segment(id, [luis, ana]);
  expect(reply).toMatchObject({
    status: 200,
    body: {
      total: 5,
      operators: [
        { id: luis.id, name: 'Luis Paz', amount: 3 },
        { id: ana.id, name: 'Ana Díaz', amount: 2 },
      ],
    },
  });
  expect(await ownersOf(world, id)).toEqual([luis.id, ana.id, luis.id, ana.id, luis.id]);
  await expectTrueCounters(world, id);
  expect((await auditOf(world)).at(-1)).toEqual({
    userId: coordinator.id,
    action: 'CAMPAÑA',
    subaction: 'SEGMENTAR',
    objectType: 'campaign',
    objectId: String(id),
    info: {
      entries: [],
      modifications: [
        { label: 'Campaña', value: name },
        { label: 'Acción', value: 'Segmentar' },
        { label: 'Cantidad', value: 5 },
        { label: 'Reparto', value: 'Por igual' },
        { label: 'Operadores', value: 'Luis Paz: 3, Ana Díaz: 2' },
      ],
    },
  });
  const notifications = await world.db
    .selectFrom('notification')
    .select(['userId', 'action', 'amount', 'campaignId', 'subject'])
    .where('campaignId', '=', id)
    .orderBy('userId')
    .execute();
  const subject = `segmentation:${reply.body.segmentationId}`;
  expect(notifications).toEqual([
    { userId: ana.id, action: 'ASSIGNAMENT', amount: 2, campaignId: id, subject },
    { userId: luis.id, action: 'ASSIGNAMENT', amount: 3, campaignId: id, subject },
  ]);
  expect(world.published.filter(({ event }) => event === 'campaign')).toMatchObject([
    { payload: { id, status: 'EN CURSO' } },
  ]);
  expect(world.published.filter(({ event }) => event === 'notification').map(({ userIds }) => userIds[0])).toEqual([
    ana.id,
    luis.id,
  ]);
  expect((await as(world, coordinator).call(api.campaigns.detail, { params: { id } })).body).toMatchObject({
    status: 'EN CURSO',
    assigned: true,
  });
});

describe('by pace', () => {
  /** Another campaign with registrations on the days before. */
  const daysBefore = (days: number) => productDay(world.clock.now().getTime() - days * 86_400_000);
  const aWorkedWeek = async () => {
    const { id } = await aProcessed();
    // Ana 20 an hour over two days, Luis 10 an hour; a single registration counts as an hour of work.
    await worked(id, ana, [daysBefore(1), '09:00', '13:00', 80]);
    await worked(id, ana, [daysBefore(8), '09:00', '10:00', 20]);
    await worked(id, luis, [daysBefore(14), '10:00', '10:00', 10]);
    // Too long ago and today: both outside the last two weeks.
    await worked(id, zoe, [daysBefore(15), '09:00', '10:00', 900]);
    await worked(id, luis, [daysBefore(0), '09:00', '10:00', 900]);
    return aProcessed();
  };

  test('faster operators get more calls; the audit record says so and undo reverts it', async () => {
    const { id } = await aWorkedWeek();
    await anAudience(world, id, free(9));
    const { body } = await as(world, coordinator).call(api.audience.assigned, { params: { id } });
    expect(body.operators.map(({ pace, perDay }) => [pace, perDay])).toEqual([
      [20, 50],
      [10, 10],
      [null, null],
    ]);
    const reply = await segment(id, [ana, luis, zoe], { split: 'pace' });
    // Zoe gets the median of the two, 15 an hour.
    expect(reply.body).toMatchObject({ total: 9, operators: [{ amount: 4 }, { amount: 2 }, { amount: 3 }] });
    expect(await ownersOf(world, id)).toEqual([ana, zoe, luis, ana, zoe, ana, luis, zoe, ana].map((one) => one.id));
    await expectTrueCounters(world, id);
    const info = (await auditOf(world)).at(-1)!.info as { modifications: object[] };
    expect(info.modifications).toContainEqual({ label: 'Reparto', value: 'Según su ritmo' });
    const { segmentationId } = reply.body as { segmentationId: number };
    const undone = await as(world, coordinator).call(api.audience.undoSegmentation, { params: { id, segmentationId } });
    expect(undone.body).toEqual({ segmentationId, total: 9 });
    expect(await ownersOf(world, id)).toEqual(Array.from({ length: 9 }, () => null));
    await expectTrueCounters(world, id);
  });

  test('without history the split is equal and the audit record says why; refuses an unknown split', async () => {
    const { id } = await aProcessed();
    await anAudience(world, id, free(3));
    expect((await segment(id, [ana, luis], { split: 'by name' as never })).status).toBe(400);
    expect((await segment(id, [ana, luis], { split: 'pace' })).body).toMatchObject({
      operators: [{ amount: 2 }, { amount: 1 }],
    });
    const info = (await auditOf(world)).at(-1)!.info as { modifications: object[] };
    expect(info.modifications).toContainEqual({ label: 'Reparto', value: 'Por igual: nadie tiene ritmo conocido' });
  });
});

test('the start of the calling is published once to the actor, other managers and operators', async () => {
  const { id } = await aProcessed();
  const other = await aCoordinator(world);
  await anAudience(world, id, free(2));
  const before = world.published.length;
  expect((await segment(id, [ana, luis])).status).toBe(200);
  const sent = world.published.slice(before).filter(({ event }) => event === 'campaign');
  for (const { payload } of sent) expect(payload).toEqual({ id, status: 'EN CURSO' });
  const people = sent.flatMap(({ userIds }) => userIds);
  expect(people).toEqual(expect.arrayContaining([coordinator.id, other.id, ana.id, luis.id]));
  expect(people).toHaveLength(new Set(people).size);
});

test('before its start date the campaign stays AUDIENCIA PROCESADA', async () => {
  const { id } = await aProcessed({ startDate: new Date(world.clock.now().getTime() + 1000) });
  await anAudience(world, id, free(1));
  expect((await segment(id, [ana])).status).toBe(200);
  expect(await world.db.selectFrom('campaign').select('status').where('id', '=', id).executeTakeFirst()).toEqual({
    status: 'AUDIENCIA PROCESADA',
  });
});

test('assigns only unassigned, matching, unblocked calls, also where the denormalised flag is stale', async () => {
  const { id } = await aProcessed();
  const calls = await anAudience(world, id, [
    { birthYear: 1950 },
    { birthYear: 1950, operatorId: zoe.id },
    { birthYear: 1950, blocked: true },
    { birthYear: 1990 },
    { birthYear: 1951 },
    { birthYear: 1950 },
  ]);
  await sql`insert into blocked_number (number, reason) values (${calls[4]!.number}, 'DEAD')`.execute(world.db);
  const filters = { birthYearTo: 1960 };
  expect((await segment(id, [ana, luis], { ...filters, amount: 3 })).body.error).toBe('AMOUNT_OVER_TOTAL');
  const reply = await segment(id, [ana, luis, zoe], { ...filters, amount: 2 });
  expect(reply.body).toMatchObject({ total: 2, operators: [{ amount: 1 }, { amount: 1 }, { amount: 0 }] });
  expect(await ownersOf(world, id)).toEqual([ana.id, zoe.id, null, null, null, luis.id]);
  await expectTrueCounters(world, id);
  const info = (await auditOf(world)).at(-1)!.info as { modifications: object[] };
  expect(info.modifications).toContainEqual({ label: 'Año de nacimiento hasta', value: 1960 });
});

test('counters move with called calls without operator', async () => {
  const { id } = await aProcessed();
  const again = await aState(world, { callback: true });
  await anAudience(world, id, [{ stateId: again.id, callCount: 2, affinity: 2, interested: true }, {}]);
  expect((await segment(id, [ana])).status).toBe(200);
  await expectTrueCounters(world, id);
});

describe('refusals', () => {
  test('more than there are: 422 and nothing is assigned', async () => {
    const { id } = await aProcessed();
    await anAudience(world, id, free(2));
    expect(await segment(id, [ana], { amount: 3 })).toMatchObject({
      status: 422,
      body: { message: 'Amount is greater than total.' },
    });
    expect(await ownersOf(world, id)).toEqual([null, null]);
  });

  test('no unassigned calls: 422', async () => {
    const { id } = await aProcessed();
    await anAudience(world, id, [{ operatorId: ana.id }]);
    expect(await segment(id, [ana])).toMatchObject({ status: 422, body: { error: 'NOTHING_TO_SEGMENT' } });
    expect(await segment((await aProcessed()).id, [ana])).toMatchObject({
      status: 422,
      body: { error: 'NOTHING_TO_SEGMENT' },
    });
  });

  test('15,000 calls per operator and not one more', async () => {
    const { id } = await aProcessed();
    await anAudience(world, id, free(1));
    // All calls of one person: only the numbers have to differ.
    await sql`
      insert into call (id, campaign_id, number, person_id, created_at, updated_at)
      select id + n, campaign_id, 2000000000 + n, person_id, created_at, updated_at
      from call, generate_series(1, 15000) n where campaign_id = ${id}`.execute(world.db);
    await sql`update campaign set next_position = 15001 where id = ${id}`.execute(world.db);
    await sql`update call_total set n = 15001 where campaign_id = ${id}`.execute(world.db);
    await sql`update call_figure set n = 15001 where campaign_id = ${id}`.execute(world.db);
    expect(await segment(id, [ana])).toMatchObject({
      status: 422,
      body: {
        error: 'TOO_MANY_PER_OPERATOR',
        message: 'You cannot assign more than 15.000 calls to one operator at a time.',
      },
    });
    expect((await segment(id, [ana], { amount: 15_000 })).body).toMatchObject({ total: 15_000 });
    await expectTrueCounters(world, id);
  });

  test('a user who is not an enabled operator of the campaign: 422', async () => {
    const { id } = await aProcessed({ operators: [ana.id, luis.id] });
    await anAudience(world, id, free(2));
    await world.db.updateTable('appUser').set({ disabled: true }).where('id', '=', luis.id).execute();
    for (const wrong of [zoe, luis, coordinator, 2_000_000_000])
      expect(await segment(id, [ana, wrong])).toMatchObject({
        status: 422,
        body: { error: 'PERSON_NOT_ALLOWED', errors: [{ field: 'operators' }] },
      });
    expect(await ownersOf(world, id)).toEqual([null, null]);
  });

  test.each([[[]], [[1, 1]]])('operators %o: 400', async (operators) => {
    const { id } = await aProcessed();
    expect((await segment(id, operators)).status).toBe(400);
  });

  test('a campaign that is not visible: 404', async () => {
    const { id } = await aProcessed();
    expect((await segment(id, [ana], { user: await anExternalCoordinator(world) })).status).toBe(404);
  });

  const STATES: [CampaignStatus, number, string | undefined][] = [
    ['PENDIENTE', 200, undefined],
    ['CARGANDO AUDIENCIA', 409, 'CAMPAIGN_PROCESSING'],
    ['AUDIENCIA PROCESADA', 200, undefined],
    ['EN CURSO', 200, undefined],
    ['PAUSADA', 200, undefined],
    ['REVISANDO', 200, undefined],
    ['FINALIZANDO', 409, 'CAMPAIGN_FINISHED'],
    ['FINALIZADA', 409, 'CAMPAIGN_FINISHED'],
  ];
  test.each(STATES)('in %s: %i', async (status, code, error) => {
    const { id } = await aProcessed({ status });
    await anAudience(world, id, free(1));
    const reply = await segment(id, [ana]);
    expect({ status: reply.status, error: reply.body.error }).toEqual({ status: code, error });
  });
});

test('the same Idempotency-Key segments once', async () => {
  const { id } = await aProcessed();
  await anAudience(world, id, free(4));
  const key = { 'idempotency-key': `reparto-${id}` };
  const first = await segment(id, [ana], { amount: 2 }, key);
  expect((await segment(id, [ana], { amount: 2 }, key)).body).toEqual(first.body);
  expect((await ownersOf(world, id)).filter((owner) => owner === ana.id)).toHaveLength(2);
});

test('the segmentable count equals the assigned calls', async () => {
  const { id } = await aProcessed();
  await anAudience(world, id, [
    ...free(3, { gender: 'F' }),
    { gender: 'M' },
    { blocked: true },
    { operatorId: ana.id },
  ]);
  const segmentable = async (query: object) =>
    (await as(world, coordinator).send(api.audience.segmentable, { params: { id }, query: query as never })).body.total;
  expect(await segmentable({})).toBe(4);
  expect(await segmentable({ gender: 'F' })).toBe(3);
  await segment(id, [ana], { gender: 'F', amount: 2 });
  expect(await segmentable({})).toBe(2);
  expect(await segmentable({ gender: 'F' })).toBe(1);
});

describe('concurrency', () => {
  test('concurrent segmentations assign no call twice', async () => {
    const { id } = await aProcessed();
    await anAudience(world, id, free(50));
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => segment(id, [[ana, luis, zoe][n % 3]!], { amount: 12 })),
    );
    const done = replies.filter(({ status }) => status === 200);
    expect(done).toHaveLength(4);
    expect(replies.filter(({ body }) => body.error === 'AMOUNT_OVER_TOTAL')).toHaveLength(4);
    expect((await ownersOf(world, id)).filter((owner) => owner !== null)).toHaveLength(48);
    const named = await world.db
      .selectFrom('call')
      .select(['segmentationId'])
      .where('campaignId', '=', id)
      .where('segmentationId', 'is not', null)
      .execute();
    for (const { body } of done)
      expect(named.filter(({ segmentationId }) => segmentationId === body.segmentationId)).toHaveLength(12);
    await expectTrueCounters(world, id);
  });

  test('an operator disabled concurrently keeps no untouched calls', async () => {
    const administrator = await anAdministrator(world);
    for (let round = 0; round < 5; round += 1) {
      const leaving = await anOperator(world);
      const { id } = await aProcessed({ operators: [ana.id, leaving.id] });
      await anAudience(world, id, free(20));
      const [reply, disabled] = await Promise.all([
        segment(id, [ana, leaving]),
        as(world, administrator).call(api.users.disable, { params: { id: leaving.id } }),
      ]);
      expect(disabled.status).toBe(200);
      expect([200, 422]).toContain(reply.status);
      expect(await ownersOf(world, id)).not.toContain(leaving.id);
      await expectTrueCounters(world, id);
    }
  });
});
