import { api } from '@campanero/contract';
import type { RegisterBody } from '@campanero/contract/calls/schemas';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, callNow, expectTrueCounters, historyNow, type Calling } from '../../../test/calling.ts';
import { aCoordinator, anExternalCoordinator, anOperator, type TestUser } from '../../../test/factories.ts';
import { upload } from '../../../test/loads.ts';

const world = useWorld();

const MINUTE = 60_000;
const inMinutes = (minutes: number) => new Date(world.clock.now().getTime() + minutes * MINUTE).toISOString();
const register = (
  user: TestUser,
  { campaign }: Calling,
  callId: number,
  body: RegisterBody,
  headers: Record<string, string> = {},
) => as(world, user).call(api.calls.register, { params: { id: campaign.id, callId }, body }, headers);
const auditOfCall = async (callId: number) =>
  (await auditOf(world)).filter(({ objectType, objectId }) => objectType === 'call' && objectId === String(callId));
const holdBy = (callId: number, userId: number, minutes = 5) =>
  sql`update call set hold_by = ${userId}, hold_until = ${inMinutes(minutes)} where id = ${callId}`.execute(world.db);

test('stores history entry, call state, counters and audit record together', async () => {
  const here = await aCallingCampaign(world);
  const [ana] = here.operators as [TestUser];
  const [call] = here.calls;
  const callId = call!.id;
  await holdBy(callId, ana.id);
  const reply = await register(ana, here, callId, {
    stateId: here.states.talked.id,
    substateId: here.states.substate.id,
    affinity: 'Positivo',
    observations: '  quiere recibir más  ',
    personId: call!.personId,
  });
  expect(reply.status).toBe(200);
  expect(reply.body).toMatchObject({
    stateId: here.states.talked.id,
    state: { name: 'Participa' },
    substate: { name: 'Por mail' },
    affinity: 'Positivo',
    observations: 'quiere recibir más',
    person: { name: 'Persona 1' },
    user: { id: ana.id, name: ana.name },
    corrected: false,
    createdAt: world.clock.now().toISOString(),
    updatedAt: world.clock.now().toISOString(),
  });
  expect(await callNow(world, callId)).toMatchObject({
    stateId: here.states.talked.id,
    substateId: here.states.substate.id,
    affinity: 2,
    callCount: 1,
    dayCount: 1,
    day: '2026-03-10',
    holdBy: null,
    holdUntil: null,
    releasedAt: null,
    version: 1,
    lastAt: world.clock.now(),
  });
  expect(await expectTrueCounters(world, here.campaign.id)).toMatchObject({
    [`called ${ana.id}`]: 1,
    [`affinity_2 ${ana.id}`]: 1,
  });
  expect(await auditOfCall(callId)).toEqual([
    expect.objectContaining({
      userId: ana.id,
      action: 'CONTACTO',
      subaction: 'ACTUALIZAR',
      info: {
        entries: [{ label: 'Estado', prevValue: 'Pendiente' }],
        modifications: [
          { label: 'Campaña', value: here.campaign.name },
          { label: 'Número', value: expect.stringMatching(/^\d\d \d{4} \d{4}$/) },
          { label: 'Estado', value: 'Participa' },
          { label: 'Subestado', value: 'Por mail' },
          { label: 'Afinidad', value: 'Positivo' },
        ],
      },
    }),
  ]);
  const history = await as(world, ana).call(api.calls.history, { params: { id: here.campaign.id, callId } });
  expect(history.body).toEqual([reply.body]);
});

