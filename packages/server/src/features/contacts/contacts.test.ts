import { api } from '@campanero/contract';
import type { personBody } from '@campanero/contract/contacts/schemas';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import {
  aCallingCampaign,
  addCalls,
  callNow,
  expectTrueCounters,
  type Calling,
  type TestCall,
} from '../../../test/calling.ts';
import {
  anAdministrator,
  anExternalCoordinator,
  anExternalOperator,
  anOperator,
  type TestUser,
} from '../../../test/factories.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { refreshCallsJob } from '../../call-store/write/index.ts';

const world = useWorld();
beforeAll(async () => {
  await sql`insert into location_district values ('02', 'Ciudad Autonoma', 'Ciudad Autónoma'), ('06', 'Buenos Aires', 'Buenos Aires')`.execute(
    world.db,
  );
  await sql`insert into location_section values ('02007', '02', 'Comuna 1', 'Comuna 1', 'Comuna')`.execute(world.db);
});

type Asked = z.input<typeof personBody>;
const detail = (user: TestUser, call: TestCall) =>
  as(world, user).call(api.contacts.detail, { params: { phone: call.number, callId: call.id } });
const saveDetail = (user: TestUser, call: TestCall, body: object) =>
  as(world, user).send(api.contacts.saveDetail, { params: { phone: call.number, callId: call.id }, body });
const savePerson = (user: TestUser, personId: number, body: Asked, lead: '0' | '1' = '1') =>
  as(world, user).call(api.contacts.savePerson, { params: { personId }, query: { lead }, body });
const markWrong = (user: TestUser, call: TestCall, wrong: '0' | '1', personId = call.personId) =>
  as(world, user).call(api.contacts.markWrong, {
    params: { personId, wrong },
    query: { lead: '1' },
    body: { phone: call.number },
  });
const isBlocked = async (call: TestCall) => {
  const row = await world.db
    .selectFrom('blockedNumber')
    .select('reason')
    .where('number', '=', Number(call.number))
    .executeTakeFirst();
  return row?.reason ?? null;
};
const lastAudit = async () => (await auditOf(world)).at(-1);
async function expectTrueIn(...places: Calling[]) {
  for (const { campaign } of places) await expectTrueCounters(world, campaign.id);
}
/** Another person on a call's number. */
async function anotherPerson(call: TestCall, parts: { fromExternal?: boolean } = {}): Promise<number> {
  const { id } = await world.db
    .insertInto('person')
    .values({ kind: 'lead', firstName: 'Otra', lastName: 'Persona', ...parts })
    .returning('id')
    .executeTakeFirstOrThrow();
  await world.db
    .insertInto('personPhone')
    .values({ number: Number(call.number), personId: id })
    .execute();
  return id;
}

