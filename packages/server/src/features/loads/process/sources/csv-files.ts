import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import type { District } from '@campanero/contract/lookups/schemas';
import type { FileStore } from '../../../../integrations/files/port.ts';
import { INVALID_FIELDS, LoadFailure } from '../load-failure.ts';
import { readApart, readHere, type FileReader } from './file-reader.ts';
import type { Reading } from './reading.ts';
import type { AudienceSource, SourceBatch } from './source.ts';

export interface SourceFile {
  fileNo: number;
  fileKey: string;
  bytes: number;
}

/** Smaller files are read before a thread has started. */
const APART_FROM = 8 * 2 ** 20;
/** Pieces that are asked for before the first is answered: neither side waits for the other, and little is held. */
const AHEAD = 4;

/** The files of one load, one after the other, as they come from the store: no more than a few chunks are ever held. */
export function createCsvSource(
  store: FileStore,
  files: readonly SourceFile[],
  places: readonly District[],
  { apartFrom = APART_FROM }: { apartFrom?: number } = {},
): AudienceSource {
  const shapes: { fileNo: number; shape: AudienceShape }[] = [];
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0) || 1;
  let before = 0;

  function learn(fileNo: number, shape: AudienceShape | null): void {
    if (!shape || shapes.some((known) => known.fileNo === fileNo)) return;
    shapes.push({ fileNo, shape });
    if (shape.failure !== null) throw new LoadFailure(INVALID_FIELDS, new Error(shape.failure));
  }

  async function* readFile({ fileNo, fileKey }: SourceFile, reader: FileReader, signal: AbortSignal) {
    const asked: { bytes: number; answer: Promise<Reading> }[] = [];
    const next = async (): Promise<SourceBatch> => {
      const { bytes, answer } = asked.shift()!;
      const { pack, rejected, shape } = await answer;
      before += bytes;
      learn(fileNo, shape);
      return { fileNo, pack, rejected, done: before / total };
    };
    for await (const chunk of (await store.get(fileKey)) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      asked.push({ bytes: chunk.length, answer: reader.push(chunk) });
      if (asked.length > AHEAD) yield next();
    }
    asked.push({ bytes: 0, answer: reader.end() });
    while (asked.length > 0) yield next();
    if (!shapes.some((known) => known.fileNo === fileNo))
      throw new LoadFailure(INVALID_FIELDS, new Error('El archivo está vacío.'));
  }

  return {
    async *batches(signal) {
      const reader = total >= apartFrom ? readApart(places) : readHere(places);
      try {
        for (const file of files) yield* readFile(file, reader, signal);
      } finally {
        await reader.close();
      }
    },
    shapes: () => shapes,
  };
}