describe('permissions', () => {
  test('an operator cannot register a call that belongs to a colleague', async () => {
    const [ana, luis] = [await anOperator(world), await anOperator(world)];
    const here = await aCallingCampaign(world, { operators: [ana, luis] });
    const callId = here.callsOf(ana)[0]!.id;
    const reply = await register(luis, here, callId, { stateId: here.states.talked.id });
    expect(reply).toMatchObject({ status: 403, body: { error: 'INVALID_OPERATOR', message: 'Invalid operator' } });
    expect(await historyNow(world, callId)).toEqual([]);
  });

  test('a manager registers on any call without reassigning it', async () => {
    const here = await aCallingCampaign(world, { unassigned: 1 });
    for (const call of [here.calls[0]!, here.callsOf(null)[0]!]) {
      expect((await register(here.manager, here, call.id, { stateId: here.states.talked.id })).status).toBe(200);
      expect(await callNow(world, call.id)).toMatchObject({ operatorId: call.operatorId, callCount: 1 });
    }
    await expectTrueCounters(world, here.campaign.id);
  });

  test('other campaigns, other calls and external managers get 404', async () => {
    const [here, there] = [await aCallingCampaign(world), await aCallingCampaign(world)];
    const [ana] = here.operators as [TestUser];
    const body = { stateId: here.states.talked.id };
    const foreign = [
      await register(ana, there, there.calls[0]!.id, body),
      await register(ana, here, there.calls[0]!.id, body),
      await register(here.manager, here, there.calls[0]!.id, body),
      await register(ana, here, 9_007_199_254_740_991, body),
      await register(await anExternalCoordinator(world), here, here.calls[0]!.id, body),
      await register(ana, { ...here, campaign: { id: 2_147_483_647, name: '' } }, here.calls[0]!.id, body),
    ];
    expect(foreign.map(({ status }) => status)).toEqual(foreign.map(() => 404));
  });
});

describe('closed campaigns', () => {
  test.each([
    ['paused', { status: 'PAUSADA' }],
    ['ended', { endDate: -1 }],
    ['not begun', { startDate: 1 }],
    ['waiting', { status: 'REVISANDO' }],
    ['closing', { status: 'FINALIZANDO' }],
    ['finished', { status: 'FINALIZADA' }],
  ] as const)('%s: code 600', async (_what, parts) => {
    const at = (offset: number) => new Date(world.clock.now().getTime() + offset * MINUTE);
    const here = await aCallingCampaign(world, {
      ...('status' in parts && { status: parts.status }),
      ...('endDate' in parts && { endDate: at(parts.endDate) }),
      ...('startDate' in parts && { startDate: at(parts.startDate) }),
    });
    const body = { stateId: here.states.talked.id };
    const reply = await register(here.operators[0]!, here, here.calls[0]!.id, body);
    expect(reply).toMatchObject({ status: 422, body: { error: 'CAMPAIGN_NOT_OPEN', code: 600 } });
    expect((await callNow(world, here.calls[0]!.id)).callCount).toBe(0);
  });

  test('next contact, registering, reassigning and corrections work during a second load', async () => {
    const ana = await anOperator(world);
    const here = await aCallingCampaign(world, { operators: [ana, await anOperator(world)] });
    const { id } = here.campaign;
    expect((await upload(world, here.manager, id, [{ content: 'telefono\n1144447777' }])).status).toBe(202);
    const next = await as(world, ana).send(api.calls.next, { params: { id, current: 0 } });
    expect(next.status).toBe(200);
    const { callId, number } = next.body;
    expect((await as(world, ana).send(api.contacts.detail, { params: { phone: number, callId } })).status).toBe(200);
    const entry = await register(ana, here, callId, { stateId: here.states.talked.id });
    expect(entry.status).toBe(200);
    const corrected = { stateId: here.states.refused.id, reason: 'Se equivocó' };
    const params = { id, callId, entryId: entry.body.id };
    expect((await as(world, here.manager).send(api.calls.correct, { params, body: corrected })).status).toBe(200);
    const free = here.callsOf(ana).find((call) => call.id !== callId)!;
    const taken = { id, callId: free.id, operatorId: here.operators[1]!.id };
    expect((await as(world, here.manager).send(api.calls.reassign, { params: taken })).status).toBe(200);
  });
});

