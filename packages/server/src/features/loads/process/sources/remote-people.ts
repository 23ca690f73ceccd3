import { AUDIENCE_FIELDS, type PersonFields } from '@campanero/contract/loads/csv/columns';
import { createPlaceIndex, type PlaceRules } from '@campanero/contract/loads/csv/places';
import { readPerson } from '@campanero/contract/loads/csv/read-person';
import { productDay } from '@campanero/contract/shared/dates';
import { createPacker } from '../packer.ts';
import { RowWriter } from '../row-writer.ts';
import type { AudienceSource, Rejection } from './source.ts';

/** A guess at the bytes of a row. */
const USUAL_ROW = 256;

/** People of another system, judged by the rules of files: one who breaks a rule is rejected alone and told in the report. */
export function createRemoteSource(
  pages: AsyncIterable<readonly PersonFields[]>,
  expected: number,
  placeRules: PlaceRules,
): AudienceSource {
  const places = createPlaceIndex(placeRules);
  return {
    async *batches(signal) {
      const rules = { places, today: productDay(Date.now()) };
      const out = new RowWriter();
      const pack = createPacker(out);
      let line = 0;
      for await (const page of pages) {
        signal.throwIfAborted();
        out.begin(page.length * USUAL_ROW);
        const rejected: Rejection[] = [];
        for (const fields of page) {
          const read = readPerson(fields, rules, (line += 1));
          if ('reason' in read) rejected.push({ line, reason: read.reason, cells: cellsOf(fields) });
          else pack(read);
        }
        yield { fileNo: 1, pack: out.finish(), rejected, done: Math.min(line / Math.max(expected, 1), 1) };
      }
    },
    shapes: () => [],
    unknownPlaces: () => places.unknown(),
  };
}

/** In the order in which the CSV of rejected rows names them. */
const cellsOf = (fields: PersonFields) => AUDIENCE_FIELDS.map((field) => fields[field] ?? '');
