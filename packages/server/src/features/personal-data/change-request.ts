import { dueOn } from '@campanero/contract/personal-data/due';
import type { answerBody, requestBody, requestPatch } from '@campanero/contract/personal-data/request-schemas';
import {
  requestedKinds,
  IDENTIFICATIONS,
  kindsInWords,
  REQUEST_CHANNELS,
  REQUEST_STATES,
  type RequestKind,
} from '@campanero/contract/personal-data/request-schemas';
import { formatDay, productDay } from '@campanero/contract/shared/dates';
import { insertRow, sql, type Trx } from '../../db/index.ts';
import type { z } from 'zod';
import { type PersonRecord, selectPeople } from '../../call-store/read/index.ts';
import { lockPerson, updatePerson } from '../../call-store/write/index.ts';
import { AppError, assertCurrent, fieldError, type SignedCtx, transact, type Work } from '../../work/index.ts';
import { auditAbout, type AuditValues } from '../../work/audit.ts';
import type { RequestReply } from './personal-data.words.ts';
import {
  hasStartedWork,
  hasErasureInProgress,
  lockRequestFor,
  markDone,
  recordRequestEvent,
} from './request-work.queries.ts';
import {
  clearRequests,
  expireRegisters,
  findRequest,
  listHolidays,
  lockRequest,
  type Means,
  nameRequests,
  type RequestRecord,
  updateRequest,
} from './requests.queries.ts';

interface AuditedRequest extends Pick<RequestReply, 'channel' | 'state' | 'receivedOn' | 'dueOn'> {
  kinds: readonly { kind: RequestKind }[];
  personId: number | null;
  identifiedBy: Means;
}

const identificationInWords = (means: Means): string | null => means && IDENTIFICATIONS[means];

/** A request as audited: without requester, texts and notes on identification, which only the register holds. */
const requestInWords = (request: AuditedRequest): AuditValues => ({
  Pedido: kindsInWords(request.kinds),
  Canal: REQUEST_CHANNELS[request.channel],
  Recibido: formatDay(request.receivedOn),
  Vence: formatDay(request.dueOn),
  Estado: REQUEST_STATES[request.state],
  Identificación: identificationInWords(request.identifiedBy),
  'Id de persona': request.personId,
});

const requestAudit = auditAbout('CONTACTO', 'data_request');

export async function viewRequest({ db, actor }: SignedCtx, id: number): Promise<RequestReply> {
  const [request] = await nameRequests(db, actor, [await findRequest(db, id)]);
  return request!;
}

const refuse = (field: string, message: string) => fieldError('VALIDATION', field, message);

async function getPerson({ db, actor }: SignedCtx, personId: number | null | undefined): Promise<PersonRecord | null> {
  if (personId === null || personId === undefined) return null;
  const [person] = await selectPeople(db, actor, [personId]);
  if (!person) throw refuse('personId', 'No se encontró a la persona.');
  return person;
}

/** The erasure of an already erased person counts as done. */
async function markErasedEarlier(trx: Trx, requestId: number, person: PersonRecord | null): Promise<void> {
  if (!person?.erasedAt || (await hasErasureInProgress(trx, person.id))) return;
  await markDone(trx, { requestId, personId: person.id, kind: 'SUPRESION' }, { at: person.erasedAt, by: null });
}

const identifiedIn = (identification: z.output<typeof requestBody>['identification'] | undefined) =>
  identification && { identifiedBy: identification.means, identifiedNote: identification.note };

/** The due date follows from the kinds and the holidays. */
export async function createRequest(ctx: SignedCtx, body: z.output<typeof requestBody>): Promise<{ id: number }> {
  if (body.receivedOn > productDay(ctx.clock())) throw refuse('receivedOn', 'La fecha no puede ser futura.');
  const person = await getPerson(ctx, body.personId);
  const { kind: _kind, kinds: _kinds, identification, ...parts } = body;
  const kinds = requestedKinds(body);
  const [kind, ...otherKinds] = kinds;
  return transact(ctx, async ({ trx, actor, now, audit }) => {
    const request = { ...parts, dueOn: dueOn(kinds, body.receivedOn, await listHolidays(trx)) };
    const id = await insertRow(trx, 'dataRequest', {
      ...request,
      kind: kind!,
      otherKinds,
      identifiedBy: null,
      identifiedNote: '',
      ...identifiedIn(identification),
      createdBy: actor.id,
      createdAt: now,
    });
    await markErasedEarlier(trx, id, person);
    await recordRequestEvent({ trx, now }, id);
    const identifiedBy = identification?.means ?? null;
    const asked = kinds.map((each) => ({ kind: each }));
    const words = requestInWords({ ...request, kinds: asked, identifiedBy, state: 'ABIERTO' });
    const after = { Acción: 'Pedido de datos registrado', ...words };
    await audit(requestAudit(id, 'ACCIÓN'), { after });
    return { id };
  });
}

