import { api } from '@campanero/contract';
import type { ErrorBody } from '@campanero/contract/errors';
import type { RequestBody } from '@campanero/contract/personal-data/request-schemas';
import { describe, expect, test } from 'vitest';
import { as, auditOf } from '../../../test/actors.ts';
import { useWorld } from '../../../test/app.ts';
import { callNow } from '../../../test/calling.ts';
import { erasuresIn, type Case } from '../../../test/erasures.ts';
import { aCoordinator, type TestUser } from '../../../test/factories.ts';
import { jobCtx } from '../../../test/jobs.ts';
import { runErasure } from '../erasure/run-erasure.ts';

const world = useWorld();
const { aCase, askFor, view: viewErasure, erase, blockOf } = erasuresIn(world);

const register = async ({ admin, personId }: Case, parts: Partial<RequestBody>): Promise<number> =>
  (
    await as(world, admin).call(api.personalData.createRequest, {
      body: {
        channel: 'NOTA',
        receivedOn: '2026-03-10',
        asker: 'Una vecina',
        personId,
        identification: { means: 'DNI' },
        ...parts,
      },
    })
  ).body.id;
const view = async ({ admin }: Case, id: number) =>
  (await as(world, admin).call(api.personalData.request, { params: { id } })).body;
const change = async (given: Case, id: number, body: object) =>
  as(world, given.admin).send(api.personalData.changeRequest, {
    params: { id },
    body: { version: (await view(given, id)).version, ...body },
  });
const close = async (given: Case, id: number, body: object = {}) =>
  as(world, given.admin).send(api.personalData.answerRequest, {
    params: { id },
    body: { state: 'CUMPLIDO', answer: 'Se hizo lo que pidió.', version: (await view(given, id)).version, ...body },
  });
const doNotCall = async (given: Case, id: number, user: TestUser | null = given.admin) =>
  as(world, user).send(api.personalData.markDoNotCall, {
    params: { id },
    body: { version: (await view(given, id)).version },
  });
const rectify = async ({ admin, personId }: Case, body: object) => {
  const { version } = (await as(world, admin).call(api.personalData.person, { params: { id: personId } })).body.person;
  const reply = await as(world, admin).send(api.contacts.rectify, {
    params: { id: personId },
    body: { version, reason: 'Mostró su documento', ...body },
  });
  return { status: reply.status, error: (reply.body as unknown as ErrorBody | undefined)?.error };
};
const runErasureOf = async ({ admin, personId }: Case) =>
  runErasure(jobCtx(world), (await viewErasure(admin, personId)).last!.id);
const lastAudit = async () => (await auditOf(world)).at(-1);

describe('closing', () => {
  test.each(['ACCESO', 'RECTIFICACION', 'OPOSICION', 'SUPRESION'] as const)(
    '%s: not as fulfilled before it was done, unless with a reason, which is kept and audited',
    async (kind) => {
      const given = await aCase();
      const id = await register(given, { kind });
      const refused = await close(given, id);
      expect(refused).toMatchObject({
        status: 422,
        body: {
          error: 'REQUEST_NOT_DONE',
          message: 'Todavía no se hizo todo lo que pide. Hágalo primero o indique por qué se lo da por cumplido.',
          errors: [{ field: 'undoneReason', message: expect.stringMatching(/^Falta hacer: /) }],
        },
      });
      expect(await view(given, id)).toMatchObject({ state: 'ABIERTO' });
      expect((await close(given, id, { undoneReason: 'no' })).status).toBe(400);
      expect((await close(given, id, { undoneReason: 'Desistió por teléfono' })).body).toMatchObject({
        state: 'CUMPLIDO',
        undoneReason: 'Desistió por teléfono',
        kinds: [{ kind, doneAt: null }],
      });
      expect(JSON.stringify((await lastAudit())?.info)).toContain('"Motivo","value":"Desistió por teléfono"');
    },
  );

  test('a refusal needs only the answer', async () => {
    const given = await aCase();
    const id = await register(given, { kind: 'SUPRESION' });
    expect((await close(given, id, { state: 'RECHAZADO', undoneReason: 'sobra aquí' })).body).toMatchObject({
      state: 'RECHAZADO',
      undoneReason: null,
    });
  });

  test('all kinds must be done', async () => {
    const given = await aCase();
    const id = await register(given, { kinds: ['RECTIFICACION', 'OPOSICION'] });
    await doNotCall(given, id);
    expect((await close(given, id)).body.errors).toEqual([
      { field: 'undoneReason', message: 'Falta hacer: rectificación.' },
    ]);
    expect((await rectify(given, { firstName: 'Zulema', requestId: id })).status).toBe(204);
    expect((await close(given, id, { undoneReason: 'ya no hace falta' })).body).toMatchObject({
      state: 'CUMPLIDO',
      undoneReason: null,
    });
  });
});

