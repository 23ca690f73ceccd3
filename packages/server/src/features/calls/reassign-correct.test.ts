import { api } from '@campanero/contract';
import type { CorrectionBody } from '@campanero/contract/calls/schemas';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, callNow, expectTrueCounters, historyNow, type Calling } from '../../../test/calling.ts';
import { anExternalOperator, anOperator, type TestUser } from '../../../test/factories.ts';

const world = useWorld();
beforeEach(() => world.clock.set('2026-03-10T13:00:00.000Z'));

const lastAudit = async () => (await auditOf(world)).at(-1);
const reassign = (user: TestUser, { campaign }: Calling, callId: number, operatorId: number) =>
  as(world, user).call(api.calls.reassign, { params: { id: campaign.id, callId, operatorId } });
const register = async (user: TestUser, { campaign }: Calling, callId: number, body: object) =>
  (await as(world, user).send(api.calls.register, { params: { id: campaign.id, callId }, body })).body;
const correct = (
  user: TestUser,
  { campaign }: Calling,
  callId: number,
  entryId: number,
  body: Partial<CorrectionBody>,
) =>
  as(world, user).send(api.calls.correct, {
    params: { id: campaign.id, callId, entryId },
    body: { reason: 'Se equivocó de estado', ...body },
  });

describe('reassigning', () => {
  test('a manager reassigns a call to another operator, who gets a notification', async () => {
    const [ana, luis] = [await anOperator(world), await anOperator(world)];
    const here = await aCallingCampaign(world, { operators: [ana, luis] });
    const call = here.callsOf(ana)[0]!;
    await register(ana, here, call.id, { stateId: here.states.again.id, affinity: 'Negativo' });
    const reply = await reassign(here.manager, here, call.id, luis.id);
    expect(reply).toMatchObject({ status: 200, body: { operator: { id: luis.id, name: luis.name } } });
    expect(await callNow(world, call.id)).toMatchObject({ operatorId: luis.id, version: 2 });
    expect(await lastAudit()).toMatchObject({
      action: 'CONTACTO',
      subaction: 'ASIGNAR',
      info: {
        entries: [{ label: 'Operador', prevValue: ana.name }],
        modifications: expect.arrayContaining([{ label: 'Operador', value: luis.name }]),
      },
    });
    const bell = await as(world, luis).call(api.notifications.list);
    expect(JSON.stringify(bell.body)).toContain('ASSIGNAMENT');
    await expectTrueCounters(world, here.campaign.id);
  });

  test('an operator may take a call, also an unassigned one, and not give it away', async () => {
    const [ana, luis] = [await anOperator(world), await anOperator(world)];
    const here = await aCallingCampaign(world, { operators: [ana, luis], unassigned: 1 });
    expect((await reassign(ana, here, here.callsOf(luis)[0]!.id, ana.id)).status).toBe(200);
    expect((await reassign(ana, here, here.callsOf(null)[0]!.id, ana.id)).status).toBe(200);
    expect((await reassign(ana, here, here.callsOf(ana)[0]!.id, luis.id)).status).toBe(403);
    const kept = await expectTrueCounters(world, here.campaign.id);
    expect(kept).not.toHaveProperty('free 0');
  });

  test('refuses other users, the same operator, a held call and a closed campaign', async () => {
    const [ana, luis] = [await anOperator(world), await anOperator(world)];
    const here = await aCallingCampaign(world, { operators: [ana, luis] });
    const call = here.callsOf(ana)[0]!;
    const stranger = await anOperator(world);
    const external = await anExternalOperator(world);
    await world.db
      .insertInto('campaignOperator')
      .values({ campaignId: here.campaign.id, userId: external.id })
      .execute();
    for (const id of [stranger.id, external.id, here.manager.id, 2_147_483_647])
      expect(await reassign(here.manager, here, call.id, id)).toMatchObject({
        status: 422,
        body: { error: 'PERSON_NOT_ALLOWED' },
      });
    expect((await reassign(here.manager, here, call.id, ana.id)).body.error).toBe('SAME_OPERATOR');
    expect((await reassign(stranger, here, call.id, stranger.id)).status).toBe(404);
    await as(world, ana).call(api.calls.hold, { params: { id: here.campaign.id, callId: call.id } });
    expect(await reassign(here.manager, here, call.id, luis.id)).toMatchObject({
      status: 409,
      body: { error: 'CALL_HELD' },
    });
    for (const status of ['FINALIZANDO', 'FINALIZADA'] as const) {
      const over = await aCallingCampaign(world, { operators: [ana, luis], status });
      expect(await reassign(over.manager, over, over.callsOf(ana)[0]!.id, luis.id)).toMatchObject({
        status: 409,
        body: { error: 'CAMPAIGN_FINISHED' },
      });
    }
  });
});