describe('allowed outcomes', () => {
  test('accepts only enabled states of the campaign, their substates and persons of the number', async () => {
    const here = await aCallingCampaign(world);
    const { talked, again, foreign, retired, substate } = here.states;
    const refusals: [RegisterBody, string, string][] = [
      [{ stateId: 1 }, 'STATE_NOT_ALLOWED', 'stateId'],
      [{ stateId: 17 }, 'STATE_NOT_ALLOWED', 'stateId'],
      [{ stateId: foreign.id }, 'STATE_NOT_ALLOWED', 'stateId'],
      [{ stateId: retired.id }, 'STATE_NOT_ALLOWED', 'stateId'],
      [{ stateId: 99_999_999 }, 'STATE_NOT_ALLOWED', 'stateId'],
      [{ stateId: again.id, substateId: substate.id }, 'SUBSTATE_NOT_ALLOWED', 'substateId'],
      [{ stateId: talked.id, callbackAt: inMinutes(60) }, 'CALLBACK_NOT_ALLOWED', 'callbackAt'],
      [{ stateId: again.id, callbackAt: inMinutes(0) }, 'CALLBACK_NOT_ALLOWED', 'callbackAt'],
      [{ stateId: talked.id, personId: here.calls[1]!.personId }, 'PERSON_NOT_ON_NUMBER', 'personId'],
    ];
    for (const [body, error, field] of refusals)
      expect(await register(here.operators[0]!, here, here.calls[0]!.id, body)).toMatchObject({
        status: 422,
        body: { error, errors: [{ field }] },
      });
    expect(await historyNow(world, here.calls[0]!.id)).toEqual([]);
    expect(await register(here.operators[0]!, here, here.calls[0]!.id, {} as RegisterBody)).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'stateId', message: 'Seleccionar un estado es requerido.' }] },
    });
  });

  test('a callback is kept until the next registration', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const callId = here.calls[0]!.id;
    const callbackAt = inMinutes(90);
    const reply = await register(ana, here, callId, { stateId: here.states.again.id, callbackAt });
    expect(reply.body.callbackAt).toBe(callbackAt);
    expect((await callNow(world, callId)).callbackAt).toEqual(new Date(callbackAt));
    await register(ana, here, callId, { stateId: here.states.again.id });
    expect(await callNow(world, callId)).toMatchObject({ callbackAt: null, callCount: 2, dayCount: 2 });
    expect(await expectTrueCounters(world, here.campaign.id)).toMatchObject({ [`recalled ${ana.id}`]: 1 });
  });
});

describe('holds and blocks', () => {
  test('refuses a user whose hold another user has taken; ignores an expired hold', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const callId = here.calls[0]!.id;
    await holdBy(callId, here.manager.id);
    const body = { stateId: here.states.talked.id };
    expect(await register(ana, here, callId, body)).toMatchObject({ status: 409, body: { error: 'CALL_HELD' } });
    await holdBy(callId, here.manager.id, 0);
    expect((await register(ana, here, callId, body)).status).toBe(200);
  });

  test('refuses an invalid number, and a blocked one unless the user holds or owns the call', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const [invalid, blocked] = here.calls;
    await sql`update call set invalid = true, state_id = 17, state_before_invalid = 1 where id = ${invalid!.id}`.execute(
      world.db,
    );
    await sql`insert into blocked_number (number, reason) values (${Number(blocked!.number)}, 'DO_NOT_CALL')`.execute(
      world.db,
    );
    const body = { stateId: here.states.talked.id };
    expect(await register(ana, here, invalid!.id, body)).toMatchObject({
      status: 422,
      body: { error: 'NUMBER_INVALID' },
    });
    expect(await register(here.manager, here, blocked!.id, body)).toMatchObject({
      status: 422,
      body: { error: 'NUMBER_BLOCKED' },
    });
    expect((await register(ana, here, blocked!.id, body)).status).toBe(200);
  });

  test('registering an overdue callback of a colleague reassigns it', async () => {
    const [ana, luis] = [await anOperator(world), await anOperator(world)];
    const here = await aCallingCampaign(world, { operators: [ana, luis] });
    const callId = here.callsOf(ana)[0]!.id;
    await register(ana, here, callId, { stateId: here.states.again.id, callbackAt: inMinutes(1), affinity: 'Neutro' });
    const body = { stateId: here.states.talked.id };
    await sql`update call set callback_at = ${inMinutes(-29)} where id = ${callId}`.execute(world.db);
    await holdBy(callId, luis.id);
    expect((await register(luis, here, callId, body)).body.error).toBe('INVALID_OPERATOR');
    await sql`update call set callback_at = ${inMinutes(-30)} where id = ${callId}`.execute(world.db);
    expect((await register(ana, here, callId, body)).body.error).toBe('CALL_HELD');
    expect((await register(luis, here, callId, body)).status).toBe(200);
    expect(await callNow(world, callId)).toMatchObject({ operatorId: luis.id, callbackAt: null });
    expect((await auditOfCall(callId)).at(-1)?.info).toMatchObject({
      modifications: expect.arrayContaining([{ label: 'Operador', value: luis.name }]),
    });
    expect((await register(ana, here, callId, body)).body.error).toBe('INVALID_OPERATOR');
    await expectTrueCounters(world, here.campaign.id);
  });
});

