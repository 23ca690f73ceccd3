import type { Encoding } from './encoding.ts';
import { fieldPicker, headerCells, readHeader, type AudienceShape } from './header.ts';
import { readPerson, type PersonRules } from './read-person.ts';
import { createRecordReader, readBatches, type Batch } from './record-reader.ts';
import type { Delimiter } from './record-scanner.ts';
import { reportedCells, rowFault, type RowCells } from './row-faults.ts';

// Every line that is neither header nor blank becomes exactly one row or rejected row, however the file is cut into chunks. The
// preview in the browser pushes only the head of the file and does not end it.
export interface AudienceReader {
  push(chunk: Uint8Array): Batch;
  end(): Batch;
  /** Null until the header was read, and if there is none. After a failure nothing more is read. */
  shape(): AudienceShape | null;
}

export function createPersonCollector(rules: PersonRules) {
  let batch: Batch = { rows: [], rejected: [] };
  let shape: AudienceShape | null = null;
  let pick = fieldPicker([]);
  return {
    shape: () => shape,
    isOver: () => Boolean(shape?.failure),
    takeHeader(header: readonly string[], delimiter?: Delimiter, encoding?: Encoding) {
      shape = readHeader(header, delimiter, encoding);
      pick = fieldPicker(shape.columns);
    },
    takeRow(row: RowCells, line: number, fault: string | null) {
      const person = fault === null ? readPerson(pick(row), rules, line) : { reason: fault };
      if ('reason' in person) batch.rejected.push({ line, reason: person.reason, cells: reportedCells(row) });
      else batch.rows.push(person);
    },
    taken: (): Batch => {
      const full = batch;
      batch = { rows: [], rejected: [] };
      return full;
    },
  };
}

/** `isUtf8`: a faster check than the browser's, where available. */
type ReaderOptions = PersonRules & { isUtf8?: (bytes: Uint8Array) => boolean };

export function createAudienceReader({ isUtf8, ...rules }: ReaderOptions): AudienceReader {
  const taker = createPersonCollector(rules);
  const encoding = () => records.encoding() ?? 'utf-8';
  const records = createRecordReader(
    {
      isOver: taker.isOver,
      take(record, line, mayHaveNul) {
        const shape = taker.shape();
        if (shape) taker.takeRow(record, line, rowFault(record, shape.header.length, mayHaveNul));
        else taker.takeHeader(headerCells(record), record.delimiter, encoding());
      },
    },
    isUtf8,
  );
  return {
    ...readBatches(records, taker.taken),
    shape() {
      const shape = taker.shape();
      return shape && { ...shape, encoding: encoding() };
    },
  };
}
