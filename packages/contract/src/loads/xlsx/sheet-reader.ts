import { createPersonCollector, type AudienceReader } from '../csv/audience-reader.ts';
import { headerScore, readHeader } from '../csv/header.ts';
import type { PersonRules } from '../csv/read-person.ts';
import { readBatches } from '../csv/record-reader.ts';
import { MAX_RECORD } from '../csv/record-scanner.ts';
import { isEmptyRow } from '../csv/row-faults.ts';
import type { CellRules } from './cell-text.ts';
import { createRowReader, ROW_TOO_LONG, type SheetRow } from './sheet-rows.ts';

/** The header is searched in so many rows: titles, dates and empty lines may stand above it. */
const HEADER_ROWS = 20;

type SheetReader = AudienceReader & { headerRow(): number | null };

// The header is the first row that names a column of phones or mobiles. Rows without text are skipped. Cells to the right of the
// header are not read: unlike in a CSV, they shift nothing.
export function createSheetReader(rules: PersonRules, cells: CellRules): SheetReader {
  const taker = createPersonCollector(rules);
  let headerRow: number | null = null;
  let looked = 0;
  /** The best of the other rows, so that a refusal can name its columns. */
  let likeliest: string[] | undefined;

  function takeHeader(header: readonly string[], row: number) {
    taker.takeHeader(header);
    headerRow = row;
  }

  function lookForHeader(row: SheetRow) {
    const texts = row.isTooLong() ? [] : textsOf(row);
    looked += 1;
    if (readHeader(texts).hasPhoneColumn) takeHeader(texts, row.number());
    else if (!likeliest || headerScore(texts) > headerScore(likeliest)) likeliest = texts;
    if (!taker.shape() && looked === HEADER_ROWS) takeHeader(likeliest ?? [], row.number());
  }

  function takeRow(row: SheetRow) {
    if (taker.isOver() || isEmptyRow(row)) return;
    if (taker.shape()) taker.takeRow(row, row.number(), row.isTooLong() ? ROW_TOO_LONG : null);
    else lookForHeader(row);
  }

  const xml = createRowReader(cells, takeRow, taker.isOver);
  const atEnd = () => {
    if (!taker.shape() && likeliest) takeHeader(likeliest, looked);
    return taker.taken();
  };
  return { ...readBatches(xml, taker.taken, atEnd), shape: taker.shape, headerRow: () => headerRow };
}

/** Without empty cells at the end, which only have a format. */
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
