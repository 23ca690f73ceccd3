import { api } from '@campanero/contract';
import { NO_RULES } from '@campanero/contract/calling-rules/schemas';
import type { CampaignStatus } from '@campanero/contract/campaigns/status';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../../test/actors.ts';
import { useWorld } from '../../../../test/app.ts';
import {
  countedFigures,
  countedTotals,
  operatorsOf,
  someCalls,
  storedFigures,
  storedTotals,
} from '../../../../test/calls.ts';
import { aState, theSystemStates } from '../../../../test/catalogue.ts';
import {
  aCampaign,
  aCoordinator,
  anExternalCoordinator,
  anExternalOperator,
  anObjective,
  anOperator,
  type TestUser,
} from '../../../../test/factories.ts';
import { aPng } from '../../../../test/file-samples.ts';
import { sendForm } from '../../../../test/forms.ts';

const world = useWorld();
let coordinator: TestUser;
const DAY = 86_400_000;
beforeAll(async () => {
  await theSystemStates(world);
  await world.db
    .insertInto('locationDistrict')
    .values([
      { id: '02', name: 'CABA', display: 'CABA' },
      { id: '06', name: 'PBA', display: 'PBA' },
    ])
    .execute();
  await world.db
    .insertInto('locationSection')
    .values([
      { id: '02007', districtId: '02', name: 'Comuna 1', display: 'Comuna 1', kind: 'Comuna' },
      { id: '02014', districtId: '02', name: 'Comuna 2', display: 'Comuna 2', kind: 'Comuna' },
    ])
    .execute();
  await world.db
    .insertInto('locationSubsection')
    .values({ id: '02007010', sectionId: '02007', name: 'Retiro', display: 'Retiro' })
    .execute();
});
beforeEach(async () => {
  coordinator = await aCoordinator(world);
});

const put = (
  id: number,
  fields: Record<string, string | number>,
  user = coordinator,
  files?: { name: string; content: Buffer }[],
) => sendForm(world, user, api.campaigns.update, { params: { id }, fields, ...(files && { files }) });
const patch = (id: number, body: object, user = coordinator) =>
  as(world, user).send(api.campaigns.ongoing, { params: { id }, body });
const detail = async (id: number, user = coordinator) =>
  (await as(world, user).call(api.campaigns.detail, { params: { id } })).body;
const lastAudit = async () => (await auditOf(world)).at(-1)!;
const inDays = (days: number) => new Date(world.clock.now().getTime() + days * DAY).toISOString();
const FINISHED: CampaignStatus[] = ['FINALIZANDO', 'FINALIZADA'];
const RUNNING: CampaignStatus[] = ['EN CURSO', 'AUDIENCIA PROCESADA', 'PAUSADA'];

