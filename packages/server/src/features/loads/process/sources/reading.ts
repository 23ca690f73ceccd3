import { createAudienceReader, type Batch, type RejectedRow } from '@campanero/contract/loads/csv/audience-reader';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import { createPlaceIndex } from '@campanero/contract/loads/csv/places';
import type { District } from '@campanero/contract/lookups/schemas';
import type { Pack } from '../pack.ts';
import { createPacker } from '../packer.ts';

/** What a piece of a file turned out to be. */
export interface Reading {
  pack: Pack;
  rejected: RejectedRow[];
  /** Of the file, as far as it is known. */
  shape: AudienceShape | null;
}

/** Bytes of files in, packs out: the half of a scan that needs nothing but its own bytes. */
export function createReading(places: readonly District[]) {
  const rules = { places: createPlaceIndex(places) };
  const pack = createPacker();
  let reader = createAudienceReader(rules);
  const tell = ({ rows, rejected }: Batch): Reading => ({ pack: pack(rows), rejected, shape: reader.shape() });
  return {
    push: (chunk: Uint8Array) => tell(reader.push(chunk)),
    /** The end of a file; another may follow. */
    end(): Reading {
      const last = tell(reader.end());
      reader = createAudienceReader(rules);
      return last;
    },
  };
}
