import { formatCount } from '../../shared/numbers.ts';
import { MAX_CELLS, MAX_RECORD, type RecordScanner } from './record-scanner.ts';

export interface RowCells {
  count(): number;
  /** '' where the row has no such cell, as for -1. */
  cell(index: number): string;
  /** Longer than MAX_RECORD: rejected, and its cells are not reported. */
  isTooLong(): boolean;
}

const MAX_CELL = 32_767;

const NUL = '\0';
/** Shown in place of NUL, which PostgreSQL does not store. */
const NUL_SHOWN = '\uFFFD';

function someCell(row: RowCells, from: number, test: (cell: string) => boolean): boolean {
  for (let index = from; index < row.count(); index += 1) if (test(row.cell(index))) return true;
  return false;
}
const hasText = (cell: string) => cell.trim() !== '';

export const isEmptyRow = (row: RowCells) => !row.isTooLong() && !someCell(row, 0, hasText);

/** A blank line is no row; a line of empty cells is one. */
export const isBlank = (scanner: RecordScanner) => scanner.count() === 1 && scanner.raw().trim() === '';

/** Faults of a whole CSV row. `mayHaveNul`: the text around it contains a NUL. */
export function rowFault(scanner: RecordScanner, columns: number, mayHaveNul: boolean): string | null {
  if (scanner.isTooLong()) return 'La línea es demasiado larga.';
  if (scanner.isBroken()) return 'Las comillas de la línea no están bien cerradas.';
  if (mayHaveNul && scanner.raw().includes(NUL)) return 'La línea contiene caracteres nulos.';
  if (scanner.length() > MAX_CELL && someCell(scanner, 0, (cell) => cell.length > MAX_CELL))
    return `Una celda excede los ${formatCount(MAX_CELL)} caracteres.`;
  // Extra empty cells are harmless; an extra cell with text belongs to no column.
  const isSurplus = scanner.count() > MAX_CELLS || someCell(scanner, columns, hasText);
  return isSurplus ? 'La línea tiene más celdas que el encabezado.' : null;
}

/** The cells for the report of rejected rows: none of a row that is too long, long cells cut. */
export function reportedCells(row: RowCells): string[] {
  if (row.isTooLong()) return [];
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
