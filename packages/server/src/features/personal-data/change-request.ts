import { dueOn } from '@campanero/contract/personal-data/due';
import type {
  answerBody,
  DataRequest,
  requestBody,
  requestPatch,
} from '@campanero/contract/personal-data/request-schemas';
import { REQUEST_KINDS } from '@campanero/contract/personal-data/request-schemas';
import { productDay } from '@campanero/contract/shared/dates';
import { sql } from 'kysely';
import type { z } from 'zod';
import { selectPeople } from '../../call-store/read/index.ts';
import { lockPerson, updatePerson } from '../../call-store/write/index.ts';
import { AppError } from '../../work/app-error.ts';
import type { SignedCtx } from '../../work/context.ts';
import { transact, type Work } from '../../work/transact.ts';
import {
  emptyRequests,
  expireRegisters,
  findRequest,
  insertRequest,
  isReportOf,
  listHolidays,
  lockRequest,
  nameRequests,
  type RequestRecord,
  updateRequest,
} from './requests.queries.ts';
import { requestInWords } from './requests.words.ts';

export async function viewRequest({ db, actor }: SignedCtx, id: number): Promise<DataRequest> {
  const found = await findRequest(db, id);
  if (!found) throw new AppError('NOT_FOUND');
  const [request] = await nameRequests(db, actor, [found]);
  return request!;
}

const refuse = (field: string, message: string) => new AppError('VALIDATION', { fields: [{ field, message }] });

async function assertPerson({ db, actor }: SignedCtx, personId: number | null | undefined): Promise<void> {
  if (personId === null || personId === undefined) return;
  const found = await selectPeople(db, actor, { ids: [personId] });
  if (found.length === 0) throw refuse('personId', 'No se encontró a la persona.');
}

/**
 * Enters what a citizen asked for; the day by which it must be answered follows from its kind and the holidays. For the permission
 * `personal-data`. Leaves one audit record CONTACTO ACCIÓN.
 */
export async function createRequest(ctx: SignedCtx, body: z.output<typeof requestBody>): Promise<{ id: number }> {
  if (body.receivedOn > productDay(ctx.clock())) throw refuse('receivedOn', 'La fecha no puede ser futura.');
  await assertPerson(ctx, body.personId);
  return transact(ctx, async ({ trx, actor, now, audit }) => {
    const request = { ...body, dueOn: dueOn(body.kind, body.receivedOn, await listHolidays(trx)) };
    const id = await insertRequest(trx, { ...request, createdBy: actor.id, createdAt: now });
    await audit({
      action: 'CONTACTO',
      subaction: 'ACCIÓN',
      object: { type: 'data_request', id },
      after: { Acción: 'Pedido de datos registrado', ...requestInWords({ ...request, state: 'ABIERTO' }) },
    });
    return { id };
  });
}

/** The request, locked: open, and as the caller saw it. */
async function lockOpen({ trx }: Pick<Work, 'trx'>, id: number, version: number): Promise<RequestRecord> {
  const request = await lockRequest(trx, id);
  if (!request) throw new AppError('NOT_FOUND');
  if (request.state !== 'ABIERTO') throw new AppError('REQUEST_ANSWERED');
  if (request.version !== version) throw new AppError('CONFLICT');
  return request;
}

/**
 * Removes from an answered request who made it and what the request and its answer say: kind, days and result stay. Files of the
 * register expire with it. For the permission `personal-data`. Leaves one audit record CONTACTO ACCIÓN.
 */
export const forgetAsker = (ctx: SignedCtx, id: number, version: number): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const request = await lockRequest(trx, id);
    if (!request) throw new AppError('NOT_FOUND');
    if (request.state === 'ABIERTO')
      throw refuse('id', 'El pedido está abierto: respóndalo antes de quitar quién lo hizo.');
    if (request.version !== version) throw new AppError('CONFLICT');
    await emptyRequests(trx, sql`id = ${id}`);
    await expireRegisters(trx, now);
    await audit({
      action: 'CONTACTO',
      subaction: 'ACCIÓN',
      object: { type: 'data_request', id },
      after: { Acción: `Datos de quien hizo el pedido ${id} quitados` },
    });
  });

/** Whose data they are, and who attends. Only while it is open. Leaves one audit record CONTACTO ACCIÓN. */
export async function changeRequest(
  ctx: SignedCtx,
  id: number,
  { personId, attend, version }: z.output<typeof requestPatch>,
): Promise<void> {
  await assertPerson(ctx, personId);
  await transact(ctx, async ({ trx, actor, audit }) => {
    const before = await lockOpen({ trx }, id, version);
    const attendedBy = attend === undefined ? before.attendedBy : attend ? { id: actor.id, name: actor.name } : null;
    await updateRequest(trx, id, {
      ...(personId !== undefined && { personId }),
      ...(attend !== undefined && { attendedBy: attendedBy?.id ?? null }),
    });
    await audit({
      action: 'CONTACTO',
      subaction: 'ACCIÓN',
      object: { type: 'data_request', id },
      before: { Atiende: before.attendedBy?.name ?? null, 'Id de persona': before.personId },
      after: {
        Acción: `Pedido de datos ${id} actualizado`,
        Atiende: attendedBy?.name ?? null,
        'Id de persona': personId === undefined ? before.personId : personId,
      },
    });
  });
}

/**
 * Closes a request with what was answered. A granted opposition marks its person as not to be called, in the same transaction; a
 * report can be attached to a granted access. Only while it is open. Leaves one audit record: CONTACTO ACTUALIZAR on the person
 * for an opposition, CONTACTO ACCIÓN on the request otherwise.
 */
export const answerRequest = (ctx: SignedCtx, id: number, body: z.output<typeof answerBody>): Promise<void> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const { state, answer, exportId } = body;
    const request = await lockOpen(work, id, body.version);
    const { kind, personId } = request;
    if (exportId !== null && (personId === null || !(await isReportOf(trx, exportId, personId))))
      throw refuse('exportId', 'El informe no existe, no está terminado o es de otra persona.');
    const change = { state, answer, exportId, answeredBy: actor.id, answeredAt: now };
    await updateRequest(trx, id, { ...change, attendedBy: request.attendedBy?.id ?? actor.id });
    const told = {
      Acción: `Pedido de datos ${id} respondido`,
      Pedido: REQUEST_KINDS[kind],
      ...requestInWords({ ...request, state }),
      Informe: exportId ?? undefined,
    };
    if (kind !== 'OPOSICION' || state !== 'CUMPLIDO') {
      await audit({ action: 'CONTACTO', subaction: 'ACCIÓN', object: { type: 'data_request', id }, after: told });
      return;
    }
    if (personId === null) throw refuse('personId', 'Indique de qué persona es el pedido antes de cumplirlo.');
    const person = await lockPerson(trx, actor, { personId, anywhere: true });
    if (!person) throw new AppError('NOT_FOUND');
    await updatePerson(work, person, { doNotCall: true });
    await audit({
      action: 'CONTACTO',
      subaction: 'ACTUALIZAR',
      object: { type: 'person', id: personId },
      before: { 'No llamar': person.doNotCall ? 'Sí' : 'No' },
      after: { ...told, 'No llamar': 'Sí', Motivo: `Pedido ${id} de oposición` },
    });
  });
