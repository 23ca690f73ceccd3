import type { AudienceShape } from '@campanero/contract/loads/csv/header';
import type { PlaceRules, UnknownPlaces } from '@campanero/contract/loads/csv/places';
import { Worker } from 'node:worker_threads';
import type { FileStore } from '../../../integrations/files/port.ts';
import { INVALID_FIELDS, LoadFailure } from '../../../call-store/load/load-failure.ts';
import type { SourceBatch } from '../../../call-store/load/read-source.ts';
import { createReading, type Reading } from './reading.ts';
import type { ReadableSource } from './findings.ts';

interface SourceFile {
  fileNo: number;
  fileKey: string;
  bytes: number;
}

/** Bytes from which on a second thread reads: smaller files are read before it has started. */
const THREAD_FROM = 8 * 2 ** 20;
/** Bytes handed over at once: the chunks of a store are smaller, and each hand-over costs time. */
const PIECE = 2 ** 18;
/** Pieces on their way at once, so that neither thread waits for the other. */
const AHEAD = 4;

/** The files of one load, one after the other, as they come from the store; no more than a few pieces are held. */
export function createCsvSource(
  store: FileStore,
  files: readonly SourceFile[],
  places: PlaceRules,
  { threadFrom = THREAD_FROM, piece = PIECE }: { threadFrom?: number; piece?: number } = {},
): ReadableSource {
  const shapes: { fileNo: number; shape: AudienceShape }[] = [];
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0) || 1;
  let before = 0;
  let unknownPlaces: UnknownPlaces | undefined;

  function learn(fileNo: number, shape: AudienceShape | null): void {
    if (!shape || shapes.some((known) => known.fileNo === fileNo)) return;
    shapes.push({ fileNo, shape });
    if (shape.failure !== null) throw new LoadFailure(INVALID_FIELDS, new Error(shape.failure));
  }

  async function* readFile({ fileNo, fileKey }: SourceFile, reader: FileReader, signal: AbortSignal) {
    const asked: { bytes: number; answer: Promise<Reading> }[] = [];
    const next = async (): Promise<SourceBatch> => {
      const { bytes, answer } = asked.shift()!;
      const { pack, rejected, shape, ...read } = await answer;
      before += bytes;
      unknownPlaces = read.unknownPlaces ?? unknownPlaces;
      learn(fileNo, shape);
      return { fileNo, pack, rejected, done: before / total };
    };
    let chunks: Buffer[] = [];
    let held = 0;
    const ask = () => {
      asked.push({ bytes: held, answer: reader.push(joined(chunks, held)) });
      chunks = [];
      held = 0;
    };
    for await (const chunk of (await store.get(fileKey)) as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      chunks.push(chunk);
      held += chunk.length;
      if (held < piece) continue;
      ask();
      if (asked.length > AHEAD) yield next();
    }
    if (held > 0) ask();
    asked.push({ bytes: 0, answer: reader.end() });
    while (asked.length > 0) yield next();
    if (!shapes.some((known) => known.fileNo === fileNo))
      throw new LoadFailure(INVALID_FIELDS, new Error('El archivo está vacío.'));
  }

  return {
    async *batches(signal) {
      const reader = total >= threadFrom ? readInThread(places) : readInPlace(places);
      try {
        for (const file of files) yield* readFile(file, reader, signal);
      } finally {
        await reader.close();
      }
    },
    shapes: () => shapes,
    unknownPlaces: () => unknownPlaces,
  };
}

/** In memory of its own: it may go to another thread. */
function joined(chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

/** Reads files one after the other; answers come in the order of the calls. */
export interface FileReader {
  /** The memory of the piece may go to another thread: the caller must not use it any more. */
  push(piece: Uint8Array<ArrayBuffer>): Promise<Reading>;
  end(): Promise<Reading>;
  close(): Promise<void>;
}

/** In this thread: for small files, for which starting another would take longer than reading. */
export function readInPlace(places: PlaceRules): FileReader {
  const reading = createReading(places);
  return {
    push: async (piece) => reading.push(piece),
    end: async () => reading.end(),
    close: async () => {},
  };
}

const PROGRAM = new URL('./reading-thread.ts', import.meta.url);
/** Megabytes of heap, for the text on its way. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 24 };

/** In a thread of its own: reading takes longest, and numbering and sending go on meanwhile. */
export function readInThread(places: PlaceRules): FileReader {
  const thread = new Worker(PROGRAM, { workerData: places, execArgv: [], resourceLimits: LIMITS });
  const asked: PromiseWithResolvers<Reading>[] = [];
  let broken: Error | undefined;
  const giveUp = (error: Error) => {
    broken ??= error;
    for (const { reject } of asked.splice(0)) reject(broken);
  };
  thread.on('message', (reading: Reading) => asked.shift()?.resolve(reading));
  thread.on('error', giveUp);
  thread.on('exit', () => giveUp(new Error('the reading thread has ended')));

  const ask = (piece: Uint8Array<ArrayBuffer> | null): Promise<Reading> => {
    if (broken) return Promise.reject(broken);
    const answer = Promise.withResolvers<Reading>();
    // The caller may await it later than it fails: until then it must not count as unhandled.
    answer.promise.catch(() => {});
    asked.push(answer);
    thread.postMessage(piece, piece ? [piece.buffer] : []);
    return answer.promise;
  };
  return {
    push: ask,
    end: () => ask(null),
    close: async () => void (await thread.terminate()),
  };
}
