import { decodeUtf8 } from './encoding.ts';
import type { AudienceShape } from './header.ts';
import { createLineDecoder, MAX_LINE_BYTES } from './line-decoder.ts';
import type { PlaceIndex } from './places.ts';
import { createRecordReader } from './record-reader.ts';
import type { Batch } from './record-reader.ts';

/**
 * Reads an audience file as its bytes come: every line that is neither header nor blank becomes part of exactly
 * one row or rejected row, whatever the file holds; the result does not depend on where the chunks are cut; no more than a
 * chunk and one record is kept. Loads read with it, and so does the preview in the browser, which pushes the head of the file and,
 * because it is only a head, does not end it.
 */
export interface AudienceReader {
  push(chunk: Uint8Array): Batch;
  end(): Batch;
  /** Null until the header was read, and for good when there is none. Once it names a failure nothing more is read. */
  shape(): AudienceShape | null;
}

interface ReaderOptions {
  places: PlaceIndex;
  /** YYYY-MM-DD in the product's zone. */
  today: string;
  /** A faster test than the browser's, where there is one. */
  isUtf8?: (bytes: Uint8Array) => boolean;
}

export function createAudienceReader({ places, today, isUtf8 }: ReaderOptions): AudienceReader {
  const lines = createLineDecoder(MAX_LINE_BYTES, isUtf8);
  const records = createRecordReader({ places, today }, () => lines.encoding());
  return {
    push: (chunk) => records.read(decodeUtf8(lines.push(chunk)), false),
    end: () => records.read(decodeUtf8(lines.end()), true),
    shape: () => records.shape(),
  };
}
