import { LOADED_FIELDS, type LoadedField } from '../../contacts/person-fields.ts';
import { fold } from '../../shared/text.ts';

/** The fields of an audience; a phone has two columns, because a mobile beats a landline. */
export type AudienceField = 'phone' | 'mobile' | LoadedField['name'] | 'district' | 'section' | 'subsection';

/** What a source knows of a person, as it wrote it: the cells of a row, or the fields of a remote record. */
export type PersonFields = { [F in AudienceField]?: string | null | undefined };

interface AudienceColumn {
  field: AudienceField;
  label: string;
  description: string;
  example: string;
  /** Accepted names; case, accents, blanks and punctuation make no difference. The first is the one of our example. */
  aliases: readonly string[];
}

/** What the format window lists and the loader accepts: one table, so they cannot disagree. */
export const AUDIENCE_COLUMNS: readonly AudienceColumn[] = [
  {
    field: 'phone',
    label: 'Teléfono',
    description: 'Obligatorio si no hay celular. Cualquier notación argentina, con o sin 0, 15, +54 y separadores.',
    example: '011 4555-1234',
    aliases: [
      'telefono',
      'phone',
      'tel',
      'numero',
      'telefono fijo',
      'fijo',
      'numero de telefono',
      'numero telefono',
      'nro telefono',
      'nro de telefono',
      'phone number',
      'landline',
    ],
  },
  {
    field: 'mobile',
    label: 'Celular',
    description: 'Obligatorio si no hay teléfono. Si la fila trae los dos, se llama al celular.',
    example: '+54 9 11 5555-1234',
    aliases: [
      'celular',
      'movil',
      'mobile',
      'cel',
      'telefono celular',
      'telefono movil',
      'numero de celular',
      'numero celular',
      'nro celular',
      'nro de celular',
      'whatsapp',
      'mobile phone',
      'cell phone',
    ],
  },
  ...LOADED_FIELDS.map(({ name, label, column }) => ({ field: name, label, ...column })),
  {
    field: 'district',
    label: 'Distrito',
    description: 'Según la ortografía oficial; no importan los acentos ni las mayúsculas.',
    example: 'Ciudad Autonoma De Buenos Aires',
    aliases: ['distrito', 'district', 'provincia'],
  },
  {
    field: 'section',
    label: 'Sección',
    description: 'Comuna, partido o departamento, según la ortografía oficial.',
    example: 'Comuna 13',
    aliases: ['seccion', 'comuna', 'partido', 'section'],
  },
  {
    field: 'subsection',
    label: 'Subsección',
    description: 'Barrio o localidad, según la ortografía oficial.',
    example: 'Nuñez',
    aliases: ['subseccion', 'barrio', 'localidad', 'subsection'],
  },
];
export const AUDIENCE_FIELDS: readonly AudienceField[] = AUDIENCE_COLUMNS.map(({ field }) => field);

/** The two columns that our own file of rejected rows adds: accepted, not read and not reported as ignored. */
export const LINE_COLUMN = 'linea';
export const REASON_COLUMN = 'motivo';

/** Without case, accents, blanks and punctuation ("1º" and "1°" alike): how names of columns, places and genders are compared. */
export const letters = (text: string) => fold(text).replace(/[^\p{L}\p{N}]+|[ºª]/gu, '');

const fieldOf = new Map(
  AUDIENCE_COLUMNS.flatMap(({ field, aliases }) => aliases.map((alias) => [letters(alias), field] as const)),
);

export const matchColumn = (name: string): AudienceField | null => fieldOf.get(letters(name)) ?? null;

export const isReportColumn = (name: string) => [LINE_COLUMN, REASON_COLUMN].includes(letters(name));
