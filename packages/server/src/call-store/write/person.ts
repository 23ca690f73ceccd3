import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { Work } from '../../work/transact.ts';
import { lockBlockingShared, lockNumbers, type LockedRow, type NumbersLock } from '../locks.ts';
import { isVisiblePerson, type Viewer } from '../reach.ts';
import {
  getPerson,
  hasReachableCall,
  PERSON_COLUMNS,
  PERSON_PLACES,
  selectNumbers,
  type PersonRecord,
} from '../read/people.ts';
import { refreshCallsOf } from './refresh-calls.ts';

/** A person whose numbers, and then whose row, this transaction has locked. */
export interface LockedPerson extends PersonRecord, LockedRow<'person'> {
  lock: NumbersLock;
}

/**
 * Undefined unless the viewer sees a call to one of the person's numbers, or to `number` if given. Only then may a user record
 * something about a person, whatever the campaign's status: it is about the person, not about the campaign. `anywhere` is for
 * whoever answers for all personal data: no call is needed.
 */
export async function lockPerson(
  trx: Trx,
  viewer: Viewer,
  { personId, number, ...found }: { personId: number; number?: number } & ({ lead: boolean } | { anywhere: true }),
): Promise<LockedPerson | undefined> {
  const blocking = await lockBlockingShared(trx);
  const lock = await lockNumbers(trx, blocking, await selectNumbers(trx, personId));
  const isOfKind = 'lead' in found ? sql`person.kind = ${found.lead ? 'lead' : 'contact'}` : sql`true`;
  const { rows } = await sql<PersonRecord & LockedRow<'person'>>`
    select ${PERSON_COLUMNS} from person ${PERSON_PLACES}
    where person.id = ${personId} and person.erased_at is null and ${isOfKind} and ${isVisiblePerson(viewer)}
    for update of person`.execute(trx);
  const [person] = rows;
  const shown = lock.numbers.filter((own) => number === undefined || own === number);
  if (!person || (number !== undefined && shown.length === 0)) return undefined;
  return 'anywhere' in found || (await hasReachableCall(trx, viewer, shown)) ? { ...person, lock } : undefined;
}

/** The columns that users edit; only the system sets the others. */
export type EditablePerson = Omit<
  PersonRecord,
  | 'id'
  | 'kind'
  | 'name'
  | 'orionId'
  | 'districtName'
  | 'sectionName'
  | 'subsectionName'
  | 'version'
  | 'createdAt'
  | 'erasedAt'
>;

type StoreWork = Pick<Work, 'trx' | 'now' | 'enqueue'>;

/** Refreshes the blocks of the person's numbers too. Answers the person as saved. */
export async function updatePerson(
  work: StoreWork,
  { id, version, lock }: LockedPerson,
  change: Partial<EditablePerson>,
): Promise<PersonRecord> {
  await work.trx
    .updateTable('person')
    .set({ ...change, version: version + 1, updatedAt: work.now })
    .where('id', '=', id)
    .execute();
  await refreshCallsOf(work, lock);
  return getPerson(work.trx, id);
}

/** Marks the number as not that person's, or removes the mark. Returns whether it was marked before. */
export async function markNumberWrong(
  work: StoreWork,
  { id, lock }: LockedPerson,
  { number, wrong }: { number: number; wrong: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await work.trx
    .updateTable('personPhone')
    .set({ wrong })
    .where('number', '=', number)
    .where('personId', '=', id)
    .where('wrong', '<>', wrong)
    .executeTakeFirst();
  await refreshCallsOf(work, { ...lock, numbers: [number] });
  return Number(numUpdatedRows) > 0 ? !wrong : wrong;
}
