import { fieldPicker } from './field-picker.ts';
import { DELIMITERS, headerCells, headerScore, readHeader, readSeparatorLine } from './header.ts';
import type { AudienceShape, Delimiter } from './header.ts';
import type { Encoding } from './encoding.ts';
import { readPerson } from './read-person.ts';
import type { PersonRow, PersonRules } from './read-person.ts';
import { RecordScanner, MAX_RECORD, OPEN } from './record-scanner.ts';
import { isBlank, reportedCells, rowFault } from './row-faults.ts';

export interface RejectedRow {
  /** Where the row begins in its file, header = 1. Never twice in a file. */
  line: number;
  /** Spanish sentences, one for each thing to correct. */
  reason: string;
  /** As they stood, quotes undone; very long ones cut, NUL replaced, none at all for a line that is too long. */
  cells: string[];
}

export interface Batch {
  rows: PersonRow[];
  rejected: RejectedRow[];
}

/** Lines of text in, rows out: the half of an audience reader behind the decoding. */
interface RecordReader {
  /** Whole lines, unless it is the last of the file. */
  read(fresh: string, isLast: boolean): Batch;
  /** Null until the header was read, and for good when there is none. Once it names a failure nothing more is read. */
  shape(): AudienceShape | null;
}

export function createRecordReader(rules: PersonRules, encoding: () => Encoding | null): RecordReader {
  let scanner = new RecordScanner(';');
  let shape: AudienceShape | null = null;
  let pick = fieldPicker([]);
  /** What the file's own first line says: undefined before it was read, null when it says nothing. */
  let named: Delimiter | null | undefined;
  let carried = '';
  let line = 1;

  function takeRow(columns: number, mayHaveNul: boolean, batch: Batch) {
    let reason = rowFault(scanner, columns, mayHaveNul);
    if (reason === null) {
      const person = readPerson(pick(scanner), rules, line);
      if (!('reason' in person)) {
        batch.rows.push(person);
        return;
      }
      ({ reason } = person);
    }
    batch.rejected.push({ line, reason, cells: scanner.length() > MAX_RECORD ? [] : reportedCells(scanner) });
  }

  /** The delimiter is what the file says, else the one under which the header makes most sense; `;` if nothing tells. */
  function takeHeader(text: string, from: number, isLast: boolean): number {
    const candidates = (named ? [named] : DELIMITERS).map((delimiter) => ({
      delimiter,
      scanner: new RecordScanner(delimiter),
    }));
    for (const candidate of candidates) candidate.scanner.load(text, isLast);
    if (candidates.some((candidate) => candidate.scanner.next(from) === OPEN)) return OPEN;
    const [best] = candidates
      .map((candidate) => ({ ...candidate, header: headerCells(candidate.scanner) }))
      .sort((one, other) => headerScore(other.header) - headerScore(one.header));
    scanner = best!.scanner;
    shape = readHeader(best!.header, best!.delimiter, encoding() ?? 'utf-8');
    pick = fieldPicker(shape.columns);
    return from + scanner.length();
  }

  /** Only the first line that is not blank can name the delimiter. */
  function takeSeparator(): boolean {
    if (named !== undefined) return false;
    named = readSeparatorLine(scanner.raw()) ?? null;
    return named !== null;
  }

  function read(fresh: string, isLast: boolean): Batch {
    const batch: Batch = { rows: [], rejected: [] };
    const text = carried === '' ? fresh : carried + fresh;
    const mayHaveNul = text.includes('\0');
    let at = 0;
    scanner.load(text, isLast);
    while (at < text.length && !shape?.failure) {
      let next = scanner.next(at);
      if (next === OPEN) break;
      if (!isBlank(scanner)) {
        if (shape !== null) takeRow(shape.header.length, mayHaveNul, batch);
        else if (!takeSeparator()) next = takeHeader(text, at, isLast);
        if (next === OPEN) break;
      }
      line += scanner.lines();
      at = next;
    }
    carried = shape?.failure ? '' : text.slice(at);
    return batch;
  }

  return {
    read: (fresh, isLast) => (shape?.failure ? { rows: [], rejected: [] } : read(fresh, isLast)),
    shape: () => shape && { ...shape, encoding: encoding() ?? shape.encoding },
  };
}
