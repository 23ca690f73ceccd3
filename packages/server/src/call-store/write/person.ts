import { sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { Work } from '../../work/transact.ts';
import { isVisiblePerson, type Viewer } from '../reach.ts';
import { hasReachableCall, PERSON_COLUMNS, PERSON_PLACES, selectNumbers, type PersonRecord } from '../read/people.ts';
import { refreshCallsOf } from './refresh-calls.ts';

/**
 * The person, locked until the end of the transaction, if the viewer sees a call to one of their numbers. Only then may a
 * user record something about a person, whatever the campaign's status: it is about the person, not about the campaign.
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

/** The columns that users edit; only the system sets the others. */
export type EditablePerson = Omit<
  PersonRecord,
  'id' | 'kind' | 'orionId' | 'districtName' | 'sectionName' | 'subsectionName' | 'version'
>;

type StoreWork = Pick<Work, 'trx' | 'now' | 'enqueue'>;

/** Refreshes the blocks of the person's numbers too. The caller holds lockPerson() and the locks of those numbers. */
export async function updatePerson(
  work: StoreWork,
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

/** Marks the number as not that person's, or removes the mark. Returns whether it was marked before. The caller holds the number's lock. */
export async function markNumberWrong(
  work: StoreWork,
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
