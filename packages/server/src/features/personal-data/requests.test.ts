import { api } from '@campanero/contract';
import type { RequestBody } from '@campanero/contract/personal-data/request-schemas';
import { beforeAll, describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { aCallingCampaign, type Calling, type TestCall } from '../../../test/calling.ts';
import { exported } from '../../../test/exports.ts';
import { aCoordinator, anAdministrator, type TestUser } from '../../../test/factories.ts';
import { runJob } from '../../../test/jobs.ts';

// The test clock starts on Tuesday 10-03-2026.
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
    body: { state: 'RECHAZADO', answer: 'No acreditó identidad.', version: 0, ...body },
  });
const lastAudit = async () => (await auditOf(world)).at(-1);

describe('a request', () => {
  test('gets a due date without holidays', async () => {
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
    // The earliest due date of its kinds; access alone would be due on the 15th.
    expect(
      await view(await created({ kinds: ['SUPRESION', 'ACCESO', 'SUPRESION'], receivedOn: '2026-03-05' })),
    ).toMatchObject({
      kind: 'ACCESO',
      kinds: [
        { kind: 'ACCESO', doneAt: null },
        { kind: 'SUPRESION', doneAt: null },
      ],
      dueOn: '2026-03-12',
    });
    expect(await lastAudit()).toMatchObject({ action: 'CONTACTO', subaction: 'ACCIÓN', objectType: 'data_request' });
    expect(JSON.stringify((await lastAudit())?.info)).toContain('Acceso y supresión');
    // The requester is in the register only, not in the audit.
    expect(JSON.stringify((await lastAudit())?.info)).not.toContain('Rosa');
  });

  test('refuses a future date, an unknown person and an empty name', async () => {
    const fields = async (parts: Partial<RequestBody>) => (await create(parts)).body.errors;
    expect(await fields({ receivedOn: '2026-03-11' })).toEqual([
      { field: 'receivedOn', message: 'La fecha no puede ser futura.' },
    ]);
    expect(await fields({ personId: 999_999_999 })).toEqual([
      { field: 'personId', message: 'No se encontró a la persona.' },
    ]);
    expect(await fields({ asker: ' ' })).toEqual([{ field: 'asker', message: 'Indique quién lo pide.' }]);
    expect(await fields({ kind: undefined })).toEqual([{ field: 'kinds', message: 'Indique qué pide.' }]);
    expect(await fields({ kinds: [] })).toEqual([{ field: 'kinds', message: 'Indique qué pide.' }]);
    expect(await fields({ identification: { means: 'OTRO', note: 'sí' } })).toEqual([
      { field: 'identification.note', message: 'Indique cómo, con al menos 5 caracteres.' },
    ]);
  });

  test('can be attended, assigned to a person and released', async () => {
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

  test('is answered once and then immutable', async () => {
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

  test('the requester can be removed once answered; the record and its dates stay', async () => {
    const id = await created({
      detail: 'Rosa quiere saber',
      receivedOn: '2026-03-09',
      identification: { means: 'OTRO', note: 'La conoce Rosaura' },
    });
    const forget = (version: number, user: TestUser = admin) =>
      as(world, user).send(api.personalData.removeRequester, { params: { id }, body: { version } });
    expect((await forget(0)).body.errors?.[0]?.message).toMatch(/^El pedido está abierto/);
    await answer(id, { state: 'CUMPLIDO', answer: 'A Rosa: no hay nada.', undoneReason: 'Nada hay suyo' });
    // An existing file of the register.
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
      identification: { means: 'OTRO', note: '' },
      undoneReason: '(borrado)',
      answeredBy: { id: admin.id },
    });
    // An edit with a stale version does not restore the text.
    for (const version of [0, 1, 2])
      expect((await answer(id, { answer: 'A Rosa: nada.', version })).body.error).toBe('REQUEST_ANSWERED');
    expect((await as(world, admin).call(api.personalData.request, { params: { id } })).body.answer).toBe('(borrado)');
    expect(await lastAudit()).toMatchObject({ objectType: 'data_request', objectId: String(id) });
    expect(JSON.stringify((await lastAudit())?.info)).not.toContain('Rosa');
    const files = await world.db
      .selectFrom('exportJob')
      .select('expiresAt')
      .where('kind', '=', 'data_requests')
      .execute();
    expect(files).toEqual([{ expiresAt: world.clock.now() }]);
    expect(
      (await as(world, admin).send(api.personalData.removeRequester, { params: { id: 999_999 }, body: { version: 0 } }))
        .status,
    ).toBe(404);
  });

  test('permissions', async () => {
    const coordinator = await aCoordinator(world);
    expect((await create({}, null)).status).toBe(401);
    expect((await create({}, coordinator)).status).toBe(403);
    expect((await as(world, coordinator).call(api.personalData.requests, { query: {} })).status).toBe(403);
  });
});

describe('the register', () => {
  const list = async (query: object = {}) =>
    (await as(world, admin).send(api.personalData.requests, { query: query as never })).body.requests;

  test('sorts by due date, answered ones last', async () => {
    const late = await created({ receivedOn: '2026-02-10' });
    const done = await created({ receivedOn: '2026-01-05' });
    await answer(done, { state: 'CUMPLIDO', undoneReason: 'No hay datos suyos' });
    const listed = await list({ pageSize: 50 });
    expect(listed[0]).toMatchObject({ id: late });
    const open = listed.filter(({ state }) => state === 'ABIERTO').length;
    expect(listed.slice(0, open).every(({ state }) => state === 'ABIERTO')).toBe(true);
    const due = listed.slice(0, open).map(({ dueOn }) => dueOn);
    expect(due).toEqual(due.toSorted());
    const both = await created({ kinds: ['SUPRESION', 'ACCESO'] });
    for (const kind of ['ACCESO', 'SUPRESION']) {
      const ofKind = await list({ kind, pageSize: 50 });
      expect(ofKind.map(({ id }) => id)).toContain(both);
      expect(ofKind.every(({ kinds }) => kinds.some((asked) => asked.kind === kind))).toBe(true);
    }
    expect((await list({ state: 'CUMPLIDO', mine: '1' })).map(({ id }) => id)).toContain(done);
    expect((await list({ general: 'ROSA@' })).length).toBeGreaterThan(0);
    expect(await list({ general: '%' })).toEqual([]);
  });

  test('exports the list with its filters', async () => {
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
        Identificación: '',
        'Qué se hizo': '',
      }),
    ]);
    const [fulfilled] = await exported(world, admin, api.exports.dataRequests, {
      query: { state: 'CUMPLIDO', orderbytitle: 'id', orderbytype: 'desc' },
    });
    expect(fulfilled).toMatchObject({ Estado: 'Cumplido', 'Motivo de lo que no se hizo': 'No hay datos suyos' });
    const asked = (await auditOf(world)).findLast(({ info }) => JSON.stringify(info).includes('Exportación pedida'));
    expect(JSON.stringify(asked?.info)).toContain('Filtro: estado');
  });

  test('notifies administrators two days before, once', async () => {
    const id = await created({ receivedOn: '2026-03-02' });
    const bell = async (user: TestUser) =>
      (await as(world, user).call(api.notifications.list)).body.notifications.filter(
        ({ action, reason }) => action === 'DATA REQUEST' && reason?.includes(`pedido ${id} `),
      );
    await runJob(world.deps, 'personal-data.ring-requests');
    await runJob(world.deps, 'personal-data.ring-requests');
    expect((await bell(admin)).map(({ reason }) => reason)).toEqual([`El pedido ${id} (acceso) vence el 12-03-2026.`]);
    expect(await bell(here.manager)).toEqual([]);
    const several = await created({ kinds: ['SUPRESION', 'OPOSICION'], receivedOn: '2026-03-04' });
    await runJob(world.deps, 'personal-data.ring-requests');
    expect(JSON.stringify((await as(world, admin).call(api.notifications.list)).body)).toContain(
      `El pedido ${several} (oposición y supresión) vence el 11-03-2026.`,
    );
    const calm = await created({ receivedOn: '2026-03-10' });
    await runJob(world.deps, 'personal-data.ring-requests');
    expect(JSON.stringify((await as(world, admin).call(api.notifications.list)).body)).not.toContain(`pedido ${calm} `);
  });
});
