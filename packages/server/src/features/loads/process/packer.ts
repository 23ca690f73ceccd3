import type { AudienceRow } from '@campanero/contract/loads/csv/read-person';
import { createIdentifier, createOrionIdentifier } from './identity.ts';
import type { RowWriter } from './row-writer.ts';

const DAY_MS = 86_400_000;
const EPOCH_2000 = Date.UTC(2000, 0, 1) / DAY_MS;
/** PostgreSQL's count of days, of a midnight in UTC. */
export const dayNumber = (midnight: number) => midnight / DAY_MS - EPOCH_2000;

/** Writes a person of any source as a row. */
export function createPacker(out: RowWriter): (person: AudienceRow) => void {
  const identify = createIdentifier();
  const identifyOrion = createOrionIdentifier();

  return (person) => {
    const identity = identify(person);
    out.open(roomFor(person));
    out.number(Number(person.number));
    out.flag(person.mobile);
    out.person();
    out.identity(identity);
    if (person.birthday === null) out.none();
    else out.int(dayNumber(Date.parse(person.birthday)));
    out.text(person.gender);
    out.text(person.districtId);
    out.text(person.sectionId);
    out.text(person.subsectionId);
    out.text(person.orionId === null ? 'lead' : 'contact');
    out.text(person.orionId);
    out.text(person.firstName);
    out.text(person.lastName);
    out.text(person.document);
    out.text(person.nationality);
    out.text(person.channel);
    out.text(person.email);
    if (person.orionId === null) return out.close(identity, false);
    const id = Buffer.from(person.orionId);
    out.close(identifyOrion(id, 0, id.length), true);
  };
}

const lengthOf = (value: string | null) => (value === null ? 0 : value.length);
/** At most: three bytes a character. The ids of places are short and counted with the fixed part. */
const roomFor = (person: AudienceRow) =>
  3 *
  (person.firstName.length +
    person.lastName.length +
    lengthOf(person.orionId) +
    lengthOf(person.document) +
    lengthOf(person.nationality) +
    lengthOf(person.channel) +
    lengthOf(person.email));