describe('PUT', () => {
  test('changes sent fields, keeps the others, clears empty ones, with one audit record', async () => {
    const { id } = await aCampaign(world, { name: 'Nombre viejo', externalId: 'EXP-9', description: 'Sigue igual' });
    const reply = await put(id, { name: 'Nombre nuevo', externalId: '', version: 0 });
    expect(reply).toMatchObject({
      status: 200,
      body: { name: 'Nombre nuevo', externalId: null, description: 'Sigue igual', version: 1 },
    });
    const { action, subaction, info } = await lastAudit();
    expect([action, subaction, info]).toEqual([
      'CAMPAÑA',
      'ACTUALIZAR',
      {
        entries: [
          { label: 'Nombre', prevValue: 'Nombre viejo' },
          { label: 'Id externo', prevValue: 'EXP-9' },
        ],
        modifications: [
          { label: 'Nombre', value: 'Nombre nuevo' },
          { label: 'Id externo', value: null },
        ],
      },
    ]);
  });

  test('switches retryOtherHours with an audit record', async () => {
    const { id } = await aCampaign(world);
    expect((await put(id, { retryOtherHours: '0' })).body).toMatchObject({ retryOtherHours: false });
    expect((await lastAudit()).info).toEqual({
      entries: [{ label: 'Reintento en otro horario', prevValue: 'Sí' }],
      modifications: [{ label: 'Reintento en otro horario', value: 'No' }],
    });
    expect((await put(id, { name: 'Otro nombre' })).body).toMatchObject({ retryOtherHours: false });
    expect((await put(id, { retryOtherHours: '1' })).body).toMatchObject({ retryOtherHours: true });
    expect(await put(id, { retryOtherHours: 'quizás' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'retryOtherHours' }] },
    });
  });

  test('exempting from the block lists and back leaves audit records and clears the reason', async () => {
    const { id } = await aCampaign(world);
    await put(id, { obeysLists: '1' });
    const missing = {
      status: 400,
      body: { error: 'VALIDATION', errors: [{ field: 'exemptReason', message: expect.stringContaining('por qué') }] },
    };
    expect(await put(id, { obeysLists: '0' })).toMatchObject(missing);
    expect(await put(id, { obeysLists: '0', exemptReason: ' ' })).toMatchObject(missing);
    expect(await put(id, { obeysLists: '0', exemptReason: 'Corte de agua' })).toMatchObject({
      status: 200,
      body: { obeysLists: false, exemptReason: 'Corte de agua' },
    });
    expect((await lastAudit()).info).toEqual({
      entries: [{ label: 'Listas de bloqueo', prevValue: 'Las respeta' }],
      modifications: [{ label: 'Listas de bloqueo', value: 'Exenta: Corte de agua' }],
    });
    expect(await put(id, { exemptReason: '' })).toMatchObject(missing);
    expect((await put(id, { exemptReason: 'Corte de luz' })).body).toMatchObject({ exemptReason: 'Corte de luz' });
    expect((await put(id, { name: 'Otro nombre' })).body).toMatchObject({ exemptReason: 'Corte de luz' });
    expect((await put(id, { obeysLists: '1' })).body).toMatchObject({ obeysLists: true, exemptReason: null });
    expect((await lastAudit()).info).toEqual({
      entries: [{ label: 'Listas de bloqueo', prevValue: 'Exenta: Corte de luz' }],
      modifications: [{ label: 'Listas de bloqueo', value: 'Las respeta' }],
    });
  });

  test('a campaign exempt from before reasons were required may stay so', async () => {
    const { id } = await aCampaign(world, { status: 'EN CURSO' });
    expect((await patch(id, { name: 'Otro nombre', obeysLists: false })).body).toMatchObject({
      name: 'Otro nombre',
      obeysLists: false,
      exemptReason: null,
    });
    expect((await patch(id, { obeysLists: true })).status).toBe(200);
    expect((await patch(id, { obeysLists: false })).status).toBe(400);
    expect((await patch(id, { obeysLists: false, exemptReason: 'Corte' })).status).toBe(200);
  });

  test('own calling rules replace the default, are validated, audited and can be removed', async () => {
    const { id } = await aCampaign(world);
    const own = { ...NO_RULES, closesOnHolidays: true, attemptsPerDay: 2 };
    expect((await put(id, { name: 'Nombre nuevo' })).body).toMatchObject({
      callingRules: null,
      calling: { rules: NO_RULES, holidays: [] },
    });
    const { body } = await put(id, { callingRules: JSON.stringify(own) });
    expect(body).toMatchObject({ callingRules: own, calling: { rules: own } });
    expect(body.calling.holidays).toContainEqual({ day: '2026-12-25', name: 'Navidad' });
    expect((await lastAudit()).info).toEqual({
      entries: [{ label: 'Reglas de llamado', prevValue: 'Las del sistema' }],
      modifications: [{ label: 'Reglas de llamado', value: 'a cualquier hora; no en feriados; hasta 2 veces por día' }],
    });
    expect((await put(id, { name: 'Otro nombre' })).body).toMatchObject({ callingRules: own });
    const backwards = Array.from({ length: 7 }, () => [{ from: '20:00', to: '08:00' }]);
    for (const wrong of ['{', '[]', JSON.stringify({ ...own, week: backwards })])
      expect((await put(id, { callingRules: wrong })).status).toBe(400);
    expect((await put(id, { callingRules: '' })).body).toMatchObject({ callingRules: null });
  });

  test('a new district clears section and subsection, a new section the subsection, unless sent too', async () => {
    const { id } = await aCampaign(world);
    const place = async () => {
      const { districtId, sectionId, subsectionId } = await detail(id);
      return [districtId, sectionId, subsectionId];
    };
    await put(id, { districtId: '02', sectionId: '02007', subsectionId: '02007010' });
    expect(await place()).toEqual(['02', '02007', '02007010']);
    await put(id, { sectionId: '02014' });
    expect(await place()).toEqual(['02', '02014', null]);
    await put(id, { sectionId: '02007', subsectionId: '02007010' });
    await put(id, { districtId: '06' });
    expect(await place()).toEqual(['06', null, null]);
    expect(await put(id, { sectionId: '02007' })).toMatchObject({ status: 422, body: { error: 'UNKNOWN_PLACE' } });
    await put(id, { districtId: '' });
    expect(await place()).toEqual([null, null, null]);
  });

  test('another objective sets its states; the Estados tab replaces them', async () => {
    const [a, b, off] = [await aState(world), await aState(world), await aState(world, { disable: true })];
    const { id: objectiveId } = await anObjective(world);
    await world.db
      .insertInto('objectiveState')
      .values([
        { objectiveId, stateId: a.id },
        { objectiveId, stateId: off.id },
      ])
      .execute();
    const { id } = await aCampaign(world);
    expect((await put(id, { objectiveId })).body.states).toMatchObject([{ id: a.id }]);
    expect((await put(id, { states: `${a.id},${b.id}` })).body.states.map((state: { id: number }) => state.id)).toEqual(
      expect.arrayContaining([a.id, b.id]),
    );
    expect(await put(id, { states: '' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'states', message: 'Seleccione al menos un estado para actualizar.' }] },
    });
    expect((await put(id, { states: String(off.id) })).body.error).toBe('STATE_DISABLED');
    expect((await put(id, { states: '999999' })).body.error).toBe('UNKNOWN_STATE');
    expect((await put(id, { states: '17' })).body.error).toBe('SYSTEM_STATE');
    expect((await put(id, { states: '1' })).body.error).toBe('SYSTEM_STATE');
    const rest = await as(world, coordinator).call(api.campaigns.unassociated, { params: { id } });
    const offered = rest.body.map((state) => state.id);
    expect(offered).not.toContain(a.id);
    expect([1, 17, off.id].some((state) => offered.includes(state))).toBe(false);
  });

  test.each(RUNNING)('in %s fixed fields are 409 and nothing changes', async (status) => {
    const { id } = await aCampaign(world, { status });
    const frame: Record<string, string | number>[] = [
      { districtId: '02' },
      { formId: '5' },
      { objectiveId: (await anObjective(world)).id },
      { startDate: inDays(-3) },
      { external: 1 },
    ];
    const before = await detail(id);
    for (const fields of frame)
      expect(await put(id, { ...fields, name: 'Otro nombre' })).toMatchObject({
        status: 409,
        body: { error: 'CAMPAIGN_RUNNING' },
      });
    expect(await detail(id)).toEqual(before);
    const same = { startDate: before.startDate, objectiveId: before.objectiveId, external: 0, name: 'Otro nombre' };
    expect(await put(id, same)).toMatchObject({ status: 200, body: { name: 'Otro nombre' } });
  });

  test.each(FINISHED)('%s is read-only at every endpoint', async (status) => {
    const { id } = await aCampaign(world, { status });
    const finished = { status: 409, body: { error: 'CAMPAIGN_FINISHED' } };
    expect(await put(id, { name: 'Otro nombre' })).toMatchObject(finished);
    expect(await put(id, { paused: 'true' })).toMatchObject(finished);
    expect(await patch(id, { endDate: inDays(90) })).toMatchObject(finished);
    expect(
      await sendForm(world, coordinator, api.campaigns.scripts, {
        params: { id },
        files: [{ name: 'a.png', content: aPng() }],
      }),
    ).toMatchObject(finished);
    expect(await as(world, coordinator).call(api.campaigns.finish, { params: { id } })).toMatchObject(finished);
  });

  test('refuses a stale version', async () => {
    const { id } = await aCampaign(world, { status: 'EN CURSO' });
    const { version } = await detail(id);
    const replies = await Promise.all([
      put(id, { name: 'De la primera', version }),
      patch(id, { description: 'Del segundo', version }),
    ]);
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(replies.find(({ status }) => status === 409)?.body.error).toBe('CONFLICT');
    expect((await detail(id)).version).toBe(version + 1);
    expect((await put(id, { name: 'Sin versión' })).status).toBe(200);
  });

  test('external changes only with coordinator and operators of that kind', async () => {
    const { id } = await aCampaign(world, { operators: [(await anOperator(world)).id] });
    const [boss, worker] = [await anExternalCoordinator(world), await anExternalOperator(world)];
    expect((await put(id, { external: 1 })).body.error).toBe('PERSON_NOT_ALLOWED');
    expect((await put(id, { external: 1, coordinatedBy: boss.id })).body.error).toBe('PERSON_NOT_ALLOWED');
    expect(await put(id, { external: 1, coordinatedBy: boss.id, operators: worker.id })).toMatchObject({
      status: 200,
      body: { external: 1 },
    });
    expect(await put(id, { external: 0 }, boss)).toMatchObject({ status: 403 });
    expect(await put(id, { name: 'De la externa' }, boss)).toMatchObject({ status: 200 });
  });

  test('a campaign that is not visible is 404', async () => {
    const { id } = await aCampaign(world);
    const external = await anExternalCoordinator(world);
    expect((await put(id, { name: 'Otro nombre' }, external)).status).toBe(404);
    expect((await patch(id, { name: 'Otro nombre' }, external)).status).toBe(404);
    expect((await put(2_147_483_647, { name: 'Otro nombre' })).status).toBe(404);
    const operator = await anOperator(world);
    for (const spec of [api.campaigns.detail, api.campaigns.progress])
      expect((await as(world, operator).call(spec, { params: { id } })).status).toBe(404);
    for (const spec of [api.campaigns.events, api.campaigns.unassociated, api.campaigns.operatorLoad])
      expect((await as(world, external).call(spec, { params: { id } })).status).toBe(404);
  });

  test('adds new scripts, five in total', async () => {
    const { id } = await aCampaign(world);
    const files = (n: number) => Array.from({ length: n }, (_, at) => ({ name: `${at}.png`, content: aPng() }));
    expect((await put(id, {}, coordinator, files(3))).body.scripts).toHaveLength(3);
    expect((await put(id, {}, coordinator, files(3))).body.error).toBe('TOO_MANY_FILES');
    expect((await put(id, {}, coordinator, files(2))).body.scripts).toHaveLength(5);
  });
});

