import { formatCount } from '../../shared/numbers.ts';
import type { RowCells } from './field-picker.ts';
import { MAX_CELLS, MAX_RECORD } from './record-scanner.ts';
import type { RecordScanner } from './record-scanner.ts';

/** The longest cell a spreadsheet knows. */
const MAX_CELL = 32_767;

const NUL = '\0';
/** Shown where a NUL stood: PostgreSQL stores none. */
const NUL_SHOWN = '\uFFFD';

/** A blank line is no row; a line of empty cells is one. */
export const isBlank = (scanner: RecordScanner) => scanner.count() === 1 && scanner.raw().trim() === '';

/** What is wrong with a row as such, before its fields are read. `mayHaveNul`: the text around it contains a NUL. */
export function rowFault(scanner: RecordScanner, columns: number, mayHaveNul: boolean): string | null {
  if (scanner.length() > MAX_RECORD) return 'La línea es demasiado larga.';
  if (scanner.isBroken()) return 'Las comillas de la línea no están bien cerradas.';
  if (mayHaveNul && scanner.raw().includes(NUL)) return 'La línea contiene caracteres nulos.';
  if (scanner.length() > MAX_CELL && hasLongCell(scanner))
    return `Una celda excede los ${formatCount(MAX_CELL)} caracteres.`;
  if (scanner.count() > columns && hasSurplus(scanner, columns)) {
    return 'La línea tiene más celdas que el encabezado.';
  }
  return null;
}

/** The cells as the report keeps them: nothing of a row that is too long, and no cell longer than a spreadsheet takes. */
export function reportedCells(row: RowCells): string[] {
  const reported: string[] = [];
  let length = 0;
  for (let index = 0; index < row.count(); index += 1) {
    const cell = row.cell(index);
    length += cell.length;
    if (length > MAX_RECORD) return [];
    const shown = cell.includes(NUL) ? cell.replaceAll(NUL, NUL_SHOWN) : cell;
    reported.push(shown.length > MAX_CELL ? `${shown.slice(0, MAX_CELL)}…` : shown);
  }
  return reported;
}

function hasLongCell(scanner: RecordScanner): boolean {
  for (let index = 0; index < scanner.count(); index += 1) {
    if (scanner.cell(index).length > MAX_CELL) return true;
  }
  return false;
}

/** Extra empty cells are harmless; an extra cell with text is a fault, because it belongs to no column. */
function hasSurplus(scanner: RecordScanner, columns: number): boolean {
  if (scanner.count() > MAX_CELLS) return true;
  for (let index = columns; index < scanner.count(); index += 1) {
    if (scanner.cell(index).trim() !== '') return true;
  }
  return false;
}