/** Locks the request; refuses one that is answered or has a newer version. */
async function lockOpenRequest({ trx }: Pick<Work, 'trx'>, id: number, version: number): Promise<RequestRecord> {
  const request = await lockRequest(trx, id);
  if (request.state !== 'ABIERTO') throw new AppError('REQUEST_ANSWERED');
  assertCurrent(request, version);
  return request;
}

/** Removes the requester's data and the texts of an answered request, and expires exported files of the register. */
export const removeRequester = (ctx: SignedCtx, id: number, version: number): Promise<void> =>
  transact(ctx, async ({ trx, now, audit }) => {
    const request = await lockRequest(trx, id);
    if (request.state === 'ABIERTO')
      throw refuse('id', 'El pedido está abierto: respóndalo antes de quitar quién lo hizo.');
    assertCurrent(request, version);
    await clearRequests(trx, sql`id = ${id}`);
    await expireRegisters(trx, now);
    await audit(requestAudit(id, 'ACCIÓN'), { after: { Acción: `Datos de quien hizo el pedido ${id} quitados` } });
  });

/** Only while the request is open; once work was done for it, the person cannot change. */
export async function changeRequest(
  ctx: SignedCtx,
  id: number,
  { personId, attend, identification, version }: z.output<typeof requestPatch>,
): Promise<void> {
  const person = await getPerson(ctx, personId);
  await transact(ctx, async ({ trx, actor, audit }) => {
    const before = await lockOpenRequest({ trx }, id, version);
    if (personId !== undefined && personId !== before.personId && (await hasStartedWork(trx, id)))
      throw refuse('personId', 'Ya se hizo algo por este pedido: no puede pasar a otra persona.');
    const attendedBy = attend === undefined ? before.attendedBy : attend ? { id: actor.id, name: actor.name } : null;
    await updateRequest(trx, id, {
      ...(personId !== undefined && { personId }),
      ...identifiedIn(identification),
      ...(attend !== undefined && { attendedBy: attendedBy?.id ?? null }),
    });
    await markErasedEarlier(trx, id, person);
    const inWords = (of: Pick<RequestRecord, 'attendedBy' | 'personId' | 'identifiedBy'>) => ({
      Atiende: of.attendedBy?.name ?? null,
      'Id de persona': of.personId,
      Identificación: identificationInWords(of.identifiedBy),
    });
    const identifiedBy = identification?.means ?? before.identifiedBy;
    const changed = { attendedBy, personId: personId === undefined ? before.personId : personId, identifiedBy };
    const after = { Acción: `Pedido de datos ${id} actualizado`, ...inWords(changed) };
    await audit(requestAudit(id, 'ACCIÓN'), { before: inWords(before), after });
  });
}

/** Marks the person of an open objection as do-not-call, with the request as reason. Idempotent. */
export const markDoNotCall = (ctx: SignedCtx, id: number, version: number): Promise<void> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const { personId, kinds } = await lockOpenRequest(work, id, version);
    if (personId === null) throw refuse('personId', 'Indique de qué persona es el pedido.');
    await lockRequestFor(trx, { requestId: id, personId, kind: 'OPOSICION' });
    if (kinds.some(({ kind, doneAt }) => kind === 'OPOSICION' && doneAt !== null)) return;
    const person = await lockPerson(trx, actor, { personId, anywhere: true });
    if (!person) throw new AppError('ERASURE_DONE');
    await updatePerson(work, person, { doNotCall: true });
    await markDone(trx, { requestId: id, personId, kind: 'OPOSICION' }, { at: now, by: actor.id });
    const before = { 'No llamar': person.doNotCall ? 'Sí' : 'No' };
    const after = { 'No llamar': 'Sí', Motivo: `Pedido ${id} de oposición` };
    await audit(auditAbout('CONTACTO', 'person')(personId, 'ACTUALIZAR'), { before, after });
  });

/** Closes an open request; as fulfilled only when everything was done, or with the reason why not. */
export const answerRequest = (ctx: SignedCtx, id: number, body: z.output<typeof answerBody>): Promise<void> =>
  transact(ctx, async (work) => {
    const { trx, actor, now, audit } = work;
    const { state, answer } = body;
    const request = await lockOpenRequest(work, id, body.version);
    const undone = state === 'CUMPLIDO' ? request.kinds.filter(({ doneAt }) => doneAt === null) : [];
    const undoneReason = undone.length > 0 ? body.undoneReason : null;
    if (undone.length > 0 && undoneReason === null)
      throw fieldError('REQUEST_NOT_DONE', 'undoneReason', `Falta hacer: ${kindsInWords(undone).toLowerCase()}.`);
    const change = { state, answer, undoneReason, answeredBy: actor.id, answeredAt: now };
    await updateRequest(trx, id, { ...change, attendedBy: request.attendedBy?.id ?? actor.id });
    await recordRequestEvent({ trx, now }, id);
    const after = {
      Acción: `Pedido de datos ${id} respondido`,
      ...requestInWords({ ...request, state }),
      Informe: request.exportId ?? undefined,
      'Sin hacer': undone.length > 0 ? kindsInWords(undone) : undefined,
      Motivo: undoneReason ?? undefined,
    };
    await audit(requestAudit(id, 'ACCIÓN'), { after });
  });
