import { decodeUtf8 } from './encoding.ts';
import { headerCells, headerScore, readSeparatorLine } from './header.ts';
import { createLineDecoder } from './line-decoder.ts';
import type { PersonRow } from './read-person.ts';
import { DELIMITERS, OPEN, RecordScanner, type Delimiter } from './record-scanner.ts';
import { isBlank } from './row-faults.ts';

/** `line`: where the row begins, header = 1. `cells`: unquoted, long ones cut, NUL replaced, none of a line that is too long. */
export type RejectedRow = { line: number; reason: string; cells: string[] };

export type Batch = { rows: PersonRow[]; rejected: RejectedRow[] };

interface RecordSink {
  /** Whether a header may have this column; decides the delimiter. */
  isColumn?: (name: string) => boolean;
  /** Gets every record but blank ones and Excel's `sep=` line; the first may be a header. `mayHaveNul`: see rowFault(). */
  take: (record: RecordScanner, line: number, mayHaveNul: boolean) => void;
  isOver: () => boolean;
}

/** The same reader, returning what its sink has taken. */
export const readBatches = <B>(source: ByteSink, taken: () => B, atEnd: () => B = taken) => ({
  push(chunk: Uint8Array) {
    source.push(chunk);
    return taken();
  },
  end() {
    source.end();
    return atEnd();
  },
});

type ByteSink = { push(bytes: Uint8Array): void; end(): void };

/** Reads the records of a CSV as its bytes come. Keeps no more than a chunk and one record. */
export function createRecordReader({ isColumn, take, isOver }: RecordSink, isUtf8?: (bytes: Uint8Array) => boolean) {
  const lines = createLineDecoder(isUtf8);
  let scanner = new RecordScanner(';');
  let isChosen = false;
  let named: Delimiter | undefined;
  let carried = '';
  let line = 1;

  /** The delimiter that the file names, else the one that makes the best header. False if the header is still incomplete. */
  function chooseScanner(text: string, from: number, isLast: boolean): boolean {
    const candidates = (named ? [named] : DELIMITERS).map((delimiter) => new RecordScanner(delimiter));
    for (const candidate of candidates) candidate.load(text, isLast);
    if (candidates.some((candidate) => candidate.next(from) === OPEN)) return false;
    const scored = candidates.map((candidate) => ({ candidate, score: headerScore(headerCells(candidate), isColumn) }));
    scanner = scored.sort((one, other) => other.score - one.score)[0]!.candidate;
    isChosen = true;
    return true;
  }

  /** Only the first line that is not blank can name the delimiter. */
  function isSeparatorLine(): boolean {
    if (isChosen || named !== undefined) return false;
    named = readSeparatorLine(scanner.raw());
    return named !== undefined;
  }

  function read(bytes: Uint8Array, isLast: boolean): void {
    if (isOver()) return;
    const text = carried + decodeUtf8(bytes);
    const mayHaveNul = text.includes('\0');
    let at = 0;
    scanner.load(text, isLast);
    while (at < text.length && !isOver()) {
      if (scanner.next(at) === OPEN) break;
      if (!isBlank(scanner) && !isSeparatorLine()) {
        if (!isChosen && !chooseScanner(text, at, isLast)) break;
        take(scanner, line, mayHaveNul);
      }
      line += scanner.lines();
      at += scanner.length();
    }
    carried = isOver() ? '' : text.slice(at);
  }

  return {
    encoding: lines.encoding,
    push: (chunk: Uint8Array) => read(lines.push(chunk), false),
    end: () => read(lines.end(), true),
  };
}