describe('contact page', () => {
  test('shows call, persons and campaigns of the number that the user may see', async () => {
    const [here, there] = [await aCallingCampaign(world), await aCallingCampaign(world)];
    const [ana] = here.operators as [TestUser];
    const call = here.calls[0]!;
    await addCalls(world, there.campaign.id, [null], { numbers: [call.number] });
    const own = await detail(ana, call);
    expect(own.body).toMatchObject({
      callId: call.id,
      number: call.number,
      stateId: 1,
      stateName: 'Pendiente',
      invalid: 0,
      operator: { id: ana.id, name: ana.name },
      leadId: call.personId,
      contactId: null,
      blocked: null,
      inReserve: false,
      heldBy: null,
      campaigns: [{ id: here.campaign.id, status: 'EN CURSO' }],
    });
    expect(own.body.contacts.map(({ id }) => id)[0]).toBe(call.personId);
    expect(own.body.contacts).toHaveLength(2);
    const managers = await detail(here.manager, call);
    expect(new Set(managers.body.campaigns.map(({ id }) => id))).toEqual(
      new Set([here.campaign.id, there.campaign.id]),
    );
  });

  test('mayRegister is true for its operator, managers, and everyone once its callback is overdue', async () => {
    const [ana, luis] = [await anOperator(world), await anOperator(world)];
    const here = await aCallingCampaign(world, { operators: [ana, luis] });
    const call = here.callsOf(ana)[0]!;
    const answers = async () =>
      Promise.all([ana, luis, here.manager].map(async (user) => (await detail(user, call)).body.mayRegister));
    const dueSince = (minutes: number) =>
      sql`update call set callback_at = ${new Date(world.clock.now().getTime() - minutes * 60_000)} where id = ${call.id}`.execute(
        world.db,
      );
    expect(await answers()).toEqual([true, false, true]);
    await dueSince(29);
    expect(await answers()).toEqual([true, false, true]);
    await dueSince(31);
    expect(await answers()).toEqual([true, true, true]);
  });

  test('mayCorrect and mayReassignTo depend on role and campaign status', async () => {
    const ana = await anOperator(world);
    for (const status of ['EN CURSO', 'REVISANDO', 'FINALIZANDO', 'FINALIZADA'] as const) {
      const isClosing = status === 'FINALIZANDO' || status === 'FINALIZADA';
      const here = await aCallingCampaign(world, { operators: [ana], status });
      const mayDo = async (user: TestUser) => {
        const { mayCorrect, mayReassignTo } = (await detail(user, here.callsOf(ana)[0]!)).body;
        return [mayCorrect, mayReassignTo];
      };
      expect(await mayDo(ana)).toEqual([false, isClosing ? null : 'self']);
      for (const manager of [here.manager, await anAdministrator(world)])
        expect(await mayDo(manager)).toEqual([!isClosing, isClosing ? null : 'operators']);
    }
  });

  test('external roles have the same permissions in external campaigns', async () => {
    const operator = await anExternalOperator(world);
    const here = await aCallingCampaign(world, { operators: [operator], external: true });
    const coordinator = await anExternalCoordinator(world);
    const call = here.callsOf(operator)[0]!;
    expect((await detail(operator, call)).body).toMatchObject({ mayCorrect: false, mayReassignTo: 'self' });
    expect((await detail(coordinator, call)).body).toMatchObject({ mayCorrect: true, mayReassignTo: 'operators' });
  });

  test('another number, another campaign or an invisible call is 404', async () => {
    const [here, there] = [await aCallingCampaign(world), await aCallingCampaign(world)];
    const [ana] = here.operators as [TestUser];
    expect((await detail(ana, { ...here.calls[0]!, number: here.calls[1]!.number })).status).toBe(404);
    expect((await detail(ana, there.calls[0]!)).status).toBe(404);
    expect((await saveDetail(ana, there.calls[0]!, { observations: 'x' })).status).toBe(404);
    expect((await savePerson(ana, there.calls[0]!.personId, { interested: true })).status).toBe(404);
    expect((await markWrong(ana, there.calls[0]!, '1')).status).toBe(404);
    // A person under another number, and a lead requested as a contact.
    expect((await markWrong(ana, here.calls[0]!, '1', here.calls[1]!.personId)).status).toBe(404);
    expect((await savePerson(ana, here.calls[0]!.personId, { interested: true }, '0')).status).toBe(404);
    const inCampaign = (campaignId: number, phone: string) =>
      as(world, ana).call(api.contacts.inCampaign, { params: { phone, campaignId } });
    expect((await inCampaign(here.campaign.id, here.calls[1]!.number)).body).toEqual({
      campaignId: here.campaign.id,
      callId: here.calls[1]!.id,
    });
    expect((await inCampaign(there.campaign.id, there.calls[0]!.number)).status).toBe(404);
    expect((await inCampaign(here.campaign.id, there.calls[0]!.number)).status).toBe(404);
  });

  test('external roles see and change only persons of external campaigns', async () => {
    const eva = await anExternalOperator(world);
    const here = await aCallingCampaign(world, { operators: [eva], external: true });
    const call = here.calls[0]!;
    const internal = await anotherPerson(call);
    const known = await anotherPerson(call, { fromExternal: true });
    expect((await detail(eva, call)).body.contacts.map(({ id }) => id)).toEqual([call.personId, known]);
    expect((await savePerson(eva, internal, { interested: true })).status).toBe(404);
    expect((await markWrong(eva, call, '1', internal)).status).toBe(404);
    expect((await savePerson(eva, known, { interested: true })).status).toBe(200);
    const register = await as(world, eva).call(api.calls.register, {
      params: { id: here.campaign.id, callId: call.id },
      body: { stateId: here.states.talked.id, personId: internal },
    });
    expect(register.body.error).toBe('PERSON_NOT_ON_NUMBER');
  });
});

