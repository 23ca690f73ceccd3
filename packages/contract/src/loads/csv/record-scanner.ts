import { undoNeutralise } from './write-csv.ts';

export const DELIMITERS = [';', ',', '\t'] as const;
/** `|` is used only if the file's own `sep=` line names it. */
export type Delimiter = (typeof DELIMITERS)[number] | '|';

export const OPEN = -1;
const BROKEN = -2;
export const MAX_CELLS = 10_000;
export const MAX_RECORD = 1_048_576;
const MAX_LINES = 1000;

const LF = 10;
const CR = 13;
const QUOTE = 34;
const APOSTROPHE = 39;

// Cuts text into records and cells by RFC 4180, with positions instead of strings: 500 MB are read in seconds. A quote that is never
// closed breaks only its own line. Linear for hostile files too: its odd run of quotes ends the search of earlier open quotes.
export class RecordScanner {
  readonly delimiter: Delimiter;
  private readonly separator: number;
  private text = '';
  private isLast = false;
  private readonly starts = new Int32Array(MAX_CELLS + 1);
  private readonly ends = new Int32Array(MAX_CELLS + 1);
  private readonly isDoubled = new Uint8Array(MAX_CELLS + 1);
  private cells = 0;
  private lineCount = 1;
  private broken = false;
  private recordStart = 0;
  private recordEnd = 0;
  // The next position of each, searched again only once it is passed.
  private nextSeparator = -1;
  private nextFeed = -1;
  private nextReturn = -1;

  constructor(delimiter: Delimiter) {
    this.delimiter = delimiter;
    this.separator = delimiter.charCodeAt(0);
  }

  /** Sets the text to read. `isLast`: nothing follows it. */
  load(text: string, isLast: boolean): void {
    this.text = text;
    this.isLast = isLast;
    this.searchAnew();
  }

  /** Reads the record at `from`; the position after it, or OPEN when the text ends inside it and more may come. */
  next(from: number): number {
    this.recordStart = from;
    this.recordEnd = this.readRecord(from);
    return this.recordEnd;
  }

  /** Cells of the last record, at most MAX_CELLS + 1. */
  count(): number {
    return this.cells;
  }

  /** '' where the last record has no such cell, as for -1. */
  cell(index: number): string {
    if (index < 0 || index >= this.cells) return '';
    const start = this.starts[index]!;
    const end = this.ends[index]!;
    if (start === end) return '';
    const cut = this.text.slice(start, end);
    const whole = this.isDoubled[index] === 1 ? cut.replaceAll('""', '"') : cut;
    return whole.charCodeAt(0) === APOSTROPHE ? undoNeutralise(whole) : whole;
  }

  /** Physical lines of the last record. */
  lines(): number {
    return this.lineCount;
  }

  /** Characters of the last record, line end included. */
  length(): number {
    return this.recordEnd - this.recordStart;
  }

  isTooLong(): boolean {
    return this.length() > MAX_RECORD;
  }

  raw(): string {
    return this.text.slice(this.recordStart, this.recordEnd);
  }

  isBroken(): boolean {
    return this.broken;
  }

  private readRecord(from: number): number {
    this.cells = 0;
    this.lineCount = 1;
    this.broken = false;
    let lineEnd = this.endOfLine(from);
    for (let at = from; ; at += 1) {
      if (this.text.charCodeAt(at) === QUOTE) {
        const quote = this.closeQuotes(at + 1);
        if (quote === OPEN && !this.isLast) return OPEN;
        if (quote < 0) return this.breakLine(from);
        at = quote + 1;
        if (at > lineEnd) lineEnd = this.endOfLine(at);
      } else at = this.plainCell(at, lineEnd);
      if (at === lineEnd) return this.afterLineEnd(at);
    }
  }

  /** Reads the line at `from` with quotes as plain letters. */
  private breakLine(from: number): number {
    this.cells = 0;
    this.lineCount = 1;
    this.broken = true;
    // The search for the closing quote may have passed the end of this line.
    this.searchAnew();
    const lineEnd = this.endOfLine(from);
    let at = this.plainCell(from, lineEnd);
    while (at < lineEnd) at = this.plainCell(at + 1, lineEnd);
    return this.afterLineEnd(lineEnd);
  }

  /** Keeps the cell at `from` and returns its end. */
  private plainCell(from: number, lineEnd: number): number {
    if (this.nextSeparator < from) this.nextSeparator = this.find(this.delimiter, from);
    const end = this.nextSeparator < lineEnd ? this.nextSeparator : lineEnd;
    this.keep(from, end, 0);
    return end;
  }

  /** The position of the closing quote of the cell whose text begins at `from`. Keeps the cell if it is found. */
  private closeQuotes(from: number): number {
    const { text } = this;
    let doubled: 0 | 1 = 0;
    for (let at = from; ;) {
      const quote = this.find('"', at);
      if (quote - from > MAX_RECORD) return BROKEN;
      if (quote === text.length) return lineEnds(text, from, quote) > MAX_LINES ? BROKEN : OPEN;
      const isAtEnd = quote + 1 === text.length;
      if (isAtEnd && !this.isLast) return OPEN;
      if (text.charCodeAt(quote + 1) === QUOTE) {
        doubled = 1;
        at = quote + 2;
      } else {
        if (!isAtEnd && !this.endsCell(quote + 1)) return BROKEN;
        this.lineCount += lineEnds(text, from, quote);
        if (this.lineCount > MAX_LINES) return BROKEN;
        this.keep(from, quote, doubled);
        return quote;
      }
    }
  }

  private endsCell(at: number): boolean {
    const code = this.text.charCodeAt(at);
    return code === this.separator || code === LF || code === CR;
  }

  private keep(start: number, end: number, doubled: 0 | 1): void {
    if (this.cells > MAX_CELLS) return;
    this.starts[this.cells] = start;
    this.ends[this.cells] = end;
    this.isDoubled[this.cells] = doubled;
    this.cells += 1;
  }

  private searchAnew(): void {
    this.nextSeparator = -1;
    this.nextFeed = -1;
    this.nextReturn = -1;
  }

  private find(what: string, from: number): number {
    const at = this.text.indexOf(what, from);
    return at === -1 ? this.text.length : at;
  }

  /** The end of the line at `from`: its LF or CR, or the end of the text. */
  private endOfLine(from: number): number {
    if (this.nextFeed < from) this.nextFeed = this.find('\n', from);
    if (this.nextReturn < from) this.nextReturn = this.find('\r', from);
    return this.nextFeed < this.nextReturn ? this.nextFeed : this.nextReturn;
  }

  private afterLineEnd(at: number): number {
    if (at >= this.text.length) return this.text.length;
    return this.text.charCodeAt(at) === CR && this.text.charCodeAt(at + 1) === LF ? at + 2 : at + 1;
  }
}

function lineEnds(text: string, from: number, to: number): number {
  let found = 0;
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) found += 1;
  }
  return found;
}
