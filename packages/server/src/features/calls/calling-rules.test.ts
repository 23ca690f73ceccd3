import { api } from '@campanero/contract';
import { type CallingRules, NO_RULES } from '@campanero/contract/calling-rules/schemas';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, addCalls, callNow, type Calling } from '../../../test/calling.ts';
import { aSession, type TestUser } from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';

/** A Tuesday at 10:00 (UTC-3). */
const world = useWorld();
beforeEach(() => world.clock.set('2026-03-10T13:00:00.000Z'));
const at = (text: string) => world.clock.set(new Date(`${text}:00-03:00`).toISOString());

const OFFICE = [{ from: '09:00', to: '20:00' }];
const HOURS: CallingRules = { ...NO_RULES, week: [[], OFFICE, OFFICE, OFFICE, OFFICE, OFFICE, []] };
const ruleBy = (rules: CallingRules, across = false) =>
  sql`update calling_default set rules = ${JSON.stringify(rules)}::jsonb, across_campaigns = ${across}`.execute(
    world.db,
  );
const ownRules = ({ campaign }: Calling, rules: CallingRules) =>
  sql`update campaign set calling_rules = ${JSON.stringify(rules)}::jsonb where id = ${campaign.id}`.execute(world.db);
afterEach(() => ruleBy(NO_RULES));

/** Signs in again when the session has expired. */
const fresh = async (user: TestUser) => as(world, { ...user, ...(await aSession(world, user.id)) });
const next = async (here: Calling, current = 0, user = here.operators[0]!) =>
  (await fresh(user)).call(api.calls.next, { params: { id: here.campaign.id, current } });
const register = async (here: Calling, callId: number, body: object, user = here.operators[0]!) =>
  (await fresh(user)).send(api.calls.register, {
    params: { id: here.campaign.id, callId },
    body: { stateId: here.states.talked.id, ...body },
  });
const NONE = { status: 422, body: { error: 'NO_MORE_CONTACTS' } };

describe('hours', () => {
  test('the campaign list shows operators why and until when a campaign is closed', async () => {
    const here = await aCallingCampaign(world);
    await ruleBy(HOURS);
    const rowOf = async (user: TestUser) =>
      (await (await fresh(user)).call(api.campaigns.list, { query: {} })).body.campaigns.find(
        ({ id }) => id === here.campaign.id,
      );
    expect(await rowOf(here.operators[0]!)).toMatchObject({ openForCalls: true, closed: null });
    at('2026-03-10T20:00');
    expect(await rowOf(here.operators[0]!)).toMatchObject({
      openForCalls: true,
      closed: {
        reason: 'Está fuera del horario de llamado. Se podrá llamar desde mañana a las 9:00.',
        until: '2026-03-11T12:00:00.000Z',
      },
    });
    expect(await rowOf(here.manager)).toMatchObject({ closed: null });
  });

  test('close next contact until the opening; registering and manual holds work', async () => {
    const here = await aCallingCampaign(world);
    await ruleBy(HOURS);
    at('2026-03-10T19:59');
    const { callId } = (await next(here)).body;
    at('2026-03-10T20:00');
    expect(await next(here)).toMatchObject({
      status: 422,
      body: {
        error: 'OUTSIDE_CALLING_HOURS',
        errors: [
          { field: 'until', message: 'Está fuera del horario de llamado. Se podrá llamar desde mañana a las 9:00.' },
        ],
      },
    });
    expect((await register(here, callId, {})).status).toBe(200);
    const other = here.calls[1]!;
    const operator = await fresh(here.operators[0]!);
    expect((await operator.call(api.calls.hold, { params: { id: here.campaign.id, callId: other.id } })).status).toBe(
      200,
    );
    expect((await register(here, other.id, {})).status).toBe(200);
    at('2026-03-11T09:00');
    expect((await next(here)).body.callId).toBe(here.calls[2]!.id);
  });

  test("a holiday closes it where the rules say so, and a campaign's own rules replace the default", async () => {
    const here = await aCallingCampaign(world);
    await ruleBy({ ...HOURS, closesOnHolidays: true });
    at('2026-03-24T11:00');
    expect((await next(here)).body).toMatchObject({
      errors: [
        {
          message:
            'Hoy es feriado: Día Nacional de la Memoria por la Verdad y la Justicia. Se podrá llamar desde mañana a las 9:00.',
        },
      ],
    });
    await ownRules(here, HOURS);
    expect((await next(here)).status).toBe(200);
  });

  test('the notification of a callback waits for the opening', async () => {
    const here = await aCallingCampaign(world, { each: 1 });
    const { id } = here.calls[0]!;
    await ruleBy(HOURS);
    at('2026-03-13T18:00');
    const saturday = new Date('2026-03-14T11:00:00-03:00').toISOString();
    const body = { stateId: here.states.again.id, callbackAt: saturday, callbackConfirmed: true };
    expect((await register(here, id, body)).status).toBe(200);
    const rung = async () => {
      await runJob(world.deps, 'calls.ring-callbacks');
      return (await world.db.selectFrom('notification').select('id').where('callId', '=', id).execute()).length;
    };
    at('2026-03-14T11:01');
    expect(await rung()).toBe(0);
    const list = async () => (await (await fresh(here.operators[0]!)).call(api.calls.callbacks)).body[0];
    expect(await list()).toMatchObject({ callId: id, openForCalls: false });
    at('2026-03-16T09:00');
    expect(await rung()).toBe(1);
    expect(await list()).toMatchObject({ callId: id, openForCalls: true });
    expect((await next(here)).body.callId).toBe(id);
  });
});