describe('notes and invalid marks', () => {
  test('stores and audits a note and refuses a stale version', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const call = here.calls[0]!;
    const saved = await saveDetail(ana, call, { observations: 'llamar de tarde', version: 0 });
    expect(saved.body).toMatchObject({
      observations: 'llamar de tarde',
      invalid: 0,
      operatorCallData: { stateId: 1, stateName: 'Pendiente', operator: { id: ana.id } },
      version: 1,
    });
    expect(await lastAudit()).toMatchObject({
      action: 'NUMERO',
      subaction: 'ACTUALIZAR',
      info: {
        entries: [{ label: 'Observaciones', prevValue: null }],
        modifications: expect.arrayContaining([{ label: 'Observaciones', value: 'llamar de tarde' }]),
      },
    });
    expect((await saveDetail(ana, call, { observations: 'otra', version: 0 })).body.error).toBe('CONFLICT');
    expect((await saveDetail(ana, call, { observations: '' })).body.observations).toBeNull();
  });

  test('invalid sets state 17 without a history entry, blocks the number everywhere and can be undone', async () => {
    const [here, there] = [await aCallingCampaign(world), await aCallingCampaign(world, { status: 'PAUSADA' })];
    const over = await aCallingCampaign(world, { status: 'FINALIZADA' });
    const [ana] = here.operators as [TestUser];
    const call = here.calls[0]!;
    const [twin] = await addCalls(world, there.campaign.id, [null], { numbers: [call.number] });
    const [finished] = await addCalls(world, over.campaign.id, [null], { numbers: [call.number] });
    const marked = await saveDetail(ana, call, { invalid: 1 });
    expect(marked.body).toMatchObject({ invalid: 1, operatorCallData: { stateId: 17, stateName: 'Inválido' } });
    expect(await callNow(world, call.id)).toMatchObject({ invalid: true, blocked: true, stateBeforeInvalid: 1 });
    expect((await callNow(world, twin!.id)).blocked).toBe(true);
    expect((await callNow(world, finished!.id)).blocked).toBe(false);
    expect(await isBlocked(call)).toBe('INVALID');
    expect((await detail(ana, call)).body.blocked).toBe('El número fue marcado como inválido.');
    expect(
      (await as(world, ana).call(api.calls.history, { params: { id: here.campaign.id, callId: call.id } })).body,
    ).toEqual([]);
    await expectTrueIn(here, there);
    expect((await saveDetail(ana, call, { invalid: 0 })).body.operatorCallData.stateId).toBe(1);
    expect(await isBlocked(call)).toBeNull();
    expect((await callNow(world, twin!.id)).blocked).toBe(false);
    await expectTrueIn(here, there);
  });

  test("refuses a closed campaign and a call held by another user, but not a person's flags", async () => {
    for (const status of ['FINALIZANDO', 'FINALIZADA'] as const) {
      const over = await aCallingCampaign(world, { status });
      expect((await saveDetail(over.operators[0]!, over.calls[0]!, { observations: 'x' })).body.error).toBe(
        'CAMPAIGN_FINISHED',
      );
      expect((await saveDetail(over.manager, over.calls[0]!, { invalid: 1 })).body.error).toBe('CAMPAIGN_FINISHED');
      expect((await savePerson(over.operators[0]!, over.calls[0]!.personId, { doNotCall: true })).status).toBe(200);
      expect((await markWrong(over.operators[0]!, over.calls[1]!, '1')).status).toBe(200);
    }
    const here = await aCallingCampaign(world);
    const call = here.calls[0]!;
    await as(world, here.operators[0]!).call(api.calls.hold, { params: { id: here.campaign.id, callId: call.id } });
    expect((await saveDetail(here.manager, call, { invalid: 1 })).body.error).toBe('CALL_HELD');
    expect((await detail(here.manager, call)).body.heldBy).toEqual({
      id: here.operators[0]!.id,
      name: here.operators[0]!.name,
    });
  });
});

