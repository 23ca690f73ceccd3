import { AUDIENCE_COLUMNS } from './columns.ts';
import { CSV_MARK, csvLine } from './write-csv.ts';

export const EXAMPLE_FILE_NAME = 'audiencia-ejemplo.csv';

/** The numbers are made up in the way of the examples of the format: never dial them. */
const PEOPLE: readonly (readonly string[])[] = [
  AUDIENCE_COLUMNS.map(({ example }) => example),
  ['0221 455-1234', '', '', '', 'Juan', 'Pérez', '', '01/12/1975', 'masculino', '', '', 'Buenos Aires', 'La Plata', ''],
  ['', '11 15 5555-1235', '', '', 'Noa', '', '', '', 'X', '', 'Evento', '', 'Comuna 1', ''],
];

/** The file that the format window offers: it loads as it is, which a test keeps true. */
export const exampleFile = () =>
  CSV_MARK +
  csvLine(AUDIENCE_COLUMNS.map(({ aliases }) => aliases[0]!)) +
  PEOPLE.map((cells) => csvLine(cells)).join('');
