import { PERSON_FIELDS } from '@campanero/contract/contacts/person-fields';
import type { HandlerReply } from '@campanero/contract/endpoint';
import type { personalData } from '@campanero/contract/personal-data/endpoints';
import { formatDateTime, formatDay } from '@campanero/contract/shared/dates';
import type { PersonRecord } from '../../call-store/read/index.ts';

/** As handlers give them: instants are dates. */
export type PersonReply = HandlerReply<typeof personalData.person>;
export type LoadReply = PersonReply['loads'][number];
export type CallReply = HandlerReply<typeof personalData.calls>['calls'][number];
export type CopiesReply = HandlerReply<typeof personalData.copies>;
export type RequestReply = HandlerReply<typeof personalData.request>;

type Named = Pick<PersonRecord, 'firstName' | 'lastName' | 'businessName'>;
/** Empty if there is no name. */
export const displayName = ({ firstName, lastName, businessName }: Named): string =>
  `${firstName} ${lastName}`.trim() || businessName;

type Placed = Pick<PersonRecord, 'districtName' | 'sectionName' | 'subsectionName'>;
export const placeName = ({ districtName, sectionName, subsectionName }: Placed): string | null =>
  [subsectionName, sectionName, districtName].filter(Boolean).join(', ') || null;

const GENDERS = { F: 'Femenino', M: 'Masculino', X: 'No binario' } as const;

export type Edit = { at: Date; userName: string };

const SOURCES: Record<LoadReply['source'], string> = {
  csv: 'Archivo',
  dashboard: 'Audiencia del dashboard telefónico',
  form: 'Formulario',
  campaign: 'Contactos de la campaña',
};
export const loadInWords = ({ source, name, campaign, userName, at }: LoadReply): string =>
  `${SOURCES[source]} «${name}», cargado en la campaña «${campaign.name}» por ${userName} el ${formatDateTime(at)}`;

/** Loads fill missing values without recording it, so with several loads any may be the source. */
function originOf(edit: Edit | undefined, loads: readonly LoadReply[]): string {
  if (edit) return `${edit.userName}, a mano, el ${formatDateTime(edit.at)}`;
  const [first] = loads;
  if (!first) return 'Desconocido: el sistema no guardó de dónde vino';
  if (loads.length === 1) return loadInWords(first);
  return `Una de sus ${loads.length} cargas; la primera: ${loadInWords(first)}`;
}

/** The non-empty fields with their labels and origins. */
export function fieldsOf(person: PersonRecord, edits: ReadonlyMap<string, Edit>, loads: readonly LoadReply[]) {
  const own = PERSON_FIELDS.map(({ name, label, kind }): [label: string, value: string | null] => {
    const value = person[name];
    if (kind === 'birthday') return [label, value && formatDay(value)];
    if (kind === 'gender') return [label, value && GENDERS[value as keyof typeof GENDERS]];
    return [label, value];
  });
  const places: [string, string | null][] = [
    ['Distrito', person.districtName],
    ['Sección', person.sectionName],
    ['Subsección', person.subsectionName],
  ];
  return [...own, ...places].flatMap(([label, value]) =>
    value ? [{ label, value, origin: originOf(edits.get(label), loads) }] : [],
  );
}

/** Flags with the last change; one that was never set has none. */
export const flagsOf = (person: PersonRecord, edits: ReadonlyMap<string, Edit>): PersonReply['flags'] =>
  (
    [
      ['Participa', person.interested],
      ['Fallecido', person.dead],
      ['No llamar', person.doNotCall],
    ] as const
  ).map(([label, isSet]) => {
    const edit = edits.get(label);
    return { label, isSet, userName: edit?.userName ?? null, at: edit?.at ?? null };
  });