describe('flags', () => {
  test('do-not-call blocks the number in every open campaign from its commit and can be undone', async () => {
    const [ana, luis] = [await anOperator(world), await anOperator(world)];
    const here = await aCallingCampaign(world, { operators: [ana], each: 1 });
    const there = await aCallingCampaign(world, { operators: [luis], each: 1 });
    const call = here.calls[0]!;
    const [twin] = await addCalls(world, there.campaign.id, [luis.id], { numbers: [call.number] });
    const reply = await savePerson(ana, call.personId, { doNotCall: true });
    expect(reply.body).toMatchObject({ id: call.personId, lead: true, doNotCall: true, version: 1 });
    expect(await lastAudit()).toMatchObject({
      action: 'CONTACTO',
      subaction: 'ACTUALIZAR',
      objectType: 'person',
      objectId: String(call.personId),
      info: {
        entries: [{ label: 'No llamar', prevValue: 'No' }],
        modifications: expect.arrayContaining([{ label: 'No llamar', value: 'Sí' }]),
      },
    });
    expect(await isBlocked(call)).toBe('DO_NOT_CALL');
    const next = (user: TestUser, { campaign }: Calling) =>
      as(world, user).call(api.calls.next, { params: { id: campaign.id, current: 0 } });
    expect((await next(ana, here)).status).toBe(422);
    expect((await next(luis, there)).body.callId).toBe(there.calls[0]!.id);
    expect((await next(luis, there)).body.callId).not.toBe(twin!.id);
    await expectTrueIn(here, there);
    await savePerson(ana, call.personId, { doNotCall: false });
    expect((await next(ana, here)).body.callId).toBe(call.id);
    expect((await callNow(world, twin!.id)).blocked).toBe(false);
  });

  test('dead or wrong block only when true of all persons of the number', async () => {
    const here = await aCallingCampaign(world, { unassigned: 1 });
    const call = here.callsOf(null)[0]!;
    const other = await anotherPerson(call);
    await savePerson(here.manager, call.personId, { dead: true });
    expect(await isBlocked(call)).toBeNull();
    expect((await markWrong(here.manager, call, '1', other)).body).toMatchObject({ id: other, wrong: true });
    expect(await isBlocked(call)).toBe('DEAD');
    expect((await callNow(world, call.id)).blocked).toBe(true);
    await expectTrueIn(here);
    await markWrong(here.manager, call, '0', other);
    expect(await isBlocked(call)).toBeNull();
    await markWrong(here.manager, call, '1', other);
    await savePerson(here.manager, call.personId, { dead: false });
    await markWrong(here.manager, call, '1');
    expect(await isBlocked(call)).toBe('WRONG');
    expect(await lastAudit()).toMatchObject({
      info: { modifications: expect.arrayContaining([{ label: 'Número equivocado', value: 'Sí' }]) },
    });
    await expectTrueIn(here);
  });

  test('two concurrent flags of one number both count', async () => {
    const here = await aCallingCampaign(world, { each: 6 });
    for (const call of here.calls) {
      const other = await anotherPerson(call);
      await Promise.all([
        savePerson(here.manager, call.personId, { dead: true }),
        savePerson(here.operators[0]!, other, { dead: true }),
      ]);
      expect(await isBlocked(call)).toBe('DEAD');
      expect((await callNow(world, call.id)).blocked).toBe(true);
    }
    await expectTrueIn(here);
  });

  test('a flag does not wait for locked calls: a job updates them', async () => {
    const here = await aCallingCampaign(world, { each: 1 });
    const call = here.calls[0]!;
    await world.db.transaction().execute(async (busy) => {
      await sql`select from call where id = ${call.id} for update`.execute(busy);
      expect((await savePerson(here.manager, call.personId, { doNotCall: true })).status).toBe(200);
    });
    expect((await callNow(world, call.id)).blocked).toBe(false);
    const asked = await as(world, here.operators[0]!).call(api.calls.next, {
      params: { id: here.campaign.id, current: 0 },
    });
    expect(asked.status).toBe(422);
    expect(world.enqueued.at(-1)).toEqual({
      name: 'contacts.refresh-calls',
      payload: { numbers: [Number(call.number)] },
    });
    // As the queue does; twice, because jobs may be retried.
    const ctx = jobCtx(world);
    for (let run = 0; run < 2; run += 1) await refreshCallsJob.handler(ctx, { numbers: [Number(call.number)] });
    expect((await callNow(world, call.id)).blocked).toBe(true);
    await expectTrueIn(here);
  });
});

