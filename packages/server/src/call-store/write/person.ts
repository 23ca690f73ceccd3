import { run, selectRows, sql, type Trx } from '../../db/index.ts';
import type { Work } from '../../work/transact.ts';
import { selectNumbersOf } from '../erasure-scope.ts';
import { lockBlockingShared, lockNumbers, type LockedRow, type NumbersLock } from '../locks.ts';
import { isVisiblePerson, type Viewer } from '../reach.ts';
import {
  getPerson,
  hasReachableCall,
  PERSON_COLUMNS,
  PERSON_PLACES,
  type EditablePerson,
  type PersonRecord,
} from '../read/people.ts';
import { refreshCallsOf } from './refresh-calls.ts';

/** Numbers and then row are locked. */
interface LockedPerson extends PersonRecord, LockedRow<'person'> {
  lock: NumbersLock;
}

// Undefined unless the viewer can see a call to one of the person's numbers, or to `number`. `anywhere` needs no call: for the
// personal data officer.
export async function lockPerson(
  trx: Trx,
  viewer: Viewer,
  { personId, number, ...found }: { personId: number; number?: number } & ({ lead: boolean } | { anywhere: true }),
): Promise<LockedPerson | undefined> {
  const blocking = await lockBlockingShared(trx);
  const lock = await lockNumbers(trx, blocking, await selectNumbersOf(trx, [personId]));
  const isOfKind = 'lead' in found ? sql`person.kind = ${found.lead ? 'lead' : 'contact'}` : sql`true`;
  const [person] = await selectRows<PersonRecord & LockedRow<'person'>>(trx)`
    select ${PERSON_COLUMNS} from person ${PERSON_PLACES}
    where person.id = ${personId} and person.erased_at is null and ${isOfKind} and ${isVisiblePerson(viewer)}
    for update of person`;
  const shown = lock.numbers.filter((own) => number === undefined || own === number);
  if (!person || (number !== undefined && shown.length === 0)) return undefined;
  return 'anywhere' in found || (await hasReachableCall(trx, viewer, shown)) ? { ...person, lock } : undefined;
}

type PersonWork = Pick<Work, 'trx' | 'now' | 'enqueue'>;

/** Also refreshes the blocks it affects. Returns the person as saved. */
export async function updatePerson(
  work: PersonWork,
  { id, version, lock }: LockedPerson,
  change: Partial<EditablePerson>,
): Promise<PersonRecord> {
  const set = { ...change, version: version + 1, updatedAt: work.now };
  await work.trx.updateTable('person').set(set).where('id', '=', id).execute();
  await refreshCallsOf(work, lock);
  return getPerson(work.trx, id);
}

/** `wrong`: the number does not belong to the person. Also refreshes the blocks it affects. */
export async function markNumber(
  work: PersonWork,
  { id, lock }: LockedPerson,
  { number, wrong }: { number: number; wrong: boolean },
): Promise<void> {
  await run(work.trx)`
    update person_phone set wrong = ${wrong} where number = ${number} and person_id = ${id} and wrong <> ${wrong}`;
  await refreshCallsOf(work, { ...lock, numbers: [number] });
}
