import { AUDIENCE_COLUMNS, AUDIENCE_FIELDS, type PersonFields } from './columns.ts';
import { CSV_MARK, csvLine } from './write-csv.ts';

export const EXAMPLE_FILE_NAME = 'audiencia-ejemplo.csv';

/** The numbers are made up in the way of the examples of the format: never dial them. */
const PEOPLE: readonly PersonFields[] = [
  Object.fromEntries(AUDIENCE_COLUMNS.map(({ field, example }) => [field, example])),
  {
    phone: '0221 455-1234',
    firstName: 'Juan',
    lastName: 'Pérez',
    birthday: '01/12/1975',
    gender: 'masculino',
    district: 'Buenos Aires',
    section: 'La Plata',
  },
  { mobile: '11 15 5555-1235', firstName: 'Noa', gender: 'X', channel: 'Evento', section: 'Comuna 1' },
];

/** The file that the format window offers: it loads as it is, which a test keeps true. */
export const exampleFile = () =>
  CSV_MARK +
  csvLine(AUDIENCE_COLUMNS.map(({ aliases }) => aliases[0]!)) +
  PEOPLE.map((person) => csvLine(AUDIENCE_FIELDS.map((field) => person[field] ?? ''))).join('');
