import type { PlaceRules } from '@campanero/contract/loads/csv/places';
import { WorkbookFault, type WorkbookRefusal } from '@campanero/contract/loads/xlsx/workbook-fault';
import { Worker } from 'node:worker_threads';
import { createReading, type Reading, type ReadingStep } from './reading.ts';

/** Reads files in order; results come in the order of the steps. */
export interface FileReader {
  /** Takes ownership of the buffer: it may be transferred to another thread. */
  take(step: ReadingStep): Promise<Reading>;
  close(): Promise<void>;
}

/** Avoids an unhandled rejection if the promise fails before the caller awaits it. */
function deferRejection<T>(answer: Promise<T>): Promise<T> {
  answer.catch(() => {});
  return answer;
}

/** In this thread: for small files, where starting a worker takes longer than reading. */
export function readInPlace(places: PlaceRules): FileReader {
  const read = createReading(places);
  return { take: (step) => deferRejection((async () => read(step))()), close: async () => {} };
}

export type ThreadAnswer = { reading: Reading } | { refusal: WorkbookRefusal; detail: string };

const PROGRAM = new URL('./reading-thread.ts', import.meta.url);
/** Heap for text buffers only; shared strings are outside of it. */
const LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 24 };

/** In a worker thread: reading takes longest, and encoding and sending run in parallel. */
export function readInThread(places: PlaceRules): FileReader {
  const thread = new Worker(PROGRAM, { workerData: places, execArgv: [], resourceLimits: LIMITS });
  const asked: PromiseWithResolvers<Reading>[] = [];
  let broken: Error | undefined;
  const failAll = (error: Error) => {
    broken ??= error;
    for (const { reject } of asked.splice(0)) reject(broken);
  };
  thread.on('message', (answer: ThreadAnswer) => {
    const waiting = asked.shift();
    if ('reading' in answer) waiting?.resolve(answer.reading);
    else waiting?.reject(new WorkbookFault(answer.refusal, answer.detail));
  });
  thread.on('error', failAll);
  thread.on('exit', () => failAll(new Error('the reading thread has ended')));

  return {
    take(step) {
      if (broken) return Promise.reject(broken);
      const answer = Promise.withResolvers<Reading>();
      asked.push(answer);
      thread.postMessage(step, 'piece' in step ? [step.piece.buffer] : []);
      return deferRejection(answer.promise);
    },
    close: async () => void (await thread.terminate()),
  };
}
