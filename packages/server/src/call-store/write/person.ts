import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { Work } from '../../work/transact.ts';
import { isVisiblePerson, type Viewer } from '../reach.ts';
import { hasReachableCall, PERSON_COLUMNS, PERSON_PLACES, selectNumbers, type PersonRecord } from '../read/people.ts';
import { refreshCallsOf } from './refresh-calls.ts';

/**
 * The person, kept from other writers until the end of the transaction, if the viewer sees a call to one of their numbers:
 * that is what lets anybody record something about them, whatever the campaign's status (SEC-28).
 */
export async function lockPerson(
  trx: Trx,
  viewer: Viewer,
  personId: number,
  lead: boolean,
): Promise<PersonRecord | undefined> {
  const { rows } = await sql<PersonRecord>`
    select ${PERSON_COLUMNS} from person ${PERSON_PLACES}
    where person.id = ${personId} and person.kind = ${lead ? 'lead' : 'contact'} and ${isVisiblePerson(viewer)}
    for update of person`.execute(trx);
  const [person] = rows;
  return person && (await hasReachableCall(trx, viewer, await selectNumbers(trx, personId))) ? person : undefined;
}

/** What people edit of a person; the rest is the system's. */
export type EditablePerson = Omit<
  PersonRecord,
  'id' | 'kind' | 'orionId' | 'districtName' | 'sectionName' | 'subsectionName' | 'version'
>;

type Doing = Pick<Work, 'trx' | 'now' | 'enqueue'>;

/** Under lockPerson() and the lock of the person's numbers, which are decided anew: flags may block them. */
export async function updatePerson(
  work: Doing,
  { id, version }: Pick<PersonRecord, 'id' | 'version'>,
  change: EditablePerson,
  numbers: readonly number[],
): Promise<void> {
  await work.trx
    .updateTable('person')
    .set({ ...change, version: version + 1, updatedAt: work.now })
    .where('id', '=', id)
    .execute();
  await refreshCallsOf(work, numbers);
}

/** Marks the number as not that person's, or takes it back. Answers whether it was marked before. Under the number's lock. */
export async function markNumberWrong(
  work: Doing,
  { personId, number, wrong }: { personId: number; number: number; wrong: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await work.trx
    .updateTable('personPhone')
    .set({ wrong })
    .where('number', '=', number)
    .where('personId', '=', personId)
    .where('wrong', '<>', wrong)
    .executeTakeFirst();
  await refreshCallsOf(work, [number]);
  return Number(numUpdatedRows) > 0 ? !wrong : wrong;
}
