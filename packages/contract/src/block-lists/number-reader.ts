import { createRecordReader, readBatches, type RejectedRow } from '../loads/csv/record-reader.ts';
import { shown } from '../loads/csv/field-rules.ts';
import { MAX_CELLS } from '../loads/csv/record-scanner.ts';
import { isEmptyRow, reportedCells, rowFault, type RowCells } from '../loads/csv/row-faults.ts';
import type { CellRules } from '../loads/xlsx/cell-text.ts';
import { createRowReader, ROW_TOO_LONG, type SheetRow } from '../loads/xlsx/sheet-rows.ts';
import { findShape, isNamedColumn, readNumber, type NumberShape } from './number-shape.ts';

export type NumberBatch = { numbers: string[]; rejected: RejectedRow[] };

/** Every line that is neither header nor blank becomes a number or a rejected line. Also used by the browser's preview. */
export interface NumberReader {
  push(chunk: Uint8Array): NumberBatch;
  end(): NumberBatch;
  /** Null until the first lines were read. After a failure nothing more is read. */
  shape(): NumberShape | null;
}

/** Lines used to find the columns. */
const LOOK_ROWS = 20;

/** Collects the numbers of the rows of any kind of file. `column`: chosen by hand, from 0. */
function createTaker(column?: number) {
  let batch: NumberBatch = { numbers: [], rejected: [] };
  let shape: NumberShape | null = null;
  let waiting: { line: number; cells: string[]; fault: string | null }[] = [];

  function takeRow({ number, area }: NumberShape, cells: RowCells, line: number, fault: string | null) {
    const cell = cells.cell(number);
    const found = fault === null ? readNumber(cell, cells.cell(area)) : null;
    if (found !== null) batch.numbers.push(found);
    else batch.rejected.push({ line, reason: fault ?? numberFault(cell), cells: reportedCells(cells) });
  }
  function settle() {
    const rows = waiting;
    const readable = rows.filter(({ fault }) => fault === null);
    waiting = [];
    shape = findShape(
      readable.map(({ cells }) => cells),
      column,
    );
    if (shape.failure !== null) return;
    const header = shape.header ? readable[0] : undefined;
    for (const row of rows) if (row !== header) takeRow(shape, cellsOf(row.cells), row.line, row.fault);
  }
  function taken(): NumberBatch {
    const full = batch;
    batch = { numbers: [], rejected: [] };
    return full;
  }
  return {
    isOver: () => Boolean(shape?.failure),
    take(row: RowCells, line: number, fault: string | null) {
      if (shape) {
        takeRow(shape, row, line, fault);
        return;
      }
      waiting.push({ line, cells: reportedCells(row), fault });
      if (waiting.length === LOOK_ROWS) settle();
    },
    end: (): NumberBatch => {
      if (!shape && waiting.length > 0) settle();
      return taken();
    },
    taken,
    shape: () => shape,
  };
}

const cellsOf = (cells: readonly string[]): RowCells => ({
  count: () => cells.length,
  cell: (index) => cells[index] ?? '',
  isTooLong: () => false,
});

const numberFault = (cell: string) =>
  cell.trim() === ''
    ? 'La línea no tiene número.'
    : `«${shown(cell)}» no es un número de teléfono con su código de área.`;

export function createNumberReader(isUtf8?: (bytes: Uint8Array) => boolean, column?: number): NumberReader {
  const taker = createTaker(column);
  const records = createRecordReader(
    {
      isColumn: isNamedColumn,
      isOver: taker.isOver,
      take: (record, line, mayHaveNul) => taker.take(record, line, rowFault(record, MAX_CELLS, mayHaveNul)),
    },
    isUtf8,
  );
  return { ...readBatches(records, taker.taken, taker.end), shape: taker.shape };
}

export function createNumberSheetReader(cells: CellRules, column?: number): NumberReader {
  const taker = createTaker(column);
  const takeRow = (row: SheetRow) => {
    if (!taker.isOver() && !isEmptyRow(row)) taker.take(row, row.number(), row.isTooLong() ? ROW_TOO_LONG : null);
  };
  const xml = createRowReader(cells, takeRow, taker.isOver);
  return { ...readBatches(xml, taker.taken, taker.end), shape: taker.shape };
}
