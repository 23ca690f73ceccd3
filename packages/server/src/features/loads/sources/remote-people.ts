import { AUDIENCE_FIELDS, type PersonFields } from '@campanero/contract/loads/csv/columns';
import { createPlaceIndex, type PlaceRules } from '@campanero/contract/loads/csv/places';
import { readPerson } from '@campanero/contract/loads/csv/read-person';
import { productDay } from '@campanero/contract/shared/dates';
import type { RejectedRow } from '../../../call-store/load/read-source.ts';
import { RowEncoder } from '../../../call-store/load/row-encoder.ts';
import type { ReadableSource } from './findings.ts';

/** A guess at the bytes of a row. */
const ROW_BYTES = 256;

/** People of another system, judged by the rules of files: one who breaks a rule is rejected alone and told in the report. */
export function createRemoteSource(
  pages: AsyncIterable<readonly PersonFields[]>,
  expected: number,
  placeRules: PlaceRules,
): ReadableSource {
  const places = createPlaceIndex(placeRules);
  return {
    async *batches(signal) {
      const rules = { places, today: productDay(Date.now()) };
      const encoder = new RowEncoder();
      let line = 0;
      for await (const page of pages) {
        signal.throwIfAborted();
        encoder.begin(page.length * ROW_BYTES);
        const rejected: RejectedRow[] = [];
        for (const fields of page) {
          const read = readPerson(fields, rules, (line += 1));
          if ('reason' in read) rejected.push({ line, reason: read.reason, cells: cellsOf(fields) });
          else encoder.add(read);
        }
        yield { fileNo: 1, pack: encoder.finish(), rejected, done: Math.min(line / Math.max(expected, 1), 1) };
      }
    },
    shapes: () => [],
    unknownPlaces: () => places.unknown(),
  };
}

/** In the order in which the CSV of rejected rows names them. */
const cellsOf = (fields: PersonFields) => AUDIENCE_FIELDS.map((field) => fields[field] ?? '');
