import type { ErasureBody, ErasureView } from '@campanero/contract/erasure/schemas';
import { fold } from '@campanero/contract/shared/text';
import { type PersonRecord, selectPeople } from '../../call-store/read/index.ts';
import { type ErasedPeople, erasePeople } from '../../call-store/write/index.ts';
import { AppError } from '../../work/app-error.ts';
import type { Ctx, SignedCtx } from '../../work/context.ts';
import { transact } from '../../work/transact.ts';
import { lockRequestFor } from '../personal-data/request-work.queries.ts';
import { countRecordsAbout } from './audit-words.queries.ts';
import { findErasureOf, insertErasure, listErasureRequests, type Erasure } from './erasures.queries.ts';
import { eraseJob } from './run-erasure.ts';

/** What an erasure would do, and where the newest one of this person stands. Reads only. */
export async function viewErasure(ctx: SignedCtx, personId: number): Promise<ErasureView> {
  const { db } = ctx;
  const person = await getPerson(ctx, personId);
  const [erased, requests, last] = await Promise.all([
    tryErasure(ctx, personId),
    listErasureRequests(db, personId),
    findErasureOf(db, personId),
  ]);
  const { numbers, sharedNumbers, callIds } = erased.words;
  return {
    personId,
    name: person.name,
    doNotCall: person.doNotCall,
    confirmWith: person.erasedAt ? null : confirmationOf(person).field,
    numbers: [
      ...numbers.map((number) => ({ number: String(number), isShared: false })),
      ...sharedNumbers.map((number) => ({ number: String(number), isShared: true })),
    ],
    calls: erased.calls,
    closed: erased.closed,
    passedOn: erased.passedOn,
    callbacks: erased.callbacks,
    entries: erased.entries,
    records: person.erasedAt ? 0 : await countRecordsAbout(db, { personIds: [personId], callIds }),
    requests,
    last: last ? presentErasure(last) : null,
  };
}

const presentErasure = ({ id, requestId, step, keepBlock, createdAt, finishedAt, found }: Erasure) => ({
  id,
  requestId,
  step,
  keepBlock,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
  found: Object.entries(found).map(([what, count]) => ({ what, count })),
});

class RolledBack extends Error {
  readonly erased: ErasedPeople;
  constructor(erased: ErasedPeople) {
    super('tried only');
    this.erased = erased;
  }
}

/** The erasure itself, rolled back: what it says beforehand is what it will do. */
async function tryErasure({ db, clock }: Ctx, personId: number): Promise<ErasedPeople> {
  try {
    await db.transaction().execute(async (trx) => {
      throw new RolledBack(await erasePeople({ trx, now: clock() }, { ids: [personId] }, { keepBlock: false }));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.erased;
    throw error;
  }
  throw new Error('a trial commits nothing');
}

async function getPerson({ db, actor }: SignedCtx, personId: number): Promise<PersonRecord> {
  const [person] = await selectPeople(db, actor, { ids: [personId] });
  if (!person) throw new AppError('NOT_FOUND');
  return person;
}

/** The last name; of those who have none whatever name there is; else the number. */
function confirmationOf({ name, lastName }: PersonRecord) {
  if (lastName !== '') return { field: 'lastName' as const, text: lastName };
  return name === '' ? { field: 'number' as const, text: null } : { field: 'name' as const, text: name };
}

const plain = (text: string) => fold(text).replace(/\s+/g, ' ').trim();
const digits = (text: string) => text.replace(/\D/g, '');

/**
 * Erases a person at their request: the job does it step by step, this begins it. By an administrator, who types the person's
 * last name, for an open request of erasure of that person. One audit record CONTACTO ACCIÓN.
 */
export async function askErasure(ctx: SignedCtx, personId: number, body: ErasureBody): Promise<ErasureView> {
  await transact(ctx, async ({ trx, actor, now, audit, enqueue }) => {
    const person = await getPerson(ctx, personId);
    if (person.erasedAt) throw new AppError('ERASURE_DONE');
    const asked = await lockRequestFor(trx, { requestId: body.requestId, personId, kind: 'SUPRESION' });
    if (!(await isConfirmed(ctx, person, body.confirmation)))
      throw new AppError('ERASURE_NOT_CONFIRMED', {
        fields: [{ field: 'confirmation', message: 'No coincide con lo que figura. Revíselo.' }],
      });
    const erasureId = await insertErasure(trx, {
      personId,
      requestId: body.requestId,
      keepBlock: body.keepBlock || person.doNotCall || asked.includes('OPOSICION'),
      requestedBy: actor.id,
      createdAt: now,
    });
    if (erasureId === undefined) throw new AppError('ERASURE_DONE');
    await enqueue(eraseJob, { erasureId }, { key: String(erasureId) });
    await audit({
      action: 'CONTACTO',
      subaction: 'ACCIÓN',
      object: { type: 'erasure', id: erasureId },
      after: { Acción: 'Borrado de datos personales pedido', Pedido: body.requestId, Persona: personId },
    });
  });
  return viewErasure(ctx, personId);
}

async function isConfirmed(ctx: Ctx, person: PersonRecord, typed: string): Promise<boolean> {
  const { text } = confirmationOf(person);
  if (text !== null) return plain(typed) === plain(text);
  const { numbers, sharedNumbers } = (await tryErasure(ctx, person.id)).words;
  return [...numbers, ...sharedNumbers].some((number) => digits(typed).endsWith(String(number)));
}