describe('correcting', () => {
  test("a new entry refers to the old one; counters move on the original's day and operator, who is notified", async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const callId = here.calls[0]!.id;
    const entry = await register(ana, here, callId, { stateId: here.states.refused.id, affinity: 'Negativo' });
    world.clock.set('2026-03-10T19:00:00.000Z');
    const reply = await correct(here.manager, here, callId, entry.id, {
      stateId: here.states.talked.id,
      substateId: here.states.substate.id,
      affinity: 'Positivo',
    });
    expect(reply).toMatchObject({
      status: 200,
      body: {
        correctsId: entry.id,
        reason: 'Se equivocó de estado',
        state: { name: 'Participa' },
        substate: { name: 'Por mail' },
        user: { id: here.manager.id },
        corrected: false,
      },
    });
    expect(await callNow(world, callId)).toMatchObject({ stateId: here.states.talked.id, affinity: 2, callCount: 1 });
    const kept = await expectTrueCounters(world, here.campaign.id);
    expect(kept).toMatchObject({ [`outcome ${ana.id} 2026-03-10 ${here.states.talked.id} 2`]: 1 });
    const outcomes = await world.db
      .selectFrom('outcomeCount')
      .select(['firstAt', 'lastAt'])
      .where('campaignId', '=', here.campaign.id)
      .execute();
    expect(new Set(outcomes.flatMap(({ firstAt, lastAt }) => [firstAt.toISOString(), lastAt.toISOString()]))).toEqual(
      new Set(['2026-03-10T13:00:00.000Z']),
    );
    const history = await as(world, ana).call(api.calls.history, { params: { id: here.campaign.id, callId } });
    expect(history.body.map(({ id, corrected }) => [id, corrected])).toEqual([
      [reply.body.id, false],
      [entry.id, true],
    ]);
    expect(JSON.stringify((await as(world, ana).call(api.notifications.list)).body)).toContain('CORRECTION');
    expect(await lastAudit()).toMatchObject({
      action: 'CONTACTO',
      subaction: 'ACTUALIZAR',
      info: {
        entries: [{ label: 'Estado', prevValue: 'No desea participar' }],
        modifications: expect.arrayContaining([{ label: 'Corrección', value: 'Se equivocó de estado' }]),
      },
    });
  });

  test('correcting an older outcome changes counters only; corrections can be corrected once', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const callId = here.calls[0]!.id;
    const older = await register(ana, here, callId, { stateId: here.states.again.id });
    world.clock.advance(3_600_000);
    await register(ana, here, callId, { stateId: here.states.talked.id });
    const first = await correct(here.manager, here, callId, older.id, { stateId: here.states.refused.id });
    expect((await callNow(world, callId)).stateId).toBe(here.states.talked.id);
    expect((await correct(here.manager, here, callId, older.id, { stateId: here.states.talked.id })).body.error).toBe(
      'ALREADY_CORRECTED',
    );
    expect((await correct(here.manager, here, callId, first.body.id, { stateId: here.states.talked.id })).status).toBe(
      200,
    );
    await expectTrueCounters(world, here.campaign.id);
    expect(await historyNow(world, callId)).toHaveLength(4);
  });

  test('refuses a stale version', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const callId = here.calls[0]!.id;
    const older = await register(ana, here, callId, { stateId: here.states.again.id });
    const newer = await register(ana, here, callId, { stateId: here.states.talked.id });
    expect([older.version, newer.version]).toEqual([1, 2]);
    const { version } = newer;
    const body = { stateId: here.states.refused.id, version };
    const first = await correct(here.manager, here, callId, older.id, body);
    expect(first).toMatchObject({ status: 200, body: { version: 3 } });
    for (const { id } of [older, newer])
      expect(await correct(here.manager, here, callId, id, body)).toMatchObject({ body: { error: 'CONFLICT' } });
    expect((await correct(here.manager, here, callId, newer.id, { ...body, version: 3 })).body.version).toBe(4);
    expect((await callNow(world, callId)).version).toBe(4);
    await expectTrueCounters(world, here.campaign.id);
  });

  test('correcting an invalid call changes the state to restore', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const call = here.calls[0]!;
    const entry = await register(ana, here, call.id, { stateId: here.states.refused.id });
    const mark = (invalid: 0 | 1) =>
      as(world, ana).call(api.contacts.saveDetail, {
        params: { phone: call.number, callId: call.id },
        body: { invalid },
      });
    await mark(1);
    await correct(here.manager, here, call.id, entry.id, { stateId: here.states.talked.id });
    expect(await callNow(world, call.id)).toMatchObject({ stateId: 17, stateBeforeInvalid: here.states.talked.id });
    await mark(0);
    expect((await callNow(world, call.id)).stateId).toBe(here.states.talked.id);
    await expectTrueCounters(world, here.campaign.id);
  });

  test('requires a manager, a reason, an allowed outcome and an entry of the call, until the campaign closes', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const [a, b] = here.calls.map(({ id }) => id);
    const entry = await register(ana, here, a!, { stateId: here.states.again.id });
    const body = { stateId: here.states.talked.id };
    expect((await correct(ana, here, a!, entry.id, body)).status).toBe(403);
    expect((await correct(here.manager, here, b!, entry.id, body)).status).toBe(404);
    expect((await correct(here.manager, here, a!, entry.id, { ...body, reason: '  ' })).body).toMatchObject({
      errors: [{ field: 'reason', message: 'El motivo es requerido.' }],
    });
    expect((await correct(here.manager, here, a!, entry.id, { stateId: 17 })).body.error).toBe('STATE_NOT_ALLOWED');
    await sql`update campaign set status = 'REVISANDO' where id = ${here.campaign.id}`.execute(world.db);
    const twice = await Promise.all([1, 2].map(() => correct(here.manager, here, a!, entry.id, body)));
    expect(new Set(twice.map(({ status }) => status))).toEqual(new Set([200, 409]));
    await expectTrueCounters(world, here.campaign.id);
    await sql`update campaign set status = 'FINALIZANDO' where id = ${here.campaign.id}`.execute(world.db);
    const again = twice.find(({ status }) => status === 200)!;
    expect((await correct(here.manager, here, a!, again.body.id, body)).body.error).toBe('CAMPAIGN_FINISHED');
  });
});
