import { createHash } from 'node:crypto';
import { api } from '@campanero/contract';
import { sampleItem } from '@campanero/contract/test/survey-samples';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { anAudience, type AudienceCall } from '../../../test/audience.ts';
import { aCallingCampaign, callNow, type Calling, expectTrueCounters } from '../../../test/calling.ts';
import { anExternalCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { loadFiles } from '../../../test/loads.ts';
import { erasePeople } from '../../call-store/write/index.ts';
import { verifyEverything } from '../../verify/verify.ts';
import { transact } from '../../work/index.ts';

const world = useWorld();
const { sample, audience, calls } = api;
let here: Calling;
let ana: TestUser;
let luis: TestUser;
beforeEach(async () => {
  [ana, luis] = [await anOperator(world), await anOperator(world)];
  here = await aCallingCampaign(world, { operators: [ana, luis], each: 0, unassigned: 20 });
});

const params = (of = here) => ({ id: of.campaign.id });
const view = async (of = here) => (await as(world, of.manager).call(sample.view, { params: params(of) })).body;
const draw = (amount: number, parts: { bySection?: boolean; seed?: number } = {}, by = here.manager) =>
  as(world, by).call(sample.draw, { params: params(), body: { amount, bySection: false, ...parts } });
const release = async (amount?: number, version?: number) =>
  as(world, here.manager).call(sample.release, {
    params: params(),
    body: { ...(amount && { amount }), version: version ?? (await view()).sample!.version },
  });
const segment = (amount?: number, operators = [ana]) =>
  as(world, here.manager).call(audience.segment, {
    params: params(),
    query: {},
    body: { operators: operators.map(({ id }) => id), ...(amount && { amount }) },
  });
const next = (user: TestUser) => as(world, user).call(calls.next, { params: { ...params(), current: 0 } });
const stored = async (of = here) =>
  (
    await sql<{ id: number; inReserve: boolean; sectionId: string | null; operatorId: number | null }>`
      select id, in_reserve, section_id, operator_id from call where campaign_id = ${of.campaign.id} order by id`.execute(
      world.db,
    )
  ).rows;
const inUse = async () => (await stored()).filter((each) => !each.inReserve).map(({ id }) => id);
const reserved = async () => (await stored()).filter((each) => each.inReserve).map(({ id }) => id);
/** The order that the rule describes, by anybody's own means. */
const lot = (seed: number) => (id: number) =>
  createHash('md5')
    .update(`${seed}:${id % 2 ** 24}`)
    .digest('hex');
const inOrderOf = (seed: number, ids: readonly number[]) => {
  const lots = new Map(ids.map((id) => [id, lot(seed)(id)]));
  return ids.toSorted((one, other) => (lots.get(one)! < lots.get(other)! ? -1 : 1));
};
const sorted = (ids: readonly number[]) => ids.toSorted((one, other) => one - other);

describe('a draw', () => {
  test('keeps as many as were asked for, by a seed that anybody can repeat, with an audit record', async () => {
    expect(await view()).toEqual({ free: 20, sample: null });
    const { status, body } = await draw(6, { seed: 4711 });
    expect(status).toBe(200);
    expect(body).toEqual({
      free: 6,
      sample: {
        seed: 4711,
        bySection: false,
        drawnAt: world.clock.now().toISOString(),
        drawnBy: here.manager.name,
        version: 0,
        inUse: 6,
        inReserve: 14,
        sections: [{ name: null, inUse: 6, inReserve: 14 }],
      },
    });
    expect(await view()).toEqual(body);
    const order = inOrderOf(
      4711,
      here.calls.map(({ id }) => id),
    );
    expect(await inUse()).toEqual(sorted(order.slice(0, 6)));
    await expectTrueCounters(world, here.campaign.id);
    expect((await auditOf(world)).at(-1)).toMatchObject({
      action: 'CAMPAÑA',
      subaction: 'SEGMENTAR',
      info: {
        modifications: [
          { label: 'Campaña', value: here.campaign.name },
          { label: 'Acción', value: 'Sortear muestra' },
          { label: 'Semilla', value: 4711 },
          { label: 'Sorteado entre', value: 20 },
          { label: 'Cantidad', value: 6 },
        ],
      },
    });
  });

  test('without a seed makes one, which is shown and repeats the draw', async () => {
    const { seed } = (await draw(5)).body.sample!;
    const first = await inUse();
    expect((await as(world, here.manager).call(sample.remove, { params: params() })).body).toEqual({
      free: 20,
      sample: null,
    });
    await draw(5, { seed });
    expect(await inUse()).toEqual(first);
    await as(world, here.manager).call(sample.remove, { params: params() });
    await draw(5, { seed: seed === 1 ? 2 : seed - 1 });
    expect(await inUse()).not.toEqual(first);
    await expectTrueCounters(world, here.campaign.id);
  });

  test('by section takes the share of each, also of those without one', async () => {
    const sections = ['02007', '02014', null];
    const people = Array.from({ length: 40 }, (_, place) => ({
      sectionId: sections[place % 4 === 0 ? 0 : place % 4 === 1 ? 1 : 2]!,
    }));
    await anAudience(world, here.campaign.id, people);
    await draw(30, { bySection: true });
    const of = (section: string | null) =>
      stored().then((all) => all.filter((each) => each.sectionId === section && !each.inReserve).length);
    // Of 60 people 10, 10 and 40 (20 of the beginning).
    expect([await of('02007'), await of('02014'), await of(null)]).toEqual([5, 5, 20]);
    const { sample: drawn } = await view();
    expect(drawn).toMatchObject({ bySection: true, inUse: 30, inReserve: 30 });
    expect(drawn!.sections[0]).toEqual({ name: null, inUse: 20, inReserve: 20 });
    expect(drawn!.sections).toHaveLength(3);
    // What is released keeps the shares too.
    await release(12);
    expect([await of('02007'), await of('02014'), await of(null)]).toEqual([7, 7, 28]);
  });

  test('chooses among those that can be handed out: no operator, never called, not blocked, opened by nobody', async () => {
    const { id } = here.campaign;
    const held = { holdBy: ana.id, holdUntil: new Date(world.clock.now().getTime() + 60_000) };
    const others: AudienceCall[] = [
      { operatorId: ana.id },
      { blocked: true },
      { callCount: 1, stateId: here.states.again.id },
      held,
      { callbackAt: new Date(world.clock.now().getTime() + 3_600_000) },
    ];
    const [assigned, blocked, called, open, asked] = await anAudience(world, id, others);
    await sql`update call set blocked = true where id = ${here.calls[0]!.id}`.execute(world.db);
    await sql`update call_figure set n = n - 1 where campaign_id = ${id} and figure = 'free'`.execute(world.db);
    expect((await draw(20)).body).toMatchObject({ message: 'Amount is greater than total.' });
    expect((await view()).sample).toBeNull();
    expect((await draw(19)).status).toBe(200);
    expect(await reserved()).toEqual([]);
    for (const one of [assigned, blocked, called, open, asked])
      expect((await callNow(world, one!.id)).inReserve).toBe(false);
  });

  test('is refused twice, with too many, and where nobody may split', async () => {
    expect(await draw(21)).toMatchObject({ status: 422, body: { error: 'AMOUNT_OVER_TOTAL' } });
    await draw(5);
    expect(await draw(5)).toMatchObject({ status: 409, body: { error: 'SAMPLE_DRAWN' } });
    for (const [status, error] of [
      ['CARGANDO AUDIENCIA', 'CAMPAIGN_PROCESSING'],
      ['FINALIZADA', 'CAMPAIGN_FINISHED'],
    ] as const) {
      const other = await aCallingCampaign(world, { status, each: 0, unassigned: 2 });
      const by = as(world, other.manager);
      const refused = { status: 409, body: { error } };
      expect(
        await by.call(sample.draw, { params: params(other), body: { amount: 1, bySection: false } }),
      ).toMatchObject(refused);
      expect(await by.call(sample.release, { params: params(other), body: { version: 0 } })).toMatchObject(refused);
      expect(await by.call(sample.remove, { params: params(other) })).toMatchObject(refused);
    }
    const without = await aCallingCampaign(world);
    const release404 = { params: params(without), body: { version: 0 } };
    expect((await as(world, without.manager).call(sample.release, release404)).status).toBe(404);
    expect((await as(world, without.manager).call(sample.remove, { params: params(without) })).status).toBe(404);
    const stranger = await anExternalCoordinator(world);
    expect((await draw(5, {}, stranger)).status).toBe(404);
    expect((await as(world, stranger).call(sample.view, { params: params() })).status).toBe(404);
  });

  test.each<[string, object]>([
    ['amount', { amount: 0, bySection: false }],
    ['amount', { amount: 1.5, bySection: false }],
    ['amount', { amount: 16_777_216, bySection: false }],
    ['seed', { amount: 5, bySection: false, seed: 1_000_000_000 }],
    ['bySection', { amount: 5, bySection: 'x'.repeat(10_000) }],
  ])('says which field is wrong: %s', async (field, body) => {
    const reply = await as(world, here.manager).send(sample.draw, { params: params(), body: body });
    expect(reply.status).toBe(400);
    expect((reply.body as unknown as { errors: { field: string }[] }).errors[0]!.field).toBe(field);
  });

  test('ten at once make one; beside segmentations each call is handed out or in reserve', async () => {
    const replies = await Promise.all([...Array.from({ length: 10 }, () => draw(8)), segment(4), segment(4, [luis])]);
    expect(replies.slice(0, 10).filter(({ status }) => status === 200)).toHaveLength(1);
    const all = await stored();
    expect(all.filter((each) => each.inReserve && each.operatorId !== null)).toEqual([]);
    await expectTrueCounters(world, here.campaign.id);
  });
});

describe('the reserve', () => {
  test('is handed out by nobody: segmentation, next contact and what is to be called leave it out', async () => {
    await draw(6);
    const chosen = await inUse();
    expect((await as(world, here.manager).call(audience.segmentable, { params: params(), query: {} })).body).toEqual({
      total: 6,
    });
    expect((await segment(7)).body).toMatchObject({ error: 'AMOUNT_OVER_TOTAL' });
    expect((await segment()).body).toMatchObject({ total: 6 });
    expect((await view()).free).toBe(0);
    const detail = await as(world, here.manager).call(api.campaigns.detail, { params: params() });
    expect(detail.body.assigned).toBe(true);
    const taken = (await stored()).filter(({ operatorId }) => operatorId !== null).map(({ id }) => id);
    expect(taken).toEqual(chosen);
    // A coordinator without own calls goes through all open ones.
    const walked: number[] = [];
    for (let current = 0; ;) {
      const reply = await as(world, here.manager).call(calls.next, { params: { ...params(), current } });
      if (reply.status !== 200) break;
      current = reply.body.callId;
      walked.push(current);
    }
    expect(sorted(walked)).toEqual(chosen);
    const live = await as(world, here.manager).call(api.live.view, { query: {} });
    const row = live.body.campaigns.find(({ id }) => id === here.campaign.id);
    expect(row).toMatchObject({ pending: 6, neverCalled: 6, total: 20 });
  });

  test('is released in parts in the order of the draw, then wholly', async () => {
    const { seed } = (await draw(6)).body.sample!;
    const order = inOrderOf(
      seed,
      here.calls.map(({ id }) => id),
    );
    expect((await release(4)).body).toMatchObject({ free: 10, sample: { inUse: 10, inReserve: 10, version: 1 } });
    expect(await inUse()).toEqual(sorted(order.slice(0, 10)));
    expect(await release(11)).toMatchObject({ status: 422, body: { error: 'AMOUNT_OVER_TOTAL' } });
    expect((await release()).body).toMatchObject({ free: 20, sample: { inUse: 20, inReserve: 0, version: 2 } });
    await expectTrueCounters(world, here.campaign.id);
    expect((await auditOf(world)).at(-1)).toMatchObject({
      info: {
        modifications: [
          { label: 'Campaña', value: here.campaign.name },
          { label: 'Acción', value: 'Liberar reserva' },
          { label: 'Cantidad', value: 10 },
        ],
      },
    });
  });

  test('an older page releases nothing more, also when both press at once', async () => {
    await draw(6);
    const replies = await Promise.all([release(4, 0), release(4, 0), release(4, 0)]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await view()).sample).toMatchObject({ inUse: 10, inReserve: 10 });
  });

  test('whoever is blocked meanwhile is passed over when a part is released, and counted when all is', async () => {
    const { seed } = (await draw(6)).body.sample!;
    const rest = inOrderOf(seed, await reserved());
    const { personId } = here.calls.find(({ id }) => id === rest[0])!;
    await as(world, here.manager).call(api.contacts.savePerson, {
      params: { personId },
      query: { lead: '1' },
      body: { doNotCall: true },
    });
    expect((await release(1)).body).toMatchObject({ free: 7 });
    expect(await reserved()).not.toContain(rest[1]);
    expect(await reserved()).toContain(rest[0]);
    await release();
    expect(await reserved()).toEqual([]);
    await expectTrueCounters(world, here.campaign.id);
  });

  test('whoever is worked on by hand belongs to the sample', async () => {
    await draw(6);
    const [one, other] = await reserved();
    const assigned = await as(world, here.manager).call(calls.reassign, {
      params: { ...params(), callId: one!, operatorId: ana.id },
    });
    expect(assigned.status).toBe(200);
    const registered = await as(world, here.manager).call(calls.register, {
      params: { ...params(), callId: other! },
      body: { stateId: here.states.talked.id },
    });
    expect(registered.status).toBe(200);
    expect((await view()).sample).toMatchObject({ inUse: 8, inReserve: 12 });
    expect((await next(ana)).body).toMatchObject({ callId: one });
    await expectTrueCounters(world, here.campaign.id);
  });

  test('takes what is loaded later, small and with a partition of its own', async () => {
    await draw(6);
    const content = 'telefono;nombre\n1140001001;Eva\n1140001002;Noé\n1140001003;Sol\n';
    const report = await loadFiles(world, here.manager, here.campaign.id, [{ content }]);
    expect(report).toMatchObject({ status: 'COMPLETED', loaded: 3 });
    expect((await view()).sample).toMatchObject({ inUse: 6, inReserve: 17 });
    expect((await view()).free).toBe(6);
    await expectTrueCounters(world, here.campaign.id);
  });

  test('is found by a filter of the list, which says so', async () => {
    await draw(6);
    const list = (query: object) => as(world, here.manager).call(audience.list, { params: params(), query: query });
    const waiting = (await list({ sample: 'reserve' })).body;
    expect(waiting.totalElementsCount).toBe(14);
    expect(waiting.calls.every(({ inReserve }) => inReserve)).toBe(true);
    expect((await list({ sample: 'in' })).body.totalElementsCount).toBe(6);
    expect(
      (await as(world, here.manager).send(audience.list, { params: params(), query: { sample: 'x' } })).status,
    ).toBe(400);
  });

  test('is no part of the response rates', async () => {
    const survey = await as(world, here.manager).call(api.surveys.create, {
      body: { name: 'De la muestra', items: [sampleItem(1, 'yesNo')] },
    });
    await sql`update campaign set survey_id = ${survey.body.id} where id = ${here.campaign.id}`.execute(world.db);
    await draw(6);
    const { body } = await as(world, here.manager).call(api.surveyResults.rates, { params: params() });
    expect(body.states).toEqual([expect.objectContaining({ id: 1, calls: 6 })]);
  });

  test('a person erased in it is no longer called, whether it is released or not; no counter is wrong', async () => {
    await draw(6);
    const personOf = (callId: number) => here.calls.find(({ id }) => id === callId)!.personId;
    const [first, second] = await reserved();
    const [drawn] = await inUse();
    const erase = (callId: number) =>
      transact(jobCtx(world), (work) => erasePeople(work, [personOf(callId)], { keepBlock: false }));
    await Promise.all([erase(first!), erase(drawn!), release(3)]);
    await erase(second!);
    await expectTrueCounters(world, here.campaign.id);
    await release();
    await expectTrueCounters(world, here.campaign.id);
    expect((await segment()).body).toMatchObject({ total: 17 });
    for (const callId of [first!, second!, drawn!]) expect((await callNow(world, callId)).operatorId).toBeNull();
  });

  test('is counted by the verification', async () => {
    const { db, deps, clock } = world;
    const findings = async () => {
      const given = { db, read: deps.read, files: deps.files, recordedHeads: [], now: clock.now() };
      const sections = await verifyEverything(given);
      return sections.flatMap((section) => section.findings).filter((each) => each.includes(here.campaign.name));
    };
    await draw(6);
    expect(await findings()).toEqual([]);
    await sql`update call_figure set n = n + 1 where campaign_id = ${here.campaign.id} and figure = 'reserve'`.execute(
      db,
    );
    expect(await findings()).toEqual([
      expect.stringContaining('llamados en reserva: el contador dice 15 y los llamados son 14'),
    ]);
  });
});
