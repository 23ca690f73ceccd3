import {
  detectEncoding,
  linesAsUtf8,
  canDecodeUtf8,
  decodeUtf8,
  HEAD_BYTES,
  markLength,
} from '../loads/csv/encoding.ts';
import { letters } from '../loads/csv/columns.ts';
import { RecordScanner } from '../loads/csv/record-scanner.ts';
import { CSV_MARK, csvLine, RUNS } from '../loads/csv/write-csv.ts';
import { isExternalRole, roleName, ROLES } from '../roles.ts';
import { fold } from '../shared/text.ts';
import type { FileRules } from '../shared/files.ts';
import { IMPORT_ROWS_MAX, tooMany, type ImportReport, type UserRow } from './import-schemas.ts';
import { userBody, type UserBody } from './schemas.ts';

/** A thousand people take about a tenth of it. */
export const USER_FILES: FileRules = { field: 'users[]', maxFiles: 1, maxBytes: 1_048_576, kinds: ['csv', 'xlsx'] };
type Field = Exclude<keyof UserRow, 'line'>;

/** What a column may be called; accents, case, blanks and order do not matter. */
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
/** It imports as it is, which a test keeps true. */
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

/** A row of either kind of file. */
interface Cells {
  count(): number;
  cell(place: number): string | undefined;
}

/** Takes row after row of a file; the first that is not blank names the columns. */
export function createUserTable() {
  let places: Map<Field, number> | undefined;
  let fault: string | undefined;
  const rows: UserRow[] = [];
  return {
    /** False: nothing that follows counts any more. */
    take(cells: Cells, line: number): boolean {
      if (fault !== undefined) return false;
      if (!places) {
        if (isBlank(cells)) return true;
        places = columnsOf(cells);
        fault = faultOfColumns(places);
        return fault === undefined;
      }
      const cellOf = (field: Field) => (cells.cell(places?.get(field) ?? -1) ?? '').trim().slice(0, 500);
      const row = { line, ...parts(cellOf), email: cellOf('email'), roles: cellOf('roles'), side: cellOf('side') };
      if (row.firstName + row.lastName + row.email + row.roles === '') return true;
      if (rows.length === IMPORT_ROWS_MAX) fault = tooMany;
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

/** The rows of a CSV, whatever its encoding, delimiter and order of columns; or why it cannot be read. */
export function readUserFile(bytes: Uint8Array): ReadFile {
  const text = textOf(bytes);
  if (text === null) return { fault: 'El archivo no es de texto: guárdelo como CSV y vuelva a elegirlo.' };
  const delimiter = [';', ',', '\t'].toSorted((a, b) => headerFields(text, b) - headerFields(text, a))[0]!;
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
  const encoding = detectEncoding(bytes.subarray(0, HEAD_BYTES));
  const body = bytes.subarray(markLength(bytes));
  if (encoding.startsWith('utf-16')) return new TextDecoder(encoding).decode(body);
  // No text holds zeros.
  return body.includes(0) ? null : decodeUtf8(linesAsUtf8(body, canDecodeUtf8));
}

const headerFields = (text: string, delimiter: string) => {
  const scanner = new RecordScanner(delimiter);
  scanner.load(text, true);
  scanner.next(0);
  return columnsOf(scanner).size;
};

function isBlank(cells: Cells): boolean {
  for (let place = 0; place < cells.count(); place += 1) if (cells.cell(place)?.trim()) return false;
  return true;
}

function columnsOf(cells: Cells): Map<Field, number> {
  const places = new Map<Field, number>();
  for (let place = 0; place < Math.min(cells.count(), 100); place += 1) {
    const field = fieldOf.get(letters(cells.cell(place) ?? ''));
    if (field && !places.has(field)) places.set(field, place);
  }
  return places;
}

/** One column for the whole name: «Gómez, María», or the last word is the surname. */
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

interface CheckedRow extends UserBody {
  line: number;
}
interface BadRow {
  line: number;
  name: string;
  email: string;
  reason: string;
}

const runs = new RegExp(RUNS, 'u');
const byName = new Map(ROLES.map(({ id, name }) => [fold(name), id]));
const nameOf = ({ firstName, lastName }: Pick<UserRow, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`.trim();

/** Which rows can be created and which not, each with its reason. `taken`: mails that have an account, in lower case. */
export function checkUserRows(rows: readonly UserRow[], taken: ReadonlySet<string>) {
  const good: CheckedRow[] = [];
  const bad: BadRow[] = [];
  const lines = new Map<string, number>();
  for (const row of rows) {
    const email = row.email.toLowerCase();
    const judged = judge(row, taken);
    const earlier = lines.get(email);
    const reason = typeof judged === 'string' ? judged : earlier && `Correo repetido: ya está en la línea ${earlier}.`;
    if (reason) bad.push({ line: row.line, name: nameOf(row), email: row.email, reason });
    else good.push(judged as CheckedRow);
    if (email !== '' && earlier === undefined) lines.set(email, row.line);
  }
  return { good, bad };
}

function judge(row: UserRow, taken: ReadonlySet<string>): CheckedRow | string {
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

/** The rows that were not created, with line and reason, to be corrected and imported again. */
export const faultyRowsFile = (report: ImportReport) =>
  CSV_MARK +
  [
    ['linea', 'nombre', 'correo', 'motivo'],
    ...report.bad.map((row) => [String(row.line), row.name, row.email, row.reason]),
  ]
    .map((row) => csvLine(row))
    .join('');
