/** The fields of a person: files, connectors, columns, form and audit derive from this table (and a database column). */
export interface PersonField {
  name: string;
  label: string;
  /** An unknown `name` is empty, every other kind null. Rules of the kinds: loads/csv/read-person.ts for files, schemas.ts for the form. */
  kind: 'name' | 'text' | 'document' | 'birthday' | 'gender' | 'email' | 'dashboard id';
  limit: number;
  /** Subject of sentences: «El nombre excede los 100 caracteres.» */
  subject: string;
  /** Its column in audience files, if it has one. */
  column?: {
    description: string;
    example: string;
    /** Accepted names, comma-separated; case, accents, blanks and punctuation are ignored. The first is used in our own files. */
    aliases: string;
  };
}

export const PERSON_FIELDS = [
  {
    name: 'firstName',
    label: 'Nombre',
    kind: 'name',
    limit: 100,
    subject: 'El nombre',
    column: {
      description: 'Hasta 100 caracteres.',
      example: 'Ana María',
      aliases: 'nombre, nombres, first name, primer nombre',
    },
  },
  {
    name: 'lastName',
    label: 'Apellido',
    kind: 'name',
    limit: 100,
    subject: 'El apellido',
    column: {
      description: 'Hasta 100 caracteres.',
      example: 'Núñez',
      aliases: 'apellido, apellidos, last name, surname',
    },
  },
  { name: 'businessName', label: 'Razón social', kind: 'name', limit: 200, subject: 'La razón social' },
  {
    name: 'document',
    label: 'Documento',
    kind: 'document',
    limit: 40,
    subject: 'El documento',
    column: {
      description: 'Con o sin puntos, hasta 40 caracteres.',
      example: '20.123.456',
      aliases: 'documento, dni, document, nro documento, nro de documento, numero documento, numero de documento',
    },
  },
  {
    name: 'birthday',
    label: 'Fecha de nacimiento',
    kind: 'birthday',
    limit: 10,
    subject: 'La fecha de nacimiento',
    column: {
      description: 'DD-MM-YYYY, también con barras.',
      example: '25-05-1980',
      aliases: 'fecha nacimiento, fecha de nacimiento, fecha nac, birthday, birth date',
    },
  },
  {
    name: 'gender',
    label: 'Género',
    kind: 'gender',
    limit: 1,
    subject: 'El género',
    column: {
      description: 'F, M o X, o la palabra: femenino, masculino, no binario.',
      example: 'F',
      aliases: 'genero, sexo, gender, sex',
    },
  },
  {
    name: 'email',
    label: 'Correo',
    kind: 'email',
    limit: 254,
    subject: 'El correo',
    column: {
      description: 'Una sola dirección de correo electrónico.',
      example: 'ana@ejemplo.com.ar',
      aliases: 'email, mail, correo, correo electronico, direccion de correo',
    },
  },
  {
    name: 'nationality',
    label: 'Nacionalidad',
    kind: 'text',
    limit: 60,
    subject: 'La nacionalidad',
    column: { description: 'Hasta 60 caracteres.', example: 'Argentina', aliases: 'nacionalidad, nationality' },
  },
  {
    name: 'channel',
    label: 'Canal',
    kind: 'text',
    limit: 60,
    subject: 'El canal',
    column: {
      description: 'De dónde viene el contacto. Hasta 60 caracteres.',
      example: 'Web',
      aliases: 'canal, channel',
    },
  },
  {
    name: 'orionId',
    label: 'Id de contacto',
    kind: 'dashboard id',
    limit: 100,
    subject: 'El id de contacto',
    column: {
      description: 'El identificador de la persona en el dashboard telefónico.',
      example: '48213',
      aliases: 'contacto id, id contacto, contact id, id de contacto, orion id, id orion',
    },
  },
] as const satisfies readonly PersonField[];

type Declared = (typeof PERSON_FIELDS)[number];
export type PersonFieldName = Declared['name'];

type ValueOf<Kind extends PersonField['kind']> = Kind extends 'name'
  ? string
  : Kind extends 'gender'
    ? 'F' | 'M' | 'X' | null
    : string | null;
/** The stored values. A birthday is YYYY-MM-DD. */
export type PersonData = { [F in Declared as F['name']]: ValueOf<F['kind']> };

export type LoadedField = Extract<Declared, { column: object }>;
export const LOADED_FIELDS = PERSON_FIELDS.filter((field): field is LoadedField => 'column' in field);
export type LoadedData = Pick<PersonData, LoadedField['name']>;

/** Fields that users edit: all but the dashboard's id. */
export type EditedField = Exclude<Declared, { kind: 'dashboard id' }>;
export const EDITED_FIELDS = PERSON_FIELDS.filter((field): field is EditedField => field.kind !== 'dashboard id');
