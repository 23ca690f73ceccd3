import { LOADED_FIELDS, type LoadedField, type PersonField } from '../../contacts/person-fields.ts';
import { fold } from '../../shared/text.ts';

/** A phone has two columns, since a mobile is preferred over a landline. */
export type AudienceField = 'phone' | 'mobile' | LoadedField['name'] | 'district' | 'section' | 'subsection';

/** Raw fields of a person: the cells of a row, or a remote record. */
export type PersonFields = { [F in AudienceField]?: string | null | undefined };

type DeclaredColumn = NonNullable<PersonField['column']> & { field: AudienceField; label: string };

const COLUMNS: readonly DeclaredColumn[] = [
  {
    field: 'phone',
    label: 'Teléfono',
    description: 'Obligatorio si no hay celular. Cualquier notación argentina, con o sin 0, 15, +54 y separadores.',
    example: '011 4555-1234',
    aliases:
      'telefono, phone, tel, numero, telefono fijo, fijo, numero de telefono, numero telefono, nro telefono, nro de telefono, phone number, landline',
  },
  {
    field: 'mobile',
    label: 'Celular',
    description: 'Obligatorio si no hay teléfono. Si la fila trae los dos, se llama al celular.',
    example: '+54 9 11 5555-1234',
    aliases:
      'celular, movil, mobile, cel, telefono celular, telefono movil, numero de celular, numero celular, nro celular, nro de celular, whatsapp, mobile phone, cell phone',
  },
  ...LOADED_FIELDS.map(({ name, label, column }) => ({ field: name, label, ...column })),
  {
    field: 'district',
    label: 'Distrito',
    description: 'Según la ortografía oficial; no importan los acentos ni las mayúsculas.',
    example: 'Ciudad Autonoma De Buenos Aires',
    aliases: 'distrito, district, provincia',
  },
  {
    field: 'section',
    label: 'Sección',
    description: 'Comuna, partido o departamento, según la ortografía oficial.',
    example: 'Comuna 13',
    aliases: 'seccion, comuna, partido, section',
  },
  {
    field: 'subsection',
    label: 'Subsección',
    description: 'Barrio o localidad, según la ortografía oficial.',
    example: 'Nuñez',
    aliases: 'subseccion, barrio, localidad, subsection',
  },
];
export const AUDIENCE_COLUMNS = COLUMNS.map((column) => ({ ...column, aliases: column.aliases.split(', ') }));
export const AUDIENCE_FIELDS: readonly AudienceField[] = AUDIENCE_COLUMNS.map(({ field }) => field);

/** Columns of our own file of rejected rows: neither read nor reported as ignored. */
export const LINE_COLUMN = 'linea';
export const REASON_COLUMN = 'motivo';

/** Without case, accents, blanks and punctuation ("1º" equals "1°"), for comparing names of columns, places and genders. */
export const letters = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+|[ºª]/gu, '');

const fieldOf = new Map(
  AUDIENCE_COLUMNS.flatMap(({ field, aliases }) => aliases.map((alias) => [letters(alias), field] as const)),
);

export const matchColumn = (name: string): AudienceField | null => fieldOf.get(letters(name)) ?? null;

export const isReportColumn = (name: string) => [LINE_COLUMN, REASON_COLUMN].includes(letters(name));
