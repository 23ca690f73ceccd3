import { api } from '@campanero/contract';
import {
  CAMPAIGN_PHASES,
  CAMPAIGN_STATUSES,
  type CampaignPhase,
  type CampaignStatus,
} from '@campanero/contract/campaigns/status';
import { describe, expect, test } from 'vitest';
import { as } from '../../../../test/actors.ts';
import { useWorld } from '../../../../test/app.ts';
import { aCallingCampaign, type Calling } from '../../../../test/calling.ts';
import {
  aCampaign,
  aCoordinator,
  aGuest,
  anAdministrator,
  anExternalCoordinator,
  anExternalOperator,
  anObjective,
  anOperator,
  type TestUser,
} from '../../../../test/factories.ts';

const world = useWorld();

type Query = Record<string, string | number | undefined>;
const list = (user: TestUser | null, query: Query = {}) => as(world, user).send(api.campaigns.list, { query });
const idsFor = async (user: TestUser, query: Query = {}) => {
  const { status, body } = await list(user, { pageSize: 100, ...query });
  expect({ status, ...body }).toMatchObject({ status: 200 });
  return body.campaigns.map((campaign) => campaign.id);
};

describe('permissions', () => {
  test('the count of running campaigns includes only visible ones open now', async () => {
    const operator = await anOperator(world);
    const running = async (user: TestUser) => (await as(world, user).call(api.campaigns.running)).body.running;
    const everybody = await aCoordinator(world);
    const before = await running(everybody);
    await aCampaign(world, { operators: [operator.id], status: 'EN CURSO' });
    await aCampaign(world, { operators: [operator.id], status: 'PAUSADA' });
    await aCampaign(world, { status: 'EN CURSO' });
    expect(await running(operator)).toBe(1);
    expect(await running(everybody)).toBe(before + 2);
    expect(await running(await anExternalOperator(world))).toBe(0);
  });

  test('a campaign with a further load still counts as running, as in the list', async () => {
    const operator = await anExternalOperator(world);
    const { id } = await aCampaign(world, { operators: [operator.id], external: true, status: 'EN CURSO' });
    await aCampaign(world, { operators: [operator.id], external: true, status: 'CARGANDO AUDIENCIA' });
    await world.db
      .updateTable('campaign')
      .set({ status: 'CARGANDO AUDIENCIA', statusBeforeLoad: 'EN CURSO' })
      .where('id', '=', id)
      .execute();
    const { body } = await list(operator);
    expect(body.campaigns.filter(({ openForCalls }) => openForCalls).map((campaign) => campaign.id)).toEqual([id]);
    expect(body.openForCallsCount).toBe(1);
    expect((await as(world, operator).call(api.campaigns.running)).body).toEqual({ running: 1 });
  });

  test('refuses anonymous users and guests', async () => {
    expect(await list(null)).toMatchObject({ status: 401, body: { error: 'UNAUTHENTICATED' } });
    expect(await list(await aGuest(world))).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
  });

  test('each role sees its campaigns, in rows and total', async () => {
    const objectiveId = (await anObjective(world)).id;
    const operator = await anOperator(world);
    const externalOperator = await anExternalOperator(world);
    const both = [operator.id, externalOperator.id];
    const [internal, internalMine, external, externalMine] = [
      await aCampaign(world, { objectiveId }),
      await aCampaign(world, { objectiveId, operators: both }),
      await aCampaign(world, { objectiveId, external: true }),
      await aCampaign(world, { objectiveId, external: true, operators: both }),
    ].map((campaign) => campaign.id);
    const everything = [externalMine, external, internalMine, internal];

    const reach: [TestUser, (number | undefined)[]][] = [
      [await anAdministrator(world), everything],
      [await aCoordinator(world), everything],
      [await anExternalCoordinator(world), [externalMine, external]],
      [operator, [externalMine, internalMine]],
      [externalOperator, [externalMine]],
      [await anOperator(world), []],
    ];
    for (const [user, expected] of reach) {
      const { body } = await list(user, { objectiveId });
      expect(
        body.campaigns.map((campaign) => campaign.id),
        `role ${user.primary}`,
      ).toEqual(expected);
      expect(body.totalElementsCount).toBe(expected.length);
    }
  });

  test('the highest of several roles decides', async () => {
    const objectiveId = (await anObjective(world)).id;
    const campaign = await aCampaign(world, { objectiveId });
    const user = await aCoordinator(world);
    await world.db.insertInto('userRole').values({ userId: user.id, roleId: 1 }).execute();
    expect(await idsFor(user, { objectiveId })).toEqual([campaign.id]);
  });

  test('without the type permission the type is always external', async () => {
    const objectiveId = (await anObjective(world)).id;
    await aCampaign(world, { objectiveId });
    const external = await aCampaign(world, { objectiveId, external: true });
    const user = await anExternalCoordinator(world);
    for (const type of [undefined, 'external', 'internal', 'general'])
      expect(await idsFor(user, { objectiveId, type })).toEqual([external.id]);
  });

  test('only creators read, search, filter and sort by external id', async () => {
    const operator = await anOperator(world);
    const campaign = await aCampaign(world, { externalId: 'EXP-2026-77', operators: [operator.id] });
    const coordinator = await aCoordinator(world);
    expect(await idsFor(coordinator, { externalId: 'exp-2026-77' })).toEqual([campaign.id]);
    expect(await idsFor(coordinator, { general: 'EXP-2026-77' })).toEqual([campaign.id]);

    expect(await idsFor(operator, { general: 'EXP-2026-77' })).toEqual([]);
    const { body } = await list(operator);
    expect(body.campaigns).toMatchObject([{ id: campaign.id, externalId: null }]);
    expect(await list(operator, { externalId: 'EXP' })).toMatchObject({
      status: 400,
      body: {
        error: 'VALIDATION',
        errors: [{ field: 'externalId', message: 'Su rol no permite usar el id externo.' }],
      },
    });
    expect(await list(operator, { orderbytitle: 'externalId' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'orderbytitle' }] },
    });
  });
});