describe('operators', () => {
  test('removing an operator unassigns untouched calls, keeps touched ones and updates counters', async () => {
    const [leaves, stays, comes] = [
      await anOperator(world, { firstName: 'Ana' }),
      await anOperator(world),
      await anOperator(world),
    ];
    const { id } = await aCampaign(world, { status: 'EN CURSO', operators: [leaves.id, stays.id] });
    const calls = await someCalls(world, id, [
      { operatorId: leaves.id },
      { operatorId: leaves.id, interested: true },
      { operatorId: leaves.id, blocked: true },
      { operatorId: leaves.id, callCount: 2, stateId: 3 },
      { operatorId: leaves.id, observations: 'Llamar a la tarde' },
      { operatorId: leaves.id, holdBy: leaves.id },
      { operatorId: leaves.id, holdBy: coordinator.id },
      { operatorId: stays.id },
      {},
    ]);
    const load = await as(world, coordinator).send(api.campaigns.operatorLoad, {
      params: { id },
      query: { operators: String(leaves.id) },
    });
    expect(load.body).toMatchObject({ operators: [{ id: leaves.id, name: leaves.name, untouched: 4, touched: 3 }] });

    const reply = await patch(id, { operators: [stays.id, comes.id] });
    expect(new Set(reply.body.operators.map((operator) => operator.id))).toEqual(new Set([stays.id, comes.id]));
    expect(await operatorsOf(world, calls)).toEqual([
      null,
      null,
      null,
      leaves.id,
      leaves.id,
      null,
      leaves.id,
      stays.id,
      null,
    ]);
    expect(await storedTotals(world, id)).toEqual(await countedTotals(world, id));
    expect(await storedFigures(world, id)).toEqual(await countedFigures(world, id));
    expect((await lastAudit()).info).toMatchObject({
      entries: [{ label: 'Operadores' }],
      modifications: [{ label: 'Operadores' }],
    });
  });

  test('a disabled operator may stay but not be added', async () => {
    const old = await anOperator(world, { disabled: true });
    const { id } = await aCampaign(world, { status: 'EN CURSO', operators: [old.id] });
    const fresh = await anOperator(world);
    expect(await patch(id, { operators: [old.id, fresh.id] })).toMatchObject({
      status: 200,
      body: { validOperators: [{ id: fresh.id }] },
    });
    expect(
      (await patch(id, { operators: [fresh.id, (await anOperator(world, { disabled: true })).id] })).body.error,
    ).toBe('PERSON_NOT_ALLOWED');
  });
});

