import { undoNeutralise } from './write-csv.ts';

/**
 * Cuts text into records and cells by the rules of RFC 4180: a quoted cell may hold delimiters, doubled quotes and line ends.
 *
 * A quote that is never closed costs its own line, not the rest of the file: the closing quote must stand before
 * a delimiter or a line end, within MAX_RECORD characters and MAX_LINES lines; else the line is broken and reading goes on with
 * the very next one. This stays linear for hostile files too: a line whose quote stays open holds an odd run of quotes, and such
 * a run ends the search of every earlier open quote.
 *
 * One scanner is reused for all rows and remembers positions instead of making strings: that is what lets a file of 500 MB be
 * read in seconds.
 */
export interface RecordScanner {
  /** The text that the following calls are about. `isLast`: nothing comes after it. */
  load(text: string, isLast: boolean): void;
  /** Reads the record at `from`; the position after it, or OPEN when the text ends inside it and more may come. */
  next(from: number): number;
  /** Cells of the last record, at most MAX_CELLS + 1 of them. */
  count(): number;
  /** '' where the last record has no such cell, as for -1. */
  cell(index: number): string;
  /** Physical lines of the last record. */
  lines(): number;
  /** Characters of the last record, line end included. */
  length(): number;
  /** The last record as it stands in the text. */
  raw(): string;
  /** The last record is a line whose quotes do not close. */
  isBroken(): boolean;
}

export const OPEN = -1;
const BROKEN = -2;
export const MAX_CELLS = 10_000;
export const MAX_RECORD = 1_048_576;
const MAX_LINES = 1000;
const FEW_CELLS = 64;

const LF = 10;
const CR = 13;
const QUOTE = 34;
const APOSTROPHE = 39;

export function createRecordScanner(delimiter: string): RecordScanner {
  const separator = delimiter.charCodeAt(0);
  let text = '';
  let isLast = false;
  let starts = new Int32Array(FEW_CELLS);
  let ends = new Int32Array(FEW_CELLS);
  let isDoubled = new Uint8Array(FEW_CELLS);
  let cells = 0;
  let lineCount = 1;
  let broken = false;
  let recordStart = 0;
  let recordEnd = 0;
  // The next of each from where we are, searched anew only once it is behind: so each is searched once in all.
  let nextSeparator = -1;
  let nextFeed = -1;
  let nextReturn = -1;

  const find = (what: string, from: number) => {
    const at = text.indexOf(what, from);
    return at === -1 ? text.length : at;
  };

  /** Where the line that goes on at `from` ends: at its LF, its CR or the end of the text. */
  function endOfLine(from: number): number {
    if (nextFeed < from) nextFeed = find('\n', from);
    if (nextReturn < from) nextReturn = find('\r', from);
    return nextFeed < nextReturn ? nextFeed : nextReturn;
  }

  /** Room for an ordinary file at first, then for as many cells as a file may have. */
  function makeRoom() {
    const [fewStarts, fewEnds, fewDoubled] = [starts, ends, isDoubled];
    starts = new Int32Array(MAX_CELLS + 1);
    ends = new Int32Array(MAX_CELLS + 1);
    isDoubled = new Uint8Array(MAX_CELLS + 1);
    starts.set(fewStarts);
    ends.set(fewEnds);
    isDoubled.set(fewDoubled);
  }

  function keep(start: number, end: number, doubled: 0 | 1) {
    if (cells === starts.length) {
      if (cells > MAX_CELLS) return;
      makeRoom();
    }
    starts[cells] = start;
    ends[cells] = end;
    isDoubled[cells] = doubled;
    cells += 1;
  }

  /** Keeps the cell at `from` and gives where it ends: at a delimiter or with its line. */
  function plainCell(from: number, lineEnd: number): number {
    if (nextSeparator < from) nextSeparator = find(delimiter, from);
    const end = nextSeparator < lineEnd ? nextSeparator : lineEnd;
    keep(from, end, 0);
    return end;
  }

  const endsCell = (at: number) => {
    const code = text.charCodeAt(at);
    return code === separator || code === LF || code === CR;
  };

  /** The place of the quote that closes the cell whose text begins at `from`. Keeps the cell when there is one. */
  function closeQuotes(from: number): number {
    let doubled: 0 | 1 = 0;
    for (let at = from; ;) {
      const quote = find('"', at);
      if (quote - from > MAX_RECORD) return BROKEN;
      if (quote === text.length) return lineEnds(text, from, quote) > MAX_LINES ? BROKEN : OPEN;
      const isAtEnd = quote + 1 === text.length;
      if (isAtEnd && !isLast) return OPEN;
      if (text.charCodeAt(quote + 1) === QUOTE) {
        doubled = 1;
        at = quote + 2;
      } else {
        if (!isAtEnd && !endsCell(quote + 1)) return BROKEN;
        lineCount += lineEnds(text, from, quote);
        if (lineCount > MAX_LINES) return BROKEN;
        keep(from, quote, doubled);
        return quote;
      }
    }
  }

  /** LF, CRLF or CR; at the end of the text there is none. */
  function afterLineEnd(at: number): number {
    if (at >= text.length) return text.length;
    return text.charCodeAt(at) === CR && text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
  }

  /** The line at `from` as it stands, quotes being letters like others. */
  function breakLine(from: number): number {
    cells = 0;
    lineCount = 1;
    broken = true;
    // The search for the closing quote may have run ahead of the line it began in.
    nextSeparator = -1;
    nextFeed = -1;
    nextReturn = -1;
    const lineEnd = endOfLine(from);
    let at = plainCell(from, lineEnd);
    while (at < lineEnd) at = plainCell(at + 1, lineEnd);
    return afterLineEnd(lineEnd);
  }

  function readRecord(from: number): number {
    cells = 0;
    lineCount = 1;
    broken = false;
    let lineEnd = endOfLine(from);
    for (let at = from; ; at += 1) {
      if (text.charCodeAt(at) === QUOTE) {
        const quote = closeQuotes(at + 1);
        if (quote === OPEN && !isLast) return OPEN;
        if (quote < 0) return breakLine(from);
        at = quote + 1;
        if (at > lineEnd) lineEnd = endOfLine(at);
      } else at = plainCell(at, lineEnd);
      if (at === lineEnd) return afterLineEnd(at);
    }
  }

  return {
    load(fresh, isLastOne) {
      text = fresh;
      isLast = isLastOne;
      nextSeparator = -1;
      nextFeed = -1;
      nextReturn = -1;
    },
    next(from) {
      recordStart = from;
      recordEnd = readRecord(from);
      return recordEnd;
    },
    count: () => cells,
    cell(index) {
      if (index < 0 || index >= cells) return '';
      const start = starts[index]!;
      const end = ends[index]!;
      if (start === end) return '';
      const cut = text.slice(start, end);
      const whole = isDoubled[index] === 1 ? cut.replaceAll('""', '"') : cut;
      return whole.charCodeAt(0) === APOSTROPHE ? undoNeutralise(whole) : whole;
    },
    lines: () => lineCount,
    length: () => recordEnd - recordStart,
    raw: () => text.slice(recordStart, recordEnd),
    isBroken: () => broken,
  };
}

function lineEnds(text: string, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) found += 1;
  }
  return found;
}