test('a row has these fields and no others', async () => {
  const coordinator = await aCoordinator(world, { firstName: 'Carolina', lastName: 'Ibáñez' });
  const objective = await anObjective(world, { name: 'Reempadronamiento' });
  const { id } = await aCampaign(world, {
    name: 'Reempadronamiento de adultos mayores',
    description: 'Padrón de mayores',
    coordinatedBy: coordinator.id,
    objectiveId: objective.id,
    external: true,
    startDate: new Date('2026-11-17T12:00:00Z'),
    endDate: new Date('2026-12-18T21:00:00Z'),
    createdAt: new Date('2026-11-01T10:00:00Z'),
    status: 'PAUSADA',
  });
  const { body } = await list(coordinator, { id });
  expect(body).toEqual({
    campaigns: [
      {
        id,
        name: 'Reempadronamiento de adultos mayores',
        description: 'Padrón de mayores',
        externalId: null,
        objectiveId: objective.id,
        objectiveName: 'Reempadronamiento',
        objective: { id: objective.id, name: 'Reempadronamiento' },
        coordinatedBy: coordinator.id,
        coordinatorName: 'Carolina Ibáñez',
        coordinator: { id: coordinator.id, name: 'Carolina Ibáñez' },
        external: 1,
        startDate: '2026-11-17T12:00:00.000Z',
        endDate: '2026-12-18T21:00:00.000Z',
        createdAt: '2026-11-01T10:00:00.000Z',
        status: 'PAUSADA',
        paused: true,
        assigned: true,
        openForCalls: false,
        own: null,
        closed: null,
      },
    ],
    totalElementsCount: 1,
    openForCallsCount: 0,
    phaseCounts: { running: 1, upcoming: 0, ended: 0 },
    page: 0,
  });
});