describe('PATCH ongoing', () => {
  test('refuses a campaign in PENDIENTE with 409', async () => {
    const { id } = await aCampaign(world);
    expect(await patch(id, { name: 'Otro nombre' })).toMatchObject({
      status: 409,
      body: { error: 'CAMPAIGN_NOT_RUNNING' },
    });
    const running = await aCampaign(world, { status: 'EN CURSO' });
    expect(await patch(running.id, { name: 'abc' })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'name', message: 'Nombre muy corto. Escriba al menos 5 caracteres' }] },
    });
    expect(await patch(running.id, { endDate: inDays(-2) })).toMatchObject({
      status: 400,
      body: { errors: [{ field: 'endDate', message: 'Debe ser posterior a la fecha de inicio' }] },
    });
  });

  test('allows a running campaign without operators', async () => {
    const operator = await anOperator(world);
    const { id } = await aCampaign(world, { status: 'EN CURSO', operators: [operator.id] });
    const saved = await patch(id, { operators: [] });
    expect(saved).toMatchObject({ status: 200, body: { operators: [] } });
  });

  test('pausing and resuming change status, audit record and event', async () => {
    const operator = await anOperator(world);
    const { id } = await aCampaign(world, { status: 'EN CURSO', operators: [operator.id] });
    const outsider = await anOperator(world);
    world.published.length = 0;
    expect((await patch(id, { paused: true })).body).toMatchObject({ status: 'PAUSADA', paused: true });
    const [event] = world.published;
    expect(event).toMatchObject({ event: 'campaign', payload: { id, status: 'PAUSADA' } });
    expect(event?.userIds).toEqual(expect.arrayContaining([operator.id, coordinator.id]));
    expect(event?.userIds).not.toContain(outsider.id);
    expect(await lastAudit()).toMatchObject({
      subaction: 'ACCIÓN',
      info: {
        entries: [{ label: 'Estado', prevValue: 'EN CURSO' }],
        modifications: [{ label: 'Estado', value: 'PAUSADA' }],
      },
    });
    expect((await patch(id, { paused: true })).body.status).toBe('PAUSADA');
    expect((await put(id, { paused: 'false' })).body).toMatchObject({ status: 'EN CURSO', paused: false });
    expect((await put((await aCampaign(world)).id, { paused: '1' })).body.error).toBe('CAMPAIGN_STATUS');
    const { body } = await as(world, coordinator).call(api.campaigns.events, { params: { id } });
    expect(body.map(({ summary }) => summary)).toEqual([
      'Reanudó la campaña',
      'Guardó la campaña sin cambios',
      'Pausó la campaña',
    ]);
  });

  test('during a further load fields can change but not the pause', async () => {
    const { id } = await aCampaign(world, { status: 'CARGANDO AUDIENCIA' });
    expect((await patch(id, { name: 'Otro nombre' })).body.error).toBe('CAMPAIGN_NOT_RUNNING');
    await world.db.updateTable('campaign').set({ statusBeforeLoad: 'EN CURSO' }).where('id', '=', id).execute();
    expect((await patch(id, { name: 'Otro nombre' })).status).toBe(200);
    expect(await patch(id, { paused: true })).toMatchObject({
      status: 409,
      body: { error: 'CAMPAIGN_PROCESSING', message: 'Campaign is being processed' },
    });
  });

  test('a later end date resumes a campaign in REVISANDO', async () => {
    const operator = await anOperator(world);
    const { id } = await aCampaign(world, {
      status: 'EN CURSO',
      endDate: new Date(world.clock.now().getTime() - 1),
      startDate: new Date(world.clock.now().getTime() - DAY),
    });
    expect(await detail(id)).toMatchObject({ status: 'REVISANDO' });
    expect((await patch(id, { endDate: world.clock.now().toISOString() })).body.status).toBe('REVISANDO');
    expect((await patch(id, { endDate: inDays(5) })).body.status).toBe('AUDIENCIA PROCESADA');
    const called = await aCampaign(world, {
      status: 'REVISANDO',
      endDate: new Date(world.clock.now().getTime() - 1),
      startDate: new Date(world.clock.now().getTime() - DAY),
      operators: [operator.id],
    });
    await someCalls(world, called.id, [{ operatorId: operator.id }]);
    expect((await patch(called.id, { endDate: inDays(5) })).body.status).toBe('EN CURSO');
    expect((await patch(called.id, { paused: true })).body.status).toBe('PAUSADA');
  });
});

