import { letters, matchColumn } from '../loads/csv/columns.ts';
import { isAllDigits, normalisePhone } from '../shared/phone.ts';

export interface NumberShape {
  header: string[] | null;
  /** Labels of all columns, for choosing one by hand. */
  columns: string[];
  /** Column of the numbers, and of separate area codes; -1: none. */
  number: number;
  area: number;
  inWords: string;
  /** Why nothing of this file can be loaded; null if it can. */
  failure: string | null;
}

const namesOf = (list: string) => new Set(list.split(', ').map(letters));
const AREA_NAMES = namesOf(
  'area, cod area, codigo area, codigo de area, caracteristica, indicativo, interurbano, prefijo, ddn',
);
const NUMBER_NAMES = namesOf(
  'numeros, nro, linea telefonica, nro linea, numero de linea, abonado, numero abonado, msisdn',
);

const isAreaName = (name: string) => AREA_NAMES.has(letters(name));
function isNumberName(name: string): boolean {
  const field = matchColumn(name);
  return field === 'phone' || field === 'mobile' || NUMBER_NAMES.has(letters(name));
}
export const isNamedColumn = (name: string) => isAreaName(name) || isNumberName(name);

/** Ten digits, or null. A complete number beside its area code is taken as it is. */
export function readNumber(number: string, area: string): string | null {
  const joined = area.trim() === '' ? null : normalisePhone(`${area} ${number}`);
  return (joined ?? normalisePhone(number))?.number ?? null;
}

const isAreaCell = (cell: string) => isAllDigits(cell.trim()) && cell.trim().length <= 5;
const digitsIn = (cell: string) => cell.replace(/\D/g, '').length;
const mayBeHeader = (cells: readonly string[]) => cells.every((cell) => digitsIn(cell) < 6);

const columnName = (header: readonly string[] | null, index: number) =>
  header?.[index] ? `«${header[index]}»` : `columna ${index + 1}`;

/** By hand (`chosen`, from 0), else by the names of the first line, else by the columns that hold numbers. */
export function findShape(rows: readonly (readonly string[])[], chosen?: number): NumberShape {
  const [first = []] = rows;
  const names = first.map((name) => name.replaceAll('\uFEFF', '').trim());
  const numbers = names.flatMap((name, index) => (isNumberName(name) ? [index] : []));
  const header = numbers.length > 0 || (mayBeHeader(first) && rows.length > 1) ? names : null;
  const columns = Array.from({ length: widthOf(rows) }, (_, index) => columnName(header, index));
  const described = (number: number, area: number): NumberShape => {
    const inWords = [area, number].filter((index) => index !== -1).map((index) => columnName(header, index));
    return { header, columns, number, area, inWords: inWords.join(' y '), failure: null };
  };
  const refused = (failure: string): NumberShape => ({ header, columns, number: -1, area: -1, inWords: '', failure });
  const body = header ? rows.slice(1) : rows;
  if (chosen !== undefined)
    return chosen < columns.length
      ? described(chosen, areaBeside(body, names, chosen))
      : refused(`El archivo no tiene una columna ${chosen + 1}.`);
  if (numbers.length > 1) {
    const listed = numbers.map((index) => `«${names[index]}»`).join(', ');
    return refused(
      `El archivo tiene más de una columna de números (${listed}). Elija cuál se carga, o cargue cada una por separado.`,
    );
  }
  if (numbers.length === 1) return described(numbers[0]!, names.findIndex(isAreaName));
  const found = guessColumns(body);
  if (found) return described(found.number, found.area);
  return refused('Ninguna de las primeras filas tiene un número de teléfono con su código de área.');
}

/** The area codes of a column chosen by hand: by name, else the column before it if that makes more valid numbers. */
function areaBeside(rows: readonly (readonly string[])[], names: readonly string[], number: number): number {
  const named = names.findIndex(isAreaName);
  if (named !== -1 && named !== number) return named;
  return countNumbers(rows, { number, area: number - 1 }) > countNumbers(rows, { number, area: -1 }) ? number - 1 : -1;
}

type Columns = { number: number; area: number };
const widthOf = (rows: readonly (readonly string[])[]) => rows.reduce((most, cells) => Math.max(most, cells.length), 0);
const countNumbers = (rows: readonly (readonly string[])[], { number, area }: Columns) =>
  rows.filter((cells) => {
    const prefix = cells[area] ?? '';
    return (area === -1 || isAreaCell(prefix)) && readNumber(cells[number] ?? '', prefix) !== null;
  }).length;

/** The column, or pair of area code and number, with most valid numbers; of equals the first, single columns before pairs. */
function guessColumns(rows: readonly (readonly string[])[]): Columns | undefined {
  const columns = Array.from({ length: widthOf(rows) }, (_, number) => number);
  const choices = [
    ...columns.map((number) => ({ number, area: -1 })),
    ...columns.slice(1).map((number) => ({ number, area: number - 1 })),
  ];
  return choices
    .map((choice) => ({ ...choice, hits: countNumbers(rows, choice) }))
    .filter((choice) => choice.hits > 0)
    .sort((one, other) => other.hits - one.hits)[0];
}