describe('tabs', () => {
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((all, n) => all + n, 0);
  const changeStatus = (id: number, set: { status: CampaignStatus; statusBeforeLoad?: CampaignStatus | null }) =>
    world.db.updateTable('campaign').set(set).where('id', '=', id).execute();

  test('each status is in one tab; a further load stays in its own, a passed end moves at once', async () => {
    const user = await anAdministrator(world);
    const objectiveId = (await anObjective(world)).id;
    const aged = (status: CampaignStatus, endDate?: Date) =>
      aCampaign(world, { objectiveId, status, ...(endDate && { endDate }) }).then(({ id }) => id);
    const statuses = async (phase: CampaignPhase) => {
      const { body } = await list(user, { objectiveId, phase, orderbytitle: 'status' });
      expect(body.totalElementsCount).toBe(body.campaigns.length);
      expect(body.phaseCounts[phase]).toBe(body.campaigns.length);
      return body.campaigns.map(({ status }) => status);
    };
    for (const status of CAMPAIGN_STATUSES) await aged(status);
    await changeStatus(await aged('EN CURSO'), { status: 'CARGANDO AUDIENCIA', statusBeforeLoad: 'EN CURSO' });
    await aged('PAUSADA', world.clock.now());
    expect(await statuses('running')).toEqual(['CARGANDO AUDIENCIA', 'EN CURSO', 'PAUSADA']);
    expect(await statuses('upcoming')).toEqual(['PENDIENTE', 'CARGANDO AUDIENCIA', 'AUDIENCIA PROCESADA']);
    expect(await statuses('ended')).toEqual(['REVISANDO', 'REVISANDO', 'FINALIZANDO', 'FINALIZADA']);
    expect((await list(user, { objectiveId, phase: 'todas' })).status).toBe(400);
  });

  test('counts follow reach and the other filters, and add up to all campaigns for every role and filter', async () => {
    const objectiveId = (await anObjective(world)).id;
    const [operator, externalOperator] = [await anOperator(world), await anExternalOperator(world)];
    const operators = [operator.id, externalOperator.id];
    for (const status of CAMPAIGN_STATUSES)
      for (const external of [false, true]) await aCampaign(world, { objectiveId, status, external, operators });
    const users = [
      await anAdministrator(world),
      await aCoordinator(world),
      await anExternalCoordinator(world),
      operator,
      externalOperator,
    ];
    const filters: Query[] = [
      {},
      { status: 'EN CURSO' },
      { type: 'internal' },
      { userId: operator.id },
      { general: 'a' },
    ];
    for (const user of users)
      for (const filter of filters) {
        const all = (await list(user, { objectiveId, ...filter })).body;
        expect(sum(all.phaseCounts), `role ${user.primary} ${JSON.stringify(filter)}`).toBe(all.totalElementsCount);
        for (const phase of CAMPAIGN_PHASES) {
          const { body } = await list(user, { objectiveId, ...filter, phase });
          expect(body.phaseCounts).toEqual(all.phaseCounts);
          expect(body.totalElementsCount).toBe(all.phaseCounts[phase]);
        }
      }
    const external = { running: 2, upcoming: 3, ended: 3 };
    expect((await list(users[2]!, { objectiveId })).body.phaseCounts).toEqual(external);
    expect((await list(externalOperator, { objectiveId })).body.phaseCounts).toEqual(external);
    expect((await list(operator, { objectiveId })).body.phaseCounts).toEqual({ running: 4, upcoming: 6, ended: 6 });
  });

  test('a status that changes meanwhile is counted once', async () => {
    const user = await anAdministrator(world);
    const objectiveId = (await anObjective(world)).id;
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push((await aCampaign(world, { objectiveId, status: 'EN CURSO' })).id);
    const changes = (async () => {
      for (const status of ['FINALIZANDO', 'FINALIZADA', 'PENDIENTE', 'EN CURSO'] as const)
        for (const id of ids) await changeStatus(id, { status });
    })();
    const pages = await Promise.all(Array.from({ length: 10 }, () => list(user, { objectiveId })));
    await changes;
    expect(pages.map(({ body }) => sum(body.phaseCounts))).toEqual(pages.map(() => 6));
  });
});