test('keeps scripts by link, deletes the others with their files, five in total', async () => {
  const { id } = await aCampaign(world, { status: 'EN CURSO' });
  const send = (fields: Record<string, string>, names: string[] = []) =>
    sendForm(world, coordinator, api.campaigns.scripts, {
      params: { id },
      fields,
      files: names.map((name) => ({ name, content: aPng() })),
    });
  const first = await send({}, ['a.png', 'b.png', 'c.png']);
  expect(first).toMatchObject({
    status: 200,
    body: { version: 1, scripts: [{ originalName: 'a.png' }, { originalName: 'b.png' }, { originalName: 'c.png' }] },
  });
  const links = first.body.scripts.map((script: { link: string }) => script.link);
  expect((await send({}, ['d.png', 'e.png', 'f.png'])).body.error).toBe('TOO_MANY_FILES');
  expect((await send({ links: `${links[0]},/api/campaign/${id + 1}/script/1` })).status).toBe(400);
  expect((await send({ links: 'javascript:alert(1)' })).status).toBe(400);
  expect((await send({ version: '0' }, ['d.png'])).body.error).toBe('CONFLICT');

  world.enqueued.length = 0;
  const kept = await send({ links: `${links[0]},${links[2]}` }, ['d.png']);
  expect(kept.body.scripts.map((script: { originalName: string }) => script.originalName)).toEqual([
    'a.png',
    'c.png',
    'd.png',
  ]);
  expect(world.enqueued).toMatchObject([{ name: 'campaign.remove-files', payload: { keys: [expect.any(String)] } }]);
  expect((await lastAudit()).info).toEqual({
    entries: [{ label: 'Guiones', prevValue: 'a.png, b.png, c.png' }],
    modifications: [{ label: 'Guiones', value: 'a.png, c.png, d.png' }],
  });
  expect((await send({ links: '' })).body.scripts).toEqual([]);
});
