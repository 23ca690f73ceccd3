import { canDecodeUtf8, decodeUtf8, detectUtf16, HEAD_BYTES, linesAsUtf8, markLength } from '../loads/csv/encoding.ts';
import { letters } from '../loads/csv/columns.ts';
import { DELIMITERS, RecordScanner, type Delimiter } from '../loads/csv/record-scanner.ts';
import { isEmptyRow, type RowCells } from '../loads/csv/row-faults.ts';
import { CSV_MARK, csvLine, FORMULA_START } from '../loads/csv/write-csv.ts';
import { isExternalRole, roleName, ROLES } from '../roles.ts';
import { fold, fullName } from '../shared/text.ts';
import type { FileRules } from '../shared/files.ts';
import { IMPORT_ROWS_MAX, TOO_MANY_ROWS, type ImportReport, type UserRow } from './import-schemas.ts';
import { userBody, type UserBody } from './schemas.ts';

export const USER_FILES: FileRules = { field: 'users[]', maxFiles: 1, maxBytes: 1_048_576, kinds: ['csv', 'xlsx'] };
type Field = Exclude<keyof UserRow, 'line'>;

/** Accepted names of columns; accents, case, blanks and order do not matter. */
const NAMES: Record<Field, readonly string[]> = {
  firstName: ['nombre', 'nombres', 'name', 'nombre completo', 'nombre y apellido', 'apellido y nombre'],
  lastName: ['apellido', 'apellidos', 'last name'],
  email: ['correo', 'mail', 'email', 'e-mail', 'correo electrónico', 'usuario'],
  roles: ['roles', 'rol', 'perfil', 'función'],
  side: ['lado', 'tipo', 'interno/externo', 'side'],
};
const REQUIRED: readonly Field[] = ['firstName', 'email', 'roles'];
const fieldOf = new Map(
  Object.entries(NAMES).flatMap(([field, names]) => names.map((name) => [letters(name), field as Field] as const)),
);

export const TEMPLATE_NAME = 'usuarios-plantilla.csv';
/** A test imports it as it is. */
export const userTemplate = () =>
  CSV_MARK +
  [
    ['nombre', 'apellido', 'correo', 'roles', 'lado'],
    ['María', 'Gómez', 'maria.gomez@ciudad.example', 'Operador', 'interno'],
    ['Juan', 'Pérez', 'juan.perez@ciudad.example', 'Coordinador, Operador', 'interno'],
    ['Noa', 'Ruiz', 'noa.ruiz@contratista.example', 'Operador', 'externo'],
  ]
    .map((row) => csvLine(row))
    .join('');

export type ReadFile = { rows: UserRow[] } | { fault: string };

/** Collects the rows of a file; the first that is not empty names the columns. */
export function createUserTable() {
  let places: Map<Field, number> | undefined;
  let fault: string | undefined;
  const rows: UserRow[] = [];
  return {
    take(cells: RowCells, line: number): boolean {
      if (fault !== undefined) return false;
      if (!places) {
        if (isEmptyRow(cells)) return true;
        places = columnsOf(cells);
        fault = faultOfColumns(places);
        return fault === undefined;
      }
      const cellOf = (field: Field) =>
        cells
          .cell(places?.get(field) ?? -1)
          .trim()
          .slice(0, 500);
      const row = { line, ...parts(cellOf), email: cellOf('email'), roles: cellOf('roles'), side: cellOf('side') };
      if (row.firstName + row.lastName + row.email + row.roles === '') return true;
      if (rows.length === IMPORT_ROWS_MAX) fault = TOO_MANY_ROWS;
      else rows.push(row);
      return fault === undefined;
    },
    end(): ReadFile {
      fault ??= faultOfColumns(places ?? new Map());
      if (fault !== undefined) return { fault };
      return rows.length === 0 ? { fault: 'El archivo no tiene filas: solo los títulos.' } : { rows };
    },
  };
}

function faultOfColumns(places: ReadonlyMap<Field, number>): string | undefined {
  const missing = REQUIRED.filter((field) => !places.has(field)).map((field) => `«${NAMES[field][0]}»`);
  return missing.length === 0
    ? undefined
    : `Falta la columna ${missing.join(', ')}: la primera fila tiene que llevar los títulos.`;
}

export function readUserFile(bytes: Uint8Array): ReadFile {
  const text = textOf(bytes);
  if (text === null) return { fault: 'El archivo no es de texto: guárdelo como CSV y vuelva a elegirlo.' };
  const delimiter = DELIMITERS.toSorted((a, b) => headerFields(text, b) - headerFields(text, a))[0]!;
  const scanner = new RecordScanner(delimiter);
  scanner.load(text, true);
  const table = createUserTable();
  let line = 1;
  for (let at = 0; at < text.length; line += scanner.lines()) {
    at = scanner.next(at);
    if (!table.take(scanner, line)) break;
  }
  return table.end();
}