describe('list of an operator', () => {
  const MINUTE = 60_000;
  const inMinutes = (minutes: number) => new Date(world.clock.now().getTime() + minutes * MINUTE);
  const ownOf = async (user: TestUser, { campaign: { id } }: Calling) =>
    (await list(user, { id })).body.campaigns[0]!.own;
  const change = (callIds: readonly number[], set: { callbackAt?: Date; blocked?: boolean }) =>
    world.db.updateTable('call').set(set).where('id', 'in', callIds).execute();

  test("has only the caller's figures", async () => {
    const [ana, luis] = [await anOperator(world), await anOperator(world)];
    const here = await aCallingCampaign(world, { operators: [ana, luis], each: 6, unassigned: 2 });
    const [first, second, third, fourth] = here.callsOf(ana).map(({ id }) => id);
    await as(world, ana).call(api.calls.register, {
      params: { id: here.campaign.id, callId: first! },
      body: { stateId: here.states.talked.id },
    });
    await change([second!], { callbackAt: inMinutes(0) });
    await change([third!], { callbackAt: inMinutes(1) });
    await change([fourth!], { callbackAt: inMinutes(-5), blocked: true });
    await change(
      here.callsOf(luis).map(({ id }) => id),
      { callbackAt: inMinutes(-60) },
    );
    await change(
      here.callsOf(null).map(({ id }) => id),
      { callbackAt: inMinutes(-60) },
    );

    expect(await ownOf(ana, here)).toEqual({ assigned: 6, pending: 5, callbacks: 2, dueCallbacks: 1 });
    expect(await ownOf(luis, here)).toEqual({ assigned: 6, pending: 6, callbacks: 6, dueCallbacks: 6 });
    expect(await ownOf(here.manager, here)).toBeNull();
    world.clock.advance(MINUTE);
    expect(await ownOf(ana, here)).toMatchObject({ callbacks: 2, dueCallbacks: 2 });
    await world.db.updateTable('campaign').set({ status: 'FINALIZADA' }).where('id', '=', here.campaign.id).execute();
    expect(await ownOf(ana, here)).toEqual({ assigned: 6, pending: 5, callbacks: 0, dueCallbacks: 0 });
  });

  test('has zero figures in a campaign without audience', async () => {
    const ana = await anOperator(world);
    await aCampaign(world, { operators: [ana.id] });
    expect((await list(ana)).body.campaigns[0]).toMatchObject({
      openForCalls: false,
      own: { assigned: 0, pending: 0, callbacks: 0, dueCallbacks: 0 },
    });
  });

  test('starts with campaigns open for calls by pending calls; the others follow by status', async () => {
    const ana = await anOperator(world);
    const few = await aCallingCampaign(world, { operators: [ana], each: 1 });
    const paused = await aCampaign(world, { operators: [ana.id], status: 'PAUSADA' });
    const many = await aCallingCampaign(world, { operators: [ana], each: 3 });
    const finished = await aCampaign(world, { operators: [ana.id], status: 'FINALIZADA' });
    const ended = await aCallingCampaign(world, { operators: [ana], each: 9, endDate: world.clock.now() });
    const pending = await aCampaign(world, { operators: [ana.id] });
    const pendingToo = await aCampaign(world, { operators: [ana.id] });

    const expected = [many.campaign, few.campaign, pendingToo, pending, paused, ended.campaign, finished];
    expect(await idsFor(ana)).toEqual(expected.map(({ id }) => id));
    const { body } = await list(ana, { pageSize: 3, pageNumber: 1 });
    expect(body).toMatchObject({ totalElementsCount: 7, openForCallsCount: 2 });
    expect(body.campaigns.map(({ id, openForCalls }) => [id, openForCalls])).toEqual([
      [pending.id, false],
      [paused.id, false],
      [ended.campaign.id, false],
    ]);
    expect((await idsFor(ana, { orderbytitle: 'calling', orderbytype: 'desc' })).at(-1)).toBe(many.campaign.id);
    expect((await idsFor(ana, { orderbytitle: 'id', orderbytype: 'desc' }))[0]).toBe(pendingToo.id);
  });
});

