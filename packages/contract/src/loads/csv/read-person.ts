import { LOADED_FIELDS, type LoadedData, type LoadedField } from '../../contacts/person-fields.ts';
import { normalisePhone } from '../../shared/phone.ts';
import type { Phone } from '../../shared/phone.ts';
import type { PersonFields } from './columns.ts';
import { readDate, readDocument, readEmail, readGender, shown, tidy } from './field-rules.ts';
import type { PlaceIds, PlaceIndex } from './places.ts';

/** `line` of the file (header = 1), or position in another source. `mobile`: a 9 or 15 was seen, or it came in that column. */
export type PersonRow = LoadedData & PlaceIds & { line: number; number: string; mobile: boolean };

/** `today`: a later birthday is refused. */
export type PersonRules = { places: PlaceIndex; today: string };

/** A person, or a sentence for each fault; the same for all sources (rule audience-files/one-pipeline). */
export function readPerson(fields: PersonFields, rules: PersonRules, line: number): PersonRow | { reason: string } {
  const place = rules.places.match(fields.district ?? '', fields.section ?? '', fields.subsection ?? '');
  const phone = readPhones(fields, rules.places.areaOf(place));
  let reason = phone === null ? phoneFault(fields) : '';
  // All rows have the same fields in the same order: objects of one shape are fastest.
  const row: PersonRow = { ...NOTHING_KNOWN };
  const values: Partial<Record<LoadedField['name'], string | null>> = row;
  for (const field of LOADED_FIELDS) {
    const cell = fields[field.name];
    if (!cell) continue;
    const value = readField(field, cell);
    if (value === undefined) reason = and(reason, faultOf(field, cell));
    else if (field.kind === 'birthday' && value !== null && value > rules.today)
      reason = and(reason, `${field.subject} «${shown(cell)}» es futura.`);
    else values[field.name] = value;
  }
  if (place.reason !== null) reason = and(reason, place.reason);
  rules.places.count(place, reason === '');

  if (reason !== '' || phone === null) return { reason };
  row.line = line;
  row.number = phone.number;
  row.mobile = phone.mobile;
  row.districtId = place.districtId;
  row.sectionId = place.sectionId;
  row.subsectionId = place.subsectionId;
  return row;
}

type Kind = LoadedField['kind'];
const blankOf = (kind: Kind) => (kind === 'name' ? '' : null);

const NOTHING_KNOWN = {
  line: 0,
  number: '',
  mobile: false,
  ...(Object.fromEntries(LOADED_FIELDS.map(({ name, kind }) => [name, blankOf(kind)])) as LoadedData),
  districtId: null,
  sectionId: null,
  subsectionId: null,
};

const READERS: Partial<Record<Kind, (cell: string) => string | null | undefined>> = {
  document: readDocument,
  birthday: readDate,
  gender: readGender,
  email: readEmail,
};
function readField({ kind, limit }: LoadedField, cell: string): string | null | undefined {
  const read = READERS[kind];
  if (read) return read(cell);
  const text = tidy(cell);
  if (text === '') return blankOf(kind);
  return text.length > limit ? undefined : text;
}

const HINTS: Partial<Record<Kind, string>> = { birthday: ' (DD-MM-YYYY)', gender: ' (F, M o X)' };
function faultOf({ kind, limit, subject }: LoadedField, cell: string): string {
  if (kind === 'name' || kind === 'text' || kind === 'dashboard id')
    return `${subject} excede los ${limit} caracteres.`;
  const valid = subject.startsWith('La ') ? 'válida' : 'válido';
  return `${subject} «${shown(cell)}» no es ${valid}${HINTS[kind] ?? ''}.`;
}

const tidied = (text: string | null | undefined) => (text ? tidy(text) : '');
const and = (reason: string, sentence: string) => (reason === '' ? sentence : `${reason} ${sentence}`);

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