describe('repeated registrations', () => {
  test('returns the stored response with a key, or the same entry within ten seconds', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const [keyed, plain] = here.calls;
    const body = { stateId: here.states.again.id, observations: 'ocupado' };
    const headers = { 'idempotency-key': 'registro-1' };
    const first = await register(ana, here, keyed!.id, body, headers);
    const second = await register(ana, here, keyed!.id, body, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect(await historyNow(world, keyed!.id)).toHaveLength(1);
    expect((await register(ana, here, keyed!.id, { stateId: here.states.talked.id }, headers)).status).toBe(422);

    const once = await register(ana, here, plain!.id, body);
    world.clock.advance(9_000);
    expect((await register(ana, here, plain!.id, body)).body).toEqual(once.body);
    expect((await register(ana, here, plain!.id, { ...body, observations: 'otra' })).body.id).not.toBe(once.body.id);
    world.clock.advance(11_000);
    await register(ana, here, plain!.id, { ...body, observations: 'otra' });
    expect(await historyNow(world, plain!.id)).toHaveLength(3);
    expect(await auditOfCall(plain!.id)).toHaveLength(3);
  });

  test('concurrent double clicks create one entry, with and without a key', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const [keyed, plain] = here.calls;
    const body = { stateId: here.states.again.id };
    const headers = { 'idempotency-key': 'registro-2' };
    const replies = await Promise.all([
      ...Array.from({ length: 5 }, () => register(ana, here, keyed!.id, body, headers)),
      ...Array.from({ length: 5 }, () => register(ana, here, plain!.id, body)),
    ]);
    expect(replies.slice(0, 5).every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(new Set(replies.slice(5).map((reply) => reply.body.id)).size).toBe(1);
    expect(await historyNow(world, keyed!.id)).toHaveLength(1);
    expect(await historyNow(world, plain!.id)).toHaveLength(1);
  });
});

test('rolls back when the audit record cannot be written', async () => {
  const here = await aCallingCampaign(world);
  await sql`create function refuse_audit() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
    world.db,
  );
  await sql`create trigger refuse before insert on audit for each row execute function refuse_audit()`.execute(
    world.db,
  );
  const reply = await register(here.operators[0]!, here, here.calls[0]!.id, { stateId: here.states.talked.id });
  await sql`drop trigger refuse on audit`.execute(world.db);
  expect(reply.status).toBe(500);
  expect(await historyNow(world, here.calls[0]!.id)).toEqual([]);
  await expectTrueCounters(world, here.campaign.id);
  expect((await callNow(world, here.calls[0]!.id)).callCount).toBe(0);
});

test('an external coordinator cannot read the history of an internal campaign', async () => {
  const here = await aCallingCampaign(world);
  const params = { id: here.campaign.id, callId: here.calls[0]!.id };
  const external = await anExternalCoordinator(world);
  expect((await as(world, external).call(api.calls.history, { params })).status).toBe(404);
  const coordinator = await aCoordinator(world);
  expect((await as(world, coordinator).call(api.calls.history, { params })).body).toEqual([]);
});