test('assigned is true when no assignable call is unassigned', async () => {
  const user = await anAdministrator(world);
  const { id } = await aCampaign(world);
  const isAssigned = async () => (await list(user, { id })).body.campaigns[0]?.assigned;
  expect(await isAssigned()).toBe(true);
  await world.db.insertInto('callFigure').values({ campaignId: id, operatorId: 0, figure: 'free', n: 3 }).execute();
  expect(await isAssigned()).toBe(false);
  await world.db.updateTable('callFigure').set({ n: 0 }).where('campaignId', '=', id).execute();
  expect(await isAssigned()).toBe(true);
});

describe('paging and order', () => {
  test('newest first; every row on exactly one page; the total on each page', async () => {
    const objectiveId = (await anObjective(world)).id;
    const made: number[] = [];
    for (let n = 0; n < 23; n++) made.push((await aCampaign(world, { objectiveId, name: 'Todas iguales' })).id);
    const user = await anAdministrator(world);

    const first = await list(user, { objectiveId });
    expect(first.body).toMatchObject({ totalElementsCount: 23, page: 0 });
    expect(first.body.campaigns.map((campaign) => campaign.id)).toEqual(made.toReversed().slice(0, 10));

    const byName: number[] = [];
    for (const pageNumber of [0, 1, 2]) {
      const { body } = await list(user, { objectiveId, orderbytitle: 'name', pageNumber });
      expect(body).toMatchObject({ totalElementsCount: 23, page: pageNumber });
      byName.push(...body.campaigns.map((campaign) => campaign.id));
    }
    expect(byName).toEqual(made);

    const beyond = await list(user, { objectiveId, pageNumber: 1_000_000_000, pageSize: 100 });
    expect(beyond.body).toMatchObject({ campaigns: [], totalElementsCount: 23, page: 1_000_000_000 });
  });

  test('names sort in Spanish order', async () => {
    const objectiveId = (await anObjective(world)).id;
    for (const name of [
      'Ñandú en la plaza',
      'Zona norte',
      'árboles del barrio',
      'Nuevos vecinos',
      'Obras y calles',
      'Arte en la calle',
    ])
      await aCampaign(world, { objectiveId, name });
    const { body } = await list(await anAdministrator(world), {
      objectiveId,
      orderbytitle: 'name',
      orderbytype: 'asc',
    });
    expect(body.campaigns.map((campaign) => campaign.name)).toEqual([
      'árboles del barrio',
      'Arte en la calle',
      'Nuevos vecinos',
      'Ñandú en la plaza',
      'Obras y calles',
      'Zona norte',
    ]);
  });

  test('statuses sort by life cycle', async () => {
    const objectiveId = (await anObjective(world)).id;
    for (const status of ['FINALIZADA', 'PENDIENTE', 'PAUSADA', 'EN CURSO', 'CARGANDO AUDIENCIA'] as const)
      await aCampaign(world, { objectiveId, status });
    const { body } = await list(await anAdministrator(world), {
      objectiveId,
      orderbytitle: 'status',
      orderbytype: 'asc',
    });
    expect(body.campaigns.map((campaign) => campaign.status)).toEqual([
      'PENDIENTE',
      'CARGANDO AUDIENCIA',
      'EN CURSO',
      'PAUSADA',
      'FINALIZADA',
    ]);
  });

  test.each([
    'id',
    'name',
    'objectiveName',
    'coordinatorName',
    'external',
    'startDate',
    'endDate',
    'createdAt',
    'status',
  ])('can be ordered by %s in both directions', async (orderbytitle) => {
    const user = await anAdministrator(world);
    const up = await idsFor(user, { orderbytitle, orderbytype: 'asc' });
    const down = await idsFor(user, { orderbytitle, orderbytype: 'desc' });
    expect(up.length).toBeGreaterThan(0);
    expect(down).toEqual(up.toReversed());
  });

  test('campaigns without external id come last in both directions', async () => {
    const objectiveId = (await anObjective(world)).id;
    const [b, none, a] = [
      (await aCampaign(world, { objectiveId, externalId: 'b-2' })).id,
      (await aCampaign(world, { objectiveId })).id,
      (await aCampaign(world, { objectiveId, externalId: 'A-1' })).id,
    ];
    const user = await anAdministrator(world);
    expect(await idsFor(user, { objectiveId, orderbytitle: 'externalId', orderbytype: 'asc' })).toEqual([a, b, none]);
    expect(await idsFor(user, { objectiveId, orderbytitle: 'externalId', orderbytype: 'desc' })).toEqual([b, a, none]);
  });
});