test('calls of a load that ran while a person changed are updated after it', async () => {
  const here = await aCallingCampaign(world, { each: 1 });
  const call = here.calls[0]!;
  const { id: loadId } = await world.db
    .insertInto('audienceLoad')
    .values({
      campaignId: here.campaign.id,
      source: 'csv',
      name: 'vecinos.csv',
      createdBy: here.manager.id,
      working: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await savePerson(here.manager, call.personId, { interested: true })).status).toBe(200);
  const number = Number(call.number);
  const asked = { name: 'contacts.refresh-calls', payload: { numbers: [number], loads: [loadId] } };
  expect(world.enqueued.at(-1)).toEqual(asked);

  // Already read by the load: the same number in its campaign, and another number of the person.
  const there = await aCallingCampaign(world, { each: 2 });
  const [first, second] = there.calls as [TestCall, TestCall];
  await world.db.updateTable('call').set({ number, personId: call.personId }).where('id', '=', first.id).execute();
  await world.db.updateTable('call').set({ personId: call.personId }).where('id', '=', second.id).execute();
  await world.db
    .insertInto('personPhone')
    .values({ number: Number(second.number), personId: call.personId })
    .execute();
  const ctx = jobCtx(world);
  const before = world.enqueued.length;
  await refreshCallsJob.handler(ctx, asked.payload);
  expect(world.enqueued.slice(before)).toEqual([asked]);
  expect((await callNow(world, first.id)).interested).toBe(false);

  await world.db
    .updateTable('audienceLoad')
    .set({ status: 'COMPLETED', finishedAt: world.clock.now() })
    .where('id', '=', loadId)
    .execute();
  // As the queue does; twice, because jobs may be retried.
  for (let run = 0; run < 2; run += 1) await refreshCallsJob.handler(ctx, asked.payload);
  for (const { id } of [first, second]) expect((await callNow(world, id)).interested).toBe(true);
  expect(world.enqueued).toHaveLength(before + 1);
  await expectTrueIn(here, there);
});

test('does not wait for a load that has not started', async () => {
  const here = await aCallingCampaign(world, { each: 1 });
  const call = here.calls[0]!;
  await world.db
    .insertInto('audienceLoad')
    .values({ campaignId: here.campaign.id, source: 'csv', name: 'vecinos.csv', createdBy: here.manager.id })
    .execute();
  const before = world.enqueued.length;
  expect((await savePerson(here.manager, call.personId, { interested: true })).status).toBe(200);
  expect(world.enqueued.slice(before)).toEqual([]);
});

describe('person data', () => {
  test('changes sent fields, clears empty ones and updates the denormalised data of calls', async () => {
    const here = await aCallingCampaign(world);
    const [ana] = here.operators as [TestUser];
    const call = here.calls[0]!;
    const edited = await savePerson(ana, call.personId, {
      firstName: 'María',
      birthday: '1980-05-04',
      gender: 'X',
      districtId: '02',
      sectionId: '02007',
      interested: true,
    });
    expect(edited.body).toMatchObject({
      firstName: 'María',
      lastName: '1',
      district: 'Ciudad Autónoma',
      section: 'Comuna 1',
    });
    expect(await callNow(world, call.id)).toMatchObject({
      birthYear: 1980,
      gender: 'X',
      districtId: '02',
      sectionId: '02007',
      interested: true,
    });
    await expectTrueIn(here);
    const moved = await savePerson(ana, call.personId, { districtId: '06', gender: '', version: 1 });
    expect(moved.body).toMatchObject({ districtId: '06', sectionId: null, gender: null, birthday: '1980-05-04' });
    expect((await callNow(world, call.id)).sectionId).toBeNull();
    expect((await savePerson(ana, call.personId, { interested: false, version: 1 })).body.error).toBe('CONFLICT');
    expect((await savePerson(ana, call.personId, { districtId: '99' })).body.error).toBe('UNKNOWN_PLACE');
    expect((await savePerson(ana, call.personId, { birthday: '0000-01-01' })).status).toBe(400);
    expect((await savePerson(ana, call.personId, { email: 'no es un correo' })).status).toBe(400);
    await savePerson(ana, call.personId, { interested: false });
    await expectTrueIn(here);
  });
});
