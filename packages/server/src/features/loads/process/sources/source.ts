import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import type { UnknownPlaces } from '@campanero/contract/loads/csv/places';
import type { Pack } from '../pack.ts';

export interface Rejection {
  /** Of the file, header = 1; the position in another source. */
  line: number;
  reason: string;
  cells: readonly string[];
}

export interface SourceBatch {
  fileNo: number;
  pack: Pack;
  rejected: readonly Rejection[];
  /** How much of the whole source has been read, 0 to 1. */
  done: number;
}

/** Where an audience comes from: files, the phone dashboard or a form; the same to everything behind it (house 8). */
export interface AudienceSource {
  /** Throws LoadFailure when nothing of it can be loaded. */
  batches(signal: AbortSignal): AsyncIterable<SourceBatch>;
  /** What was learnt of each file so far. */
  shapes(): { fileNo: number; shape: AudienceShape }[];
  /** Undefined before the first file, or the whole of another source, was read to its end. */
  unknownPlaces(): UnknownPlaces | undefined;
}