describe('filters', () => {
  test('by id, name, objective, status, person and type, alone and together', async () => {
    const user = await anAdministrator(world);
    const objective = await anObjective(world);
    const coordinator = await aCoordinator(world);
    const operator = await anOperator(world);
    const mine = await aCampaign(world, {
      name: 'Vacunación antigripal +65',
      objectiveId: objective.id,
      coordinatedBy: coordinator.id,
      status: 'EN CURSO',
      external: true,
    });
    const worked = await aCampaign(world, {
      name: 'Encuesta de movilidad',
      objectiveId: objective.id,
      operators: [operator.id, coordinator.id],
    });

    expect(await idsFor(user, { id: mine.id })).toEqual([mine.id]);
    expect(await idsFor(user, { name: 'VACUNACION antig' })).toEqual([mine.id]);
    expect(await idsFor(user, { objectiveId: objective.id })).toEqual([worked.id, mine.id]);
    expect(await idsFor(user, { objectiveId: objective.id, status: 'EN CURSO' })).toEqual([mine.id]);
    expect(await idsFor(user, { userId: coordinator.id })).toEqual([worked.id, mine.id]);
    expect(await idsFor(user, { userId: operator.id })).toEqual([worked.id]);
    expect(await idsFor(user, { objectiveId: objective.id, type: 'internal' })).toEqual([worked.id]);
    expect(await idsFor(user, { objectiveId: objective.id, type: 'external' })).toEqual([mine.id]);
    expect(await idsFor(user, { objectiveId: objective.id, type: 'general' })).toEqual([worked.id, mine.id]);
    expect(await idsFor(user, { objectiveId: objective.id, type: 'internal', status: 'EN CURSO' })).toEqual([]);
  });

  test('dates are days at UTC-3: created that day, starts on or after, ends on or before', async () => {
    const user = await anAdministrator(world);
    const objectiveId = (await anObjective(world)).id;
    const late = await aCampaign(world, {
      objectiveId,
      createdAt: new Date('2026-05-11T02:59:59Z'), // still the 10th in UTC-3
      startDate: new Date('2026-05-20T03:00:00Z'), // the 20th, its first instant
      endDate: new Date('2026-06-02T02:59:59Z'), // the 1st, its last second
    });
    expect(await idsFor(user, { objectiveId, createdAt: '2026-05-10' })).toEqual([late.id]);
    expect(await idsFor(user, { objectiveId, createdAt: '2026-05-11' })).toEqual([]);
    expect(await idsFor(user, { objectiveId, startDate: '2026-05-20' })).toEqual([late.id]);
    expect(await idsFor(user, { objectiveId, startDate: '2026-05-21' })).toEqual([]);
    expect(await idsFor(user, { objectiveId, endDate: '2026-06-01' })).toEqual([late.id]);
    expect(await idsFor(user, { objectiveId, endDate: '2026-05-31' })).toEqual([]);
  });

  test('general matches id, name, objective and coordinator, without case and accents', async () => {
    const user = await anAdministrator(world);
    const objective = await anObjective(world, { name: 'Difusión Cultural' });
    const coordinator = await aCoordinator(world, { firstName: 'Íñigo', lastName: 'Müller' });
    const campaign = await aCampaign(world, {
      name: 'Peñas del Sur',
      objectiveId: objective.id,
      coordinatedBy: coordinator.id,
    });
    for (const general of ['penas DEL', 'PEÑAS', 'difusion', 'inigo muller', 'Pe\u{006E}\u{0303}as', ' Peñas '])
      expect({ general, found: await idsFor(user, { general }) }).toEqual({ general, found: [campaign.id] });
    expect(await idsFor(user, { general: String(campaign.id), objectiveId: objective.id })).toEqual([campaign.id]);
    expect(await idsFor(user, { general: 'nada que se parezca' })).toEqual([]);
  });
});

