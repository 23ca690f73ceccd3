import type { PersonBody } from '@campanero/contract/contacts/schemas';
import { formatDate } from '@campanero/contract/shared/dates';
import type { PersonRecord } from '../../call-store/read/people.ts';
import type { EditablePerson } from '../../call-store/write/person.ts';
import type { AuditValues } from '../../work/audit.ts';

const chosen = <T>(asked: T | undefined, present: T): T => (asked === undefined ? present : asked);

/**
 * A field that is absent stays, one that is empty is cleared; a new district clears section and subsection, a new section the
 * subsection, unless they come with it (decisions 2).
 */
export function changePerson(person: PersonRecord, body: PersonBody): EditablePerson {
  const districtId = chosen(body.districtId, person.districtId);
  const isSameDistrict = districtId === person.districtId;
  const sectionId = chosen(body.sectionId, isSameDistrict ? person.sectionId : null);
  const isSameSection = isSameDistrict && sectionId === person.sectionId;
  return {
    firstName: chosen(body.firstName, person.firstName),
    lastName: chosen(body.lastName, person.lastName),
    businessName: chosen(body.businessName, person.businessName),
    document: chosen(body.document, person.document),
    birthday: chosen(body.birthday, person.birthday),
    gender: chosen(body.gender, person.gender),
    nationality: chosen(body.nationality, person.nationality),
    channel: chosen(body.channel, person.channel),
    email: chosen(body.email, person.email),
    districtId,
    sectionId,
    subsectionId: chosen(body.subsectionId, isSameSection ? person.subsectionId : null),
    interested: chosen(body.interested, person.interested),
    dead: chosen(body.dead, person.dead),
    doNotCall: chosen(body.doNotCall, person.doNotCall),
  };
}

const yesOrNo = (flag: boolean) => (flag ? 'Sí' : 'No');
/** Noon keeps the day in any zone. */
const dayInWords = (day: string | null) => day && formatDate(`${day}T12:00:00Z`);

/** As the audit tells it. */
export const personInWords = (person: PersonRecord): AuditValues => ({
  Nombre: person.firstName,
  Apellido: person.lastName,
  'Razón social': person.businessName,
  Documento: person.document,
  'Fecha de nacimiento': dayInWords(person.birthday),
  Género: person.gender,
  Nacionalidad: person.nationality,
  Canal: person.channel,
  Correo: person.email,
  Distrito: person.districtName,
  Sección: person.sectionName,
  Subsección: person.subsectionName,
  Participa: yesOrNo(person.interested),
  Fallecido: yesOrNo(person.dead),
  'No llamar': yesOrNo(person.doNotCall),
});
