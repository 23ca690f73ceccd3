import { decodeUtf8 } from '../loads/csv/encoding.ts';
import type { RowCells } from '../loads/csv/field-picker.ts';
import { DELIMITERS, headerCells, readSeparatorLine, type Delimiter } from '../loads/csv/header.ts';
import { createLineDecoder, MAX_LINE_BYTES } from '../loads/csv/line-decoder.ts';
import type { RejectedRow } from '../loads/csv/record-reader.ts';
import { MAX_CELLS, MAX_RECORD, OPEN, RecordScanner } from '../loads/csv/record-scanner.ts';
import { isBlank, reportedCells, rowFault } from '../loads/csv/row-faults.ts';
import { shown } from '../loads/csv/shown.ts';
import type { CellRules } from '../loads/xlsx/cell-text.ts';
import { createRowReader } from '../loads/xlsx/sheet-rows.ts';
import { countNamed, findShape, readNumber, type NumberShape } from './number-shape.ts';

/** Numbers of ten digits, and the lines without one. */
export interface NumberBatch {
  numbers: string[];
  rejected: RejectedRow[];
}

/**
 * Reads the numbers of a file as its bytes come, by the rules of audience files: every line that is neither header nor blank is a
 * number or a rejected line; no more than a chunk and a few lines are kept. The preview in the browser reads with it, too.
 */
export interface NumberReader {
  push(chunk: Uint8Array): NumberBatch;
  end(): NumberBatch;
  /** Null until the first lines were read. Once it names a failure nothing more is read. */
  shape(): NumberShape | null;
}

/** Lines used to find the columns. */
const LOOK_ROWS = 20;

interface LookedAt {
  line: number;
  cells: string[];
  fault: string | null;
}

/** Rows of any kind of file in, numbers out. `column`: chosen by hand, from 0. */
function createTaker(column?: number) {
  let batch: NumberBatch = { numbers: [], rejected: [] };
  let shape: NumberShape | null = null;
  let waiting: LookedAt[] = [];

  function judge({ number, area }: NumberShape, row: RowCells, line: number, fault: string | null) {
    const cell = row.cell(number);
    const found = fault === null ? readNumber(cell, row.cell(area)) : null;
    if (found !== null) batch.numbers.push(found);
    else batch.rejected.push({ line, reason: fault ?? numberFault(cell), cells: reportedCells(row) });
  }
  function settle() {
    shape = findShape(
      waiting.filter(({ fault }) => fault === null).map(({ cells }) => cells),
      column,
    );
    const rows = waiting;
    waiting = [];
    if (shape.failure !== null) return;
    const header = shape.header ? rows.find(({ fault }) => fault === null) : undefined;
    for (const row of rows) if (row !== header) judge(shape, cellsOf(row.cells), row.line, row.fault);
  }
  return {
    take(row: RowCells, line: number, fault: string | null) {
      if (shape?.failure) return;
      if (shape) {
        judge(shape, row, line, fault);
        return;
      }
      waiting.push({ line, cells: reportedCells(row), fault });
      if (waiting.length === LOOK_ROWS) settle();
    },
    end() {
      if (!shape && waiting.length > 0) settle();
    },
    taken(): NumberBatch {
      const full = batch;
      batch = { numbers: [], rejected: [] };
      return full;
    },
    shape: () => shape,
  };
}

const cellsOf = (cells: readonly string[]): RowCells => ({
  count: () => cells.length,
  cell: (index) => cells[index] ?? '',
});

const numberFault = (cell: string) =>
  cell.trim() === ''
    ? 'La línea no tiene número.'
    : `«${shown(cell)}» no es un número de teléfono con su código de área.`;

/** Of a CSV, or of a text with a number on each line. */
export function createNumberReader(isUtf8?: (bytes: Uint8Array) => boolean, column?: number): NumberReader {
  const lines = createLineDecoder(MAX_LINE_BYTES, isUtf8);
  const taker = createTaker(column);
  let scanner: RecordScanner | undefined;
  let named: Delimiter | undefined;
  let carried = '';
  let line = 1;

  /** What the file says itself, else the delimiter under which the first line makes most sense; `;` if nothing tells. */
  function chooseScanner(text: string, from: number, isLast: boolean): RecordScanner | undefined {
    const candidates = (named ? [named] : DELIMITERS).map((delimiter) => new RecordScanner(delimiter));
    for (const candidate of candidates) candidate.load(text, isLast);
    if (candidates.some((candidate) => candidate.next(from) === OPEN)) return undefined;
    const scored = candidates.map((candidate) => ({ candidate, cells: headerCells(candidate) }));
    const score = (cells: readonly string[]) => countNamed(cells.slice(0, MAX_CELLS)) * (MAX_CELLS + 1) + cells.length;
    return scored.sort((one, other) => score(other.cells) - score(one.cells))[0]!.candidate;
  }

  /** The next record, or undefined where the text ends within it. Blank lines and Excel's own first line choose nothing yet. */
  function next(text: string, at: number, isLast: boolean): { record: RecordScanner; after: number } | undefined {
    if (scanner) {
      const after = scanner.next(at);
      return after === OPEN ? undefined : { record: scanner, after };
    }
    const line = new RecordScanner(';');
    line.load(text, isLast);
    const after = line.next(at);
    if (after === OPEN) return undefined;
    if (isBlank(line)) return { record: line, after };
    if (named === undefined) {
      named = readSeparatorLine(line.raw());
      if (named) return { record: line, after };
    }
    scanner = chooseScanner(text, at, isLast);
    return scanner && { record: scanner, after: at + scanner.length() };
  }

  function read(fresh: string, isLast: boolean): NumberBatch {
    const text = carried === '' ? fresh : carried + fresh;
    const mayHaveNul = text.includes('\0');
    let at = 0;
    scanner?.load(text, isLast);
    while (at < text.length && !taker.shape()?.failure) {
      const found = next(text, at, isLast);
      if (!found) break;
      const { record, after } = found;
      if (record === scanner && !isBlank(record)) {
        const fault = rowFault(record, MAX_CELLS, mayHaveNul);
        taker.take(record.length() > MAX_RECORD ? cellsOf([]) : record, line, fault);
      }
      line += record.lines();
      at = after;
    }
    carried = taker.shape()?.failure ? '' : text.slice(at);
    if (isLast) taker.end();
    return taker.taken();
  }

  return {
    push: (chunk) => read(decodeUtf8(lines.push(chunk)), false),
    end: () => read(decodeUtf8(lines.end()), true),
    shape: taker.shape,
  };
}

/** Of the XML of a sheet. */
export function createNumberSheetReader(cells: CellRules, column?: number): NumberReader {
  const taker = createTaker(column);
  const xml = createRowReader(cells, (row) => {
    if (row.isTooLong()) taker.take(cellsOf([]), row.number(), 'La fila es demasiado larga.');
    else if (reportedCells(row).some((cell) => cell.trim() !== '')) taker.take(row, row.number(), null);
  });
  return {
    push(chunk) {
      if (!taker.shape()?.failure) xml.push(chunk);
      return taker.taken();
    },
    end() {
      if (!taker.shape()?.failure) xml.end();
      taker.end();
      return taker.taken();
    },
    shape: taker.shape,
  };
}