describe('hostile input', () => {
  test('%, _ and \\ match literally', async () => {
    const user = await anAdministrator(world);
    const objectiveId = (await anObjective(world)).id;
    const percent = await aCampaign(world, { objectiveId, name: 'Descuento del 20% anual' });
    const underscore = await aCampaign(world, { objectiveId, name: 'Padrón_2026 final' });
    const backslash = await aCampaign(world, { objectiveId, name: String.raw`Ruta C:\datos` });
    for (const parameter of ['general', 'name']) {
      expect(await idsFor(user, { objectiveId, [parameter]: '%' })).toEqual([percent.id]);
      expect(await idsFor(user, { objectiveId, [parameter]: '_' })).toEqual([underscore.id]);
      expect(await idsFor(user, { objectiveId, [parameter]: '\\' })).toEqual([backslash.id]);
    }
  });

  test.each<[string, Query]>([
    ['an unknown column', { orderbytitle: 'passwordHash' }],
    ['SQL as a column', { orderbytitle: 'id; drop table campaign' }],
    ['SQL as a direction', { orderbytitle: 'id', orderbytype: 'desc, pg_sleep(5)' }],
    ['a prototype as a column', { orderbytitle: '__proto__' }],
    ['an unknown status', { status: 'en curso' }],
    ['an unknown type', { type: 'todas' }],
    ['a negative page', { pageNumber: -1 }],
    ['a page that is not a number', { pageNumber: 'NaN' }],
    ['a page size of zero', { pageSize: 0 }],
    ['an excessive page size', { pageSize: 100_000 }],
    ['an id that is not a number', { id: '1 or 1=1' }],
    ['an id of zero', { id: 0 }],
    ['an invalid day', { createdAt: '2026-02-30' }],
    ['an instant instead of a day', { startDate: '2026-02-03T00:00:00Z' }],
    ['an unknown parameter', { ordenar: 'si' }],
    ['an oversized search', { general: 'a'.repeat(201) }],
    ['a NUL byte', { general: 'a\u0000b' }],
  ])('%s is refused', async (_name, query) => {
    const { status, body } = await list(await anAdministrator(world), query);
    expect({ status, ...body }).toMatchObject({ status: 400 });
  });

  test.each<[string, Query]>([
    ['an unknown id', { id: 2_147_483_647 }],
    ['an unknown user', { userId: 2_147_483_647 }],
    ['an unknown objective', { objectiveId: 2_147_483_647 }],
    ['SQL as text', { general: "'; select pg_sleep(5); --" }],
    ['SQL as a name', { name: "x') or true --" }],
    ['the first possible day', { endDate: '0001-01-01' }],
  ])('%s finds nothing, quickly', async (_name, query) => {
    const before = performance.now();
    expect(await idsFor(await anAdministrator(world), query)).toEqual([]);
    expect(performance.now() - before).toBeLessThan(2000);
  });

  test('a parameter given twice is refused', async () => {
    const { token } = await anAdministrator(world);
    const reply = await world.app.inject({
      url: '/api/campaign?id=1&id=2',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(reply.statusCode).toBe(400);
  });
});