describe('callback outside calling hours', () => {
  test('is refused unless confirmed, which the audit record shows; also in a correction', async () => {
    const here = await aCallingCampaign(world, { each: 1 });
    const { id } = here.calls[0]!;
    await ruleBy(HOURS);
    const callbackAt = new Date('2026-03-10T21:00:00-03:00').toISOString();
    const asked = { stateId: here.states.again.id, callbackAt };
    expect(await register(here, id, asked)).toMatchObject({
      status: 422,
      body: {
        error: 'CALLBACK_OUTSIDE_HOURS',
        errors: [
          {
            field: 'callbackAt',
            message: 'Está fuera del horario de llamado: se llamaría recién desde mañana a las 9:00.',
          },
        ],
      },
    });
    expect(await callNow(world, id)).toMatchObject({ callCount: 0 });
    const made = await register(here, id, { ...asked, callbackConfirmed: true });
    expect(made.status).toBe(200);
    expect((await auditOf(world)).at(-1)?.info).toMatchObject({
      modifications: expect.arrayContaining([
        { label: 'Rellamado', value: '10-03-2026 ~ 21:00 (fuera de horario, confirmado)' },
      ]),
    });
    const correct = async (body: object) =>
      (await fresh(here.manager)).send(api.calls.correct, {
        params: { id: here.campaign.id, callId: id, entryId: made.body.id },
        body: { stateId: here.states.again.id, reason: 'Otra hora', ...body },
      });
    const later = new Date('2026-03-10T22:00:00-03:00').toISOString();
    expect(await correct({ callbackAt: later })).toMatchObject({
      status: 422,
      body: { error: 'CALLBACK_OUTSIDE_HOURS' },
    });
    // The existing date was confirmed already.
    expect((await correct({ callbackAt, observations: 'x' })).status).toBe(200);
  });
});

