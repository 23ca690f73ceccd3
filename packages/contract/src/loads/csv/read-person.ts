import { normalisePhone } from '../../shared/phone.ts';
import type { Phone } from '../../shared/phone.ts';
import type { PersonFields } from './columns.ts';
import { readDate, readDocument, readEmail, readGender, TEXT_LIMITS, tidy } from './field-rules.ts';
import type { PlaceIndex } from './places.ts';
import { shown } from './shown.ts';

/** A person to call, whatever the source: file, dashboard or form. */
export interface AudienceRow {
  /** Of the file (header = 1), or the position in another source. */
  line: number;
  /** Ten digits. */
  number: string;
  /** A 9 or a 15 was seen, or it came in the mobile column. */
  mobile: boolean;
  orionId: string | null;
  firstName: string;
  lastName: string;
  document: string | null;
  /** YYYY-MM-DD */
  birthday: string | null;
  gender: 'F' | 'M' | 'X' | null;
  nationality: string | null;
  channel: string | null;
  email: string | null;
  districtId: string | null;
  sectionId: string | null;
  subsectionId: string | null;
}

export interface PersonRules {
  places: PlaceIndex;
  /** YYYY-MM-DD of the product's zone: nobody is born after it. */
  today: string;
}

/** Where a number without area code belongs (11) is known for the city alone. */
const CITY_DISTRICT = '02';
const CITY_AREA = '11';
const areaOf = (districtId: string | null) => (districtId === CITY_DISTRICT ? CITY_AREA : undefined);

/** One pipeline for the three sources (house 8): a person by the rules of decisions 7, or why not, a sentence for each fault. */
export function readPerson(fields: PersonFields, rules: PersonRules, line: number): AudienceRow | { reason: string } {
  const place = rules.places.match(fields.district ?? '', fields.section ?? '', fields.subsection ?? '');
  const phone = readPhones(fields, areaOf(place.districtId));
  const firstName = tidied(fields.firstName);
  const lastName = tidied(fields.lastName);
  const orionId = tidied(fields.orionId);
  const nationality = tidied(fields.nationality);
  const channel = tidied(fields.channel);
  const document = fields.document ? readDocument(fields.document) : null;
  const birthday = fields.birthday ? readDate(fields.birthday) : null;
  const gender = fields.gender ? readGender(fields.gender) : null;
  const email = fields.email ? readEmail(fields.email) : null;

  let reason = phone === null ? phoneFault(fields) : '';
  if (firstName.length > TEXT_LIMITS.firstName) reason = and(reason, tooLong('El nombre', TEXT_LIMITS.firstName));
  if (lastName.length > TEXT_LIMITS.lastName) reason = and(reason, tooLong('El apellido', TEXT_LIMITS.lastName));
  if (orionId.length > TEXT_LIMITS.orionId) reason = and(reason, tooLong('El id de contacto', TEXT_LIMITS.orionId));
  if (nationality.length > TEXT_LIMITS.nationality) {
    reason = and(reason, tooLong('La nacionalidad', TEXT_LIMITS.nationality));
  }
  if (channel.length > TEXT_LIMITS.channel) reason = and(reason, tooLong('El canal', TEXT_LIMITS.channel));
  if (document === undefined) reason = and(reason, `El documento «${shown(fields.document)}» no es válido.`);
  if (birthday === undefined) {
    reason = and(reason, `La fecha de nacimiento «${shown(fields.birthday)}» no es válida (DD-MM-YYYY).`);
  } else if (birthday !== null && birthday > rules.today) {
    reason = and(reason, `La fecha de nacimiento «${shown(fields.birthday)}» es futura.`);
  }
  if (gender === undefined) reason = and(reason, `El género «${shown(fields.gender)}» no es válido (F, M o X).`);
  if (email === undefined) reason = and(reason, `El correo «${shown(fields.email)}» no es válido.`);
  if (place.reason !== null) reason = and(reason, place.reason);
  rules.places.count(place, reason === '');

  if (reason !== '' || phone === null) return { reason };
  return {
    line,
    number: phone.number,
    mobile: phone.mobile,
    orionId: orionId || null,
    firstName,
    lastName,
    document: document ?? null,
    birthday: birthday ?? null,
    gender: gender ?? null,
    nationality: nationality || null,
    channel: channel || null,
    email: email ?? null,
    districtId: place.districtId,
    sectionId: place.sectionId,
    subsectionId: place.subsectionId,
  };
}

const tidied = (text: string | null | undefined) => (text ? tidy(text) : '');
const and = (reason: string, sentence: string) => (reason === '' ? sentence : `${reason} ${sentence}`);
const tooLong = (label: string, limit: number) => `${label} excede los ${limit} caracteres.`;

/** The mobile, if it can be called; else the phone. */
function readPhones(fields: PersonFields, area: string | undefined): Phone | null {
  if (fields.mobile) {
    const found = normalisePhone(fields.mobile, area);
    if (found !== null) return { number: found.number, mobile: true };
  }
  return fields.phone ? normalisePhone(fields.phone, area) : null;
}

function phoneFault(fields: PersonFields): string {
  const written = tidied(fields.mobile) || tidied(fields.phone);
  if (written === '') return 'La fila no tiene teléfono ni celular.';
  return `El teléfono «${shown(written)}» no es un número argentino válido.`;
}
