import { fieldPicker } from '../csv/field-picker.ts';
import { headerScore, readHeader, type AudienceShape } from '../csv/header.ts';
import { readPerson, type PersonRules } from '../csv/read-person.ts';
import type { Batch } from '../csv/record-reader.ts';
import { MAX_RECORD } from '../csv/record-scanner.ts';
import type { AudienceReader } from '../csv/audience-reader.ts';
import { reportedCells } from '../csv/row-faults.ts';
import type { CellRules } from './cell-text.ts';
import { createRowReader, type SheetRow } from './sheet-rows.ts';

/** The header is looked for in so many rows: titles, dates and empty lines may stand above it. */
const HEADER_ROWS = 20;

/** Reads an audience from the XML of a sheet as its bytes come, by the rules of a CSV's rows. */
interface SheetReader extends AudienceReader {
  /** The row in which the header stands; null before it was read. */
  headerRow(): number | null;
}

/**
 * The header is the first row that names a column of phones or mobiles. A row without any text is no row: sheets are full of
 * them. Cells to the right of the header belong to no column and are not read: other than in a CSV, they shift nothing.
 */
export function createSheetReader(rules: PersonRules, cells: CellRules): SheetReader {
  let batch: Batch = { rows: [], rejected: [] };
  let shape: AudienceShape | null = null;
  let headerRow: number | null = null;
  let pick = fieldPicker([]);
  let looked = 0;
  /** The most sensible of the rows that are no header, so that the refusal can name its columns. */
  let likeliest: string[] | undefined;

  function takeShape(header: readonly string[], row: number) {
    shape = readHeader([...header], ';', 'utf-8');
    headerRow = row;
    pick = fieldPicker(shape.columns);
  }

  function lookForHeader(row: SheetRow) {
    const texts = row.isTooLong() ? [] : textsOf(row);
    looked += 1;
    if (readHeader(texts, ';', 'utf-8').hasPhoneColumn) takeShape(texts, row.number());
    else if (!likeliest || headerScore(texts) > headerScore(likeliest)) likeliest = texts;
    if (!shape && looked === HEADER_ROWS) takeShape(likeliest ?? [], row.number());
  }

  function takeRow(row: SheetRow) {
    if (shape?.failure || isBlank(row)) return;
    if (!shape) {
      lookForHeader(row);
      return;
    }
    const line = row.number();
    if (row.isTooLong()) {
      batch.rejected.push({ line, reason: 'La fila es demasiado larga.', cells: [] });
      return;
    }
    const person = readPerson(pick(row), rules, line);
    if ('reason' in person) batch.rejected.push({ line, reason: person.reason, cells: reportedCells(row) });
    else batch.rows.push(person);
  }

  const xml = createRowReader(cells, takeRow);
  const taken = (): Batch => {
    const full = batch;
    batch = { rows: [], rejected: [] };
    return full;
  };
  return {
    push(chunk) {
      if (!shape?.failure) xml.push(chunk);
      return taken();
    },
    end() {
      if (!shape?.failure) xml.end();
      if (!shape && likeliest) takeShape(likeliest, looked);
      return taken();
    },
    shape: () => shape,
    headerRow: () => headerRow,
  };
}

function isBlank(row: SheetRow): boolean {
  if (row.isTooLong()) return false;
  for (let index = 0; index < row.count(); index += 1) if (row.cell(index).trim() !== '') return false;
  return true;
}

/** Without the empty cells at the end, which only have a format. */
function textsOf(row: SheetRow): string[] {
  const texts: string[] = [];
  let length = 0;
  for (let index = 0; index < row.count() && length <= MAX_RECORD; index += 1) {
    const text = row.cell(index);
    texts.push(text);
    length += text.length;
  }
  while (texts.at(-1)?.trim() === '') texts.pop();
  return texts;
}
