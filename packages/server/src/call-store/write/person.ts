import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import { isVisiblePerson, type Viewer } from '../reach.ts';
import { hasReachableCall, PERSON_COLUMNS, PERSON_PLACES, selectNumbers, type PersonRecord } from '../read/people.ts';

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

/** Under lockPerson() and the lock of the person's numbers; refreshNumbers() must follow, since flags may block them. */
export async function updatePerson(
  trx: Trx,
  { id, version }: Pick<PersonRecord, 'id' | 'version'>,
  change: EditablePerson,
  now: Date,
): Promise<void> {
  await trx
    .updateTable('person')
    .set({ ...change, version: version + 1, updatedAt: now })
    .where('id', '=', id)
    .execute();
}

/** Marks the number as not that person's, or takes it back; refreshNumbers() must follow. Answers whether it was marked before. */
export async function markNumberWrong(
  trx: Trx,
  { personId, number, wrong }: { personId: number; number: number; wrong: boolean },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('personPhone')
    .set({ wrong })
    .where('number', '=', number)
    .where('personId', '=', personId)
    .where('wrong', '<>', wrong)
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0 ? !wrong : wrong;
}
