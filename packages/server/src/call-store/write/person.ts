import { hasWritten, selectRows, sql, type Trx } from '../../db/index.ts';
import { personStream, recordEvent } from '../../work/outgoing-events.ts';
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
  before: LockedPerson,
  change: Partial<EditablePerson>,
): Promise<PersonRecord> {
  const { id, version, lock } = before;
  const set = { ...change, version: version + 1, updatedAt: work.now };
  await work.trx.updateTable('person').set(set).where('id', '=', id).execute();
  await refreshCallsOf(work, lock);
  const saved = await getPerson(work.trx, id);
  const [old, flags] = [flagsOf(before), flagsOf(saved)];
  const names = (Object.keys(flags) as (keyof typeof flags)[]).filter((name) => flags[name] !== old[name]);
  if (names.length > 0) await recordFlags(work, before, Object.fromEntries(names.map((name) => [name, flags[name]])));
  return saved;
}

const flagsOf = ({ interested, dead, doNotCall, inReviewSince }: PersonRecord) => ({
  interested,
  dead,
  doNotCall,
  inReview: inReviewSince !== null,
});

/** A person's flags belong to the campaigns that call their numbers. */
const recordFlags = (work: PersonWork, { id, lock }: LockedPerson, flags: Readonly<Record<string, unknown>>) =>
  recordEvent(work, {
    kinds: ['contact.flagged'],
    campaignIds: sql`array(select distinct campaign_id from call where number = any(${[...lock.numbers]}::bigint[]))`,
    stream: personStream(id),
    data: { personId: id, flags },
  });

/** `wrong`: the number does not belong to the person. Also refreshes the blocks it affects. */
export async function markNumber(
  work: PersonWork,
  person: LockedPerson,
  { number, wrong }: { number: number; wrong: boolean },
): Promise<void> {
  const isChanged = await hasWritten(work.trx)`
    update person_phone set wrong = ${wrong} where number = ${number} and person_id = ${person.id} and wrong <> ${wrong}`;
  await refreshCallsOf(work, { ...person.lock, numbers: [number] });
  if (isChanged) await recordFlags(work, person, { wrong });
}
