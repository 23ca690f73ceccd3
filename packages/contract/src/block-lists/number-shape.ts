import { letters, matchColumn } from '../loads/csv/columns.ts';
import { isAllDigits, normalisePhone } from '../shared/phone.ts';

/** Where the numbers of a file stand. */
export interface NumberShape {
  /** The names of its columns; null: its first line is a number like the others. */
  header: string[] | null;
  /** The column of the numbers, and the one of their area codes where they stand apart; -1: none. */
  number: number;
  area: number;
  /** Which columns are read, in words. */
  inWords: string;
  /** Why nothing of this file can be loaded; null when it can. */
  failure: string | null;
}

const AREA_NAMES = new Set(
  [
    'area',
    'cod area',
    'codigo area',
    'codigo de area',
    'caracteristica',
    'indicativo',
    'interurbano',
    'prefijo',
    'ddn',
  ].map(letters),
);
const NUMBER_NAMES = new Set(
  ['numeros', 'nro', 'linea telefonica', 'nro linea', 'numero de linea', 'abonado', 'numero abonado', 'msisdn'].map(
    letters,
  ),
);

const isAreaName = (name: string) => AREA_NAMES.has(letters(name));
function isNumberName(name: string): boolean {
  const field = matchColumn(name);
  return field === 'phone' || field === 'mobile' || NUMBER_NAMES.has(letters(name));
}
/** For choosing between delimiters: how many of the cells name a column that is read. */
export const countNamed = (cells: readonly string[]) =>
  cells.filter((cell) => isAreaName(cell) || isNumberName(cell)).length;

/** Ten digits, or null. A number that stands whole beside its area code is taken as it is. */
export function readNumber(number: string, area: string): string | null {
  const joined = area.trim() === '' ? null : normalisePhone(`${area} ${number}`);
  return (joined ?? normalisePhone(number))?.number ?? null;
}

const isAreaCell = (cell: string) => isAllDigits(cell.trim()) && cell.trim().length <= 5;
const digitsIn = (cell: string) => cell.replace(/\D/g, '').length;
/** A line without anything like a number names its columns. */
const mayBeHeader = (cells: readonly string[]) => cells.every((cell) => digitsIn(cell) < 6);

const NONE: Pick<NumberShape, 'number' | 'area' | 'inWords'> = { number: -1, area: -1, inWords: '' };

/** By the names of the first line, else by where the first lines hold numbers. */
export function findShape(rows: readonly (readonly string[])[]): NumberShape {
  const [first = []] = rows;
  const names = first.map((name) => name.replaceAll('\uFEFF', '').trim());
  const numbers = names.flatMap((name, index) => (isNumberName(name) ? [index] : []));
  if (numbers.length > 1) {
    const listed = numbers.map((index) => `«${names[index]}»`).join(', ');
    const failure = `El archivo tiene más de una columna de números (${listed}). Deje una sola, o cargue cada una por separado.`;
    return { ...NONE, header: names, failure };
  }
  if (numbers.length === 1) return described(names, numbers[0]!, names.findIndex(isAreaName));
  const header = mayBeHeader(first) && rows.length > 1 ? names : null;
  const found = guessColumns(header ? rows.slice(1) : rows);
  if (found) return described(header, found.number, found.area);
  return {
    ...NONE,
    header,
    failure: 'Ninguna de las primeras filas tiene un número de teléfono con su código de área.',
  };
}

function described(header: string[] | null, number: number, area: number): NumberShape {
  const name = (index: number) => (header?.[index] ? `«${header[index]}»` : `columna ${index + 1}`);
  const inWords = area === -1 ? name(number) : `${name(area)} y ${name(number)}`;
  return { header, number, area, inWords, failure: null };
}

/** The column, or the pair of area code and number, that gives most numbers; of equals the first, and a column before a pair. */
function guessColumns(rows: readonly (readonly string[])[]): { number: number; area: number } | undefined {
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0);
  const columns = Array.from({ length: width }, (_, number) => number);
  const choices = [
    ...columns.map((number) => ({ number, area: -1 })),
    ...columns.slice(1).map((number) => ({ number, area: number - 1 })),
  ];
  const hits = ({ number, area }: { number: number; area: number }) =>
    rows.filter((cells) => {
      const prefix = cells[area] ?? '';
      return (area === -1 || isAreaCell(prefix)) && readNumber(cells[number] ?? '', prefix) !== null;
    }).length;
  return choices
    .map((choice) => ({ ...choice, hits: hits(choice) }))
    .filter((choice) => choice.hits > 0)
    .sort((one, other) => other.hits - one.hits)[0];
}