describe('objection', () => {
  test('marks the person with the request as reason; idempotent', async () => {
    const given = await aCase();
    const id = await register(given, { kind: 'OPOSICION', personId: null, identification: null });
    expect((await doNotCall(given, id)).body.errors?.[0]?.message).toBe('Indique de qué persona es el pedido.');
    await change(given, id, { personId: given.personId });
    expect((await doNotCall(given, id, null)).status).toBe(401);
    expect((await doNotCall(given, id, await aCoordinator(world))).status).toBe(403);
    expect((await doNotCall(given, id)).body).toMatchObject({
      state: 'ABIERTO',
      kinds: [{ kind: 'OPOSICION', doneAt: world.clock.now().toISOString(), doneBy: { id: given.admin.id } }],
    });
    expect((await callNow(world, given.callId)).blocked).toBe(true);
    expect(await lastAudit()).toMatchObject({
      action: 'CONTACTO',
      subaction: 'ACTUALIZAR',
      objectType: 'person',
      objectId: String(given.personId),
      info: {
        entries: [{ label: 'No llamar', prevValue: 'No' }],
        modifications: [
          { label: 'No llamar', value: 'Sí' },
          { label: 'Motivo', value: `Pedido ${id} de oposición` },
        ],
      },
    });
    const records = (await auditOf(world)).length;
    await doNotCall(given, id);
    expect(await auditOf(world)).toHaveLength(records);
    expect((await close(given, id)).status).toBe(200);
    expect((await doNotCall(given, id)).body.error).toBe('REQUEST_ANSWERED');
  });

  test('refuses another kind and a stale version', async () => {
    const given = await aCase();
    const id = await register(given, { kind: 'ACCESO' });
    expect((await doNotCall(given, id)).body.error).toBe('REQUEST_UNFIT');
    const stale = await as(world, given.admin).send(api.personalData.markDoNotCall, {
      params: { id },
      body: { version: 7 },
    });
    expect(stale.body.error).toBe('CONFLICT');
  });
});

describe('rectification', () => {
  test('needs a change, the right person and identification', async () => {
    const given = await aCase();
    const id = await register(given, { kind: 'RECTIFICACION', identification: null });
    const rectified = async (body: object) => (await rectify(given, { requestId: id, ...body })).error;
    expect(await rectified({ firstName: 'Zulema' })).toBe('REQUEST_NOT_IDENTIFIED');
    await change(given, id, { identification: { means: 'APODERADO', note: 'Su hija, con poder' } });
    expect(JSON.stringify((await lastAudit())?.info)).not.toContain('hija');
    expect(await rectified({ firstName: 'Zulemina' })).toBe('REQUEST_UNFIT');
    const other = await aCase();
    expect((await rectify(other, { requestId: id, firstName: 'Zulema' })).error).toBe('REQUEST_UNFIT');
    expect(await view(given, id)).toMatchObject({ kinds: [{ doneAt: null }] });
    await rectified({ firstName: 'Zulema' });
    expect(await view(given, id)).toMatchObject({
      kinds: [{ doneBy: { id: given.admin.id } }],
      identification: { means: 'APODERADO', note: 'Su hija, con poder' },
    });
    expect(JSON.stringify((await lastAudit())?.info)).toContain(`"Pedido","value":${id}`);
    // The request cannot be moved to another person afterwards.
    expect((await change(given, id, { personId: other.personId })).body.errors?.[0]?.message).toMatch(
      /^Ya se hizo algo por este pedido/,
    );
  });

  test('removing a wrong number counts', async () => {
    const given = await aCase();
    const id = await register(given, { kind: 'RECTIFICACION' });
    const reply = await as(world, given.admin).send(api.contacts.rectifyNumber, {
      params: { id: given.personId, phone: given.number },
      body: { wrong: true, reason: 'Ya no lo usa', requestId: id },
    });
    expect(reply.status).toBe(204);
    expect((await close(given, id)).body).toMatchObject({ state: 'CUMPLIDO' });
  });
});

describe('erasure', () => {
  test('needs identification', async () => {
    const given = await aCase();
    const requestId = await register(given, { kind: 'SUPRESION', identification: null });
    const body = { requestId, confirmation: given.lastName, keepBlock: false };
    expect(await askFor(given.admin, given.personId, body)).toMatchObject({
      status: 422,
      body: { error: 'REQUEST_NOT_IDENTIFIED' },
    });
    await change(given, requestId, { identification: { means: 'DATOS' } });
    expect((await askFor(given.admin, given.personId, body)).status).toBe(202);
  });

  test('the request can be closed once the job has ended', async () => {
    const given = await aCase();
    const requestId = await register(given, { kind: 'SUPRESION' });
    await askFor(given.admin, given.personId, { requestId, confirmation: given.lastName, keepBlock: false });
    expect((await close(given, requestId)).body.error).toBe('REQUEST_NOT_DONE');
    expect(await runErasureOf(given)).toBe(true);
    expect((await close(given, requestId)).body).toMatchObject({
      state: 'CUMPLIDO',
      kinds: [{ kind: 'SUPRESION', doneBy: { id: given.admin.id } }],
    });
  });

  test('with an objection keeps the number blocked and marks both kinds as done', async () => {
    const given = await aCase();
    const requestId = await register(given, { kinds: ['SUPRESION', 'OPOSICION'] });
    expect((await viewErasure(given.admin, given.personId)).requests).toMatchObject([
      { id: requestId, isIdentified: true, keepsBlock: true },
    ]);
    await askFor(given.admin, given.personId, { requestId, confirmation: given.lastName, keepBlock: false });
    await runErasureOf(given);
    expect(await blockOf(given.number)).toMatchObject([{ reason: 'DO_NOT_CALL' }]);
    expect((await close(given, requestId)).body).toMatchObject({ state: 'CUMPLIDO', undoneReason: null });
  });

  test('counts for other requests of the person, open or later', async () => {
    const given = await aCase();
    const meanwhile = await register(given, { kind: 'SUPRESION' });
    const untied = await register(given, { kind: 'SUPRESION', personId: null });
    await erase(given);
    const later = await register(given, { kinds: ['SUPRESION', 'ACCESO'] });
    await change(given, untied, { personId: given.personId });
    for (const id of [meanwhile, untied]) expect((await close(given, id)).status).toBe(200);
    // No data is left for a report.
    expect((await close(given, later)).body.errors?.[0]?.message).toBe('Falta hacer: acceso.');
  });

  test('concurrent answers close it once', async () => {
    const given = await aCase();
    const id = await register(given, { kind: 'OPOSICION' });
    await doNotCall(given, id);
    const replies = await Promise.all(Array.from({ length: 10 }, () => close(given, id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
