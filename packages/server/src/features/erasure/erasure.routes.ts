import { routesOf } from '../../http/mount.ts';
import { decideCandidate, viewCandidates } from './review-candidates.ts';
import type { ErasureBody, ErasureView } from '@campanero/contract/erasure/endpoints';
import { fold } from '@campanero/contract/shared/text';
import { type PersonRecord, previewErasure, selectPeople } from '../../call-store/read/index.ts';
import type { Db, Trx } from '../../db/client.ts';
import { type Actor, AppError, fieldError, found, type SignedCtx, transact } from '../../work/index.ts';
import { lockRequestFor } from '../personal-data/request-work.queries.ts';
import { countRecordsAbout } from './audit-records.queries.ts';
import { countUndecided } from './candidates.queries.ts';
import { type Erasure, findErasureOf, insertErasure, listErasureRequests } from './erasures.queries.ts';
import { erasureAudit, erasureWork } from './run-erasure.ts';

export const erasureRoutes = routesOf('erasure', {
  view: ({ params }, ctx) => viewErasure(ctx, params.id),
  ask: ({ params, body }, ctx) => askErasure(ctx, params.id, body),
  candidates: ({ params, query }, ctx) => viewCandidates(ctx, params.id, query),
  decide: ({ params, body }, ctx) => decideCandidate(ctx, params.id, body),
});

async function viewErasure(ctx: SignedCtx, personId: number): Promise<ErasureView> {
  const { db, actor } = ctx;
  const person = await getPerson(db, actor, personId);
  const [preview, requests, last] = await Promise.all([
    previewErasure(db, personId),
    listErasureRequests(db, personId),
    findErasureOf(db, personId),
  ]);
  const { numbers, sharedNumbers, callIds, ...counts } = preview;
  return {
    personId,
    name: person.name,
    doNotCall: person.doNotCall,
    confirmWith: person.erasedAt ? null : confirmationOf(person).field,
    numbers: [
      ...numbers.map((number) => ({ number: String(number), isShared: false })),
      ...sharedNumbers.map((number) => ({ number: String(number), isShared: true })),
    ],
    ...counts,
    records: person.erasedAt ? 0 : await countRecordsAbout(db, { personIds: [personId], callIds }),
    requests,
    last: last ? presentErasure(last, await countUndecided(db, last.id)) : null,
  };
}

const presentErasure = (
  { id, requestId, step, keepBlock, createdAt, finishedAt, found }: Erasure,
  undecided: number,
) => ({
  id,
  requestId,
  step,
  keepBlock,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  found: Object.entries(found).map(([what, count]) => ({ what, count })),
  undecided,
});

const getPerson = async (db: Db | Trx, actor: Actor, personId: number): Promise<PersonRecord> =>
  found((await selectPeople(db, actor, [personId]))[0]);

/** What the administrator types to confirm: last name, else any name, else the number. */
function confirmationOf({ name, lastName }: PersonRecord) {
  if (lastName !== '') return { field: 'lastName' as const, text: lastName };
  return name === '' ? { field: 'number' as const, text: null } : { field: 'name' as const, text: name };
}

const normalise = (text: string) => fold(text).replace(/\s+/g, ' ').trim();
const digits = (text: string) => text.replace(/\D/g, '');

/** Requires the typed last name and an open erasure request; the job does the work step by step. */
async function askErasure(ctx: SignedCtx, personId: number, body: ErasureBody): Promise<ErasureView> {
  await transact(ctx, async (work) => {
    const { trx, actor, now } = work;
    const person = await getPerson(trx, actor, personId);
    if (person.erasedAt) throw new AppError('ERASURE_DONE');
    const asked = await lockRequestFor(trx, { requestId: body.requestId, personId, kind: 'SUPRESION' });
    if (!(await isConfirmed(trx, person, body.confirmation)))
      throw fieldError('ERASURE_NOT_CONFIRMED', 'confirmation', 'No coincide con lo que figura. Revíselo.');
    const erasureId = await insertErasure(trx, {
      personId,
      requestId: body.requestId,
      keepBlock: body.keepBlock || person.doNotCall || asked.includes('OPOSICION'),
      closesRequest: body.closeRequest,
      requestedBy: actor.id,
      createdAt: now,
    });
    if (erasureId === undefined) throw new AppError('ERASURE_DONE');
    await erasureWork.enqueue(work, { id: erasureId });
    await work.audit(erasureAudit(erasureId, 'ACCIÓN'), {
      after: { Acción: 'Borrado de datos personales pedido', Pedido: body.requestId, Persona: personId },
    });
  });
  return viewErasure(ctx, personId);
}

async function isConfirmed(trx: Trx, person: PersonRecord, typed: string): Promise<boolean> {
  const { text } = confirmationOf(person);
  if (text !== null) return normalise(typed) === normalise(text);
  const { numbers, sharedNumbers } = await previewErasure(trx, person.id);
  return [...numbers, ...sharedNumbers].some((number) => digits(typed).endsWith(String(number)));
}
