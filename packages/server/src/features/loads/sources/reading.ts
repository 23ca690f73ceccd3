import { isUtf8 } from 'node:buffer';
import { createAudienceReader } from '@campanero/contract/loads/csv/audience-reader';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import { createPlaceIndex, type PlaceRules, type UnknownPlaces } from '@campanero/contract/loads/csv/places';
import type { Batch, RejectedRow } from '@campanero/contract/loads/csv/record-reader';
import { productDay } from '@campanero/contract/shared/dates';
import { RowEncoder, type Pack } from '../../../call-store/load/row-encoder.ts';

/** What a piece of a file holds. */
export interface Reading {
  pack: Pack;
  rejected: RejectedRow[];
  /** Of the file, as far as it is known. */
  shape: AudienceShape | null;
  /** Of all files so far; only with the last piece of a file. */
  unknownPlaces?: UnknownPlaces;
}

/** A guess at the bytes of a row. */
const ROW_BYTES = 256;

/** Bytes of files in, encoded rows out: the contract's reader, which the preview in the browser uses too. */
export function createReading(places: PlaceRules) {
  const rules = { places: createPlaceIndex(places), today: productDay(Date.now()), isUtf8 };
  const encoder = new RowEncoder();
  let file = createAudienceReader(rules);
  const encode = ({ rows, rejected }: Batch): Reading => {
    encoder.begin(rows.length * ROW_BYTES);
    for (const person of rows) encoder.add(person);
    return { pack: encoder.finish(), rejected, shape: file.shape() };
  };
  return {
    push: (chunk: Uint8Array) => encode(file.push(chunk)),
    /** The end of a file; another may follow. */
    end(): Reading {
      const last = encode(file.end());
      file = createAudienceReader(rules);
      return { ...last, unknownPlaces: rules.places.unknown() };
    },
  };
}
