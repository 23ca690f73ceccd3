import { Worker } from 'node:worker_threads';
import type { PlaceRules } from '@campanero/contract/loads/csv/places';
import { createReading, type Reading } from './reading.ts';

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
