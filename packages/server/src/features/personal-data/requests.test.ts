import { api } from '@campanero/contract';
import type { RequestBody } from '@campanero/contract/personal-data/request-schemas';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, callNow, type Calling, type TestCall } from '../../../test/calling.ts';
import { exported } from '../../../test/exports.ts';
import { aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';

// The world's morning is Tuesday 10-03-2026.
const world = useWorld();
let admin: TestUser;
let here: Calling;
let call: TestCall;
beforeAll(async () => {
  admin = await anAdministrator(world, { firstName: 'Ada', lastName: 'Sosa' });
  here = await aCallingCampaign(world);
  call = here.calls[0]!;
});

const A_REQUEST: RequestBody = {
  kind: 'ACCESO',
  channel: 'MOSTRADOR',
  receivedOn: '2026-03-10',
  asker: 'Rosa Paz',
  contact: 'rosa@x.com.ar',
};
const create = (parts: Partial<RequestBody> = {}, user: TestUser | null = admin) =>
  as(world, user).call(api.personalData.createRequest, { body: { ...A_REQUEST, ...parts } });
const created = async (parts: Partial<RequestBody> = {}) => (await create(parts)).body.id;
const view = async (id: number) => (await as(world, admin).call(api.personalData.request, { params: { id } })).body;
const change = (id: number, body: { attend?: boolean; personId?: number | null; version: number }) =>
  as(world, admin).call(api.personalData.changeRequest, { params: { id }, body });
const answer = (id: number, body: object) =>
  as(world, admin).send(api.personalData.answerRequest, {
    params: { id },
    body: { state: 'CUMPLIDO', answer: 'Se entregó el informe.', version: 0, ...body },
  });
const lastAudit = async () => (await auditOf(world)).at(-1);

describe('a request', () => {
  test('is entered with the day by which it must be answered, holidays left out', async () => {
    const access = await view(await created());
    expect(access).toMatchObject({
      state: 'ABIERTO',
      dueOn: '2026-03-20',
      asker: 'Rosa Paz',
      person: null,
      attendedBy: null,
      createdBy: { id: admin.id, name: 'Ada Sosa' },
    });
    // 23 and 24 March are holidays.
    expect(await view(await created({ kind: 'SUPRESION', receivedOn: '2026-03-05' }))).toMatchObject({
      dueOn: '2026-03-12',
    });
    expect(await lastAudit()).toMatchObject({ action: 'CONTACTO', subaction: 'ACCIÓN', objectType: 'data_request' });
    // Who asks stands in the register alone.
    expect(JSON.stringify((await lastAudit())?.info)).not.toContain('Rosa');
  });

  test('refuses a day to come, a person who is not there and an empty name, in words', async () => {
    const fields = async (parts: Partial<RequestBody>) => (await create(parts)).body.errors;
    expect(await fields({ receivedOn: '2026-03-11' })).toEqual([
      { field: 'receivedOn', message: 'La fecha no puede ser futura.' },
    ]);
    expect(await fields({ personId: 999_999_999 })).toEqual([
      { field: 'personId', message: 'No se encontró a la persona.' },
    ]);
    expect(await fields({ asker: ' ' })).toEqual([{ field: 'asker', message: 'Indique quién lo pide.' }]);
  });

  test('is attended, tied to its person and let go', async () => {
    const id = await created();
    expect((await change(id, { attend: true, personId: call.personId, version: 0 })).body).toMatchObject({
      attendedBy: { id: admin.id },
      person: { id: call.personId, name: 'Persona 1' },
      version: 1,
    });
    expect((await change(id, { attend: false, version: 0 })).body.error).toBe('CONFLICT');
    expect((await change(id, { attend: false, version: 1 })).body).toMatchObject({ attendedBy: null });
    expect((await change(999_999, { attend: true, version: 0 })).status).toBe(404);
  });

  test('is answered once; then it stands', async () => {
    const id = await created();
    expect((await answer(id, { answer: 'x' })).body.errors?.[0]?.field).toBe('answer');
    expect((await answer(id, { version: 7 })).body.error).toBe('CONFLICT');
    expect((await answer(id, { state: 'RECHAZADO', answer: 'No acreditó identidad.' })).body).toMatchObject({
      state: 'RECHAZADO',
      answer: 'No acreditó identidad.',
      answeredBy: { id: admin.id },
      attendedBy: { id: admin.id },
    });
    expect(await lastAudit()).toMatchObject({ objectType: 'data_request', objectId: String(id) });
    expect((await answer(id, { version: 1 })).body.error).toBe('REQUEST_ANSWERED');
    expect((await change(id, { attend: true, version: 1 })).body.error).toBe('REQUEST_ANSWERED');
  });

  test('an opposition that is granted marks its person, with the request as reason', async () => {
    const id = await created({ kind: 'OPOSICION' });
    expect((await answer(id, {})).body.errors?.[0]?.message).toMatch(/^Indique de qué persona/);
    await change(id, { personId: call.personId, version: 0 });
    expect((await answer(id, { version: 1, answer: 'No se la llama más.' })).status).toBe(200);
    expect((await callNow(world, call.id)).blocked).toBe(true);
    expect(await lastAudit()).toMatchObject({
      action: 'CONTACTO',
      subaction: 'ACTUALIZAR',
      objectType: 'person',
      objectId: String(call.personId),
      info: {
        entries: [{ label: 'No llamar', prevValue: 'No' }],
        modifications: expect.arrayContaining([
          { label: 'No llamar', value: 'Sí' },
          { label: 'Motivo', value: `Pedido ${id} de oposición` },
        ]),
      },
    });
    const held = await as(world, admin).call(api.personalData.person, { params: { id: call.personId } });
    expect(held.body.flags).toContainEqual(
      expect.objectContaining({ label: 'No llamar', isSet: true, userName: 'Ada Sosa' }),
    );
    expect(held.body.requests[0]).toMatchObject({ id, state: 'CUMPLIDO' });
  });

  test('takes no report that is another person’s', async () => {
    const id = await created({ personId: call.personId });
    const answered = await answer(id, { exportId: '00000000-0000-4000-8000-000000000000' });
    expect(answered.body.errors).toEqual([
      { field: 'exportId', message: 'El informe no existe, no está terminado o es de otra persona.' },
    ]);
  });

  test('once answered, who made it can be removed; the record and its days stay', async () => {
    const id = await created({ detail: 'Rosa quiere saber', receivedOn: '2026-03-09' });
    const forget = (version: number, user: TestUser = admin) =>
      as(world, user).send(api.personalData.forgetAsker, { params: { id }, body: { version } });
    expect((await forget(0)).body.errors?.[0]?.message).toMatch(/^El pedido está abierto/);
    await answer(id, { answer: 'A Rosa: no hay nada.' });
    // A file of the register that still lies there.
    await exported(world, admin, api.exports.dataRequests, { query: { kind: 'ACCESO' } });
    expect((await forget(0)).body.error).toBe('CONFLICT');
    expect((await forget(1, await aCoordinator(world))).status).toBe(403);
    expect((await forget(1)).body).toMatchObject({
      kind: 'ACCESO',
      state: 'CUMPLIDO',
      receivedOn: '2026-03-09',
      asker: '(borrado)',
      contact: '',
      detail: '',
      answer: '(borrado)',
      answeredBy: { id: admin.id },
    });
    expect(await lastAudit()).toMatchObject({ objectType: 'data_request', objectId: String(id) });
    expect(JSON.stringify((await lastAudit())?.info)).not.toContain('Rosa');
    const files = await world.db
      .selectFrom('exportJob')
      .select('expiresAt')
      .where('kind', '=', 'data_requests')
      .execute();
    expect(files).toEqual([{ expiresAt: world.clock.now() }]);
    expect(
      (await as(world, admin).send(api.personalData.forgetAsker, { params: { id: 999_999 }, body: { version: 0 } }))
        .status,
    ).toBe(404);
  });

  test('is for administrators alone', async () => {
    const coordinator = await aCoordinator(world);
    expect((await create({}, null)).status).toBe(401);
    expect((await create({}, coordinator)).status).toBe(403);
    expect((await as(world, coordinator).call(api.personalData.requests, { query: {} })).status).toBe(403);
  });
});

describe('the register', () => {
  const list = async (query: object = {}) =>
    (await as(world, admin).send(api.personalData.requests, { query: query as never })).body.requests;

  test('what is due first stands first, what was answered last', async () => {
    const late = await created({ receivedOn: '2026-02-10' });
    const done = await created({ receivedOn: '2026-01-05' });
    await answer(done, {});
    const listed = await list({ pageSize: 50 });
    expect(listed[0]).toMatchObject({ id: late });
    const open = listed.filter(({ state }) => state === 'ABIERTO').length;
    expect(listed.slice(0, open).every(({ state }) => state === 'ABIERTO')).toBe(true);
    const due = listed.slice(0, open).map(({ dueOn }) => dueOn);
    expect(due).toEqual(due.toSorted());
    expect((await list({ kind: 'OPOSICION' })).every(({ kind }) => kind === 'OPOSICION')).toBe(true);
    expect((await list({ state: 'CUMPLIDO', mine: '1' })).map(({ id }) => id)).toContain(done);
    expect((await list({ general: 'ROSA@' })).length).toBeGreaterThan(0);
    expect(await list({ general: '%' })).toEqual([]);
  });

  test('is exported as the list shows it', async () => {
    const rows = await exported(world, admin, api.exports.dataRequests, { query: { state: 'RECHAZADO' } });
    expect(rows).toEqual([
      expect.objectContaining({
        Tipo: 'Acceso',
        Canal: 'Mostrador',
        Recibido: '10-03-2026',
        Vence: '20-03-2026',
        Estado: 'Rechazado',
        'Quién lo pide': 'Rosa Paz',
        Respuesta: 'No acreditó identidad.',
        'En término': 'Sí',
      }),
    ]);
    const asked = (await auditOf(world)).findLast(({ info }) => JSON.stringify(info).includes('Exportación pedida'));
    expect(JSON.stringify(asked?.info)).toContain('Filtro: estado');
  });

  test('the bell tells administrators two days before, once', async () => {
    const id = await created({ receivedOn: '2026-03-02' });
    const bell = async (user: TestUser) =>
      (await as(world, user).call(api.notifications.list)).body.notifications.filter(
        ({ action, reason }) => action === 'DATA REQUEST' && reason?.includes(`pedido ${id} `),
      );
    await runJob(world.deps, 'personal-data.ring-requests');
    await runJob(world.deps, 'personal-data.ring-requests');
    expect((await bell(admin)).map(({ reason }) => reason)).toEqual([`El pedido ${id} (acceso) vence el 12-03-2026.`]);
    expect(await bell(here.manager)).toEqual([]);
    const calm = await created({ receivedOn: '2026-03-10' });
    await runJob(world.deps, 'personal-data.ring-requests');
    expect(JSON.stringify((await as(world, admin).call(api.notifications.list)).body)).not.toContain(`pedido ${calm} `);
  });
});
