import { decodeUtf8 } from './encoding.ts';
import type { AudienceShape } from './header.ts';
import { createLineDecoder, MAX_LINE_BYTES } from './line-decoder.ts';
import type { PlaceIndex } from './places.ts';
import { createRecordReader } from './record-reader.ts';
import type { Batch } from './record-reader.ts';

/**
 * Reads an audience file as its bytes come (decisions 7): every line that is neither header nor blank becomes part of exactly
 * one row or rejected row, whatever the file holds; the result does not depend on where the chunks are cut; no more than a
 * chunk and one record is kept. The browser makes its preview with it, pushing a head of the file which, being only a head, is
 * not ended; the server reads with the same parts.
 */
export interface AudienceReader {
  push(chunk: Uint8Array): Batch;
  end(): Batch;
  /** Null until the header was read, and for good when there is none. Once it names a failure nothing more is read. */
  shape(): AudienceShape | null;
}

export interface ReaderOptions {
  places: PlaceIndex;
  /** YYYY-MM-DD in the product's zone. */
  today: string;
}

export function createAudienceReader({ places, today }: ReaderOptions): AudienceReader {
  const lines = createLineDecoder(MAX_LINE_BYTES);
  const records = createRecordReader({ places, today }, () => lines.encoding());
  return {
    push: (chunk) => records.read(decodeUtf8(lines.push(chunk)), false),
    end: () => records.read(decodeUtf8(lines.end()), true),
    shape: () => records.shape(),
  };
}