describe('attempts', () => {
  test('limits per day and in total apply to callbacks, the pause does not', async () => {
    const here = await aCallingCampaign(world, { each: 1 });
    const { id } = here.calls[0]!;
    await ruleBy({ ...NO_RULES, attemptsPerDay: 2, attemptsInAll: 3, pauseMinutes: 240 });
    const again = (inMinutes?: number) =>
      register(here, id, {
        stateId: here.states.again.id,
        ...(inMinutes && { callbackAt: new Date(world.clock.now().getTime() + inMinutes * 60_000).toISOString() }),
      });
    await again(10);
    world.clock.advance(10 * 60_000);
    expect((await next(here)).body.callId).toBe(id);
    await again(10);
    world.clock.advance(10 * 60_000);
    expect(await next(here)).toMatchObject(NONE);
    at('2026-03-11T09:00');
    expect((await next(here)).body.callId).toBe(id);
    await again();
    at('2026-03-12T09:00');
    expect(await next(here)).toMatchObject(NONE);
    const { phone } = { phone: here.calls[0]!.number };
    const detail = await (await fresh(here.operators[0]!)).call(api.contacts.detail, { params: { phone, callId: id } });
    expect(detail.body.attempts).toMatchObject({ today: 0, inAll: 3 });
  });

  test('an undated callback waits for the pause of the rules instead of an hour', async () => {
    const here = await aCallingCampaign(world, { each: 1 });
    await ruleBy({ ...NO_RULES, pauseMinutes: 20 });
    await register(here, here.calls[0]!.id, { stateId: here.states.again.id });
    world.clock.advance(19 * 60_000);
    expect(await next(here)).toMatchObject(NONE);
    world.clock.advance(60_000);
    expect((await next(here)).status).toBe(200);
  });

  test('across campaigns: attempts per day and the pause count all campaigns, the total only open ones', async () => {
    const here = await aCallingCampaign(world, { each: 1 });
    const there = await aCallingCampaign(world, { each: 0 });
    const { id, number } = here.calls[0]!;
    const [luis] = there.operators as [TestUser];
    const [twin] = await addCalls(world, there.campaign.id, [luis.id], { numbers: [number] });
    await ruleBy({ ...NO_RULES, attemptsInAll: 2, pauseMinutes: 30 });
    await register(here, id, { stateId: here.states.again.id });
    expect((await next(there)).body.callId).toBe(twin!.id);
    await (await fresh(luis)).call(api.calls.release, { params: { id: there.campaign.id, callId: twin!.id } });
    await ruleBy({ ...NO_RULES, attemptsInAll: 2, pauseMinutes: 30 }, true);
    expect(await next(there)).toMatchObject(NONE);
    const waits = await (await fresh(luis)).call(api.contacts.detail, { params: { phone: number, callId: twin!.id } });
    expect(waits.body.attempts).toEqual({ today: 1, inAll: 1, lastAt: '2026-03-10T13:00:00.000Z' });
    world.clock.advance(30 * 60_000);
    // Another user holds the number in the other campaign.
    await (await fresh(here.operators[0]!)).call(api.calls.hold, { params: { id: here.campaign.id, callId: id } });
    expect(await next(there)).toMatchObject(NONE);
    await register(here, id, { stateId: here.states.again.id });
    world.clock.advance(30 * 60_000);
    expect(await next(there)).toMatchObject(NONE);
    // The figure subtracts only calls exhausted in its own campaign, which is cheap.
    expect((await (await fresh(luis)).call(api.calls.today)).body.pending).toBe(1);
    await sql`update campaign set status = 'FINALIZADA' where id = ${here.campaign.id}`.execute(world.db);
    expect((await next(there)).body.callId).toBe(twin!.id);
  });

  test('an exhausted call is neither counted nor assigned by Segmentar', async () => {
    const here = await aCallingCampaign(world, { each: 1, unassigned: 3 });
    const tried = here.callsOf(null)[0]!;
    await register(here, tried.id, { stateId: here.states.again.id }, here.manager);
    const params = { id: here.campaign.id };
    const manager = await fresh(here.manager);
    const count = async () => (await manager.call(api.audience.segmentable, { params, query: {} })).body.total;
    expect(await count()).toBe(3);
    await ownRules(here, { ...NO_RULES, attemptsInAll: 1 });
    expect(await count()).toBe(2);
    const body = { operators: [here.operators[0]!.id] };
    const reply = await manager.call(api.audience.segment, { params, query: {}, body });
    expect(reply).toMatchObject({ body: { total: 2 } });
    expect(await callNow(world, tried.id)).toMatchObject({ operatorId: null });
  });

  test('a call exhausted in other open campaigns is not assignable where the default counts across', async () => {
    const here = await aCallingCampaign(world, { each: 0, unassigned: 2 });
    const there = await aCallingCampaign(world, { each: 1 });
    const { id, number } = there.calls[0]!;
    const [twin] = await addCalls(world, here.campaign.id, [null], { numbers: [number] });
    await register(there, id, { stateId: there.states.again.id });
    const params = { id: here.campaign.id };
    const manager = await fresh(here.manager);
    const count = async () => (await manager.call(api.audience.segmentable, { params, query: {} })).body.total;
    await ruleBy({ ...NO_RULES, attemptsInAll: 1 });
    expect(await count()).toBe(3);
    await ruleBy({ ...NO_RULES, attemptsInAll: 1 }, true);
    expect(await count()).toBe(2);
    const body = { operators: [here.operators[0]!.id] };
    expect(await manager.call(api.audience.segment, { params, query: {}, body })).toMatchObject({ body: { total: 2 } });
    expect(await callNow(world, twin!.id)).toMatchObject({ operatorId: null });
    await sql`update campaign set status = 'FINALIZADA' where id = ${there.campaign.id}`.execute(world.db);
    expect(await count()).toBe(1);
  });

  test('an exhausted call no longer counts as open in the day, the list or the split', async () => {
    const here = await aCallingCampaign(world, { each: 2 });
    const [ana] = here.operators as [TestUser];
    const mine = here.callsOf(ana);
    await register(here, mine[0]!.id, { stateId: here.states.again.id });
    const counts = async () => {
      const operator = await fresh(ana);
      const shares = await (
        await fresh(here.manager)
      ).call(api.audience.assigned, { params: { id: here.campaign.id } });
      return [
        (await operator.call(api.calls.today)).body.pending,
        shares.body.operators.find((share) => share.id === ana.id)?.pending,
      ];
    };
    expect(await counts()).toEqual([2, 2]);
    await ownRules(here, { ...NO_RULES, attemptsInAll: 1 });
    expect(await counts()).toEqual([1, 1]);
    await ownRules(here, { ...NO_RULES, attemptsInAll: 2 });
    expect(await counts()).toEqual([2, 2]);
  });
});
