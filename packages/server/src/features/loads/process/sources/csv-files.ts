import { createAudienceReader } from '@campanero/contract/loads/csv/audience-reader';
import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import type { PlaceIndex } from '@campanero/contract/loads/csv/places';
import type { FileStore } from '../../../../integrations/files/port.ts';
import { INVALID_FIELDS, LoadFailure } from '../load-failure.ts';
import type { AudienceSource } from './source.ts';

export interface SourceFile {
  fileNo: number;
  fileKey: string;
  bytes: number;
}

/** The files of one load, one after the other, as they come from the store: no more than a chunk of them is ever held. */
export function createCsvSource(store: FileStore, files: readonly SourceFile[], places: PlaceIndex): AudienceSource {
  const shapes: { fileNo: number; shape: AudienceShape }[] = [];
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0) || 1;
  let before = 0;

  async function* readFile({ fileNo, fileKey }: SourceFile, signal: AbortSignal) {
    const reader = createAudienceReader({ places });
    const learn = () => {
      const shape = reader.shape();
      if (!shape) return;
      shapes.push({ fileNo, shape });
      if (shape.failure !== null) throw new LoadFailure(INVALID_FIELDS, new Error(shape.failure));
    };
    let isKnown = false;
    for await (const chunk of (await store.get(fileKey)) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      const batch = reader.push(chunk);
      before += chunk.length;
      if (!isKnown && reader.shape()) {
        isKnown = true;
        learn();
      }
      yield { fileNo, ...batch, done: before / total };
    }
    const last = reader.end();
    if (!isKnown) learn();
    if (!reader.shape()) throw new LoadFailure(INVALID_FIELDS, new Error('El archivo está vacío.'));
    yield { fileNo, ...last, done: before / total };
  }

  return {
    async *batches(signal) {
      for (const file of files) yield* readFile(file, signal);
    },
    shapes: () => shapes,
  };
}