function textOf(bytes: Uint8Array): string | null {
  const utf16 = detectUtf16(bytes.subarray(0, HEAD_BYTES));
  const body = bytes.subarray(markLength(bytes));
  if (utf16) return new TextDecoder(utf16).decode(body);
  // No text has zeros.
  return body.includes(0) ? null : decodeUtf8(linesAsUtf8(body, canDecodeUtf8));
}

const headerFields = (text: string, delimiter: Delimiter) => {
  const scanner = new RecordScanner(delimiter);
  scanner.load(text, true);
  scanner.next(0);
  return columnsOf(scanner).size;
};

function columnsOf(cells: RowCells): Map<Field, number> {
  const places = new Map<Field, number>();
  for (let place = 0; place < Math.min(cells.count(), 100); place += 1) {
    const field = fieldOf.get(letters(cells.cell(place)));
    if (field && !places.has(field)) places.set(field, place);
  }
  return places;
}

/** Splits a whole name in one column: «Gómez, María», or the last word is the surname. */
function parts(cellOf: (field: Field) => string): Pick<UserRow, 'firstName' | 'lastName'> {
  const firstName = cellOf('firstName');
  const lastName = cellOf('lastName');
  if (lastName !== '') return { firstName, lastName };
  const [surname = '', given] = firstName.split(',').map((part) => part.trim());
  if (given !== undefined) return { firstName: given, lastName: surname };
  const words = firstName.split(/\s+/);
  if (words.length < 2) return { firstName, lastName };
  return { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1)! };
}

type CheckedRow = UserBody & { line: number };

const runs = new RegExp(FORMULA_START, 'u');
const byName = new Map(ROLES.map(({ id, name }) => [fold(name), id]));

/** Which rows can be created and which not, with the reason. `taken`: emails of existing accounts, in lower case. */
export function checkUserRows(rows: readonly UserRow[], taken: ReadonlySet<string>) {
  const good: CheckedRow[] = [];
  const bad: ImportReport['bad'] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    const email = row.email.toLowerCase();
    const checked = checkRow(row, taken);
    const earlier = lines.get(email);
    const reason =
      typeof checked === 'string' ? checked : earlier && `Correo repetido: ya está en la línea ${earlier}.`;
    if (reason) bad.push({ line: row.line, name: fullName(row), email: row.email, reason });
    else good.push(checked as CheckedRow);
    if (email !== '' && earlier === undefined) lines.set(email, row.line);
  }
  return { good, bad };
}

function checkRow(row: UserRow, taken: ReadonlySet<string>): CheckedRow | string {
  if (taken.has(row.email.toLowerCase())) return 'Ya existe un usuario con ese correo: no se cambia.';
  if ([row.firstName, row.lastName].some((name) => runs.test(name)))
    return 'El nombre empieza como una fórmula de planilla.';
  const roles = readRoles(row.roles, row.side);
  if (typeof roles === 'string') return roles;
  const parsed = userBody.safeParse({ ...row, roles });
  if (!parsed.success) return [...new Set(parsed.error.issues.map(({ message }) => message))].join(' ');
  return { line: row.line, ...parsed.data };
}

/** «Operador» on the external side is Operador externo; a role that contradicts its side is a fault. */
function readRoles(text: string, side: string): number[] | string {
  const isExternal = readSide(side);
  if (isExternal === undefined) return `Lado desconocido: «${side}». Escriba interno o externo.`;
  const names = text.split(/[,;/|+]| y /).map((name) => name.trim());
  const roles: number[] = [];
  for (const name of names.filter((one) => one !== '')) {
    const plain = byName.get(
      fold(name)
        .replace(/^(administrador|coordinador|operador)a\b/, '$1')
        .replace(/externa$/, 'externo'),
    );
    const external = plain && byName.get(`${fold(roleName(plain)!)} externo`);
    const role = isExternal === true && external ? external : plain;
    if (!role) return `Rol desconocido: «${name}».`;
    if (isExternal !== null && isExternalRole(role) !== isExternal)
      return `El rol «${name}» no es del lado ${isExternal ? 'externo' : 'interno'}.`;
    roles.push(role);
  }
  return roles;
}

const SIDES = new Map<string, boolean | null>([
  ['', null],
  ...['interno', 'interna', 'internal', 'i'].map((word) => [word, false] as const),
  ...['externo', 'externa', 'external', 'e'].map((word) => [word, true] as const),
]);
const readSide = (text: string): boolean | null | undefined => SIDES.get(fold(text));

/** Rows that were not created, with line and reason, to be corrected and imported again. */
export const faultyRowsFile = (report: ImportReport) =>
  CSV_MARK +
  [
    ['linea', 'nombre', 'correo', 'motivo'],
    ...report.bad.map((row) => [String(row.line), row.name, row.email, row.reason]),
  ]
    .map((row) => csvLine(row))
    .join('');
